import type { CashEntry } from '@morada/contract/finance';
import { Suspense } from 'react';
import { type EntryKey, readKey } from '#web/features/transactions/entry-key.ts';
import { lazyWindow } from '#web/ui/overlay/lazy-window.tsx';

const InvoiceWindow = lazyWindow(() => import('./-invoice-window.tsx').then(({ InvoiceWindow }) => InvoiceWindow));
const TransferDialog = lazyWindow(() =>
  import('#web/features/transfers/record/transfer-dialog.tsx').then(({ TransferDialog }) => TransferDialog),
);
const EntryDialog = lazyWindow(() =>
  import('#web/features/transactions/entry-dialog.tsx').then(({ EntryDialog }) => EntryDialog),
);

type EntryWindowProps = { open: EntryKey; entries: CashEntry[] | undefined; onClose: () => void };

/** The invoice or the transfer behind an entry, over the list it was found in; else the entry itself. */
export function EntryWindow({ open, entries, onClose }: EntryWindowProps) {
  const [kind, id] = readKey(open);
  const entry = kind === 'entry' && entries?.find(({ entry_id }) => entry_id === id);
  return (
    <Suspense>
      {kind === 'invoice' && <InvoiceWindow key={open} id={id} onClose={onClose} />}
      {kind === 'transfer' && <TransferDialog key={open} id={id} onClose={onClose} />}
      {entry && <EntryDialog key={open} entry={entry} onClose={onClose} />}
    </Suspense>
  );
}
