import type { AccountingTotal } from '@morada/contract/fiscal/fiscal-accounting';
import { formatMoney } from '@morada/domain/base/money';
import { MONEY_HOLDERS } from '@morada/domain/fiscal/accounting';
import { IconBook2 } from '@tabler/icons-react';
import { Figure, Missing, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';

type Row = AccountingTotal & { id: string };

const COLUMNS: Column<Row>[] = [
  { title: 'Conta', cell: ({ code }) => <AccountCode code={code} />, phone: 'amount' },
  { title: 'Nome', kind: 'main', phone: 'main', cell: ({ name }) => name },
  { title: 'Dinheiro de', kind: 'soft', phone: 'below', cell: ({ of }) => MONEY_HOLDERS[of] },
  { title: 'Débito', kind: 'number', cell: ({ debit }) => <Amount value={debit} /> },
  { title: 'Crédito', kind: 'number', cell: ({ credit }) => <Amount value={credit} /> },
];

/** On a phone the two amounts need their words. */
const ON_A_PHONE: Column<Row> = {
  title: 'Débito e crédito',
  phone: 'state',
  cell: ({ debit, credit }) =>
    [debit > 0 && `${formatMoney(debit)} em débitos`, credit > 0 && `${formatMoney(credit)} em créditos`]
      .filter(Boolean)
      .join(', '),
};

/** Totals of a month by account. */
export function AccountsTable({ accounts, isPhone }: { accounts: AccountingTotal[]; isPhone: boolean }) {
  return (
    <DataTable
      what="os totais por conta"
      query={{ data: accounts.map((total) => ({ id: total.account, ...total })) }}
      columns={isPhone ? [...COLUMNS, ON_A_PHONE] : COLUMNS}
      empty={<EmptyState icon={IconBook2} title="Nenhuma conta com lançamentos neste mês" />}
    />
  );
}

/** Code in the accountant's chart. */
export function AccountCode({ code }: { code: string | null }) {
  return code ? <Figure>{code}</Figure> : <Missing>sem conta</Missing>;
}

const Amount = ({ value }: { value: number }) => (value === 0 ? null : <Money value={value} />);
