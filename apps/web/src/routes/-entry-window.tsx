import type { CashEntry } from '@morada/contract/money/finance';
import { type EntryKey, readKey } from '#web/features/transactions/entry-key.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';

const InvoiceWindow = lazyWindow(
  () => import('./-invoice-window.tsx'),
  ({ InvoiceWindow }) => InvoiceWindow,
);
const TransferWindow = lazyWindow(
  () => import('#web/features/transfers/record/transfer-window.tsx'),
  ({ TransferWindow }) => TransferWindow,
);
const EntryAlone = lazyWindow(
  () => import('#web/features/transactions/entry-window.tsx'),
  ({ EntryWindow }) => EntryWindow,
);

type EntryWindowProps = {
  param: 'open' | 'record';
  /** Entries of the list below; absent where only invoices and transfers are opened. */
  entries?: CashEntry[] | undefined;
  onClose: () => void;
};

/** The invoice or the transfer behind the entry that the URL names, or else the entry itself. */
export function EntryWindow({ param, entries, onClose }: EntryWindowProps) {
  return (
    <RecordFromUrl<EntryKey> param={param}>
      {(key) => {
        const [kind, id] = readKey(key);
        if (kind === 'invoice') return <InvoiceWindow id={id} onClose={onClose} />;
        if (kind === 'transfer') return <TransferWindow id={id} onClose={onClose} />;
        const entry = entries?.find(({ entry_id }) => entry_id === id);
        return entry && <EntryAlone entry={entry} onClose={onClose} />;
      }}
    </RecordFromUrl>
  );
}
