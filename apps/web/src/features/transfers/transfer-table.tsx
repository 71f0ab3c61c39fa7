import { Button } from '@mantine/core';
import { formatDate, isReference, shownReference } from '@morada/domain/base/calendar';
import { transferState } from '@morada/domain/rent/transfer';
import { IconTransferOut } from '@tabler/icons-react';
import { type TransferLine, transferQuery } from '#web/entities/transfer/transfer-queries.ts';
import { Deadline, lateness, TransferStatus } from '#web/entities/transfer/transfer-status.tsx';
import { today } from '#web/lib/today.ts';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { Figure, Missing, Money, Month } from '#web/ui/display/figures.tsx';
import { Explained } from '#web/ui/display/terms/explained.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import type { RowChoice } from '#web/ui/list/row-choice.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import { usePrefetch } from '#web/ui/overlay/prefetch-on-intent.ts';
import { TransferId } from './record/transfer-id.tsx';
import { amountExplained } from './record/transfer-lines.ts';

type TransferTableProps = {
  list: ListPage<TransferLine>;
  /** For what is done with several at once. */
  choice?: RowChoice<TransferLine>;
};

/** The pending transfers, the one due soonest first. */
export function TransferTable({ list, choice }: TransferTableProps) {
  const prefetch = usePrefetch();
  return (
    <DataTable
      what="os repasses pendentes"
      cards
      {...list.table}
      columns={COLUMNS}
      open={{
        name: ({ id, owner }) => `repasse ${id}, ${owner}`,
        onOpen: ({ id }) => list.show(id),
        prefetch: ({ id }) => prefetch(transferQuery(id)),
      }}
      tone={(transfer) => (transferState(transfer, today()).tone === 'late' ? { tone: 'late' } : undefined)}
      choice={choice}
      empty={list.isNarrowed ? <NoneFound onClear={list.clear} /> : <NonePending />}
    />
  );
}

const COLUMNS: Column<TransferLine>[] = [
  { title: 'ID', kind: 'id', cell: (transfer) => <TransferId transfer={transfer} /> },
  { title: 'Proprietário', kind: 'main', phone: 'main', cell: ({ owner }) => <span title={owner}>{owner}</span> },
  {
    title: 'Contrato',
    hideBelow: 1024,
    cell: ({ proposal_id }) => (proposal_id === null ? <Missing /> : <Figure>{proposal_id}</Figure>),
  },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: (transfer) => <AmountCell transfer={transfer} /> },
  { title: 'Referência', kind: 'soft', hideBelow: 1340, cell: ({ reference }) => <ShownMonth value={reference} /> },
  { title: 'Prazo de Repasse', phone: 'side', cell: (transfer) => <DueCell transfer={transfer} /> },
  { title: 'Situação', phone: 'state', cell: (transfer) => <StatusCell transfer={transfer} /> },
];

function ShownMonth({ value }: { value: string | null }) {
  return <Month value={value && isReference(value) ? shownReference(value) : null} />;
}

/** On a phone the whole row opens, and its window has the lines. */
function AmountCell({ transfer }: { transfer: TransferLine }) {
  const phone = usePhone();
  const amount = <Money value={transfer.amount} />;
  return phone ? amount : <Explained by={amountExplained(transfer)}>{amount}</Explained>;
}

/** On a phone the lateness stands beside the state, and the day without its year: "prazo 17/11". */
function DueCell({ transfer }: { transfer: TransferLine }) {
  const phone = usePhone();
  if (!phone) return <Deadline transfer={transfer} />;
  return <Figure>prazo {formatDate(transfer.due_date).slice(0, 5)}</Figure>;
}

function StatusCell({ transfer }: { transfer: TransferLine }) {
  const phone = usePhone();
  const late = phone ? lateness(transfer) : undefined;
  const ordered = transfer.payment_id === null ? undefined : `no pagamento ${transfer.payment_id}`;
  return <TransferStatus status={transfer.status} note={late} ordered={ordered} />;
}

function NoneFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={IconTransferOut}
      title="Nenhum repasse com esta busca"
      below="A busca olha proprietário, inquilino, imóvel, contrato e ID dos repasses pendentes."
      action={
        <Button variant="default" onClick={onClear}>
          Limpar busca
        </Button>
      }
    />
  );
}

function NonePending() {
  return (
    <EmptyState
      icon={IconTransferOut}
      title="Nenhum repasse pendente"
      below="Cada fatura recebida cria o repasse do seu proprietário."
    />
  );
}
