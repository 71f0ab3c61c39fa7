import type { CashEntry } from '@morada/contract/money/finance';
import * as z from 'zod/mini';

/**
 * Search param of the window open over a list of entries: the invoice or transfer behind an entry, or the entry itself.
 */
export const EntryKey = z.catch(
  z.optional(z.templateLiteral([z.enum(['invoice', 'transfer', 'entry']), '-', z.int()])),
  undefined,
);
export type EntryKey = NonNullable<z.output<typeof EntryKey>>;

export function keyOf({ invoice_id, transfer_id, entry_id }: CashEntry): EntryKey {
  if (invoice_id !== null) return `invoice-${invoice_id}`;
  return transfer_id === null ? `entry-${entry_id}` : `transfer-${transfer_id}`;
}

/** `invoice-12` → `['invoice', 12]` */
export function readKey(key: EntryKey) {
  const [kind, id] = key.split('-');
  return [kind as 'invoice' | 'transfer' | 'entry', Number(id)] as const;
}
