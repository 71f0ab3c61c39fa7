import { SIGNATURE_KINDS } from '@morada/domain/signature/kinds';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { eraseFiles } from '#api/modules/registry/files/files.service.ts';
import * as forgetting from './forgetting.queries.ts';
import * as queries from './signatures.queries.ts';

/**
 * Empties an envelope of those of its people who are erased. A paper that was signed stays, with its evidence, as the others
 * keep it too and rights rest on it (LGPD, articles 7, VI, and 16, I); of one that was not signed the bytes go as well.
 */
export async function forgetErased(
  trx: Db,
  ctx: Context,
  envelopeId: number,
  clientIds: readonly number[],
): Promise<void> {
  const emptied = await forgetting.emptyErased(trx, envelopeId, clientIds);
  if (emptied === 0) return;
  await leaveTrail(trx, ctx, 'signature', envelopeId, 'forget');
  const envelope = await queries.findEnvelope(trx, envelopeId);
  if (envelope && envelope.state !== 'SIGNED') await dropPaper(trx, envelope);
}

/** Empties an envelope that ended unsigned of all its people, and of its paper. */
export async function emptyEnvelope(trx: Db, ctx: Context, envelopeId: number): Promise<void> {
  const envelope = await queries.findEnvelope(trx, envelopeId);
  if (!envelope) return;
  await forgetting.emptyAll(trx, envelopeId, SIGNATURE_KINDS[envelope.kind]);
  await dropPaper(trx, envelope);
  await leaveTrail(trx, ctx, 'signature', envelopeId, 'erase');
}

/** The bytes of a paper that is nobody else's document. */
export async function dropPaper(trx: Db, { id, file_id }: Pick<queries.Envelope, 'id' | 'file_id'>): Promise<void> {
  if (!(await forgetting.isKeptElsewhere(trx, file_id, id))) await eraseFiles(trx, [file_id]);
}
