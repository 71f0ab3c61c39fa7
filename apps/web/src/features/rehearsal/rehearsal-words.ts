import type { Rehearsal, RehearsalTotals } from '@morada/contract/fiscal/fiscal-rehearsal';
import { formatReference } from '@morada/domain/base/calendar';
import { formatMoney, formatPercent } from '@morada/domain/base/money';
import type { Counter } from '#web/ui/list/counters.tsx';

export const monthsWord = ({ from, to }: Pick<Rehearsal, 'from' | 'to'>) =>
  `Boletos vencidos de ${formatReference(from)} a ${formatReference(to)}, como foram e como seriam com IBS e CBS`;

/** Undefined while the sums load; null: they did not come. */
export function rehearsalCounters(totals: RehearsalTotals['totals'] | undefined | null): Counter[] {
  const side = (label: string, name: 'on_top' | 'included' | 'agreed', hint: string): Counter => {
    const of = totals ? totals[name] : totals;
    const below = of ? `imposto de ${formatMoney(of.tax)}` : undefined;
    return { label, hint, below, value: of && formatMoney(of.net) };
  };
  return [
    {
      label: 'Boletos, por fora',
      value: totals && formatMoney(totals.on_top.slips),
      below: totals ? `foram ${formatMoney(totals.was.slips)}` : undefined,
      hint: 'Incluído no aluguel, os boletos ficam como foram.',
    },
    { label: 'Repasses como foram', value: totals && formatMoney(totals.was.net) },
    side(
      'Líquido, por fora',
      'on_top',
      'O inquilino paga o imposto além do aluguel; o proprietário o recolhe pela nota.',
    ),
    side(
      'Líquido, incluído',
      'included',
      'O inquilino paga o aluguel combinado; o imposto sai dele, e a taxa de administração cai com a base.',
    ),
    side('Líquido, como nos contratos', 'agreed', 'Cada contrato pelo que diz hoje.'),
  ];
}

/** How the rates came about and what the sums leave out, in sentences. */
export function notesOf({ rates, short_stays, taxed, differing }: RehearsalTotals): string {
  const used = `CBS de ${formatPercent(rates.cbs)} e IBS de ${formatPercent(rates.ibs)}, antes da redução das locações`;
  const counted = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`];
  return [
    `${used} (${rates.source}${rates.estimate ? '; estimativa' : ''}).`,
    'Só informação: confirme com o contador. O inquilino paga quando pagou e deixa em aberto o que deixou; o imposto de renda é o que foi retido.',
    ...counted(short_stays, 'contrato de temporada fica de fora.', 'contratos de temporada ficam de fora.'),
    ...counted(taxed, 'boleto já tem o imposto e fica de fora.', 'boletos já têm o imposto e ficam de fora.'),
    ...counted(
      differing,
      'pagamento foi dividido de outro modo do que o contrato diz: a ele se soma a diferença.',
      'pagamentos foram divididos de outro modo do que o contrato diz: a eles se soma a diferença.',
    ),
  ].join(' ');
}
