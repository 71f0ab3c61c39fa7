import type { Answer } from '@morada/contract/base/endpoint';
import type { finance } from '@morada/contract/money/finance';
import { formatMoney } from '@morada/domain/base/money';
import type { Counter } from '#web/ui/list/counters.tsx';

type Figures = Pick<Answer<typeof finance.late>, 'amount' | 'total' | 'lines' | 'ages'>;

/** The figures of all that is late, whatever the list is searched for. */
export function lateCounters(query: { data?: Figures | undefined; isError: boolean }): Counter[] {
  const { data: figures } = query;
  if (!figures) {
    const value = query.isError ? null : undefined;
    return ['Valor devedor', 'Pagamentos atrasados'].map((label) => ({ label, value, below: ' ' }));
  }
  const { amount, total, lines, ages } = figures;
  const tone = total > 0 ? 'red' : undefined;
  return [
    {
      label: 'Valor devedor',
      value: formatMoney(amount),
      below: 'com multa e juros de hoje',
      tone,
      why: {
        title: `Valor devedor de ${formatMoney(amount)}`,
        rule: 'Todas as faturas em aberto com vencimento antes de hoje, com os encargos de hoje.',
        lines: lines.map(({ name, amount }) => ({ label: name, amount })),
        total: { label: 'Valor devedor', amount },
      },
    },
    {
      label: 'Pagamentos atrasados',
      value: total,
      below: total === 1 ? 'fatura vencida' : 'faturas vencidas',
      tone,
      why: {
        title: total === 1 ? '1 pagamento atrasado' : `${total} pagamentos atrasados`,
        rule: 'Faturas em aberto com vencimento antes de hoje, por tempo de atraso.',
        lines: ages.map(({ name, payments, amount }) => ({ label: name, note: counted(payments), amount })),
        total: { label: 'Total', note: counted(total), amount },
      },
    },
  ];
}

const counted = (payments: number) => (payments === 1 ? '1 fatura' : `${payments} faturas`);
