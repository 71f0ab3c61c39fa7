import { inParallel } from '#api/base/in-parallel.ts';
import type { Db, Deps } from '#api/context.ts';
import * as queries from './calls.queries.ts';
import { type BankApi, type Client, type Link, withBank } from './clients.service.ts';

/** Calls claimed at a time, and concurrent ones. */
const BATCH = 64;
const AT_ONCE = 8;

export type CallQueue<Api, Due, Answer> = {
  /** Claims calls that are due, for this worker. */
  claim: (limit: number) => Promise<readonly Due[]>;
  /** Makes a call, and tells what was answered. Through a bank's link: @throws BankFailure when the bank is away or denies access. */
  call: (api: Api, due: Due, tell: (answer: Answer) => void) => Promise<void>;
  write: (answers: readonly Answer[]) => Promise<unknown>;
  /** Releases calls without an answer; absent: their next moment was set when they were claimed. */
  release?: (left: readonly Due[]) => Promise<unknown>;
  batch?: number;
  atOnce?: number;
};

/** Claims under a lease in a table of calls: those that meet a condition on `call`, read by their keys. */
export const claimed = <T extends queries.CallTable, Due extends Readonly<Record<queries.KeyOf<T>, number>>>(
  db: Db,
  table: T,
  where: Parameters<typeof queries.claim>[2],
  find: (trx: Db, keys: readonly number[]) => Promise<readonly Due[]>,
): Pick<CallQueue<unknown, Due, unknown>, 'claim' | 'release'> => ({
  claim: (limit) => db.transaction().execute(async (trx) => find(trx, await queries.claim(trx, table, where, limit))),
  release: (left) =>
    queries.release(
      db,
      table,
      left.map((due) => due[queries.keyOf(table)]),
    ),
});

/** Runs calls through a client; undefined: the service is away, or denies access. */
export type Through<Api> = (calls: (client: Api) => Promise<unknown>) => Promise<object | undefined>;

/**
 * Makes the calls of a queue that are due, until none is left or the service is away. A call whose outcome is unknown is made
 * again, so every call can be repeated: by an id made before it, or by looking up what an earlier one left there.
 */
export async function makeCallsThrough<Api, Due, Answer>(
  through: Through<Api>,
  { claim, call, write, release, batch = BATCH, atOnce = AT_ONCE }: CallQueue<Api, Due, Answer>,
): Promise<void> {
  for (;;) {
    const due = await claim(batch);
    if (due.length === 0) return;
    const answers: Answer[] = [];
    const left = new Set(due);
    const answered = await through((client) =>
      inParallel(due, atOnce, (one) =>
        call(client, one, (answer) => {
          answers.push(answer);
          left.delete(one);
        }),
      ),
    );
    await write(answers);
    if (left.size > 0) await release?.([...left]);
    if (!answered) return;
  }
}

/** Makes the calls of a queue at the bank of a link. */
export const makeCalls = <L extends Link, Api extends Client, Due, Answer>(
  deps: Pick<Deps, 'db' | 'secrets'>,
  link: L,
  api: BankApi<L, Api>,
  queue: CallQueue<Api, Due, Answer>,
): Promise<void> => makeCallsThrough((calls) => withBank(deps, link, api, calls), queue);
