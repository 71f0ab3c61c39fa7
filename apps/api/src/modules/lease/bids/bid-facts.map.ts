import type { BidVersion } from '@morada/contract/lease/bids';
import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import type { BidKind } from '@morada/domain/lease/bid';
import { GUARANTEES } from '@morada/domain/lease/contract';

type Fact = readonly [label: string, value: string];

/** What a version says beside its amount, instalments and conditions, for paper and page. */
export function bidFacts(kind: BidKind, version: BidVersion): Fact[] {
  const { guarantee, term_months, start_on, down_payment, financed } = version;
  if (kind === 'RENT')
    return [
      ...(guarantee ? [['Garantia', GUARANTEES[guarantee]] as const] : []),
      ...(term_months ? [['Prazo', term_months === 1 ? '1 mês' : `${term_months} meses`] as const] : []),
      ...(start_on ? [['Início', formatDate(start_on)] as const] : []),
    ];
  return [
    ['Sinal', formatMoney(down_payment ?? 0)],
    ['Financiamento', formatMoney(financed ?? 0)],
    ...(start_on ? [['Data do negócio', formatDate(start_on)] as const] : []),
  ];
}
