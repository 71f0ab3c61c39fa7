import { Button } from '@mantine/core';
import type { LeaseNoteRow } from '@morada/contract/fiscal/fiscal-notes';
import { IconCircleCheck, IconReceiptTax } from '@tabler/icons-react';
import { Day, Money } from '#web/ui/display/figures.tsx';
import { Status } from '#web/ui/display/status.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable, type RowPage } from '#web/ui/list/data-table.tsx';

type LeaseNoteTableProps = {
  query: Loadable<RowPage<LeaseNoteRow>>;
  onPage: (page: number) => void;
  onOpen: (note: LeaseNoteRow) => void;
};

/** Payments of a month of which an owner issues a note. */
export function LeaseNoteTable({ query, onPage, onOpen }: LeaseNoteTableProps) {
  return (
    <DataTable
      what="as notas de locação"
      query={query}
      columns={columnsOf(onOpen)}
      onPage={onPage}
      empty={
        <EmptyState
          icon={IconReceiptTax}
          title="Nenhuma nota de locação neste mês"
          below="Aparece uma para cada pagamento a um proprietário contribuinte de IBS e CBS. Quem é contribuinte se diz na aba Impostos do cliente."
        />
      }
    />
  );
}

const columnsOf = (onOpen: (note: LeaseNoteRow) => void): Column<LeaseNoteRow>[] => [
  { title: 'Proprietário', kind: 'main', phone: 'main', cell: ({ owner }) => owner.name },
  { title: 'Inquilino', kind: 'soft', hideBelow: 1100, cell: ({ tenant }) => tenant.name },
  { title: 'Pago em', phone: 'below', cell: ({ paid_on }) => <Day value={paid_on} /> },
  { title: 'Valor do serviço', kind: 'number', phone: 'amount', cell: ({ service }) => <Money value={service} /> },
  { title: 'Base', kind: 'number', hideBelow: 1100, cell: ({ base }) => <Money value={base} /> },
  { title: 'IBS e CBS', kind: 'number', hideBelow: 1100, cell: TaxCell },
  { title: 'Nota', phone: 'side', cell: (note) => <NoteCell note={note} onOpen={onOpen} /> },
];

function TaxCell({ ibs, cbs, estimate }: LeaseNoteRow) {
  return (
    <>
      <Money value={ibs + cbs} />
      {estimate && ' (estimativa)'}
    </>
  );
}

function NoteCell({ note, onOpen }: { note: LeaseNoteRow; onOpen: (note: LeaseNoteRow) => void }) {
  const { key, undone, owner, paid_on } = note;
  if (key && !undone)
    return (
      <Button variant="subtle" size="compact-sm" onClick={() => onOpen(note)}>
        <Status tone="green" icon={IconCircleCheck}>
          Emitida
        </Status>
      </Button>
    );
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`${undone ? 'Cancelar' : 'Ver dados'} da nota de ${owner.name}, ${paid_on}`}
      onClick={() => onOpen(note)}
    >
      {undone ? 'Pagamento desfeito' : 'Ver dados'}
    </Button>
  );
}
