import type { Figures } from './load.ts';
import { type Plans, pgbench } from './pgbench.ts';
import type { Connection } from './server.ts';

/** Concurrent clients. */
export const CLIENTS = 50;

/** Turns in which compared measurements alternate, so that a change of the machine's speed affects all of them. */
const TURNS = 4;

/** Median of each figure over the turns. */
async function inTurns(seconds: number, measures: readonly ((seconds: number) => Promise<Figures>)[]) {
  const turns: Figures[][] = measures.map(() => []);
  for (let turn = 0; turn < TURNS; turn++)
    for (const [index, measure] of measures.entries()) turns[index]?.push(await measure(seconds / TURNS));
  return turns.map(middle);
}

function middle(turns: readonly Figures[]): Figures {
  const of = (figure: keyof Figures) => {
    const sorted = turns.map((turn) => turn[figure]).sort((one, other) => one - other);
    return ((sorted[TURNS / 2 - 1] ?? 0) + (sorted[TURNS / 2] ?? 0)) / 2;
  };
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') };
}

export function printHead(of: string, seconds: number) {
  console.log(`\n${CLIENTS} conexões, ${seconds} s cada`);
  console.log(`| ${of} | medida | por segundo | p50 ms | p99 ms | razão |`);
  console.log('|---|---|---|---|---|---|');
}

/** Prints a row. Its last cell is the product's throughput as a share of the row's. */
export function printRow(size: number, name: string, { perSecond, p50, p99 }: Figures, product?: Figures) {
  const ratio = product === undefined ? '' : (product.perSecond / perSecond).toFixed(2);
  const cells = [size.toLocaleString('pt-BR'), name, perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1), ratio];
  console.log(`| ${cells.join(' | ')} |`);
}

/**
 * Measures the product, and the database alone: with statements that are planned at each execution, and with cached
 * plans. Prints the product's throughput as a share of each.
 */
export async function measureBeside(
  size: number,
  what: string,
  { product, connection, lines, seconds }: Beside,
): Promise<Figures> {
  const alone = (plans: Plans) => (turn: number) =>
    pgbench(connection, lines, { clients: CLIENTS, plans, seconds: Math.ceil(turn) });
  const [http, simple, prepared] = await inTurns(seconds, [product, alone('simple'), alone('prepared')]);
  if (!http || !simple || !prepared) throw new Error('a measurement is missing');
  printRow(size, `${what}, por HTTP com sessão`, http, http);
  printRow(size, `${what}, pgbench`, simple, http);
  printRow(size, `${what}, pgbench com planos guardados`, prepared, http);
  return http;
}

type Beside = {
  product: (seconds: number) => Promise<Figures>;
  connection: Connection;
  lines: readonly string[];
  seconds: number;
};
