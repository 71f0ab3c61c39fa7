import { bulk } from '@morada/contract/desk/bulk';
import type { EventOf, StateOf } from '@morada/domain/base/life-cycle';
import { sql } from 'kysely';
import { afterAll, expect } from 'vitest';
import { runLife } from '#api/runs/life.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';
import { bulkRuns } from './runs.service.ts';

// No worker runs here: a run stays where its calls leave it, and the job is called by hand.
const { as, client, db, deps, stop } = await startApp();
afterAll(stop);
const staff = as('*');

type State = StateOf<typeof runLife>;
type Subject = { run: number; tickets: number[] };

const start = ({ run }: Subject) => staff.post(`/bulk/${run}/run`);
const undo = ({ run }: Subject) => staff.post(`/bulk/${run}/undo`);
const carryOut = async ({ run }: Subject) => void (await bulkRuns.carryOut(deps, run));
const giveUp = async ({ run }: Subject) => void (await bulkRuns.giveUp(deps, run));

/** Two tickets to be closed. */
async function staged(): Promise<Subject> {
  const { id: user_id } = await client();
  const rows = ['Chave', 'Portão'].map((title) => ({ user_id, title, level: 'LOW' as const }));
  const tickets = (await db.insertInto('ticket').values(rows).returning('id').execute()).map(({ id }) => id);
  const made = await staff.post('/bulk/ticket-close', { ids: tickets });
  expect(made.statusCode, made.body).toBe(201);
  return { run: made.json().id, tickets };
}
const put =
  (...acts: ((subject: Subject) => Promise<unknown>)[]) =>
  async () => {
    const subject = await staged();
    for (const act of acts) await act(subject);
    return subject;
  };
/** The second record fails for no rule's reason. */
async function carryOneOut({ run, tickets }: Subject) {
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'faulty'; end $$`.execute(db);
  await sql`create trigger fail before update on ticket for each row when (new.id = ${sql.lit(tickets[1] ?? 0)}) execute function fail()`.execute(
    db,
  );
  await expect(bulkRuns.carryOut(deps, run)).rejects.toThrow('faulty');
  await sql`drop trigger fail on ticket`.execute(db);
  await sql`drop function fail`.execute(db);
}

lifeCycleMatrix<State, EventOf<typeof runLife>, never, Subject>({
  life: runLife,
  put: {
    STAGED: staged,
    RUNNING: put(start),
    DONE: put(start, carryOut),
    FAILED: put(start, giveUp),
    UNDOING: put(start, carryOut, undo),
    UNDONE: put(start, carryOut, undo, carryOut),
  },
  doors: {
    start: [{ by: 'call', call: bulk.run, act: start }],
    finish: [{ by: 'job', act: carryOut }],
    giveUp: [{ by: 'job', act: giveUp }],
    undo: [
      {
        ...{ by: 'call', call: bulk.undo, act: undo },
        put: { FAILED: put(start, carryOneOut, giveUp) },
      },
    ],
    leave: [
      {
        ...{ by: 'job', act: carryOut },
        unreachable: {
          RUNNING: 'a record that is left out of a run says so itself',
          UNDOING: 'a record that its undo leaves says so itself, and the run counts as undone',
        },
      },
    ],
  },
  state: async ({ run }) =>
    (await db.selectFrom('bulk_run').select('status').where('id', '=', run).executeTakeFirstOrThrow()).status as State,
  effects: {},
  untouched: async ({ tickets }) =>
    db.selectFrom('ticket').select(['id', 'status']).where('id', 'in', tickets).orderBy('id').execute(),
});
