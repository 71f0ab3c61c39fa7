import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, Pool } from 'pg';
import { connect } from '#api/db/connection/connect.ts';
import { holdEmbeddedPostgres } from '#api/db/embedded/embedded.ts';
import { applyMigration, knownMigrations, migrate, prepareMigrations } from '#api/db/migrate.ts';
import { TODAY, until } from './agency.ts';
import { type Fault, progress } from './fault.ts';
import { brokenInvariants } from './invariants.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** All objects that migrations create, one line each. */
const SHAPE = `select string_agg(line, e'\\n' order by line) as shape from (
    select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, generation_expression) as line
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'f'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  ) lines`;

/**
 * Kills the server within each migration in turn: its SQL has run, its row is missing, and its transaction is open. The
 * next start completes it, with the schema of an undisturbed database.
 */
export const killMigration: Fault = {
  says: 'kill -9 no meio de cada migração',
  rounds: 1,
  long: 5,
  async run({ rounds, port }) {
    const dataDir = await mkdtemp(join(tmpdir(), 'morada-faults-'));
    await chmod(dataDir, 0o711);
    const held = await holdEmbeddedPostgres({ dataDir });
    const { connection } = held;
    const admin = new Pool({ ...connection, max: 2 });
    const steps = await knownMigrations();
    const broken: string[] = [];
    let server: ChildProcess | undefined;
    const fresh = async (name: string) => {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.query(`create database ${name}`);
      return { ...connection, database: name };
    };
    try {
      const undisturbed = await fresh('undisturbed');
      await migrate(undisturbed);
      const shape = await shapeOf(undisturbed);
      for (let round = 1; round <= rounds; round += 1)
        for (const [index, step] of steps.entries()) {
          const database = await fresh('killed');
          const { user, password, host } = connection;
          const DATABASE_URL = `postgres://${user}:${encodeURIComponent(password)}@/killed?host=${encodeURIComponent(host)}&port=${connection.port}`;
          const env = {
            ...process.env,
            ...{ DATABASE_URL, DATA_DIR: dataDir, CLOCK: TODAY, PORT: String(port), HOST: '127.0.0.1' },
            ...{ LOG_LEVEL: 'silent', CEP_URL: '', INDICES_URL: '' },
          };
          const holder = new Client(database);
          // When a round fails, the database is dropped before this connection ends.
          holder.on('error', () => {});
          await holder.connect();
          await prepareMigrations(holder);
          for (const done of steps.slice(0, index)) await applyMigration(holder, done);
          await holder.query('begin');
          // Allows reading the applied migrations and blocks recording one.
          await holder.query('lock table migration in share mode');
          const killed = startServer(env);
          server = killed;
          await until(`o servidor chegar a ${step.name}`, async () => {
            const { rows } = await admin.query(
              `select from pg_stat_activity where datname = 'killed' and wait_event_type = 'Lock' and query like 'insert into migration%'`,
            );
            return rows.length > 0;
          });
          killed.kill('SIGKILL');
          await once(killed, 'exit');
          await holder.query('rollback');
          await holder.end();
          const next = startServer(env);
          server = next;
          const first = await Promise.race([once(next, 'message'), once(next, 'exit')]);
          if (first[0] !== 'ready') broken.push(`${step.name}: o servidor terminou com ${first[0]}`);
          else broken.push(...(await whole(database, steps, shape, dataDir)).map((one) => `${step.name}: ${one}`));
          if (next.exitCode === null && next.signalCode === null) {
            next.kill('SIGTERM');
            await once(next, 'exit');
          }
          progress.emit('round', (round - 1) * steps.length + index + 1, 0, broken.length);
        }
      return { rounds: rounds * steps.length, notes: [`${steps.length} migrações, cada uma interrompida`], broken };
    } finally {
      // Only a round that failed has left one.
      server?.kill('SIGKILL');
      await admin.end();
      await held.release();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

const startServer = (env: NodeJS.ProcessEnv) => fork(MAIN, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });

async function shapeOf(connection: ConstructorParameters<typeof Client>[0]) {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query<{ shape: string }>(SHAPE)).rows[0]?.shape ?? '';
  } finally {
    await client.end();
  }
}

async function whole(
  database: Parameters<typeof connect>[0],
  steps: { name: string; checksum: string }[],
  shape: string,
  folder: string,
): Promise<string[]> {
  const broken: string[] = [];
  const { db, pool } = connect(database, 2);
  try {
    const { rows } = await pool.query('select name, checksum from migration order by name');
    const wanted = steps.map(({ name, checksum }) => ({ name, checksum }));
    if (JSON.stringify(rows) !== JSON.stringify(wanted)) broken.push('faltam migrações, ou há a mais');
    if ((await shapeOf(database)) !== shape) broken.push('o esquema não é o de um banco que ninguém interrompeu');
    return [...broken, ...(await brokenInvariants({ db, pool, files: join(folder, 'files') }))];
  } finally {
    await db.destroy();
  }
}
