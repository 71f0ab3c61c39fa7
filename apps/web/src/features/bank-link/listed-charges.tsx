import { Button } from '@mantine/core';
import type { PixChargeRow } from '@morada/contract/bank/bank-link';
import { formatReference, shownReference } from '@morada/domain/base/calendar';
import { IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { Day, Missing, Money, Month } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { Section } from '#web/ui/page/page.tsx';
import { chargesQuery, type Listed, useRetryCharge } from './bank-link-queries.ts';
import classes from './listed-charges.module.css';

const monthOf = ({ reference }: PixChargeRow) => shownReference(reference);
const nameOf = (charge: PixChargeRow) => `fatura de ${charge.tenant}, ${formatReference(monthOf(charge))}`;

const COLUMNS: Column<PixChargeRow>[] = [
  { title: 'Inquilino', kind: 'main', phone: 'main', cell: ({ tenant }) => tenant },
  { title: 'Mês', phone: 'side', cell: (charge) => <Month value={monthOf(charge)} /> },
  { title: 'Vencimento', hideBelow: 1100, cell: ({ due_date }) => <Day value={due_date} /> },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
];

const REASON: Column<PixChargeRow> = {
  title: 'Motivo',
  phone: 'below',
  cell: ({ problem }) => <span className={classes.reason}>{problem ?? <Missing />}</span>,
};

/** Charges that the bank did not take, each with its reason and another try. */
export function RefusedCharges() {
  const { mutateAsync: send } = useRetryCharge();
  const retry = (id: number) =>
    send({ params: { id } }).then(() => toast.success('A cobrança vai de novo ao banco em instantes.'), toast.failure);
  return (
    <ListedCharges
      title="Cobranças recusadas"
      state="REFUSED"
      columns={[...COLUMNS, REASON]}
      empty="Nenhuma cobrança recusada"
      actions={(charge) => (
        <Button
          size="xs"
          variant="default"
          aria-label={`Tentar de novo a ${nameOf(charge)}`}
          onClick={() => retry(charge.id)}
        >
          Tentar de novo
        </Button>
      )}
    />
  );
}

/** Charges whose request to the bank is pending. */
export function WaitingCharges() {
  return (
    <ListedCharges
      title="Cobranças esperando"
      state="WAITING"
      columns={COLUMNS}
      empty="Nenhuma cobrança espera pelo banco"
    />
  );
}

type ListedChargesProps = {
  title: string;
  state: Listed;
  columns: Column<PixChargeRow>[];
  empty: string;
  actions?: (charge: PixChargeRow) => ReactNode;
};

function ListedCharges({ title, state, columns, empty, actions }: ListedChargesProps) {
  const [page, setPage] = useState(1);
  const query = useQuery(chargesQuery(state, page));
  return (
    <Section title={title}>
      <DataTable
        what={title.toLowerCase()}
        query={query}
        columns={columns}
        onPage={setPage}
        open={{
          name: nameOf,
          link: ({ invoice_id }) => ({ to: '/financial/invoices', search: { open: invoice_id } }),
        }}
        {...(actions && { actions })}
        empty={<EmptyState icon={IconChecks} title={empty} />}
      />
    </Section>
  );
}
