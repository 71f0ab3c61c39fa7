import type { DebtAgreementRow } from '@morada/contract/collection/debt-agreements';
import { IconFileText } from '@tabler/icons-react';
import { Day, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { NoneFound } from '#web/ui/list/none-found.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import { AgreementStatus } from './agreement-status.tsx';

/** Agreements, the newest first. */
export function AgreementTable({ list }: { list: ListPage<DebtAgreementRow> }) {
  return (
    <DataTable
      what="os acordos"
      {...list.table}
      columns={COLUMNS}
      open={{ name: ({ id, user }) => `acordo ${id}, ${user.name}`, onOpen: ({ id }) => list.show(id) }}
      empty={
        list.isNarrowed ? (
          <NoneFound
            title="Nenhum acordo com estes filtros"
            below="A busca olha inquilino, imóvel e número do acordo."
            onClear={list.clear}
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
