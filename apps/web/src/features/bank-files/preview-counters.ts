import type { BankFilePreview } from '@morada/contract/bank/bank-files';
import { formatMoney } from '@morada/domain/base/money';
import { count } from '#web/lib/count.ts';
import type { Counter } from '#web/ui/list/counters.tsx';

/** How much of the file is clear, and what it cost. */
export function previewCounters({ matched, divergent, unmatched, sums }: BankFilePreview): Counter[] {
  return [
    {
      label: 'A liquidar',
      value: count(matched.length),
      below: formatMoney(sums.matched),
      hint: 'Pagamentos cujo boleto foi encontrado e cujo valor é o que pediríamos no dia.',
    },
    {
      label: 'Divergentes',
      value: count(divergent.length),
      below: formatMoney(sums.divergent),
      hint: 'O boleto foi encontrado, mas algo difere: valor, data, ou a fatura já não está em aberto.',
    },
    {
      label: 'Não localizados',
      value: count(unmatched.length),
      below: formatMoney(sums.unmatched),
      hint: 'Nenhuma fatura em aberto combina com a linha, ou mais de uma.',
    },
    {
      label: 'Tarifas',
      value: formatMoney(sums.fees),
      below: 'cobradas pelo banco',
      hint: 'A soma das tarifas que o banco diz ter cobrado nestas linhas.',
    },
  ];
}
