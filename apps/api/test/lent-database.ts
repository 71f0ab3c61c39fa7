import { inject as provided } from 'vitest';
import { connect } from '#api/db/connection/connect.ts';
import { ask, migratedDatabase } from './empty-database.ts';
import { until } from './until.ts';

type Pool = ReturnType<typeof connect>;

/** A database with the schema, and the connections of its owner and of the role that serves. */
export type LentDatabase = { connection: Awaited<ReturnType<typeof migratedDatabase>>; owned: Pool; serving: Pool };

/**
 * Databases that earlier files of this worker gave back. A new one costs its copy, and each of its connections 30 ms to
 * open and 50 to load and plan what the first statements need: a fifth of the run.
 */
const free: LentDatabase[] = [];

/** A database as the migrations leave it: JSON of rows, of sequences and of the planner's statistics. */
type Pristine = { tables: Table[]; sequences: string; statistics: string; schema: string; size: number };
type Table = { name: string; columns: string; rows: string };

/** That of all databases of the run, which are copies of one. */
let pristine: Pristine | undefined;

/** A busy machine may take longer than a server's two seconds to hand out a connection. */
const PATIENCE_MS = 60_000;
/** Growth beyond which a new database costs less than emptying this one and reading its dead rows. */
const MOST_GROWTH = 12 * 1024 ** 2;

/** A database as the migrations leave it, whose connections may have served before. */
export async function lendDatabase(): Promise<LentDatabase> {
  const known = free.pop();
  if (known) return known;
  const connection = await migratedDatabase();
  const owned = connect(connection, 10, PATIENCE_MS);
  const serving = connect({ ...connection, ...provided('serving') }, 10, PATIENCE_MS);
  pristine ??= await readPristine(owned);
  return { connection, owned, serving };
}

/** Empties what `lendDatabase` lent for the next file, or drops it where more than its rows differs from a new one. */
export async function returnDatabase(lent: LentDatabase): Promise<void> {
  const { connection, owned, serving } = lent;
  const pools = [owned.pool, serving.pool];
  // A stopped worker may still record the end of its last job, and a pool that ends drops queries that wait.
  await until(
    async () => pools.reduce((waiting, pool) => waiting + pool.waitingCount, 0),
    (waiting) => waiting === 0,
  );
  const open = pools.every((pool) => !pool.ending && pool.idleCount === pool.totalCount);
  if (open && pristine && (await isReusable(owned, pristine))) {
    await restore(owned, pristine);
    free.push(lent);
    return;
  }
  await owned.db.destroy();
  await serving.db.destroy();
  await ask(provided('server'), `drop database ${connection.database} with (force)`);
}

/** Tables of the product and of its queue that have had a row; others have no pages. */
const FILLED = `relation.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
  and relation.relkind = 'r' and pg_relation_size(relation.oid) > 0`;

const CATALOGS = ['pg_attrdef', 'pg_attribute', 'pg_constraint', 'pg_namespace', 'pg_proc', 'pg_trigger'];

/** Number and last writer of the rows of each catalog, which any change of the schema changes; of tables what is no statistic. */
const SCHEMA = [
  ...CATALOGS.map((name) => `(select count(*) || '/' || max(xmin::text::bigint) from ${name})`),
  `(select count(*) || '/' || bit_xor(hashtext(concat(oid, relname, relhastriggers, relrowsecurity, relowner, relacl, reloptions)))
    from pg_class where relpersistence <> 't')`,
].join(` || ' ' || `);

async function readPristine({ pool }: Pool): Promise<Pristine> {
  const { rows: tables } = await pool.query<Table>(
    `select relation.oid::regclass::text as name,
       string_agg(quote_ident(attname), ', ' order by attnum) filter (where attgenerated = '') as columns
     from pg_class relation join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
     where ${FILLED}
     group by relation.oid`,
  );
  for (const table of tables) {
    const { rows } = await pool.query(`select coalesce(json_agg(one), '[]')::text as rows from ${table.name} one`);
    table.rows = rows[0].rows;
  }
  const { rows } = await pool.query<Omit<Pristine, 'tables'>>(
    `select ${SCHEMA} as schema, pg_database_size(current_database()) as size,
       (select json_agg(one)::text from
         (select format('%I.%I', schemaname, sequencename) as name, last_value from pg_sequences
           where last_value is not null) one) as sequences,
       (select json_agg(one)::text from
         (select oid, relpages, reltuples from pg_class where relkind in ('r', 'i', 't')) one) as statistics`,
  );
  return { tables, ...(rows[0] as Omit<Pristine, 'tables'>) };
}

/** Whether only rows differ, and nobody works on it any more. */
async function isReusable({ pool }: Pool, { schema, size }: Pristine): Promise<boolean> {
  const { rows } = await pool.query(
    `select ${SCHEMA} as schema, pg_database_size(current_database()) as size,
       (select count(*) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle') as busy,
       (select count(*) from pg_locks where locktype = 'advisory'
         and database = (select oid from pg_database where datname = current_database())) as locks,
       (select count(*) from pg_db_role_setting
         where setdatabase = (select oid from pg_database where datname = current_database())) as settings`,
  );
  const [now] = rows;
  return now.schema === schema && now.size - size < MOST_GROWTH && now.busy + now.locks + now.settings === 0;
}

async function restore({ pool }: Pool, { tables, sequences, statistics }: Pristine) {
  const client = await pool.connect();
  const read = async <Row extends object>(text: string, values?: unknown[]) =>
    (await client.query<Row>(text, values)).rows;
  try {
    const filled = await read<{ name: string; pages: number }>(
      `select oid::regclass::text as name, pg_relation_size(oid) / 8192 as pages
       from pg_class relation where ${FILLED}`,
    );
    await read(
      `begin; set local session_replication_role = replica; ${filled.map(({ name }) => `delete from ${name}`).join(';')}; commit`,
    );
    // Rows that fill the room of deleted ones on several pages would come in another order, and statistics change plans.
    const large = filled.filter(({ pages }) => pages > 1);
    if (large.length > 0) {
      await read(`vacuum ${large.map(({ name }) => name).join(', ')}`);
      await read(
        `update pg_class set relpages = known.relpages, reltuples = known.reltuples
         from json_to_recordset($1) as known (oid oid, relpages int, reltuples real)
         where pg_class.oid = known.oid and (pg_class.relpages, pg_class.reltuples) <> (known.relpages, known.reltuples)`,
        [statistics],
      );
    }
    await read('begin; set local session_replication_role = replica');
    for (const { name, columns, rows } of tables)
      await read(
        `insert into ${name} (${columns}) overriding system value
           select ${columns} from json_populate_recordset(null::${name}, $1)`,
        [rows],
      );
    await read(
      `select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
       from pg_sequences where last_value is not null`,
    );
    await read(
      `select setval(name::regclass, last_value) from json_to_recordset($1) as known (name text, last_value bigint)`,
      [sequences],
    );
    await read('commit');
  } finally {
    client.release();
  }
}
