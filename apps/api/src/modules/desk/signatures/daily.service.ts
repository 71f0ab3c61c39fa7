import { addDays } from '@morada/domain/base/calendar';
import { isReminded, UNSIGNED_KEPT_DAYS } from '@morada/domain/signature/envelope';
import { instantOf, localMoment } from '#api/base/local-moment.ts';
import { type Db, type Deps, systemContext } from '#api/context.ts';
import { notify } from '#api/live/notify.ts';
import { emptyEnvelope } from './forgetting.service.ts';
import { expire, lock } from './life.service.ts';
import * as queries from './signatures.queries.ts';
import { remind } from './signatures.service.ts';

const BLOCK = 100;

/** Ends what is past its last day, and empties what ended unsigned long ago. @returns how many of each */
export async function tidySignatures(deps: Deps): Promise<{ expired: number; emptied: number }> {
  const ctx = systemContext(deps);
  const { db, today } = deps;
  const before = instantOf({ day: addDays(today(), -UNSIGNED_KEPT_DAYS), minute: 0 });
  return {
    expired: await inBlocks(
      db,
      (trx) => queries.takePast(trx, today(), BLOCK),
      async (trx, id) => {
        await expire(trx, ctx, await lock(trx, id));
      },
    ),
    emptied: await inBlocks(
      db,
      (trx) => queries.takeForgotten(trx, before, BLOCK),
      (trx, id) => emptyEnvelope(trx, ctx, id),
    ),
  };
}

/** Works on blocks until one is not full. */
async function inBlocks(
  db: Db,
  take: (trx: Db) => Promise<number[]>,
  work: (trx: Db, id: number) => Promise<void>,
): Promise<number> {
  for (let done = 0; ; ) {
    const count = await db.transaction().execute(async (trx) => {
      const ids = await take(trx);
      for (const id of ids) await work(trx, id);
      return ids.length;
    });
    done += count;
    if (count < BLOCK) return done;
  }
}

/** Reminders come at hours at which nobody is woken. */
const HOURS = { first: 9 * 60, last: 19 * 60 };

/** Reminds those whose turn it is, once a day at most. @returns how many */
export async function remindSigners(deps: Deps, now: Date = new Date()): Promise<number> {
  const { minute } = localMoment(now);
  if (minute < HOURS.first || minute >= HOURS.last) return 0;
  const ctx = systemContext(deps);
  let reminded = 0;
  for (let after = 0; ; ) {
    const ids = await queries.findOut(deps.db, after, BLOCK);
    for (const id of ids)
      reminded += await deps.db.transaction().execute(async (trx) => {
        const envelope = await lock(trx, id);
        if (envelope.state !== 'OUT') return 0;
        const due = (await queries.findSigners(trx, id)).filter((signer) => isDue(envelope, signer, deps.today()));
        for (const signer of due) await remind(trx, { ...ctx, db: trx }, envelope, signer);
        if (due.length > 0) await notify(trx, 'signatures');
        return due.length;
      });
    const last = ids.at(-1);
    if (last === undefined) return reminded;
    after = last;
  }
}

function isDue(
  { deadline, remind_days: every }: queries.Envelope,
  { state, reminded_at, asked_at }: queries.Signer,
  today: ReturnType<Deps['today']>,
): boolean {
  const at = reminded_at ?? asked_at;
  if (state !== 'ASKED' || at === null) return false;
  return isReminded({ told: localMoment(new Date(at)).day, deadline, every }, today);
}

/** Asks again for the files whose job has been given up. */
export async function resumeClosing({ db }: Deps): Promise<void> {
  for (const id of await queries.findUnclosed(db)) await queries.queueClosing(db, id);
}
