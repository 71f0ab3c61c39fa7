import { Logger, runMigrations } from 'graphile-worker';
import { type ClientBase, Pool } from 'pg';
import { type ConnectionOptions, PrimaryClient } from './connection/primary.ts';
import { allowServing, openToServing } from './connection/serving-role.ts';
import { applyPending, lockMigrations } from './migrate.ts';

const QUIET = new Logger(() => () => {});
/** insufficient_privilege */
const FORBIDDEN = '42501';

export type Roles = {
  /** Role that serves; the owner where there is only one role. */
  connection: ConnectionOptions;
  /** Role that owns the tables and migrates. */
  owner: ConnectionOptions;
  /** Creates the serving role, on the embedded database. */
  ensureServingRole?: (owner: ClientBase) => Promise<void>;
};

/** Brings the schema and the job queue's to this version, and gives the role that serves its rights. */
export async function upgradeDatabase({ connection, owner, ensureServingRole }: Roles): Promise<void> {
  const [serving = '', owning = ''] = [roleOf(connection), roleOf(owner)];
  const pool = new Pool({ ...owner, Client: PrimaryClient, max: 1 });
  // The next query reports a broken connection; without a listener the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  /** One connection, so that the lock is held throughout. */
  const inSession = async (work: (client: ClientBase) => Promise<unknown>) => {
    const client = await pool.connect();
    await work(client).finally(() => client.release());
  };
  const isApart = serving !== owning;
  try {
    await inSession(async (client) => {
      await lockMigrations(client);
      await ensureServingRole?.(client);
      if (isApart) await openToServing(client, serving);
      await applyPending(client);
    });
    // Creates the queue's tables too: a command may enqueue work before any server has run.
    await runMigrations({ pgPool: pool, logger: QUIET });
    if (isApart) await inSession((client) => allowServing(client, serving));
    if (isApart && !ensureServingRole) await inSession((client) => checkSame(client, connection));
  } catch (error) {
    throw (error as { code?: string }).code === FORBIDDEN ? new Error(forbiddenWords(owning)) : error;
  } finally {
    await pool.end();
  }
}

const roleOf = (connection: ConnectionOptions) => new PrimaryClient(connection).user;

const forbiddenWords = (role: string) =>
  `O usuário ${role} não pode atualizar o banco de dados: informe em MIGRATION_DATABASE_URL o usuário que é dono das tabelas, como diz o guia do operador.`;

/** Compares the databases instead of their addresses, which differ with a pooler in between. */
async function checkSame(owner: ClientBase, connection: ConnectionOptions) {
  const client = new PrimaryClient(connection);
  await client.connect();
  const other = await placeOf(client).finally(() => client.end());
  if ((await placeOf(owner)) !== other)
    throw new Error('MIGRATION_DATABASE_URL e DATABASE_URL não são do mesmo banco de dados.');
}

async function placeOf(client: ClientBase) {
  const { rows } = await client.query<{ place: string }>(
    `select current_database() || ' ' || pg_postmaster_start_time() as place`,
  );
  return rows[0]?.place;
}
