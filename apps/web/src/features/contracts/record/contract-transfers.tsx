import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { transfers as calls } from '@morada/contract/money/transfers';
import { transferState } from '@morada/domain/rent/transfer';
import { IconArrowsExchange } from '@tabler/icons-react';
import { transferOver } from '#web/features/contracts/terms/places.ts';
import { openAnswer } from '#web/lib/api/files.ts';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Day, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { Receipt } from './receipt.tsx';
import { TransferState } from './transfer-state.tsx';

type Transfer = ProposalDetail['transfers'][number];

const COLUMNS: Column<Transfer>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Proprietário', kind: 'main', phone: 'main', cell: ({ user }) => user },
  { title: 'Data do repasse', phone: 'side', cell: ({ due_date }) => <Day value={due_date} /> },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
  { title: 'Situação', phone: 'state', cell: (transfer) => <TransferState transfer={transfer} /> },
];

export function ContractTransfers({ transfers }: { transfers: Transfer[] }) {
  // On a phone a tap anywhere in the row opens it, so the receipt is offered in the opened record.
  const phone = usePhone();
  return (
    <DataTable
      what="as transferências do contrato"
      query={{ data: transfers }}
      columns={COLUMNS}
      tone={(transfer) => (transferState(transfer, today()).tone === 'late' ? { tone: 'late' } : undefined)}
      open={
        transferOver(0) && {
          name: ({ id }) => `repasse ${id}`,
          link: ({ id }) => ({ ...transferOver(id) }),
        }
      }
      actions={
        !phone && may(calls.receipt.access)
          ? ({ id, status }) =>
              status === 'DONE' && (
                <Receipt of={`repasse ${id}`} open={() => openAnswer(calls.receipt, { params: { id } })} />
              )
          : undefined
      }
      empty={
        <EmptyState
          icon={IconArrowsExchange}
          title="Ainda não há transferências"
          below="O repasse ao proprietário é criado quando uma fatura é paga."
        />
      }
    />
  );
}
