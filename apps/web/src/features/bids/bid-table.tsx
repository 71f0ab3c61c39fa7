import type { BidRow } from '@morada/contract/lease/bid-row';
import { BID_KINDS } from '@morada/domain/lease/bid-words';
import { IconFileDollar } from '@tabler/icons-react';
import { Day, Missing, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { NoneFound } from '#web/ui/list/none-found.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import { BidStatus } from './bid-status.tsx';

/** Bids, the newest first. */
export function BidTable({ list }: { list: ListPage<BidRow> }) {
  return (
    <DataTable
      what="as propostas"
      {...list.table}
      columns={COLUMNS}
      open={{ name: ({ id, name }) => `proposta ${id}, ${name ?? 'sem nome'}`, onOpen: ({ id }) => list.show(id) }}
      empty={
        list.isNarrowed ? (
          <NoneFound
            title="Nenhuma proposta com estes filtros"
            below="A busca olha interessado, imóvel e número da proposta."
            onClear={list.clear}
          />
        ) : (
          <EmptyState
            icon={IconFileDollar}
            title="Nenhuma proposta em aberto"
            below="Uma proposta guarda valor, garantia, prazo e cada contraproposta, até virar contrato."
          />
        )
      }
    />
  );
}

const COLUMNS: Column<BidRow>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Interessado', kind: 'main', phone: 'main', cell: ({ name }) => name ?? <Missing>Dados apagados</Missing> },
  { title: 'Imóvel', kind: 'soft', phone: 'below', cell: ({ property }) => property },
  { title: 'Tipo', hideBelow: 1100, cell: ({ kind }) => BID_KINDS[kind] },
  { title: 'Situação', phone: 'state', cell: ({ state }) => <BidStatus state={state} /> },
  { title: 'Vale até', phone: 'side', cell: ({ expires_on }) => <Day value={expires_on} /> },
  { title: 'Reservado até', hideBelow: 1024, cell: ({ reserved_until }) => <Day value={reserved_until} /> },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
];
