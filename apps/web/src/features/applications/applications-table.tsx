import type { ApplicationRow } from '@morada/contract/lease/application-row';
import { IconClipboardList } from '@tabler/icons-react';
import { Moment, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { NoneFound } from '#web/ui/list/none-found.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import { ApplicationStatus } from './application-status.tsx';

/** Applications, the newest first. */
export function ApplicationsTable({ list }: { list: ListPage<ApplicationRow> }) {
  return (
    <DataTable
      what="as fichas"
      {...list.table}
      columns={COLUMNS}
      open={{ name: ({ id, tenant }) => `ficha ${id}, ${tenant ?? ''}`, onOpen: ({ id }) => list.show(id) }}
      empty={
        list.isNarrowed ? (
          <NoneFound
            title="Nenhuma ficha com estes filtros"
            below="A busca olha o nome das partes, o imóvel e o número."
            onClear={list.clear}
          />
        ) : (
          <EmptyState
            icon={IconClipboardList}
            title="Ainda não há fichas"
            below="Abra a ficha de quem quer alugar: cada parte preenche a sua pelo celular, e a análise sai pronta."
          />
        )
      }
    />
  );
}

const COLUMNS: Column<ApplicationRow>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Locatário', kind: 'main', phone: 'main', cell: ({ tenant }) => <span title={tenant ?? ''}>{tenant}</span> },
  { title: 'Imóvel', kind: 'soft', phone: 'below', cell: ({ property }) => property.label },
  { title: 'Fichas', kind: 'soft', hideBelow: 1100, cell: ({ forms, forms_sent }) => `${forms_sent} de ${forms}` },
  { title: 'Situação', phone: 'state', cell: ({ state }) => <ApplicationStatus state={state} /> },
  { title: 'Atualizada em', phone: 'side', hideBelow: 1024, cell: ({ updated_at }) => <Moment value={updated_at} /> },
  { title: 'Aluguel', kind: 'number', phone: 'amount', cell: ({ rent }) => <Money value={rent} /> },
];
