import { EventEmitter } from 'node:events';
import type { Agency } from './agency.ts';
import type { Book } from './book.ts';
import { brokenInvariants } from './invariants.ts';

export type Options = { rounds: number; port: number };

/** Result of a fault. `broken` is empty when every invariant holds. */
export type Outcome = {
  rounds: number;
  /** Writes answered with 2xx, and requests whose connection broke before the answer. */
  acknowledged?: number;
  unanswered?: number;
  /** Milliseconds from each fault until writes succeeded again. */
  healing?: number[];
  /** Other measurements, in words. */
  notes: string[];
  broken: string[];
};

export type Fault = {
  says: string;
  /** Rounds by default, and in the long form. */
  rounds: number;
  long: number;
  run: (options: Options) => Promise<Outcome>;
};

export class CannotMeasure extends Error {}

/** Emits each finished round: a long form takes hours. */
export const progress = new EventEmitter<{ round: [number, acknowledged: number, broken: number] }>();

/** Checks after every round: all invariants, and every confirmed write. */
export async function checkRound(agency: Agency, book: Book, round: number): Promise<string[]> {
  const broken = [...(await brokenInvariants(agency)), ...(await book.broken(agency)), ...book.surprises.splice(0)];
  if (agency.ended() !== undefined) broken.push(`o servidor desistiu, código ${agency.ended()}`);
  progress.emit('round', round, book.acknowledged, broken.length);
  return broken.map((one) => `rodada ${round}: ${one}`);
}

/** Refusals as a caller sees them: count, slowest, and malformed ones. */
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
