import { Button } from '@mantine/core';
import { type BoletoCallRow, boletoLink } from '@morada/contract/bank/boleto-link';
import { formatReference, shownReference } from '@morada/domain/base/calendar';
import { IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRetryBoleto } from '#web/entities/boleto/boleto-queries.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Day, Missing, Money, Month } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { Section } from '#web/ui/page/page.tsx';
import type { Listed } from './bank-link-queries.ts';
import { callsQuery } from './boletos/boleto-link-queries.ts';
import classes from './listed-charges.module.css';

const monthOf = ({ reference }: BoletoCallRow) => shownReference(reference);
const nameOf = (boleto: BoletoCallRow) => `boleto de ${boleto.tenant}, ${formatReference(monthOf(boleto))}`;

/** What a boleto without a reason waits for. */
const WAITS: Record<BoletoCallRow['state'], string> = {
  WAITING: 'Vai ser registrado',
  PENDING: 'O banco está registrando',
  REMOVING: 'Vai ser cancelado no banco',
  REFUSED: 'Recusado',
};

const COLUMNS: Column<BoletoCallRow>[] = [
  { title: 'Inquilino', kind: 'main', phone: 'main', cell: ({ tenant }) => tenant },
  { title: 'Mês', phone: 'side', cell: (boleto) => <Month value={monthOf(boleto)} /> },
  { title: 'Vencimento', hideBelow: 1100, cell: ({ due_date }) => <Day value={due_date} /> },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
];

const WORDS = {
  REFUSED: {
    title: 'Boletos recusados',
    empty: 'Nenhum boleto recusado',
    last: { title: 'Motivo', cell: ({ problem }: BoletoCallRow) => problem ?? <Missing /> },
  },
  WAITING: {
    title: 'Boletos esperando',
    empty: 'Nenhum boleto espera pelo banco',
    last: { title: 'O que falta', cell: ({ state, problem }: BoletoCallRow) => problem ?? WAITS[state] },
  },
} as const;

/** Boletos that the bank refused, each with its reason and a retry, or whose request to the bank is pending. */
export function ListedCalls({ state }: { state: Listed }) {
  const [page, setPage] = useState(1);
  const query = useQuery(callsQuery(state, page));
  const { mutateAsync: send } = useRetryBoleto();
  const retry = (id: number) =>
    send({ params: { id } }).then(() => toast.success('O boleto vai de novo ao banco em instantes.'), toast.failure);
  const { title, empty, last } = WORDS[state];
  return (
    <Section title={title}>
      <DataTable
        what={title.toLowerCase()}
        query={query}
        columns={[
          ...COLUMNS,
          {
            title: last.title,
            phone: 'below',
            cell: (boleto) => <span className={classes.reason}>{last.cell(boleto)}</span>,
          },
        ]}
        onPage={setPage}
        open={{ name: nameOf, link: ({ id }) => ({ to: '/financial/boletos', search: { open: id } }) }}
        {...(state === 'REFUSED' &&
          may(boletoLink.retry.access) && {
            actions: (boleto: BoletoCallRow) => (
              <Button
                size="xs"
                variant="default"
                aria-label={`Tentar de novo o ${nameOf(boleto)}`}
                onClick={() => retry(boleto.id)}
              >
                Tentar de novo
              </Button>
            ),
          })}
        empty={<EmptyState icon={IconChecks} title={empty} />}
      />
    </Section>
  );
}
