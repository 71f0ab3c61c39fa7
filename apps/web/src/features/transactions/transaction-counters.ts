import type { Answer } from '@morada/contract/base/endpoint';
import type { finance } from '@morada/contract/money/finance';
import { formatMoney } from '@morada/domain/base/money';
import type { Counter } from '#web/ui/list/counters.tsx';

const CARDS = [
  {
    figure: 'inputs',
    label: 'Entradas',
    below: 'entrou no caixa',
    rule: 'A soma das entradas da lista, de todas as páginas. O que foi estornado entra com sinal negativo.',
  },
  {
    figure: 'outputs',
    label: 'Saídas',
    below: 'saiu do caixa',
    rule: 'A soma das saídas da lista, de todas as páginas. O que foi estornado entra com sinal negativo.',
  },
  { figure: 'balance', label: 'Saldo', below: 'entradas − saídas', rule: 'Entradas − saídas da lista.' },
] as const;

/** The totals of the list as it is filtered, each with what it adds up. */
export function transactionCounters(query: {
  data?: Answer<typeof finance.transactions> | undefined;
  isError: boolean;
}): Counter[] {
  const { data: totals } = query;
  return CARDS.map(({ figure, label, below, rule }) => ({
    label,
    below,
    hint: rule,
    value: totals ? formatMoney(totals[figure]) : query.isError ? null : undefined,
    why: totals && {
      title: `${label}: ${formatMoney(totals[figure])}`,
      rule,
      lines: totals.lines[figure].map(({ name, amount }) => ({ label: name, amount })),
      total: { label, amount: totals[figure] },
    },
  }));
}
