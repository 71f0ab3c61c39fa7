import { load } from './load.ts';
import { fill, foldTotals, settleAll } from './portfolio.ts';
import { newDatabase, type Place, residentMegabytes, type Server, startServer } from './server.ts';

/** Half of them settlements, half payouts. */
const ENTRIES = 100_000;
const YEAR = 'startDate=2025-01-01&endDate=2026-11-20';

const LISTS = [
  '/financial/resume',
  '/financial/commissions?page=1',
  '/financial/commissions?start=2025-08-01&page=1',
  '/financial/late?page=1',
  '/financial/transactions?page=1',
  '/financial/transactions?start=2025-08-01&method=PIX&page=1',
  '/movimentation/rents?page=1',
  `/movimentation/rents?${YEAR}&page=1`,
  `/movimentation/rents?${YEAR}&page=2000`,
  '/movimentation/expenses?page=1',
  '/user/10000001/statement?start=2025-08-01',
];

/** Finance pages over a large ledger, and a full report while others work. */
export async function measureFinance(place: Place, seconds: number) {
  const { connection, db, pool } = await newDatabase(place, 'bench_finance');
  await fill(pool, Math.ceil((ENTRIES / 2) * (32 / 31)));
  await settleAll(pool);
  await foldTotals(db);
  const server = await startServer(connection);
  console.log(`\n${ENTRIES} lançamentos, um pedido depois do outro`);
  console.log('| chamada | por segundo | p50 ms | p99 ms |');
  console.log('|---|---|---|---|');
  for (const path of LISTS) {
    const { perSecond, p50, p99 } = await load(1, Math.min(3, seconds), () => server.call('GET', path));
    console.log(`| ${path} | ${perSecond.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} |`);
  }
  await measureReport(server);
  await server.stop();
  await db.destroy();
}

async function measureReport(server: Server) {
  // Warms the process up first, so that its memory isn't attributed to the report.
  await server.call('GET', '/report/rents?startDate=2026-11-01&endDate=2026-11-20');
  const before = await residentMegabytes(server.pid);
  let peak = before;
  let saving = true;
  const watch = (async () => {
    while (saving) peak = Math.max(peak, await residentMegabytes(server.pid));
  })();
  const report = server.call('GET', `/report/rents?${YEAR}`).finally(() => {
    saving = false;
  });
  const from = performance.now();
  const { p99 } = await load(
    2,
    Number.POSITIVE_INFINITY,
    () => server.call('GET', '/invoice?page=1'),
    undefined,
    () => saving,
  );
  const took = (performance.now() - from) / 1000;
  const size = (await report).length;
  await watch;
  console.log(
    `\nrelatório de ${ENTRIES} linhas: ${took.toFixed(1)} s, ${(size / 1e6).toFixed(1)} MB; memória ${before.toFixed(0)} → ${peak.toFixed(0)} MB; outras chamadas p99 ${p99.toFixed(1)} ms`,
  );
}
