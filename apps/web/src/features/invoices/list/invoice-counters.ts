import type { Answer } from '@morada/contract/base/endpoint';
import type { invoices } from '@morada/contract/money/invoices';
import { formatMoney } from '@morada/domain/base/money';
import type { Counter } from '#web/ui/list/counters.tsx';

type Figures = Pick<Answer<typeof invoices.list>, 'total' | 'subtotal' | 'delayed' | 'subtotalDelayed'>;

/** The figures of all open invoices, whatever the list is filtered by. */
export function invoiceCounters(query: { data?: Figures | undefined; isError: boolean }): Counter[] {
  const { data: figures } = query;
  const unknown = query.isError ? '—' : undefined;
  return [
    {
      label: 'Faturas geradas',
      value: figures?.total ?? unknown,
      below: 'em aberto',
      hint: 'Quantas faturas geradas ainda não foram pagas, vencidas ou não.',
    },
    {
      label: 'Faturas inadimplentes',
      value: figures?.delayed ?? unknown,
      below: figures ? `${formatMoney(figures.subtotalDelayed)} vencidos` : ' ',
      hint: 'Faturas em aberto com vencimento antes de hoje, e a soma de aluguel e taxas delas, sem multa e juros.',
      tone: figures?.delayed ? 'red' : undefined,
    },
    {
      label: 'Subtotal',
      value: figures ? formatMoney(figures.subtotal) : unknown,
      below: 'soma das faturas em aberto',
      hint: 'Aluguel e taxas de todas as faturas em aberto, sem multa e juros.',
    },
  ];
}
