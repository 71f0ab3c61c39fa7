import type { Answer } from '@morada/contract/base/endpoint';
import type { transfers } from '@morada/contract/money/transfers';
import { formatMoney } from '@morada/domain/base/money';
import type { Explanation } from '#web/ui/display/terms/explained.tsx';
import type { Counter } from '#web/ui/list/counters.tsx';

type Figures = Pick<Answer<typeof transfers.overview>, 'pending' | 'total' | 'late' | 'lateAmount'>;

/** The figures of all pending transfers, whatever the list is searched for. */
export function transferCounters(query: { data?: Figures | undefined; isError: boolean }): Counter[] {
  const { data: figures } = query;
  const unknown = query.isError ? '—' : undefined;
  return [
    {
      label: 'Pendentes',
      value: figures?.pending ?? unknown,
      below: figures?.pending === 1 ? 'repasse a efetuar' : 'repasses a efetuar',
      hint: 'Quantos repasses ainda não foram efetuados, com o prazo vencido ou não.',
    },
    {
      label: 'Valor total',
      value: figures ? formatMoney(figures.total) : unknown,
      below: 'soma dos pendentes',
      hint: 'A soma de todos os repasses pendentes.',
      why: figures && whyTotal(figures),
    },
    {
      label: 'Atrasados',
      value: figures?.late ?? unknown,
      below: figures ? `prazo vencido, ${formatMoney(figures.lateAmount)}` : ' ',
      hint: 'Repasses pendentes com prazo antes de hoje, e a soma deles.',
      tone: figures?.late ? 'red' : undefined,
    },
  ];
}

const repasses = (count: number) => (count === 1 ? '1 repasse' : `${count} repasses`);

const whyTotal = ({ pending, total, late, lateAmount }: Figures): Explanation => ({
  title: `Valor total de ${formatMoney(total)}`,
  rule: 'A soma dos repasses que ainda não foram efetuados, pelo prazo de cada um.',
  lines: [
    { label: 'Atrasados', note: `${repasses(late)} com prazo antes de hoje`, amount: lateAmount },
    { label: 'A vencer', note: `${repasses(pending - late)} com prazo de hoje em diante`, amount: total - lateAmount },
  ],
  total: { label: 'Pendentes', amount: total },
  source: 'São os repasses da tabela e os pendentes do calendário.',
});
