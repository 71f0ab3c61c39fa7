import { Button } from '@mantine/core';
import { peopleCommissions } from '@morada/contract/money/people-commissions';
import { formatMoney, formatPercent } from '@morada/domain/base/money';
import { COMMISSION_ROLES } from '@morada/domain/rent/people/share';
import { IconHourglass, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { may } from '#web/lib/session/session.ts';
import { Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { ContractLink } from '../commission-source.tsx';
import type { Expected, Person } from './people-queries.ts';

const PEOPLE: Column<Person>[] = [
  { title: 'Pessoa', kind: 'main', phone: 'main', cell: ({ name }) => name },
  {
    title: 'Situação',
    kind: 'soft',
    phone: 'below',
    cell: ({ active, debit }) =>
      [!active && 'não está mais na equipe', debit > 0 && `${formatMoney(debit)} a descontar`]
        .filter(Boolean)
        .join(', '),
  },
  { title: 'Comissões do mês', kind: 'number', cell: ({ earned }) => <Money value={earned} /> },
  { title: 'Pagas no mês', kind: 'number', cell: ({ paid }) => <Money value={paid} /> },
  { title: 'A pagar', kind: 'number', phone: 'amount', cell: ({ payable }) => <Money value={payable} /> },
];

type PeopleTableProps = { query: Loadable<Person[]>; onOpen: (id: number) => void; action: ReactNode };

/** Who has commissions in the month, or something open. */
export function PeopleTable({ query, onOpen, action }: PeopleTableProps) {
  return (
    <DataTable
      what="as comissões das pessoas"
      query={query}
      columns={PEOPLE}
      open={{ word: 'Ver extrato', name: ({ name }) => `comissões de ${name}`, onOpen: ({ id }) => onOpen(id) }}
      empty={
        <EmptyState
          icon={IconUsers}
          title="Nenhuma comissão de pessoas neste mês"
          below="Quando a imobiliária recebe a intermediação de uma locação, ou uma comissão de venda é dividida, a parte de cada pessoa aparece aqui."
          action={action}
        />
      }
    />
  );
}

const RULES = { AGENCY: 'regra geral', PROPERTY: 'regra do imóvel', CONTRACT: 'regra do contrato' } as const;

type ExpectedTableProps = { query: Loadable<Expected[]>; onDivide: (fee: Expected) => void };

/** Fees that are agreed and were not received: whose they will be, by the rule of today. */
export function ExpectedTable({ query, onDivide }: ExpectedTableProps) {
  const columns: Column<Expected>[] = [
    {
      title: 'Contrato',
      kind: 'id',
      cell: ({ proposal_id }) => <ContractLink id={proposal_id} />,
    },
    { title: 'Imóvel', kind: 'main', phone: 'main', cell: ({ property }) => property },
    { title: 'Divisão', kind: 'soft', phone: 'below', cell: (fee) => divisionOf(fee) },
    { title: 'Imobiliária', kind: 'number', hideBelow: 1100, cell: ({ agency }) => <Money value={agency} /> },
    { title: 'Intermediação', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
  ];
  return (
    <DataTable
      what="as intermediações a receber"
      query={query}
      columns={columns}
      actions={
        may(peopleCommissions.saveRule.access)
          ? (fee) => (
              <Button
                size="xs"
                variant="default"
                aria-label={`Definir pessoas do contrato ${fee.proposal_id}`}
                onClick={() => onDivide(fee)}
              >
                Definir pessoas
              </Button>
            )
          : undefined
      }
      empty={
        <EmptyState
          icon={IconHourglass}
          title="Nenhuma intermediação a receber"
          below="Lance a intermediação nos valores extras do contrato: ela é descontada do primeiro repasse."
        />
      }
    />
  );
}

function divisionOf({ people, rule }: Expected): string {
  if (people.length === 0) return 'Tudo fica com a imobiliária: ninguém tem parte';
  const parts = people.map(
    ({ name, role, share, amount }) =>
      `${name}, ${COMMISSION_ROLES[role].toLowerCase()}, ${formatPercent(share)}: ${formatMoney(amount)}`,
  );
  return [...parts, rule && `pela ${RULES[rule]}`].filter(Boolean).join(' · ');
}
