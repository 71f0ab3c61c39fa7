import { Button } from '@mantine/core';
import { proposals } from '@morada/contract/lease/proposals';
import type { LateRow } from '@morada/contract/money/finance';
import { invoices } from '@morada/contract/money/invoices';
import { clients } from '@morada/contract/registry/clients';
import { daysBetween, daysText, formatDate, shownReference } from '@morada/domain/base/calendar';
import { LEGAL_STAGES } from '@morada/domain/debt-papers/debt-register';
import { IconAlertTriangleFilled, IconMoodSmile, IconSearchOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { waitingWords } from '#web/entities/invoice/payment-checked.tsx';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { useCards, usePhone } from '#web/ui/base/use-phone.ts';
import { Day, Figure, Money, Month } from '#web/ui/display/figures.tsx';
import { Status } from '#web/ui/display/status.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import type { RowChoice } from '#web/ui/list/row-choice.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import { useOpenerRef } from '#web/ui/list/use-rows.ts';
import { Charges, TotalToday } from './late-amounts.tsx';
import { LateRowActions } from './late-row-actions.tsx';
import classes from './late-table.module.css';

type LateTableProps = {
  list: ListPage<LateRow>;
  onWrite: (row: LateRow) => void;
  onLink: (row: LateRow) => void;
  onAgree: (row: LateRow) => void;
  choice: Pick<RowChoice<LateRow>, 'chosen' | 'onChoose'>;
};

/** Late tenants, longest overdue first. */
export function LateTable({ list, onWrite, onLink, onAgree, choice }: LateTableProps) {
  const phone = useCards();
  const opens = may(invoices.show.access);
  return (
    <DataTable
      what="os pagamentos atrasados"
      cards
      {...list.table}
      columns={phone ? [...COLUMNS, PLACE] : COLUMNS}
      // In a table the number opens: there is no room for one more button.
      open={phone && opens ? { name: nameOf, onOpen: ({ id }) => list.show(id) } : undefined}
      actions={(row) => <LateRowActions row={row} onWrite={onWrite} onLink={onLink} onAgree={onAgree} />}
      choice={{ ...choice, name: nameOf }}
      tone={() => ({ tone: 'late' })}
      empty={list.isNarrowed ? <NoneFound onClear={list.clear} /> : <NobodyLate />}
    />
  );
}

const nameOf = ({ id, user }: LateRow) => `fatura ${id}, ${user.name}`;

const COLUMNS: Column<LateRow>[] = [
  { title: 'ID', kind: 'id', cell: (row) => <InvoiceId row={row} /> },
  { title: 'Inquilino', kind: 'main', phone: 'main', cell: (row) => <Tenant row={row} /> },
  { title: 'Contrato', cell: ({ proposal }) => <Contract id={proposal.id} /> },
  {
    title: 'Referência',
    kind: 'soft',
    hideBelow: 1024,
    cell: ({ reference }) => <Month value={shownReference(reference)} />,
  },
  { title: 'Vencida desde', phone: 'state', cell: (row) => <Since row={row} /> },
  { title: 'Aluguel', kind: 'number', hideBelow: 1024, cell: ({ price }) => <Money value={price} bare /> },
  { title: 'Taxas', kind: 'number', hideBelow: 1024, cell: ({ fees }) => <Money value={fees} bare /> },
  { title: 'Multa e juros', kind: 'number', hideBelow: 1100, cell: (row) => <Charges row={row} /> },
  { title: 'Total hoje', kind: 'number', phone: 'amount', cell: (row) => <TotalToday row={row} /> },
];

const PLACE: Column<LateRow> = { title: 'Imóvel', phone: 'below', cell: ({ property }) => property.address };

function InvoiceId({ row }: { row: LateRow }) {
  const { id } = row;
  const opener = useOpenerRef(id);
  if (!may(invoices.show.access)) return id;
  return (
    <Link
      ref={opener}
      to="/financial/shall"
      search={(now) => ({ ...now, open: id })}
      resetScroll={false}
      aria-label={`Abrir ${nameOf(row)}`}
      data-opens
    >
      {id}
    </Link>
  );
}

function Tenant({ row }: { row: LateRow }) {
  const phone = usePhone();
  const progress = progressOf(row);
  return (
    <>
      <TenantName row={row} />
      {!phone && progress && (
        <span className={classes.progress} title={progress}>
          {progress}
        </span>
      )}
    </>
  );
}

function TenantName({ row: { user, property } }: { row: LateRow }) {
  const title = `${user.name}, ${property.address}`;
  if (!may(clients.show.access)) {
    return (
      <span className={classes.tenant} title={title}>
        {user.name}
      </span>
    );
  }
  return (
    <Link
      to="/clients/info/$id"
      params={{ id: String(user.id) }}
      className={`${classes.tenant} ${classes.press}`}
      title={title}
    >
      {user.name}
    </Link>
  );
}

function Contract({ id }: { id: number }) {
  const number = <Figure>{id}</Figure>;
  if (!may(proposals.show.access)) return number;
  return (
    <Link to="/contracts/info/$id" params={{ id: String(id) }} aria-label={`Contrato ${id}`}>
      {number}
    </Link>
  );
}

/** Due date and lateness; on a phone as a state, without the year: "Atrasado há 15 dias, desde 05/11". */
function Since({ row }: { row: LateRow }) {
  const phone = usePhone();
  const { due_date } = row;
  const ago = `há ${daysText(daysBetween(due_date, today()))}`;
  if (phone) {
    const words = [ago, progressOf(row), `desde ${formatDate(due_date).slice(0, 5)}`].filter(Boolean).join(', ');
    return (
      <Status tone="red" icon={IconAlertTriangleFilled} note={words}>
        Atrasado
      </Status>
    );
  }
  return (
    <span className={classes.since}>
      <Day value={due_date} />
      <span className={classes.days}>{ago}</span>
    </span>
  );
}

/** What was done about the debt: "pagamento em conferência: R$ 900,00 de 24/11/2026, acordo 3". */
const progressOf = ({ waiting, automatic, debt_agreement_id, legal_stage }: LateRow) =>
  [
    waiting && `pagamento em conferência: ${waitingWords(waiting)}`,
    debitWords(automatic),
    debt_agreement_id && `acordo ${debt_agreement_id}`,
    legal_stage && LEGAL_STAGES[legal_stage].toLowerCase(),
  ]
    .filter(Boolean)
    .join(', ');

/** Pix Automático of the invoice, where it has one. */
function debitWords(automatic: LateRow['automatic']): string | undefined {
  if (automatic?.failed) return 'débito falhou';
  return automatic?.on ? `novo débito em ${formatDate(automatic.on).slice(0, 5)}` : undefined;
}

function NoneFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={IconSearchOff}
      title="Nenhum atraso com esta busca"
      below="A busca olha inquilino e imóvel das faturas vencidas."
      action={
        <Button variant="default" onClick={onClear}>
          Limpar busca
        </Button>
      }
    />
  );
}

function NobodyLate() {
  return (
    <EmptyState
      icon={IconMoodSmile}
      title="Ninguém está em atraso"
      below="Faturas que passam do vencimento sem pagamento aparecem aqui, com a multa e os juros de cada dia."
    />
  );
}
