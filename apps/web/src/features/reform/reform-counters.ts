import type { ReformYear } from '@morada/contract/fiscal/fiscal-reform';
import { formatMoney } from '@morada/domain/base/money';
import { REFORM_STATES } from '@morada/domain/fiscal/reform';
import { count } from '#web/lib/count.ts';
import type { Counter } from '#web/ui/list/counters.tsx';

/** Owners by state, the gravest first, each with its limit. */
export function reformCounters(year: ReformYear | undefined): Counter[] {
  const limits = year?.limits;
  const counter = (
    state: keyof typeof REFORM_STATES,
    below: string | undefined,
    hint: string | undefined,
  ): Counter => ({
    label: REFORM_STATES[state],
    value: year && count(year.owners[state]),
    below: below ?? ' ',
    ...(hint && { hint }),
  });
  const over = limits && `${formatMoney(limits.income_limit)} e ${limits.properties} imóveis`;
  return [
    {
      ...counter(
        'NOW',
        limits && `mais de ${formatMoney(limits.excess)}`,
        over && `Passou de ${over} no ano anterior, ou do limite com mais 20% neste ano.`,
      ),
      ...(year && year.owners.NOW > 0 && { tone: 'red' as const }),
    },
    counter('NEXT_YEAR', limits && `mais de ${over}`, undefined),
    counter('NEAR', limits && `de ${formatMoney(limits.near)} em diante`, undefined),
    counter('SAFE', limits && `abaixo de ${formatMoney(limits.near)}`, undefined),
  ];
}
