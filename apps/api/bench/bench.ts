import { type ChildProcess, fork } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool } from 'pg';
import type { Db, Deps } from '#api/context.ts';
import { systemContext } from '#api/context.ts';
import { connect } from '#api/db/connect.ts';
import { holdEmbeddedPostgres } from '#api/db/embedded/embedded.ts';
import { migrate } from '#api/db/migrate.ts';
import { openStorage } from '#api/files/storage.ts';
import { findInvoices } from '#api/modules/invoices/invoices.queries.ts';
import { payInvoice } from '#api/modules/invoices/invoices.service.ts';
import { createAdministrator } from '#api/modules/session/session.service.ts';
import { type Figures, load } from './load.ts';
import { FIRST, fill, openInvoices } from './portfolio.ts';
import { Recorder, replay, type Statement } from './statements.ts';

// The invoice list and the settling of an invoice through the whole product, beside the same statements by the driver
// alone, in the same run on the same machine: the ratio is what travels from machine to machine.
const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '10000,1000000' }, seconds: { type: 'string', default: '8' } },
});
const SECONDS = Number(values.seconds);
const LANES = 50;
const POOL = 20;
const TODAY = '2026-11-20';
const ADMIN = { name: 'Carga', email: 'carga@morada.test', password: 'senha-de-carga' };

const dataDir = await mkdtemp(join(tmpdir(), 'morada-bench-'));
await chmod(dataDir, 0o711);
const postgres = await holdEmbeddedPostgres({ dataDir });
try {
  console.log(
    `${cpus().length} × ${cpus()[0]?.model ?? ''}, Node ${process.version}; ${LANES} conexões, ${SECONDS} s cada`,
  );
  console.log('| faturas | medida | por segundo | p50 ms | p99 ms | razão |');
  console.log('|---|---|---|---|---|---|');
  for (const size of values.sizes.split(',').map(Number)) await measure(size);
} finally {
  await postgres.release();
  await rm(dataDir, { recursive: true, force: true });
}

async function measure(size: number) {
  const database = `bench_${size}`;
  const admin = new Client(postgres.connection);
  await admin.connect();
  await admin.query(`create database ${database}`);
  await admin.end();
  const connection = { ...postgres.connection, database };
  await migrate(connection);
  const { db, pool } = connect(connection, POOL);
  await fill(pool, size);
  const deps: Deps = { db, today: () => TODAY, files: openStorage({ DATA_DIR: dataDir }), outside: {} };
  await createAdministrator(deps, ADMIN);

  const listed = await record(connection, (recorded) => findInvoices(recorded, { page: 1 }, TODAY));
  const server = await startServer(connection);
  const list = () => server.call('GET', '/invoice?page=1');
  await load(LANES, 2, list);
  const overHttp = await load(LANES, SECONDS, list);
  const alone = await load(LANES, SECONDS, () =>
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
  const settledOverHttp = await load(LANES, SECONDS, settle, byHttp.length);
  const again = (turn: number) => settleAlone(pool, settled, byDriver[turn] ?? 0);
  const settledAlone = await load(LANES, SECONDS, again, byDriver.length);
  print(size, 'baixa de fatura', settledOverHttp, settledAlone);

  await server.stop();
  await db.destroy();
}

async function record(connection: object, deed: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const recorder = new Recorder();
  const recorded: Db = new Kysely({
    dialect: new PostgresDialect({ pool: new Pool({ ...connection, max: 1 }) }),
    log: recorder.log,
  });
  const statements = await recorder.record(() => deed(recorded));
  await recorded.destroy();
  return statements;
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

type Server = { call: (method: string, path: string, body?: object) => Promise<string>; stop: () => Promise<void> };

async function startServer(connection: {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}): Promise<Server> {
  const { host, port, user, password, database } = connection;
  const DATABASE_URL = `postgres://${user}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  const httpPort = 4300 + Math.floor(Math.random() * 400);
  const env = {
    ...process.env,
    DATABASE_URL,
    CLOCK: TODAY,
    PORT: String(httpPort),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
  };
  const child: ChildProcess = fork(fileURLToPath(new URL('../src/main.ts', import.meta.url)), {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    child.on('message', () => resolve());
    child.on('exit', () => reject(new Error('o servidor não partiu')));
  });
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  let token = '';
  const call: Server['call'] = (method, path, body) =>
    new Promise((resolve, reject) => {
      const payload = body && JSON.stringify(body);
      const headers = {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      };
      const sent = request(
        { host: '127.0.0.1', port: httpPort, path: `/api${path}`, method, agent, headers },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (chunk) => {
            text += chunk;
          });
          answer.on('end', () =>
            (answer.statusCode ?? 500) < 300 ? resolve(text) : reject(new Error(`${answer.statusCode} ${text}`)),
          );
        },
      );
      sent.on('error', reject);
      sent.end(payload);
    });
  token = JSON.parse(await call('POST', '/user/admin/session', ADMIN)).token;
  const stop = () => {
    agent.destroy();
    const gone = new Promise<void>((resolve) => child.on('exit', () => resolve()));
    child.kill('SIGTERM');
    return gone;
  };
  return { call, stop };
}
