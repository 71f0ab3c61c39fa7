import type { Topic } from '@morada/contract/desk/live';
import type { Db, Deps } from '../context.ts';
import { notify } from '../live/notify.ts';
import { carryPortions, type Lanes } from './portions.ts';
import { addJob } from './runs.queries.ts';
import { throttled } from './throttled.ts';

/** Work of one worker in one direction. `finish` ends the run when no portion is left. */
export type Work<Portion> = Lanes<Portion> & { finish: () => Promise<unknown> };

/** Prepares the work of a run in progress; undefined when there is nothing to do. */
type Direction<Run, Portion> = (deps: Deps, run: Run) => Promise<Work<Portion> | undefined>;

type RunKind<Run extends { status: string }, Portion, Id> = {
  /** Task in the queue. Jobs of earlier versions wait in databases, so it never changes. */
  name: string;
  /** Property of the job's payload that holds the run's id, unchanged like the name; absent: one run at a time. */
  idIn?: string;
  /** Topic published to open browsers on progress, end and failure of the run. */
  topic?: Topic;
  /** The run, if it is in progress. With status UNDOING it takes the direction `undo`, otherwise `forward`. */
  find: (deps: Deps, id: Id) => Promise<Run | undefined>;
  forward: Direction<Run, Portion>;
  undo?: Direction<Run, Portion>;
  /** Marks a run as failed, after all attempts of its job. Portions that were carried out stay. */
  fail: (deps: Deps, id: Id) => Promise<unknown>;
  /** Runs in progress without a live worker, locked so that none takes them. Absent: the schedule repeats the job. */
  stranded?: (trx: Db) => Promise<Iterable<Id>>;
  /** Deletes expired rows: files staged and not started, and old runs. */
  sweep?: (db: Db) => Promise<unknown>;
};

/** Called with the error of a block of records, before it is carried out record by record. */
type OnDivided = (error: unknown) => unknown;

/** A kind of run as the jobs see it. */
export type BackgroundRun = {
  name: string;
  /** Carries out the run that a job names, and gives it up when the last attempt fails. Returns the records written. */
  work: (deps: Deps, payload: unknown, isLastAttempt: boolean, onDivided?: OnDivided) => Promise<number>;
  /** Enqueues again the runs whose worker has died. */
  resume: (deps: Deps) => Promise<void>;
  sweep: (deps: Deps) => Promise<void>;
};

/** Shared mechanism of background runs. A kind defines how to find, lock and carry out its portions. */
export function backgroundRun<Run extends { status: string }, Portion, Id = void>(kind: RunKind<Run, Portion, Id>) {
  const { name, idIn, topic } = kind;
  const tell = async (db: Db) => {
    if (topic !== undefined) await notify(db, topic);
  };

  /** Enqueues in the transaction that starts the run, so that a run in progress always has a job. */
  const enqueue = (trx: Db, id: Id) =>
    addJob(trx, {
      task: name,
      payload: idIn === undefined ? {} : { [idIn]: id },
      key: idIn === undefined ? name : `${name}:${id}`,
    });

  /** Carries out a run from where it stands, beside other workers. Returns the records that this worker wrote. */
  async function carryOut(deps: Deps, id: Id, onDivided?: OnDivided): Promise<number> {
    const run = await kind.find(deps, id);
    const direction = run?.status === 'UNDOING' ? kind.undo : kind.forward;
    const work = run && (await direction?.(deps, run));
    if (!work) return 0;
    const { ended, records } = await carryPortions(deps.db, work, {
      onProgress: throttled(() => tell(deps.db)),
      ...(onDivided && { onDivided }),
    });
    if (!ended) return records;
    await work.finish();
    await tell(deps.db);
    return records;
  }

  async function giveUp(deps: Deps, id: Id): Promise<void> {
    await kind.fail(deps, id);
    await tell(deps.db);
  }

  async function work(deps: Deps, payload: unknown, isLastAttempt: boolean, onDivided?: OnDivided): Promise<number> {
    const id = (idIn === undefined ? undefined : (payload as Record<string, unknown>)[idIn]) as Id;
    try {
      return await carryOut(deps, id, onDivided);
    } catch (error) {
      if (isLastAttempt) await giveUp(deps, id);
      throw error;
    }
  }

  const resume = ({ db }: Deps) =>
    db.transaction().execute(async (trx) => {
      for (const id of (await kind.stranded?.(trx)) ?? []) await enqueue(trx, id);
    });

  const sweep = async ({ db }: Deps) => {
    await kind.sweep?.(db);
  };

  return { name, enqueue, carryOut, giveUp, work, resume, sweep };
}
