import type { CashEntry } from '@morada/contract/money/finance';
import { type CashKind, DEPARTMENTS } from '@morada/domain/ledger/cash';
import { EXPENSE_CATEGORIES } from '@morada/domain/ledger/expense';
import { Link } from '@tanstack/react-router';
import { Day, Money } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { EntrySide } from './entry-side.tsx';

/** The cash book's kind that shows an entry. */
const kindOf = ({ department, type }: CashEntry): CashKind =>
  department === 'RENT' ? 'rents' : department === 'SALE' ? 'sales' : type === 'INPUT' ? 'incomes' : 'expenses';

/** A manual entry of the cash book, made by neither an invoice nor a transfer. */
export function EntryWindow({ entry, onClose }: { entry: CashEntry; onClose: () => void }) {
  const { title, type, description, date, department, doc, amount, category } = entry;
  return (
    <RecordWindow title={title} status={<EntrySide type={type} />} width={640} onClose={onClose} actions={{}}>
      <KeyValue
        items={[
          { label: 'Descrição', value: description },
          { label: 'Data', value: <Day value={date} /> },
          { label: 'Valor', value: <Money value={amount} /> },
          { label: 'Departamento', value: DEPARTMENTS[department] },
          ...(type === 'OUTPUT' && department !== 'RENT'
            ? [{ label: 'Categoria', value: category && EXPENSE_CATEGORIES[category] }]
            : []),
          { label: 'Documento', value: doc },
          {
            label: 'Caixa',
            value: (
              <Link to="/financial/movimentations" search={{ kind: kindOf(entry), startDate: date, endDate: date }}>
                Ver o caixa deste dia
              </Link>
            ),
          },
        ]}
      />
    </RecordWindow>
  );
}
