import { load } from './load.ts';
import { fill, fillAround, foldTotals, settleAll } from './portfolio.ts';
import { type Connection, newDatabase, type Place, type Server, startServer } from './server.ts';

const TIMES = 50;
const TURNS = 5;

/** Each list as opened from the menu, and in its most frequent other form. */
const LISTS = [
  '/user?page=1',
  '/user?page=1&type=OWNER',
  '/property?page=1',
  '/property?page=1&available=AVAILABLE',
  '/proposal?page=1',
  '/invoice?page=1',
  '/invoice?page=1&status=LATE',
  '/invoice?page=1&status=PAID',
  '/invoice?page=1&status=ALL',
  '/invoice?page=1&month=2026-10',
  '/financial/transfers?page=1',
  '/boleto?page=1',
  '/boleto?page=1&state=PAID',
  '/readjustment?month=2027-01&page=1',
  '/financial/resume',
  '/financial/commissions?page=1',
  '/financial/late?page=1',
  '/financial/transactions?page=1',
  '/movimentation/rents?page=1',
  '/movimentation/expenses?page=1',
  '/schedule/admin?page=1',
  '/chat?page=1',
  '/contact?page=1',
  '/audit?page=1',
  '/financial/payments',
  '/dashboard',
  '/dashboard/badges',
];

/**
 * Median times of a large agency compared with a small one, calls in sequence. All run at once and alternate, so that
 * other load on the machine affects both.
 */
export async function measureLists(place: Place, sizes: number[]) {
  const connections: Connection[] = [];
  for (const size of sizes) connections.push(await grownAgency(place, size));
  const servers: Server[] = [];
  for (const connection of connections) servers.push(await startServer(connection));
  const names = sizes.map((size) => `${size.toLocaleString('pt-BR')} ms`);
  console.log(
    `\numa chamada depois da outra, p50\n| lista | ${names.join(' | ')} | razão |\n|---|${'---|'.repeat(sizes.length + 1)}`,
  );
  for (const path of LISTS) {
    const turns: number[][] = servers.map(() => []);
    for (let turn = 0; turn <= TURNS; turn++)
      for (const [index, server] of servers.entries()) {
        const { p50 } = await load(1, 10, () => server.call('GET', path), TIMES);
        // The first turn warms up plans and code.
        if (turn > 0) turns[index]?.push(p50);
      }
    const middles = turns.map((times) => times.sort((one, other) => one - other)[Math.floor(TURNS / 2)] ?? 0);
    const ratio = (middles.at(-1) ?? 0) / (middles[0] ?? 1);
    console.log(`| \`${path}\` | ${middles.map((ms) => ms.toFixed(2)).join(' | ')} | ${ratio.toFixed(2)} |`);
  }
  for (const server of servers) await server.stop();
}

async function grownAgency(place: Place, size: number): Promise<Connection> {
  const { connection, db, pool } = await newDatabase(place, `bench_lists_${size}`);
  await fill(pool, size);
  await settleAll(pool);
  await fillAround(pool);
  await foldTotals(db);
  await db.destroy();
  return connection;
}
