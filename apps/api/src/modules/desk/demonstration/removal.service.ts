import {
  DEMONSTRATION_KINDS,
  type DemonstrationRemoval,
  demonstrationProblems,
} from '@morada/contract/desk/demonstration';
import type { Context, Db, Deps } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import { AGENCY } from '#api/modules/registry/agency/agency.service.ts';
import { removeImages } from '#api/modules/registry/images/images.service.ts';
import { findDemonstration, lockDemonstration } from './demonstration.queries.ts';
import * as queries from './removal.queries.ts';

export const previewRemoval = (ctx: Context) =>
  snapshot(ctx.db, async (trx) => {
    requireThere((await findDemonstration(trx))?.status);
    return counted(trx);
  });

async function counted(db: Db): Promise<DemonstrationRemoval> {
  const found = await queries.countGoing(db, DEMONSTRATION_KINDS);
  const kinds = found.filter(({ goes, stays }) => goes > 0 || stays > 0);
  return { kinds, later: kinds.reduce((sum, { later }) => sum + later, 0) };
}

/**
 * Removes the demonstration and everything that depends on it, in one transaction. `later`: number of later records
 * that the caller was shown. The removal is refused when that number has changed.
 */
export async function removeDemonstration(ctx: Context, later: number): Promise<void> {
  await change(ctx, async (trx) => {
    requireThere((await lockDemonstration(trx))?.status);
    await queries.lockRoots(trx);
    const { kinds, later: now } = await counted(trx);
    if (now !== later) throw demonstrationProblems.DEMONSTRATION_CHANGED();
    await queries.keepGoing(trx);
    const files = await queries.findFiles(trx);
    await queries.deleteGoing(trx);
    await queries.endDemonstration(trx);
    await queries.enqueueFiles(trx, files);
    const gone = kinds.filter(({ goes }) => goes > 0).map(({ kind, goes }) => [kind, goes]);
    await leaveTrail(trx, ctx, 'agency', AGENCY, 'remove-demonstration', Object.fromEntries(gone));
    for (const topic of ['demonstration', 'badges', 'notifications', 'bulk'] as const) await notify(trx, topic);
  });
}

function requireThere(status: string | undefined) {
  if (status === 'FILLING') throw demonstrationProblems.DEMONSTRATION_FILLING();
  if (status !== 'IN') throw demonstrationProblems.DEMONSTRATION_ABSENT();
}

type Files = { images: string[]; documents: string[] };

/** Job that deletes the files. Missing ones are ignored, so it can be repeated. */
export async function dropFiles(deps: Pick<Deps, 'files'>, { images, documents }: Files) {
  await removeImages(deps, images);
  for (const key of documents) await deps.files.remove(key);
}
