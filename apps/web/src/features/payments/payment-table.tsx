import type { PaymentBatch } from '@morada/contract/money/payments';
import { bankName } from '@morada/domain/bank/banks';
import { IconCashBanknote } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Day, Figure, Missing, Moment, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { PaymentStatus } from './payment-status.tsx';

type PaymentTableProps = {
  query: Loadable<PaymentBatch[]>;
  onOpen: (id: number) => void;
  /** Button to choose transfers. */
  choose: ReactNode;
};

/** The payments of late, newest first. */
export function PaymentTable({ query, onOpen, choose }: PaymentTableProps) {
  return (
    <DataTable
      what="os pagamentos"
      query={query}
      columns={COLUMNS}
      open={{ name: ({ id }) => `pagamento ${id}`, onOpen: ({ id }) => onOpen(id) }}
      sequence={{}}
      empty={
        <EmptyState
          icon={IconCashBanknote}
          title="Nenhum pagamento montado"
          below="Escolha repasses pendentes na lista e use “Pagar repasses”."
          action={choose}
        />
      }
    />
  );
}

function wayOf({ means, bank }: PaymentBatch) {
  if (means === 'PIX') return 'Pix pelo banco';
  return bank ? `Arquivo, ${bankName(bank)}` : 'Só a planilha';
}

const COLUMNS: Column<PaymentBatch>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Pagar em', phone: 'main', cell: ({ pay_on }) => <Day value={pay_on} /> },
  { title: 'Repasses', kind: 'number', cell: ({ transfers }) => <Figure>{transfers}</Figure> },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
  { title: 'Forma', kind: 'soft', hideBelow: 1340, cell: wayOf },
  { title: 'Montado em', hideBelow: 1100, cell: ({ created_at }) => <Moment value={created_at} /> },
  { title: 'Criado por', kind: 'soft', hideBelow: 1100, cell: ({ by }) => by ?? <Missing /> },
  { title: 'Situação', phone: 'state', cell: (payment) => <PaymentStatus payment={payment} /> },
];
