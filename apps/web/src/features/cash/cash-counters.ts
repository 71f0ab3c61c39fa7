import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { CASH_KIND_NAMES, type CashKind } from '@morada/domain/ledger/cash';
import type { Counter } from '#web/ui/list/counters.tsx';
import type { CashPage } from './movimentation-queries.ts';

type Figures = Pick<CashPage, 'invoices' | 'transfers' | 'balance' | 'lines' | 'startDate' | 'endDate'>;

/** Entrada, Saída and Saldo of one kind and period, each with what it adds up. */
export function cashCounters(kind: CashKind, query: { data?: Figures | undefined; isError: boolean }): Counter[] {
  const { data: figures } = query;
  const name = CASH_KIND_NAMES[kind];
  if (!figures) {
    const value = query.isError ? null : undefined;
    return ['Entrada', 'Saída', 'Saldo'].map((label) => ({ label, value, below: ' ' }));
  }
  const { invoices, transfers, balance, lines, startDate, endDate } = figures;
  const period = `de ${formatDate(startDate)} a ${formatDate(endDate)}`;
  const shown = (side: Figures['lines']['invoices']) => side.map(({ name, amount }) => ({ label: name, amount }));
  return [
    {
      label: 'Entrada',
      value: formatMoney(invoices),
      below: 'o que entrou no caixa',
      why: {
        title: `Entrada de ${formatMoney(invoices)}`,
        rule: `${name}: o que entrou no caixa ${period}. O que foi estornado sai desta soma.`,
        lines: shown(lines.invoices),
        total: { label: 'Entrada', amount: invoices },
      },
    },
    {
      label: 'Saída',
      value: formatMoney(transfers),
      below: 'o que saiu do caixa',
      why: {
        title: `Saída de ${formatMoney(transfers)}`,
        rule: `${name}: o que saiu do caixa ${period}. O que foi estornado sai desta soma.`,
        lines: shown(lines.transfers),
        total: { label: 'Saída', amount: transfers },
      },
    },
    {
      label: 'Saldo',
      value: formatMoney(balance),
      below: 'entrada menos saída',
      why: {
        title: `Saldo de ${formatMoney(balance)}`,
        rule: `Entrada menos saída do período, sem o que havia antes em caixa.`,
        lines: [
          { label: 'Entrada', amount: invoices },
          { label: 'Saída', amount: 0 - transfers },
        ],
        total: { label: 'Saldo', amount: balance },
      },
    },
  ];
}
