import type { Pool } from 'pg';
import { systemContext } from '#api/context.ts';
import { findInvoices } from '#api/modules/invoices/invoices.queries.ts';
import { payInvoice } from '#api/modules/invoices/invoices.service.ts';
import { alone, LANES, printBeside, printHead } from './crowd.ts';
import { load } from './load.ts';
import { scriptOf } from './pgbench.ts';
import { FIRST, fill, openInvoices } from './portfolio.ts';
import { newDatabase, type Place, startServer, TODAY } from './server.ts';
import { kindOf, record, replay, type Statement } from './statements.ts';

/** The invoice list and settling an invoice, with fifty clients. */
export async function measureInvoices(place: Place, sizes: number[], seconds: number) {
  printHead('faturas', seconds);
  for (const size of sizes) await measure(place, size, seconds);
}

async function measure(place: Place, size: number, seconds: number) {
  const { connection, db, pool, deps } = await newDatabase(place, `bench_${size}`);
  await fill(pool, size);

  const listed = await record(connection, (recorded) => findInvoices(recorded, { page: 1, seen: 'everything' }, TODAY));
  const server = await startServer(connection);
  const list = () => server.call('GET', '/invoice?page=1');
  await load(LANES, 2, list);
  printBeside(
    size,
    'lista de faturas',
    await load(LANES, seconds, list),
    await alone(
      connection,
      scriptOf(listed).map((line) => `${line};`),
      { seconds },
    ),
  );

  const open = await openInvoices(pool, size);
  const [first = 0, second = 0, ...rest] = open;
  const settled = await record(connection, (recorded) =>
    payInvoice(systemContext({ ...deps, db: recorded }), first, { paid_amount: 150_000 }),
  );
  // Each half in order of contracts, so that a script can count through its own.
  const half = Math.floor(rest.length / 2);
  const byHttp = rest.slice(0, half);
  const byDatabase = rest.slice(half);
  const settle = (turn: number) => server.call('PATCH', `/invoice/${byHttp[turn] ?? 0}/down`, { paid_amount: 1500 });
  const overHttp = await load(LANES, seconds, settle, byHttp.length);
  await pool.query(
    'create table bench_turn as select n::int as turn, invoice from unnest($1::bigint[]) with ordinality as open (invoice, n)',
    [byDatabase],
  );
  await pool.query('create unique index on bench_turn (turn) include (invoice)');
  await pool.query('create sequence bench_turns');
  const lines = await settlingScript(pool, settled, second);
  printBeside(
    size,
    'baixa de fatura',
    overHttp,
    await alone(connection, lines, { seconds, each: Math.floor(byDatabase.length / LANES) }),
  );

  await server.stop();
  await db.destroy();
}

/**
 * The recorded statements as a script for the next open invoice of a table, with generated ids substituted. Runs them
 * once with the driver, to find which statement generates which id.
 */
async function settlingScript(pool: Pool, statements: readonly Statement[], invoice: number): Promise<string[]> {
  const client = await pool.connect();
  try {
    const gives = await replay(client, statements, idsOf(invoice));
    const known = [...Object.keys(idsOf(invoice)), ...gives];
    const lines = scriptOf(statements, (value) => known.find((kind) => kind !== undefined && kind === kindOf(value)));
    return [
      `select nextval('bench_turns') as turn \\gset`,
      `select invoice from bench_turn where turn = :turn \\gset`,
      `\\set contract (:invoice - ${FIRST.invoice}) / 16`,
      `\\set proposal ${FIRST.proposal} + :contract`,
      `\\set property ${FIRST.property} + :contract`,
      `\\set client ${FIRST.client} + 2 * :contract`,
      ...lines.flatMap((line, index) => {
        const kind = gives[index];
        return kind === undefined ? [`${line};`] : [`${line} \\gset given_`, `\\set ${kind} :given_id`];
      }),
    ];
  } finally {
    client.release();
  }
}

function idsOf(invoice: number): Record<string, number> {
  const contract = Math.floor((invoice - FIRST.invoice) / 16);
  return {
    invoice,
    proposal: FIRST.proposal + contract,
    property: FIRST.property + contract,
    client: FIRST.client + 2 * contract,
  };
}
