import type { BankLine } from '@morada/contract/bank/bank-files';
import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { chargeLines } from '@morada/domain/rent/late/late-words';
import type { Explanation } from '#web/ui/display/terms/explained.tsx';
import type { TotalLine } from '#web/ui/display/total-lines.tsx';

/** Explains the amount that the bank reports; null when the bank reports none. */
export function whyPaid(line: BankLine): Explanation | null {
  const { amount, fine_and_interest, discount, fee, paid_amount, credited_on, found } = line;
  if (paid_amount === null) return null;
  return {
    title: `Pago: ${formatMoney(paid_amount)}`,
    rule: [
      'Como o banco informou.',
      found ? `Encontrado por ${found.by}.` : 'Não se sabe de qual fatura é.',
      ...(credited_on ? [`Creditado em ${formatDate(credited_on)}.`] : []),
    ].join(' '),
    lines: [
      ...(amount === null ? [] : [{ label: 'Valor do título', amount }]),
      ...(fine_and_interest > 0 ? [{ label: 'Multa e juros', amount: fine_and_interest }] : []),
      ...(discount > 0 ? [{ label: 'Desconto ou abatimento', amount: -discount }] : []),
      ...(fee > 0 ? [{ label: 'Tarifa do banco', note: 'à parte', amount: fee }] : []),
    ],
    total: { label: 'Pago', amount: paid_amount },
  };
}

/** Explains the amount that our books expected on the payment date, and the difference. */
export function whyExpected({ paid_amount, paid_on, found }: BankLine): Explanation | null {
  if (!found) return null;
  const { expected, invoice_amount, late } = found;
  const { fine, interest } = chargeLines(invoice_amount, late);
  const lines: TotalLine[] = [
    { label: `Fatura ${found.invoice_id}`, amount: invoice_amount },
    ...[fine, interest].filter(({ amount }) => amount > 0),
    { label: 'Esperado', amount: expected, strong: true },
    ...(paid_amount === null ? [] : [{ label: 'Pago', amount: paid_amount }]),
  ];
  return {
    title: `Esperado: ${formatMoney(expected)}`,
    rule: `O que a fatura pediria${paid_on ? ` em ${formatDate(paid_on)}` : ''}, com multa e juros pela regra. O que foi pago a mais conta como multa e juros.`,
    lines,
    total: paid_amount === null ? undefined : { label: 'Diferença', amount: paid_amount - expected },
  };
}
