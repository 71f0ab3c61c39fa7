import type { DebtAgreementRow } from '@morada/contract/collection/debt-agreements';
import { IconFileText } from '@tabler/icons-react';
import { Day, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable, type RowPage } from '#web/ui/list/data-table.tsx';
import { NoneFound } from '#web/ui/list/none-found.tsx';
import { AgreementStatus } from './agreement-status.tsx';

type AgreementTableProps = {
  query: Loadable<RowPage<DebtAgreementRow>>;
  filtered: boolean;
  onOpen: (id: number) => void;
  onPage: (page: number) => void;
  onClear: () => void;
};

/** Agreements, the newest first. */
export function AgreementTable({ query, filtered, onOpen, onPage, onClear }: AgreementTableProps) {
  return (
    <DataTable
      what="os acordos"
      query={query}
      columns={COLUMNS}
      open={{ name: ({ id, user }) => `acordo ${id}, ${user.name}`, onOpen: ({ id }) => onOpen(id) }}
      onPage={onPage}
      empty={
        filtered ? (
          <NoneFound
            title="Nenhum acordo com estes filtros"
            below="A busca olha inquilino, imóvel e número do acordo."
            onClear={onClear}
          />
        ) : (
          <NoneYet />
        )
      }
    />
  );
}

const COLUMNS: Column<DebtAgreementRow>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Inquilino', kind: 'main', phone: 'main', cell: ({ user }) => user.name },
  { title: 'Imóvel', kind: 'soft', phone: 'below', hideBelow: 1100, cell: ({ property }) => property },
  { title: 'Situação', phone: 'state', cell: (agreement) => <AgreementStatus agreement={agreement} /> },
  {
    title: 'Parcelas pagas',
    kind: 'number',
    hideBelow: 1024,
    cell: ({ paid_instalments, instalments }) => `${paid_instalments} de ${instalments}`,
  },
  { title: 'Próxima', phone: 'side', hideBelow: 1024, cell: ({ next_due }) => <Day value={next_due} /> },
  { title: 'Recebido', kind: 'number', hideBelow: 1024, cell: ({ paid }) => <Money value={paid} bare /> },
  { title: 'Total', kind: 'number', phone: 'amount', cell: ({ total }) => <Money value={total} /> },
];

const NoneYet = () => (
  <EmptyState
    icon={IconFileText}
    title="Ainda não há acordos"
    below="Em Inadimplências, o menu de uma fatura tem 'Fazer acordo': as faturas em aberto do contrato viram parcelas quando o inquilino aceita."
  />
);
