import { Kysely, type LogEvent, PostgresDialect } from 'kysely';
import { Pool, type PoolClient } from 'pg';
import type { Db } from '#api/context.ts';
import { FIRST } from './portfolio.ts';

export type Statement = { sql: string; parameters: readonly unknown[] };

/** Records the application's statements during an action, to be replayed without it. */
class Recorder {
  private taken: Statement[] | undefined;
  readonly log = (event: LogEvent) => {
    this.taken?.push({ sql: event.query.sql, parameters: event.query.parameters });
  };
  async record(action: () => Promise<unknown>): Promise<Statement[]> {
    this.taken = [];
    await action();
    const statements = this.taken;
    this.taken = undefined;
    return statements;
  }
}

/** Runs the action on a connection of its own. */
export async function record(connection: object, action: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const recorder = new Recorder();
  const recorded: Db = new Kysely({
    dialect: new PostgresDialect({ pool: new Pool({ ...connection, max: 1 }) }),
    log: recorder.log,
  });
  const statements = await recorder.record(() => action(recorded));
  await recorded.destroy();
  return statements;
}

/** Ids of the portfolio have eight digits or nine. */
export const WHOLE_NUMBER = /\b\d{8,9}\b/g;

const RANGES = Object.entries(FIRST).sort(([, one], [, other]) => one - other);

export function kindOf(value: unknown): string | undefined {
  if (typeof value !== 'number') return undefined;
  return RANGES.findLast(([, first]) => value >= first)?.[0];
}

/** A value with its ids replaced by those of the same kind, also within arrays and JSON. */
function withIds(value: unknown, ids: Record<string, number>): unknown {
  const replaced = (id: number) => ids[kindOf(id) ?? ''] ?? id;
  if (typeof value === 'number') return replaced(value);
  if (Array.isArray(value)) return value.map((item) => withIds(item, ids));
  if (typeof value === 'string') return value.replace(WHOLE_NUMBER, (digits) => String(replaced(Number(digits))));
  return value;
}

/**
 * Replays the recorded statements for another record: ids of each kind are replaced by its own and by newly generated
 * ones. Returns, for each statement, the kind of id that it generated.
 */
export async function replay(client: PoolClient, statements: readonly Statement[], ids: Record<string, number>) {
  const known = { ...ids };
  const gives: (string | undefined)[] = [];
  for (const { sql, parameters } of statements) {
    const { rows } = await client.query(
      sql,
      parameters.map((value) => withIds(value, known)),
    );
    const id: unknown = rows.length === 1 ? rows[0].id : undefined;
    const kind = /^\s*insert/i.test(sql) ? kindOf(id) : undefined;
    if (kind) known[kind] = id as number;
    gives.push(kind);
  }
  return gives;
}
