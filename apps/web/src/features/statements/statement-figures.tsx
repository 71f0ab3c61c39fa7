import { addDays, formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { closingLabel, lastDayOf } from '@morada/domain/rent/statement';
import { today } from '#web/lib/today.ts';
import type { Explanation } from '#web/ui/display/terms/explained.tsx';
import type { Counter } from '#web/ui/list/counters.tsx';
import { EventSource } from './event-source.tsx';
import type { Statement, StatementEvent } from './statement-queries.ts';

type Figures = { data?: Statement | undefined; isError: boolean };

/** Opening balance, credits, debits and closing balance, each with what it adds up; `brief` leaves out what their names say. */
export function statementCounters(query: Figures, brief: boolean): Counter[] {
  const { data } = query;
  if (!data) {
    const value = query.isError ? null : undefined;
    return ['Saldo anterior', 'Créditos', 'Débitos', 'Saldo final'].map((label) => ({ label, value, below: ' ' }));
  }
  const { start, end, opening, credits, debits, closing, events } = data;
  const balance = closingLabel(end, today());
  return [
    {
      label: 'Saldo anterior',
      value: formatMoney(opening),
      below: `até ${formatDate(addDays(start, -1))}`,
      hint: 'O que a imobiliária devia ao proprietário antes do período; abaixo de zero, o que ele devia a ela.',
    },
    {
      label: 'Créditos',
      value: formatMoney(credits),
      below: !brief && 'aumentam o saldo',
      why: {
        ...explained('Créditos', credits, 'O que a imobiliária passou a dever ao proprietário no período.'),
        lines: events.filter(({ amount }) => amount > 0).map(lineOf),
      },
    },
    {
      label: 'Débitos',
      value: formatMoney(debits),
      below: !brief && 'diminuem o saldo',
      why: {
        ...explained('Débitos', debits, 'O que foi pago ao proprietário no período, e o que foi estornado.'),
        lines: events
          .filter(({ amount }) => amount <= 0)
          .map((event) => ({ ...lineOf(event), amount: 0 - event.amount })),
      },
    },
    {
      label: balance,
      value: formatMoney(closing),
      below: closing < 0 ? 'a receber do proprietário' : `a repassar em ${formatDate(lastDayOf(end, today()))}`,
      why: {
        ...explained(balance, closing, 'Saldo anterior + créditos − débitos.'),
        lines: [
          { label: 'Saldo anterior', amount: opening },
          { label: 'Créditos', amount: credits },
          { label: 'Débitos', amount: 0 - debits },
        ],
      },
    },
  ];
}

const explained = (label: string, amount: number, rule: string): Explanation => ({
  title: `${label}: ${formatMoney(amount)}`,
  rule,
  total: { label, amount },
});

const lineOf = ({ date, title, description, amount }: StatementEvent) => ({
  label: title,
  note: `${formatDate(date)}, ${description}`,
  amount,
});

/** Why an event moved the balance. */
export const eventBecause = (event: StatementEvent): Explanation => ({
  title: `${event.title}: ${formatMoney(event.amount)}`,
  rule: event.rule,
  lines: event.lines.map(({ name, note, amount }) => ({ label: name, note, amount })),
  total: event.lines.length > 1 ? { label: event.title, amount: event.amount } : undefined,
  source: <EventSource event={event} />,
});
