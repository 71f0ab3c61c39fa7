import type { AccountingMonth } from '@morada/contract/fiscal/fiscal-accounting';
import { formatMoney } from '@morada/domain/base/money';
import { accountingResult } from '@morada/domain/fiscal/accounting';
import { count } from '#web/lib/count.ts';
import type { Counter } from '#web/ui/list/counters.tsx';

/** Figures of a month: its entries, and the agency's own result without third parties' money. */
export function accountingCounters(month: AccountingMonth): Counter[] {
  const result = accountingResult(month.accounts);
  return [
    {
      label: 'Lançamentos',
      value: count(month.entries),
      below: `${formatMoney(month.debit)} em débitos e em créditos`,
    },
    {
      label: 'Receitas da imobiliária',
      value: formatMoney(result.revenue),
      hint: 'Taxas de administração, multas e juros, vendas e outras entradas, menos o que foi estornado.',
    },
    { label: 'Despesas', value: formatMoney(result.expenses) },
    {
      label: 'Dinheiro de terceiros',
      value: formatMoney(result.third_parties),
      hint: 'O que entrou no mês para proprietários, inquilinos, condomínios e impostos, menos o que foi repassado ou devolvido. Não é receita.',
    },
  ];
}
