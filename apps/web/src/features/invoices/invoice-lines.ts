import type { InvoiceDetail } from '@morada/contract/money/invoices';
import { formatMonth, referenceOf, shownReference } from '@morada/domain/base/calendar';
import { type Cents, formatMoney } from '@morada/domain/base/money';
import { chargeLines } from '@morada/domain/rent/late/late-words';
import type { ReactNode } from 'react';
import type { TotalLine } from '#web/ui/display/total-lines.tsx';

/** Charged lines, with their total. */
export function chargedLines(invoice: InvoiceDetail): TotalLine[] {
  return [
    ...invoice.lines.map((line) => ({
      label: line.name,
      note: line.note,
      amount: line.amount,
      why: why(line, invoice),
    })),
    { label: 'Subtotal', amount: invoice.amount, strong: true },
  ];
}

type Line = InvoiceDetail['lines'][number];

function why(
  { kind, name, note, amount, influence, transfer, to_owner }: Line,
  { due_date, reference }: InvoiceDetail,
) {
  const title = `${name} de ${formatMoney(amount)}`;
  if (kind === 'RENT') {
    const months = `o vencimento de ${formatMonth(referenceOf(due_date))} cobra ${formatMonth(shownReference(reference))}`;
    const part = note && !note.startsWith('mês inteiro');
    const rule = part
      ? `O contrato começou ou terminou dentro do mês: cobram-se só os dias em que vigorou (${note}).`
      : `O aluguel é pago depois do mês de uso: ${months}.`;
    return { title, rule };
  }
  if (kind === 'EXTRA') {
    const what =
      amount < 0 ? 'Dedução do contrato, descontada nesta fatura' : 'Acréscimo do contrato, cobrado nesta fatura';
    const owner = transfer ? ' e também levada ao repasse do proprietário' : '';
    const base = influence === 'RENT' ? ' Entra na base da taxa de administração.' : '';
    return { title, rule: `${what}${owner}.${base}` };
  }
  if (kind === 'LEASE_TAX') {
    const rule = `${note ?? 'IBS e CBS'}. O proprietário é contribuinte: o imposto segue para ele, no repasse, fora da base da taxa de administração.`;
    return { title, rule };
  }
  return to_owner ? { title, rule: 'Taxa do imóvel que segue para o proprietário, no repasse.' } : undefined;
}

/** Multa and Juros by the rule; `fields` stand in the place of the amounts while they can be edited. */
export function lateLines(
  base: Cents,
  charges: InvoiceDetail['late'],
  now: { fine: Cents; interest: Cents },
  fields?: { fine: ReactNode; interest: ReactNode },
): TotalLine[] {
  const { fine, interest } = chargeLines(base, charges, now);
  return [
    { ...fine, field: fields?.fine },
    { ...interest, field: fields?.interest },
  ];
}

/** Multa and Juros as they were taken. */
export function takenLines(invoice: InvoiceDetail): TotalLine[] {
  const taken = [
    { label: 'Multa', amount: invoice.fine ?? 0 },
    { label: 'Juros', amount: invoice.interest ?? 0 },
  ];
  return taken.filter(({ amount }) => amount > 0);
}
