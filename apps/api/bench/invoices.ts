import { setTimeout as pause } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import { systemContext } from '#api/context.ts';
import { findInvoices } from '#api/modules/money/invoices/invoices.queries.ts';
import { payInvoice } from '#api/modules/money/invoices/invoices.service.ts';
import { itau400 } from '#test/bank/bank-papers.ts';
import { CLIENTS, measureBeside, printHead, printRow } from './crowd.ts';
import { type Figures, load } from './load.ts';
import { type Plans, pgbench, scriptOf } from './pgbench.ts';
import {
  boletoNumber,
  contractsOf,
  FIRST,
  fill,
  foldTotals,
  issueBoletos,
  issueOpen,
  rentOf,
  settleAll,
} from './portfolio.ts';
import {
  type Connection,
  copyDatabase,
  newDatabase,
  openDatabase,
  type Place,
  residentMegabytes,
  type Server,
  startServer,
  TODAY,
} from './server.ts';
import { kindOf, record, replay, type Statement } from './statements.ts';

/** Open invoices for the measurements of settling, the same number at every size. */
const OPEN = 40_000;
/** Step of the order in which they are settled. Coprime to `OPEN`: neighbours differ in contract and due date. */
const STRIDE = 7_919;
const FILE_LINES = 10_000;
const BULK_RECORDS = 1_000;
/** Place in the order of settling where each measurement begins. The statements alone run on a copy of the database. */
const TURNS = { file: 0, bulk: FILE_LINES, single: FILE_LINES + BULK_RECORDS };
const WARM_UP_SECONDS = 3;
const POLL_MS = 20;

/** The invoice list and settling an invoice, with fifty clients; a bank's file and a bulk action of invoices. */
export async function measureInvoices(place: Place, sizes: number[], seconds: number) {
  printHead('faturas', seconds);
  for (const size of sizes) await measure(place, size, seconds);
}

async function measure(place: Place, size: number, seconds: number) {
  const { connection, db, pool } = await newDatabase(place, `bench_${size}`);
  await fill(pool, size);
  // The ledger isn't empty, so that plans are those of an agency at work.
  await settleAll(pool, '2026-10-01');
  await foldTotals(db);
  const list = await measureList(connection, size, seconds);

  await issueOpen(pool, size, OPEN);
  await issueBoletos(
    pool,
    Array.from({ length: FILE_LINES }, (_, turn) => openInvoice(size, TURNS.file + turn).id),
  );
  await foldTotals(db);
  await db.destroy();
  const copy = await copyDatabase(place, connection.database, `${connection.database}_alone`);
  await writeOut(copy);
  const statements = await measureStatements(place, copy, size, seconds);
  const { crowd: bare, single: bareSingle } = await measureBare(copy, size, seconds);

  await writeOut(connection);
  const server = await startServer(connection);
  const settle = (turn: number) => {
    const { id, rent } = openInvoice(size, TURNS.single + turn);
    return server.call('PATCH', `/invoice/${id}/down`, { paid_amount: rent / 100 });
  };
  let settled = 0;
  const run = (clients: number, howLong: number) =>
    load(clients, howLong, () => settle(settled++), OPEN - TURNS.single - settled);
  await run(CLIENTS, WARM_UP_SECONDS);
  const single = await run(1, WARM_UP_SECONDS);
  const crowd = await run(CLIENTS, seconds);
  printRow(size, 'baixa de fatura, por HTTP com sessão', crowd, crowd);
  printRow(size, 'baixa de fatura, pgbench', statements, crowd);
  printRow(size, 'limite: o mínimo sem gatilhos, pgbench com planos guardados', bare, crowd);
  printRow(size, 'lista de faturas, por HTTP com sessão', list, crowd);
  printRow(size, 'baixa de fatura, uma pessoa só', single, single);
  printRow(size, 'limite, uma pessoa só', bareSingle, single);
  await measureFile(server, size);
  await measureBulk(server, size);
  console.log(
    `| ${size.toLocaleString('pt-BR')} | memória do servidor | ${(await residentMegabytes(server.pid)).toFixed(0)} MB | | | |`,
  );
  await server.stop();
}

/** Runs a checkpoint, so that its writes do not overlap the next measurement. */
async function writeOut(connection: Connection) {
  const client = new Client(connection);
  await client.connect();
  await client.query('checkpoint');
  await client.end();
}

/** The open invoice of a turn. */
function openInvoice(size: number, turn: number) {
  const number = size + ((turn * STRIDE) % OPEN);
  const contract = number % contractsOf(size);
  return { id: FIRST.invoice + number, contract, rent: rentOf(contract) };
}

async function measureList(connection: Connection, size: number, seconds: number): Promise<Figures> {
  const listed = await record(connection, (recorded) => findInvoices(recorded, { page: 1, seen: 'everything' }, TODAY));
  const server = await startServer(connection);
  const list = () => server.call('GET', '/invoice?page=1');
  await load(CLIENTS, WARM_UP_SECONDS, list);
  const figures = await measureBeside(size, 'lista de faturas', {
    product: (turn) => load(CLIENTS, turn, list),
    ...{ connection, seconds },
    lines: scriptOf(listed).map((line) => `${line};`),
  });
  await server.stop();
  return figures;
}

/** Runs a script that settles invoices with pgbench; each connection takes its own turns. */
async function settling(
  connection: Connection,
  size: number,
  lines: string[],
  { from, clients = CLIENTS, ...how }: { plans: Plans; seconds: number; each?: number; from: number; clients?: number },
) {
  const opening = [
    '\\set turn :turn + 1',
    `\\set number ${size} + (${from} + :client_id + ${clients} * :turn) * ${STRIDE} % ${OPEN}`,
    `\\set contract :number % ${contractsOf(size)}`,
    `\\set invoice ${FIRST.invoice} + :number`,
    `\\set proposal ${FIRST.proposal} + :contract`,
    `\\set property ${FIRST.property} + :contract`,
    `\\set client ${FIRST.client} + 2 * :contract`,
  ];
  return pgbench(connection, [...opening, ...lines], { clients, variables: { turn: -1 }, ...how });
}

/** Turns of each of the two measurements on the copy. One client alone settles the last of them (`SINGLE`). */
const HALF = OPEN / 2;
const SINGLE = 1_000;

/** The product's own statements, recorded once and replayed by pgbench. */
async function measureStatements({ dataDir }: Place, copy: Connection, size: number, seconds: number) {
  const { db, pool, deps } = openDatabase(copy, dataDir);
  const [first, second] = [openInvoice(size, HALF - 2), openInvoice(size, HALF - 1)];
  const statements = await record(copy, (recorded) =>
    payInvoice(systemContext({ ...deps, db: recorded }), first.id, { paid_amount: first.rent }),
  );
  const lines = await settlingScript(pool, statements, second);
  await db.destroy();
  return settling(copy, size, lines, { plans: 'simple', seconds, from: 0 });
}

/** The recorded statements with ids as variables. Replays them once, to find which statement generates which id. */
async function settlingScript(
  pool: Pool,
  statements: readonly Statement[],
  { id, contract }: { id: number; contract: number },
) {
  const ids = {
    invoice: id,
    proposal: FIRST.proposal + contract,
    property: FIRST.property + contract,
    client: FIRST.client + 2 * contract,
  };
  const client = await pool.connect();
  try {
    const gives = await replay(client, statements, ids);
    const known = [...Object.keys(ids), ...gives];
    const lines = scriptOf(statements, (value) => known.find((kind) => kind !== undefined && kind === kindOf(value)));
    return lines.flatMap((line, index) => {
      const kind = gives[index];
      return kind === undefined ? [`${line};`] : [`${line} \\gset given_`, `\\set ${kind} :given_id`];
    });
  } finally {
    client.release();
  }
}

/** The least that any correct system must do to settle an invoice, on the same tables without triggers. */
const BARE = [
  'begin;',
  `update invoice set status = 'PAID', pay_day = '${TODAY}', paid_amount = price + fees, fine = 0, interest = 0, payment_method = 'MANUAL',
    version = version + 1 where id = :invoice and status = 'PENDING' and deleted_at is null;`,
  `insert into transfer (user_id, property_id, proposal_id, invoice_id, amount, lines, due_date)
    values (:client, :property, :proposal, :invoice, 135000, '[]', '2026-12-10');`,
  `insert into ledger_entry (day, kind, description, invoice_id, payment_method, rent, fee_rate)
    values ('${TODAY}', 'SETTLEMENT', 'Fatura', :invoice, 'MANUAL', 150000, 1000) returning id \\gset entry_`,
  `insert into ledger_line (entry_id, position, account, amount)
    values (:entry_id, 0, 'CASH', 150000), (:entry_id, 1, 'OWNERS', -150000);`,
  'commit;',
].map((line) => line.replace(/\s+/g, ' '));

async function measureBare(copy: Connection, size: number, seconds: number) {
  const client = new Client(copy);
  await client.connect();
  for (const table of ['invoice', 'transfer', 'ledger_entry', 'ledger_line'])
    await client.query(`alter table ${table} disable trigger user`);
  await client.end();
  // Limited by count, since in a longer time it would settle more invoices than are open.
  const each = Math.min((HALF - SINGLE) / CLIENTS - 1, 40 * seconds);
  const how = { plans: 'prepared', seconds } as const;
  return {
    crowd: await settling(copy, size, BARE, { ...how, each, from: HALF }),
    single: await settling(copy, size, BARE, { ...how, clients: 1, each: SINGLE, from: OPEN - SINGLE }),
  };
}

/** A bank's return file with one payment for each boleto, from sending it to the end of its run. */
async function measureFile(server: Server, size: number) {
  const payments = Array.from({ length: FILE_LINES }, (_, turn) => {
    const { id, rent } = openInvoice(size, TURNS.file + turn);
    return { nosso_numero: boletoNumber(id), amount: rent, paid_on: TODAY } as const;
  });
  const content = itau400(payments);
  let going = true;
  const started = performance.now();
  const others = load(
    1,
    Number.POSITIVE_INFINITY,
    () => server.call('GET', '/invoice?page=1'),
    undefined,
    () => going,
  );
  const { id, matched } = JSON.parse(
    await server.upload('PUT', '/boleto/down?preview=1', { name: 'retorno.ret', content }),
  );
  const read = performance.now();
  await server.call('POST', `/boleto/down/${id}/settle`, { accept: [] });
  const status = await ended(async () =>
    JSON.parse(await server.call('GET', '/boleto/down')).find((file: { id: number }) => file.id === id),
  );
  const done = performance.now();
  going = false;
  const seconds = (from: number, to: number) => `${((to - from) / 1_000).toFixed(2)} s`;
  console.log(
    `| ${size.toLocaleString('pt-BR')} | arquivo de banco: ${matched.length.toLocaleString('pt-BR')} pagamentos, ${status} | leitura ${seconds(started, read)} + baixa ${seconds(read, done)} | | outras chamadas ${(await others).p99.toFixed(1)} | |`,
  );
}

async function measureBulk(server: Server, size: number) {
  const ids = Array.from({ length: BULK_RECORDS }, (_, turn) => openInvoice(size, TURNS.bulk + turn).id);
  const started = performance.now();
  const { id } = JSON.parse(
    await server.call('POST', '/bulk/invoice-pay', { ids, pay_day: TODAY, payment_method: 'PIX' }),
  );
  const previewed = performance.now();
  await server.call('POST', `/bulk/${id}/run`);
  const status = await ended(async () => JSON.parse(await server.call('GET', `/bulk/${id}`)));
  const done = performance.now();
  console.log(
    `| ${size.toLocaleString('pt-BR')} | em lote: ${BULK_RECORDS.toLocaleString('pt-BR')} faturas, ${status} | conferência ${((previewed - started) / 1_000).toFixed(2)} s + baixa ${((done - previewed) / 1_000).toFixed(2)} s | | | |`,
  );
}

/** Status in which a run ends. */
async function ended(read: () => Promise<{ status: string } | undefined>): Promise<string> {
  for (;;) {
    const run = await read();
    if (run && run.status !== 'RUNNING') return run.status;
    await pause(POLL_MS);
  }
}
