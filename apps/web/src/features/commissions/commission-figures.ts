import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { formatSpan, type Span, spanKind } from '@morada/domain/base/span';
import type { Explanation } from '#web/ui/display/terms/explained.tsx';
import type { Counter } from '#web/ui/list/counters.tsx';
import type { CommissionPage } from './commission-queries.ts';

type Figure = Explanation & { label: string; amount: number };
type Line = { name: string; note?: string | undefined; amount: number };

/** The four totals of a period: amount, formula and lines of each. */
export function totalsOf({ sum, rent, transfers, commissions, lines }: CommissionPage): Figure[] {
  return [
    figure('Receita', sum, lines.sum, 'Comissões + multas e juros que ficam com a imobiliária.'),
    figure('Aluguéis recebidos', rent, lines.total, 'A soma dos aluguéis que os inquilinos pagaram no período.'),
    figure(
      'Comissões',
      commissions,
      lines.commissions,
      'A soma das taxas de administração: o percentual de cada contrato sobre o aluguel recebido e os valores extras que o influenciam.',
    ),
    figure(
      'Repasses',
      transfers,
      lines.transfers,
      'Aluguéis recebidos − comissões + extras: o que foi ou será repassado aos proprietários.',
    ),
  ];
}

function figure(label: string, amount: number, lines: readonly Line[], rule: string): Figure {
  return {
    label,
    amount,
    title: `${label}: ${formatMoney(amount)}`,
    rule,
    lines: shown(lines),
    total: { label, amount },
  };
}

export const shown = (lines: readonly Line[]) => lines.map(({ name, note, amount }) => ({ label: name, note, amount }));

/** Counters of the commission earned in the period; the period that was asked for is known before its answer. */
export function commissionCounters(
  query: { data?: CommissionPage | undefined; isError: boolean },
  asked: Span,
): Counter[] {
  const { data } = query;
  const unknown = query.isError ? null : undefined;
  return [
    {
      label: 'Receita',
      value: data ? formatMoney(data.sum) : unknown,
      below: 'comissões, multas e juros da imobiliária',
      why: data && totalsOf(data)[0],
    },
    {
      label: 'Recebimentos',
      value: data ? data.total : unknown,
      below: data?.total === 1 ? 'aluguel recebido' : 'aluguéis recebidos',
      hint: 'Faturas recebidas no período; a que foi recebida e estornada dentro dele não conta.',
    },
    { label: 'Período', value: periodOf(data ?? asked), below: 'pela data do pagamento' },
  ];
}

/** `01/11 a 22/11/2026`, or the name of a whole month or year. */
function periodOf(span: Span): string {
  if (spanKind(span) !== 'days' || span.start === span.end) return formatSpan(span);
  const sameYear = span.start.slice(0, 4) === span.end.slice(0, 4);
  const start = formatDate(span.start);
  return `${sameYear ? start.slice(0, 5) : start} a ${formatDate(span.end)}`;
}
