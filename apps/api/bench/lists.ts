import { tidyTotals } from '#api/modules/ledger/ledger.service.ts';
import { load } from './load.ts';
import { fill, fillAround, settleAll } from './portfolio.ts';
import { newDatabase, type Place, startServer } from './server.ts';

const TIMES = 150;

/** Each list as it opens from the menu, and as it is mostly looked through. */
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

/** What a grown agency waits for beside a small one: the middle of so many calls, one after another. */
export async function measureLists(place: Place, sizes: number[]) {
  const middles = new Map<string, number[]>();
  for (const size of sizes) {
    const { connection, db, pool, deps } = await newDatabase(place, `bench_lists_${size}`);
    await fill(pool, size);
    await settleAll(pool);
    await tidyTotals(deps);
    await fillAround(pool);
    const server = await startServer(connection);
    for (const path of LISTS) {
      const call = () => server.call('GET', path);
      await load(1, 1, call, TIMES / 10);
      const { p50 } = await load(1, 10, call, TIMES);
      middles.set(path, [...(middles.get(path) ?? []), p50]);
    }
    await server.stop();
    await db.destroy();
  }
  const names = sizes.map((size) => `${size.toLocaleString('pt-BR')} ms`);
  console.log(
    `\numa chamada depois da outra, p50\n| lista | ${names.join(' | ')} | razão |\n|---|${'---|'.repeat(sizes.length + 1)}`,
  );
  for (const [path, times] of middles) {
    const ratio = (times.at(-1) ?? 0) / (times[0] ?? 1);
    console.log(`| \`${path}\` | ${times.map((ms) => ms.toFixed(1)).join(' | ')} | ${ratio.toFixed(2)} |`);
  }
}
