import type { Answer } from '@morada/contract/base/endpoint';
import type { finance } from '@morada/contract/money/finance';
import { formatMoney } from '@morada/domain/base/money';
import { Link } from '@tanstack/react-router';
import type { Counter } from '#web/ui/list/counters.tsx';

type Summary = Answer<typeof finance.resume>;

const CARDS = [
  {
    figure: 'grossIncome',
    label: 'Renda Bruta',
    below: 'tudo o que foi recebido',
    rule: 'Tudo o que entrou no caixa no período: aluguéis, vendas e outras entradas.',
  },
  {
    figure: 'netIncome',
    label: 'Renda Liquida',
    below: 'o resultado da imobiliária',
    rule: 'Taxas + deduções e acréscimos que ficam com a imobiliária + vendas + outras entradas − despesas.',
  },
  {
    figure: 'feesIncome',
    label: 'Taxas',
    below: 'o que os aluguéis renderam',
    rule: 'Taxas de administração + a parte da imobiliária nas multas e juros.',
  },
] as const;

/** The three figures of a period, each with what it adds up. */
export const summaryCounters = (summary: Summary | undefined): Counter[] =>
  CARDS.map(({ figure, label, below, rule }) => ({
    label,
    below,
    hint: rule,
    value: summary && formatMoney(summary[figure]),
    why: summary && {
      title: `${label}: ${formatMoney(summary[figure])}`,
      rule,
      lines: summary.lines[figure].map(({ name, amount }) => ({ label: name, amount })),
      total: { label, amount: summary[figure] },
      source: (
        <Link to="/financial/transactions" search={{ start: summary.start, end: summary.end }}>
          Ver as transações do período
        </Link>
      ),
    },
  }));
