import type { CashEntry } from '@morada/contract/money/finance';
import { type CashKind, DEPARTMENTS, type Department } from '@morada/domain/ledger/cash';
import { Link } from '@tanstack/react-router';
import { Day, Money } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { EntrySide } from './entry-side.tsx';

const KINDS: Record<Department, CashKind> = { RENT: 'rents', SALE: 'sales', OTHER: 'expenses' };

/** A manual entry of the cash book, made by neither an invoice nor a transfer. */
export function EntryWindow({ entry, onClose }: { entry: CashEntry; onClose: () => void }) {
  const { title, type, description, date, department, doc, amount } = entry;
  return (
    <RecordWindow title={title} status={<EntrySide type={type} />} width={640} onClose={onClose} actions={{}}>
      <KeyValue
        items={[
          { label: 'Descrição', value: description },
          { label: 'Data', value: <Day value={date} /> },
          { label: 'Valor', value: <Money value={amount} /> },
          { label: 'Departamento', value: DEPARTMENTS[department] },
          { label: 'Documento', value: doc },
          {
            label: 'Caixa',
            value: (
              <Link to="/financial/movimentations" search={{ kind: KINDS[department], startDate: date, endDate: date }}>
                Ver o caixa deste dia
              </Link>
            ),
          },
        ]}
      />
    </RecordWindow>
  );
}
