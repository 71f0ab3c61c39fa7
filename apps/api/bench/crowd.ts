import type { Figures } from './load.ts';
import { pgbench } from './pgbench.ts';
import type { Connection } from './server.ts';

/** Concurrent clients. */
export const LANES = 50;

/** PostgreSQL alone: each statement planned anew, and with cached plans. */
export async function alone(connection: Connection, lines: string[], how: { seconds: number; each?: number }) {
  const simple = await pgbench(connection, lines, { lanes: LANES, plans: 'simple', ...how });
  return how.each === undefined
    ? { simple, prepared: await pgbench(connection, lines, { lanes: LANES, plans: 'prepared', ...how }) }
    : { simple };
}

export function printHead(of: string, seconds: number) {
  console.log(`\n${LANES} conexões, ${seconds} s cada`);
  console.log(`| ${of} | medida | por segundo | p50 ms | p99 ms | razão |`);
  console.log('|---|---|---|---|---|---|');
}

/** The product's throughput as a share of the database's alone. */
export function printBeside(
  size: number,
  what: string,
  product: Figures,
  { simple, prepared }: { simple: Figures; prepared?: Figures },
) {
  const row = (name: string, { perSecond, p50, p99 }: Figures) =>
    console.log(
      `| ${size.toLocaleString('pt-BR')} | ${name} | ${perSecond.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${(product.perSecond / perSecond).toFixed(2)} |`,
    );
  row(`${what}, por HTTP com sessão`, product);
  row(`${what}, pgbench`, simple);
  if (prepared) row(`${what}, pgbench com planos guardados`, prepared);
}
