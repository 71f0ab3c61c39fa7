import { Button } from '@mantine/core';
import type { IncomeStatementRow } from '@morada/contract/fiscal/fiscal-statements';
import type { StatementParty } from '@morada/contract/fiscal/fiscal-statements.search';
import { IconFileDescription, IconFileTypePdf } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { DocumentNumber, Figure, Moment, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { NoneFound } from '#web/ui/list/none-found.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import { openIncomeStatement } from './income-statement-queries.ts';

type PeopleTableProps = {
  list: ListPage<IncomeStatementRow>;
  year: number | undefined;
  party: StatementParty;
};

/** Owners or tenants of a year with their totals, each with the statement as PDF. */
export function PeopleTable({ list, year, party }: PeopleTableProps) {
  return (
    <DataTable
      what={party === 'OWNER' ? 'os proprietários' : 'os inquilinos'}
      {...list.table}
      columns={party === 'OWNER' ? OWNERS : TENANTS}
      cards
      actions={(row) => year !== undefined && <PdfButton row={row} year={year} party={party} />}
      empty={
        list.isNarrowed ? (
          <NoneFound icon={IconFileDescription} title="Ninguém com estes filtros" onClear={list.clear} />
        ) : (
          <EmptyState
            icon={IconFileDescription}
            title="Nenhum aluguel recebido neste ano"
            below="O informe aparece quando a primeira fatura do ano é paga."
          />
        )
      }
    />
  );
}

function PdfButton({ row, year, party }: { row: IncomeStatementRow; year: number; party: StatementParty }) {
  const open = useMutation({
    mutationFn: () => openIncomeStatement(year, party, row.id),
    onError: toast.failure,
  });
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconFileTypePdf size={15} />}
      loading={open.isPending}
      aria-label={`Abrir o informe de ${row.name} em PDF`}
      onClick={() => open.mutate()}
    >
      PDF
    </Button>
  );
}

const NAME: Column<IncomeStatementRow> = { title: 'Nome', kind: 'main', phone: 'main', cell: ({ name }) => name };
const DOCUMENT: Column<IncomeStatementRow> = {
  ...{ title: 'CPF ou CNPJ', hideBelow: 1340, kind: 'soft' },
  cell: ({ document }) => <DocumentNumber value={document} />,
};
const CONTRACTS: Column<IncomeStatementRow> = {
  ...{ title: 'Contratos', kind: 'number', hideBelow: 1340 },
  cell: ({ contracts }) => <Figure>{contracts}</Figure>,
};
const TAX: Column<IncomeStatementRow> = { title: 'IRRF', kind: 'number', cell: ({ tax }) => <Money value={tax} /> };

const MAIL: Column<IncomeStatementRow> = {
  ...{ title: 'E-mail', kind: 'soft', phone: 'below' },
  cell: (row) => <MailCell row={row} />,
};

const OWNERS: Column<IncomeStatementRow>[] = [
  NAME,
  DOCUMENT,
  CONTRACTS,
  { title: 'Bruto', kind: 'number', phone: 'amount', cell: ({ gross }) => <Money value={gross} /> },
  { title: 'Taxa adm.', kind: 'number', cell: ({ fee }) => <Money value={fee} /> },
  TAX,
  { title: 'Líquido', kind: 'number', hideBelow: 1100, cell: ({ net }) => <Money value={net} /> },
  MAIL,
];

const TENANTS: Column<IncomeStatementRow>[] = [
  NAME,
  DOCUMENT,
  CONTRACTS,
  { title: 'Aluguel pago', kind: 'number', phone: 'amount', cell: ({ gross }) => <Money value={gross} /> },
  TAX,
  MAIL,
];

function MailCell({ row: { id, has_email, mailed_at } }: { row: IncomeStatementRow }) {
  if (!has_email) {
    if (!may('CLIENT_VIEW')) return 'Sem e-mail';
    return (
      <Link to="/clients/info/$id" params={{ id: String(id) }}>
        Sem e-mail: cadastrar
      </Link>
    );
  }
  return mailed_at ? (
    <span>
      Avisado em <Moment value={mailed_at} dayOnly />
    </span>
  ) : (
    'A avisar'
  );
}
