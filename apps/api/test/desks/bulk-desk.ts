import type { BulkItem, BulkRun } from '@morada/contract/desk/bulk';
import type { BulkAction } from '@morada/contract/desk/bulk.access';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { startJobs } from '#api/jobs.ts';
import type { startApp } from '../harness.ts';
import { until } from '../until.ts';

type App = Awaited<ReturnType<typeof startApp>>;
type Page = { data: BulkItem[]; total: number; lastPage: number };

/** Actions on many records at once, with the real worker. */
export async function bulkDesk(app: App, staff = app.as('*')) {
  const jobs = await startJobs(app.deps, app.pool, app.app.log, { crontab: '', pollInterval: 1_000 });

  const billing = sql`select id from graphile_worker.jobs where task_identifier = 'billing'`;
  // Waits for the day's billing, which runs at start, before any contract exists.
  await until(
    () => billing.execute(app.db),
    ({ rows }) => rows.length === 0,
  );

  const ask = (action: BulkAction, body: object) => staff.post(`/bulk/${action}`, body);

  async function preview(action: BulkAction, body: object) {
    const answer = await ask(action, body);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json<BulkRun>();
  }

  const show = async (id: number) => (await staff.get(`/bulk/${id}`)).json<BulkRun>();
  const items = async (id: number, pile: 'able' | 'left' = 'able', page = 1) =>
    (await staff.get(`/bulk/${id}/item?pile=${pile}&page=${page}`)).json<Page>();

  async function finished(id: number) {
    await until(
      () => app.db.selectFrom('bulk_run').select('status').where('id', '=', id).executeTakeFirst(),
      (run) => run?.status !== 'RUNNING' && run?.status !== 'UNDOING',
    );
    return show(id);
  }

  async function carry(id: number, way: 'run' | 'undo') {
    const answer = await staff.post(`/bulk/${id}/${way}`);
    expect(answer.statusCode, answer.body).toBe(201);
    return finished(id);
  }

  return {
    jobs,
    ask,
    preview,
    show,
    items,
    finished,
    run: (id: number) => carry(id, 'run'),
    undo: (id: number) => carry(id, 'undo'),
  };
}

/** Count of each state, without empty ones. */
export const tally = ({ states }: BulkRun) =>
  Object.fromEntries(
    Object.entries(states)
      .filter(([, { count }]) => count > 0)
      .map(([state, { count, amount }]) => [state, [count, amount]]),
  );
