import type { AuditSearch } from '@morada/contract/access/audit.search';
import { lastPage } from '@morada/contract/base/fields';
import { trailActionWords, trailRecordName } from '@morada/domain/trail/trail';
import { trailChanges } from '@morada/domain/trail/trail-changes';
import type * as z from 'zod/mini';
import type { Context } from '#api/context.ts';
import { countEntries, type FoundEntry, findEntries } from './audit.queries.ts';

export async function listAudit(ctx: Context, { page = 1, ...search }: z.output<typeof AuditSearch>) {
  const [rows, total] = await Promise.all([findEntries(ctx.db, search, page), countEntries(ctx.db, search)]);
  return { data: rows.map(shownEntry), page, lastPage: lastPage(total), total };
}

/** An entry in words, with personal values masked. */
export const shownEntry = ({ changes, ...entry }: FoundEntry) => ({
  ...entry,
  record_name: trailRecordName(entry.record),
  action_words: trailActionWords(entry.record, entry.action),
  changes: trailChanges(entry.record, entry.action, fieldsOf(changes)),
});

const fieldsOf = (changes: unknown) =>
  changes !== null && typeof changes === 'object' ? (changes as Record<string, unknown>) : null;
