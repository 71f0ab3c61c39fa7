import type { Figures } from './load.ts';
import { pgbench } from './pgbench.ts';
import type { Connection } from './server.ts';

/** Concurrent clients. */
export const CLIENTS = 50;

/** PostgreSQL alone: each statement planned anew, and with cached plans. */
export async function alone(connection: Connection, lines: string[], how: { seconds: number }) {
  const simple = await pgbench(connection, lines, { clients: CLIENTS, plans: 'simple', ...how });
  return { simple, prepared: await pgbench(connection, lines, { clients: CLIENTS, plans: 'prepared', ...how }) };
}

export function printHead(of: string, seconds: number) {
  console.log(`\n${CLIENTS} conexões, ${seconds} s cada`);
  console.log(`| ${of} | medida | por segundo | p50 ms | p99 ms | razão |`);
  console.log('|---|---|---|---|---|---|');
}

/** One row; the last cell is the product's throughput as a share of this one. */
export function printRow(size: number, name: string, { perSecond, p50, p99 }: Figures, product?: Figures) {
  const ratio = product === undefined ? '' : (product.perSecond / perSecond).toFixed(2);
  const cells = [size.toLocaleString('pt-BR'), name, perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1), ratio];
  console.log(`| ${cells.join(' | ')} |`);
}

/** The product's throughput as a share of the database's alone. */
export function printBeside(
  size: number,
  what: string,
  product: Figures,
  { simple, prepared }: { simple: Figures; prepared: Figures },
) {
  printRow(size, `${what}, por HTTP com sessão`, product, product);
  printRow(size, `${what}, pgbench`, simple, product);
  printRow(size, `${what}, pgbench com planos guardados`, prepared, product);
}
