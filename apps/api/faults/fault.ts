import { EventEmitter } from 'node:events';
import type { Agency } from './agency.ts';
import type { Book } from './book.ts';
import { brokenInvariants } from './invariants.ts';

export type Options = { rounds: number; port: number };

/** What a fault did. `broken` is empty when everything held. */
export type Outcome = {
  rounds: number;
  /** Writes answered by 2xx, and requests whose line broke before the answer. */
  acknowledged?: number;
  unanswered?: number;
  /** Milliseconds from each blow until work went on. */
  healing?: number[];
  /** What else was measured, in words. */
  notes: string[];
  broken: string[];
};

export type Fault = {
  says: string;
  /** How often unless said, and in the long form. */
  rounds: number;
  long: number;
  run: (options: Options) => Promise<Outcome>;
};

export class CannotMeasure extends Error {}

/** Says each round as it is over: a long form takes hours. */
export const progress = new EventEmitter<{ round: [number, acknowledged: number, broken: number] }>();

/** After every round: the same questions, and every promise. */
export async function lookThrough(agency: Agency, book: Book, round: number): Promise<string[]> {
  const broken = [...(await brokenInvariants(agency)), ...(await book.broken(agency)), ...book.surprises.splice(0)];
  if (agency.ended() !== undefined) broken.push(`o servidor desistiu, código ${agency.ended()}`);
  progress.emit('round', round, book.acknowledged, broken.length);
  return broken.map((one) => `rodada ${round}: ${one}`);
}

/** Refusals as a caller sees them: how many, how slow at most, and which were not as they should be. */
export function refusals(book: Book, within: number) {
  const refused = book.refused.splice(0);
  const slowest = Math.max(0, ...refused.map(({ took }) => took));
  const late = refused.filter(({ took }) => took > within).length;
  const mute = refused.filter(({ retry }) => retry === null).length;
  const broken: string[] = [];
  if (late > 0) broken.push(`${late} recusas levaram mais de ${within} ms, a mais lenta ${slowest.toFixed(0)} ms`);
  if (mute > 0) broken.push(`${mute} respostas 503 sem Retry-After`);
  return { count: refused.length, slowest, broken };
}
