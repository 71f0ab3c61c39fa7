import type { ServiceNoteRow } from '@morada/contract/fiscal/fiscal-notes';
import { NOTE_KINDS } from '@morada/domain/fiscal/service-note';
import { IconReceiptTax } from '@tabler/icons-react';
import { Day, Missing, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { NoneFound } from '#web/ui/list/none-found.tsx';
import type { RowChoice } from '#web/ui/list/row-choice.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import { NoteStatus } from './note-status.tsx';

type NoteTableProps = {
  list: ListPage<ServiceNoteRow>;
  choice: Pick<RowChoice<ServiceNoteRow>, 'chosen' | 'onChoose'> | undefined;
};

/** Notes of the national system and of cities, the newest payments first. */
export function NoteTable({ list, choice }: NoteTableProps) {
  return (
    <DataTable
      what="as notas"
      {...list.table}
      columns={COLUMNS}
      open={{ name: ({ id, taker }) => `nota ${id}, ${taker.name}`, onOpen: ({ id }) => list.show(id) }}
      {...(choice && { choice: { ...choice, name: ({ id }: ServiceNoteRow) => `nota ${id}` } })}
      empty={
        list.isNarrowed ? (
          <NoneFound
            title="Nenhuma nota com estes filtros"
            below="A busca olha emitente, tomador, número, fatura e chave."
            onClear={list.clear}
          />
        ) : (
          <EmptyState
            icon={IconReceiptTax}
            title="Ainda não há notas"
            below="Cada pagamento baixado prepara as suas: a da taxa de administração, e a da locação de quem guardou o certificado."
          />
        )
      }
    />
  );
}

const COLUMNS: Column<ServiceNoteRow>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Tomador', kind: 'main', phone: 'main', cell: ({ taker }) => taker.name },
  { title: 'Emitente', kind: 'soft', hideBelow: 1100, cell: ({ issuer }) => issuer?.name ?? 'Imobiliária' },
  { title: 'Nota de', phone: 'below', hideBelow: 1024, cell: ({ kind }) => NOTE_KINDS[kind] },
  { title: 'Pago em', phone: 'side', cell: ({ competence }) => <Day value={competence} /> },
  { title: 'Situação', phone: 'state', cell: (note) => <NoteStatus note={note} /> },
  {
    title: 'Número',
    kind: 'number',
    hideBelow: 1024,
    cell: ({ number, city }) => city?.number ?? number ?? <Missing />,
  },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
];
