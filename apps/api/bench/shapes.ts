import type { Pool } from 'pg';
import type { Db } from '#api/context.ts';
import { type Figures, load } from './load.ts';
import type { Connection, Server } from './server.ts';
import { record } from './statements.ts';

const TIMES = 200;

export type Search = Record<string, string>;
/** Searches, keyed by a name for their kind. */
export type Shapes = Record<string, Search>;

type Found = { total?: number } & Record<string, { data: unknown[] }>;
type Machine = { connection: Connection; pool: Pool; server: Server; seconds: number };

/** A table of searches: over HTTP, and the same statements by the driver alone. */
export const measureShapes =
  ({ connection, pool, server, seconds }: Machine) =>
  async (title: string, path: string, shapes: Shapes, action: (db: Db, search: Search) => object) => {
    console.log(`\n| ${title} | encontra | HTTP p50 ms | p99 ms | driver p50 ms | p99 ms |`);
    console.log('|---|---|---|---|---|---|');
    for (const [name, search] of Object.entries(shapes)) {
      const said = await record(connection, async (recorded) => action(recorded, { page: '1', ...search }));
      const call = () => server.call('GET', `${path}?${new URLSearchParams({ page: '1', ...search })}`);
      const alone = () => Promise.all(said.map(({ sql, parameters }) => pool.query(sql, [...parameters])));
      const total = count(JSON.parse(await call()));
      await load(1, 1, call, TIMES / 10);
      print(name, total, await load(1, seconds, call, TIMES), await load(1, seconds, alone, TIMES));
    }
  };

/** Total of a list; of the quick search, the number shown. */
const count = ({ total, ...kinds }: Found) =>
  total ?? Object.values(kinds).reduce((sum, { data }) => sum + data.length, 0);

export async function middleOf<Row>(pool: Pool, table: 'client' | 'property' | 'invoice'): Promise<Row> {
  const { rows } = await pool.query(
    `select * from ${table} where id = (select percentile_disc(0.3) within group (order by id) from ${table})`,
  );
  return rows[0];
}

const print = (name: string, total: number, product: Figures, alone: Figures) =>
  console.log(
    `| ${[name, total.toLocaleString('pt-BR'), ...[product.p50, product.p99, alone.p50, alone.p99].map((ms) => ms.toFixed(1))].join(' | ')} |`,
  );
