import { randomBytes } from 'node:crypto';
import { debtPapers } from '@morada/contract/collection/debt-papers';
import { maintenance } from '@morada/contract/desk/maintenance';
import { applications } from '@morada/contract/lease/applications';
import { proposals } from '@morada/contract/lease/proposals';
import { TRANSFER_READERS } from '@morada/contract/money/transfers.search';
import { fileProblems } from '@morada/contract/registry/files';
import { granted } from '@morada/domain/access/permissions';
import { present } from '#api/base/present.ts';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import type { StoredDocument } from '#api/files/documents.ts';
import { cleanName } from '#api/files/name.ts';
import { removeOnFailure, whenMissing } from '#api/files/storage.ts';
import * as queries from './files.queries.ts';

type Given = { document: StoredDocument; name: string };
type Stored = Awaited<ReturnType<typeof queries.insertFiles>>[number];

/** Stores the bytes, then runs the change that refers to them; removes them if it fails. */
export const withStored = <T>(
  ctx: Context,
  document: StoredDocument,
  name: string,
  work: (trx: Db, store: () => Promise<Stored>) => Promise<T>,
): Promise<T> =>
  withStoredFiles(ctx, [{ document, name }], (trx, store) =>
    work(trx, async () => present((await store())[0], 'the stored file')),
  );

/** `withStored` for several files; `store` returns their rows in order. */
export async function withStoredFiles<T>(
  ctx: Context,
  files: readonly Given[],
  work: (trx: Db, store: () => Promise<Stored[]>) => Promise<T>,
): Promise<T> {
  const rows = files.map(({ document: { bytes, media_type, extension }, name }) => ({
    ...{ key: `document/${randomBytes(16).toString('hex')}.${extension}`, name: cleanName(name), media_type },
    ...{ bytes: bytes.length, admin_user_id: ctx.actor.id },
  }));
  const keys = rows.map(({ key }) => key);
  for (const [index, { document }] of files.entries())
    await ctx.files.put(keys[index] ?? '', document.bytes, document.media_type).catch(removeOnFailure(ctx.files, keys));
  let isNamed = false;
  const store = async (trx: Db) => {
    isNamed = true;
    return rows.length > 0 ? queries.insertFiles(trx, rows) : [];
  };
  const done = await change(ctx, (trx) => work(trx, () => store(trx)).catch(removeOnFailure(ctx.files, keys)));
  // The change did not call `store`, as when a form is submitted twice: the files are not referenced.
  if (!isNamed) await Promise.allSettled(keys.map((key) => ctx.files.remove(key)));
  return done;
}

/** Deletes the row. The bytes stay for the agency's backups only. */
export const dropFile = queries.dropFile;

/** Deletes the rows' names too, and the bytes by a job. */
export const eraseFiles = queries.eraseFiles;

type Parents = Record<
  'proposal_id' | 'transfer_id' | 'debt_register_id' | 'application_id' | 'maintenance_id',
  number | null
>;

/** The record that a file belongs to, and the permission to see it. */
function parentOf({ proposal_id, transfer_id, debt_register_id, application_id, maintenance_id }: Parents) {
  if (proposal_id !== null) return { record: 'proposal', id: proposal_id, access: proposals.show.access } as const;
  if (transfer_id !== null) return { record: 'transfer', id: transfer_id, access: TRANSFER_READERS } as const;
  if (debt_register_id !== null)
    return { record: 'debt_register', id: debt_register_id, access: debtPapers.show.access } as const;
  if (application_id !== null)
    return { record: 'application', id: application_id, access: applications.show.access } as const;
  if (maintenance_id !== null)
    return { record: 'maintenance', id: maintenance_id, access: maintenance.show.access } as const;
  return undefined;
}

/** Opens a file for callers who may see its record, and leaves a trail of the reading. */
export async function openFile(ctx: Context, id: number) {
  const file = await queries.findFile(ctx.db, id);
  const parent = file && parentOf(file);
  if (!parent || !granted(ctx.actor.permissions, parent.access)) throw fileProblems.FILE_NOT_FOUND();
  await leaveTrail(ctx.db, ctx, parent.record, parent.id, 'read-document', { file_id: id });
  const stream = await ctx.files.stream(file.key).catch(whenMissing(fileProblems.FILE_NOT_FOUND));
  return { stream, name: file.name, media_type: file.media_type };
}
