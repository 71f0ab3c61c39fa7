import type { Pool } from 'pg';
import { systemContext } from '#api/context.ts';
import { findInvoices } from '#api/modules/invoices/invoices.queries.ts';
import { payInvoice } from '#api/modules/invoices/invoices.service.ts';
import { type Figures, load } from './load.ts';
import { FIRST, fill, openInvoices } from './portfolio.ts';
import { newDatabase, type Place, startServer, TODAY } from './server.ts';
import { record, replay, type Statement } from './statements.ts';

const LANES = 50;

/** The invoice list and the settling of an invoice, with fifty at it. */
export async function measureInvoices(place: Place, sizes: number[], seconds: number) {
  console.log(`\n${LANES} conexões, ${seconds} s cada`);
  console.log('| faturas | medida | por segundo | p50 ms | p99 ms | razão |');
  console.log('|---|---|---|---|---|---|');
  for (const size of sizes) await measure(place, size, seconds);
}

async function measure(place: Place, size: number, seconds: number) {
  const { connection, db, pool, deps } = await newDatabase(place, `bench_${size}`);
  await fill(pool, size);

  const listed = await record(connection, (recorded) => findInvoices(recorded, { page: 1 }, TODAY));
  const server = await startServer(connection);
  const list = () => server.call('GET', '/invoice?page=1');
  await load(LANES, 2, list);
  const overHttp = await load(LANES, seconds, list);
  const alone = await load(LANES, seconds, () =>
    Promise.all(listed.map(({ sql, parameters }) => pool.query(sql, [...parameters]))),
  );
  print(size, 'lista de faturas', overHttp, alone);

  const open = await openInvoices(pool, size);
  const [first = 0, ...rest] = open;
  const settled = await record(connection, (recorded) =>
    payInvoice(systemContext({ ...deps, db: recorded }), first, { paid_amount: 150_000 }),
  );
  const half = Math.floor(rest.length / 2);
  const byHttp = rest.slice(0, half);
  const byDriver = rest.slice(half);
  const settle = (turn: number) => server.call('PATCH', `/invoice/${byHttp[turn] ?? 0}/down`, { paid_amount: 1500 });
  const settledOverHttp = await load(LANES, seconds, settle, byHttp.length);
  const again = (turn: number) => settleAlone(pool, settled, byDriver[turn] ?? 0);
  const settledAlone = await load(LANES, seconds, again, byDriver.length);
  print(size, 'baixa de fatura', settledOverHttp, settledAlone);

  await server.stop();
  await db.destroy();
}

async function settleAlone(pool: Pool, statements: readonly Statement[], invoice: number) {
  const contract = Math.floor((invoice - FIRST.invoice) / 16);
  const client = await pool.connect();
  try {
    await replay(client, statements, {
      invoice,
      proposal: FIRST.proposal + contract,
      property: FIRST.property + contract,
      client: FIRST.client + 2 * contract,
    });
  } finally {
    client.release();
  }
}

function print(size: number, what: string, product: Figures, alone: Figures) {
  const row = (name: string, { perSecond, p50, p99 }: Figures, ratio: string) =>
    console.log(
      `| ${size.toLocaleString('pt-BR')} | ${name} | ${perSecond.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${ratio} |`,
    );
  row(`${what}, por HTTP com sessão`, product, (product.perSecond / alone.perSecond).toFixed(2));
  row(`${what}, só o driver`, alone, '1');
}
