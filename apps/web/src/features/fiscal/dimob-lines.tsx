import type { DimobLine } from '@morada/contract/fiscal/fiscal';
import { IconReceiptTax } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import { Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';

const COLUMNS: Column<DimobLine>[] = [
  { title: 'Proprietário', kind: 'main', phone: 'main', cell: ({ owner }) => owner.name },
  { title: 'Inquilino', phone: 'below', cell: ({ tenant }) => tenant.name },
  {
    title: 'Contrato',
    phone: 'side',
    cell: ({ proposal_id }) =>
      may('PROPOSAL_VIEW') ? (
        <Link to="/contracts/info/$id" params={{ id: String(proposal_id) }}>
          {proposal_id}
        </Link>
      ) : (
        proposal_id
      ),
  },
  { title: 'Imóvel', kind: 'soft', hideBelow: 1100, cell: ({ property }) => property },
  { title: 'Aluguéis', kind: 'number', phone: 'amount', cell: ({ rent }) => <Money value={rent} /> },
  { title: 'Taxas', kind: 'number', cell: ({ fee }) => <Money value={fee} /> },
  { title: 'Imposto', kind: 'number', cell: ({ tax }) => <Money value={tax} /> },
];

/** Rows of the file: owner by contract, totals of the year. */
export function DimobLines({ list }: { list: ListPage<DimobLine> }) {
  return (
    <DataTable
      what="as linhas da DIMOB"
      {...list.table}
      columns={COLUMNS}
      empty={
        list.isNarrowed ? (
          <EmptyState icon={IconReceiptTax} title="Nenhuma linha com esta busca" />
        ) : (
          <EmptyState
            icon={IconReceiptTax}
            title="Nenhum aluguel recebido neste ano"
            below="As linhas aparecem quando os inquilinos pagam."
          />
        )
      }
    />
  );
}
