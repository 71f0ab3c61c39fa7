import type { LeadRow } from '@morada/contract/registry/lead-row';
import { LEAD_KINDS, LEAD_SOURCES } from '@morada/domain/attendance/lead-words';
import { IconMailOff } from '@tabler/icons-react';
import { Moment } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { NoneFound } from '#web/ui/list/none-found.tsx';
import type { RowChoice } from '#web/ui/list/row-choice.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import { LeadStageStatus } from './lead-stage.tsx';
import { LeadWaiting } from './lead-waiting.tsx';

const COLUMNS: Column<LeadRow>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Nome', kind: 'main', phone: 'main', cell: ({ name }) => <span title={name}>{name}</span> },
  {
    title: 'Imóvel',
    kind: 'soft',
    phone: 'below',
    cell: ({ property, kind }) => property?.label ?? LEAD_KINDS[kind],
  },
  { title: 'Origem', kind: 'soft', hideBelow: 1340, cell: ({ source }) => LEAD_SOURCES[source] },
  { title: 'Responsável', kind: 'soft', hideBelow: 1024, cell: ({ owner }) => owner?.name ?? 'Sem responsável' },
  { title: 'Etapa', phone: 'state', cell: ({ stage }) => <LeadStageStatus stage={stage} /> },
  { title: 'Resposta', phone: 'side', cell: (row) => <LeadWaiting {...row} /> },
  { title: 'Recebido em', hideBelow: 1100, cell: ({ received_at }) => <Moment value={received_at} /> },
];

type LeadTableProps = { list: ListPage<LeadRow>; choice: Pick<RowChoice<LeadRow>, 'chosen' | 'onChoose'> };

/** Leads, the newest first. */
export function LeadTable({ list, choice }: LeadTableProps) {
  return (
    <DataTable
      what="os leads"
      {...list.table}
      columns={COLUMNS}
      choice={{ ...choice, name: ({ id, name }) => `lead ${id}, ${name}` }}
      open={{ name: ({ id, name }) => `lead ${id}, ${name}`, onOpen: ({ id }) => list.show(id) }}
      empty={
        list.isNarrowed ? (
          <NoneFound
            title="Nenhum lead com estes filtros"
            below="A busca olha o nome, o telefone e o e-mail."
            onClear={list.clear}
          />
        ) : (
          <NoneYet />
        )
      }
    />
  );
}

const NoneYet = () => (
  <EmptyState
    icon={IconMailOff}
    title="Ainda não há leads"
    below="Quem escreve pelo site ou por um portal aparece aqui, e você pode cadastrar quem liga ou vem à loja."
  />
);
