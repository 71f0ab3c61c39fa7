import { type AccountingEntry, type AccountMapping, accountingEntry } from '@morada/domain/fiscal/accounting';
import type { EntryRow } from './accounting.queries.ts';

export type ShownEntry = AccountingEntry & { document: string | null };

/** An entry in the accountant's chart; its history names the person, and a reversal's begins with "Estorno:". */
export function entryOf(
  { id, day, description, person, postings, ...row }: EntryRow,
  mapping: AccountMapping,
): ShownEntry {
  const history = person === null ? description : `${description}, ${person}`;
  return { ...accountingEntry({ id, day, history, postings }, mapping), document: documentOf(row) };
}

function documentOf({
  invoice_id,
  transfer_id,
  darf_id,
  doc,
}: Omit<EntryRow, 'id' | 'day' | 'description' | 'person' | 'postings'>) {
  if (invoice_id !== null) return `Fatura ${invoice_id}`;
  if (transfer_id !== null) return `Repasse ${transfer_id}`;
  if (darf_id !== null) return `DARF ${darf_id}`;
  return doc;
}
