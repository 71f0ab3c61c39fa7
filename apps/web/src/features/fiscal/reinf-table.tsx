import type { ReinfRow } from '@morada/contract/fiscal/fiscal-withholding';
import { IconFileInvoice } from '@tabler/icons-react';
import { Day, DocumentNumber, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable, type RowPage } from '#web/ui/list/data-table.tsx';

const COLUMNS: Column<ReinfRow>[] = [
  { title: 'Inquilino', kind: 'main', phone: 'main', cell: ({ tenant }) => tenant.name },
  { title: 'Proprietário', phone: 'below', cell: ({ owner }) => owner.name },
  { title: 'CPF', kind: 'soft', hideBelow: 1100, cell: ({ owner }) => <DocumentNumber value={owner.cpf_cnpj} /> },
  { title: 'Pagamento', phone: 'side', cell: ({ paid_on }) => <Day value={paid_on} /> },
  { title: 'Natureza', kind: 'soft', hideBelow: 1100, cell: ({ nature }) => nature },
  { title: 'Rendimento', kind: 'number', phone: 'amount', cell: ({ gross }) => <Money value={gross} /> },
  { title: 'Exclusões', kind: 'number', cell: ({ exclusions }) => <Money value={exclusions} /> },
  { title: 'Imposto', kind: 'number', cell: ({ tax }) => <Money value={tax} /> },
  {
    title: 'Não descontado',
    kind: 'number',
    hideBelow: 1100,
    cell: ({ undeducted }) => <Money value={undeducted} />,
  },
];

/** Payments that a company declares of each owner, with or without tax. */
export function ReinfTable({ query, onPage }: { query: Loadable<RowPage<ReinfRow>>; onPage: (page: number) => void }) {
  return (
    <DataTable
      what="os pagamentos do R-4010"
      query={query}
      columns={COLUMNS}
      onPage={onPage}
      empty={
        <EmptyState
          icon={IconFileInvoice}
          title="Nenhum pagamento para o R-4010 neste mês"
          below="Aparece o que uma empresa pagou a proprietários pessoa física, mesmo sem imposto."
        />
      }
    />
  );
}
