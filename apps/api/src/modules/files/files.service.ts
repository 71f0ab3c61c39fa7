import { randomBytes } from 'node:crypto';
import { fileProblems } from '@morada/contract/files';
import { proposals } from '@morada/contract/proposals';
import { granted } from '@morada/domain/permissions';
import type { Context, Db } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import type { Kept } from '../../files/documents.ts';
import { cleanName } from '../../files/name.ts';
import * as queries from './files.queries.ts';

/** Puts the bytes down, then runs the change that speaks of them; they go again when it fails. */
export async function withStored<T>(
  ctx: Context,
  { bytes, media_type, extension }: Kept,
  name: string,
  work: (store: (trx: Db) => ReturnType<typeof queries.insertFile>) => Promise<T>,
): Promise<T> {
  const key = `document/${randomBytes(16).toString('hex')}.${extension}`;
  await ctx.files.put(key, bytes, media_type);
  try {
    return await work((trx) =>
      queries.insertFile(trx, {
        key,
        name: cleanName(name),
        media_type,
        bytes: bytes.length,
        admin_user_id: ctx.actor.id,
      }),
    );
  } catch (error) {
    await ctx.files.remove(key);
    throw error;
  }
}

/** The row goes; the bytes stay where only the agency's own backup reads them. */
export const dropFile = queries.dropFile;

/** For whoever may see the record that it belongs to; reading a document leaves a trace. */
export async function openFile(ctx: Context, id: number) {
  const file = await queries.findFile(ctx.db, id);
  if (!file?.proposal_id || !granted(ctx.actor.permissions, proposals.show.access)) throw fileProblems.FILE_NOT_FOUND();
  await leaveTrail(ctx.db, ctx, 'proposal', file.proposal_id, 'read-document', { file_id: id });
  const stream = await ctx.files.stream(file.key).catch(() => {
    throw fileProblems.FILE_NOT_FOUND();
  });
  return { stream, media_type: file.media_type };
}
