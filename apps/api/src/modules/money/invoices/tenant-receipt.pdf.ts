import {
  daysBetween,
  daysText,
  formatDate,
  formatMonth,
  formatReference,
  shownReference,
} from '@morada/domain/base/calendar';
import { documentKind, formatDocument } from '@morada/domain/base/documents';
import { formatAmount, sum } from '@morada/domain/base/money';
import { fullAddress } from '@morada/domain/property/property';
import { LEASE_TAX_LINE, withinLate } from '@morada/domain/rent/lease-tax';
import { PAYMENT_METHODS } from '@morada/domain/rent/payment-method';
import { receiptDifference } from '@morada/domain/rent/receipt-difference';
import { lateReceived, splitReceipt, undeductedLine } from '@morada/domain/rent/settlement';
import type { Letterhead } from '#api/pdf/letterhead.ts';
import { inFull, placeOf, type ReceiptLine, receiptPdf, signatureOf } from '#api/pdf/receipt.ts';
import type { FoundInvoice } from './invoices.queries.ts';

/** Itemised receipt of a paid invoice, required by law (Lei 8.245/1991, arts. 22, VI, and 44, I). */
export function tenantReceipt({
  invoice,
  undeducted = 0,
  agency,
}: {
  invoice: FoundInvoice;
  /** Income tax that the tenant owes and did not deduct. */
  undeducted?: number;
  agency: Letterhead;
}) {
  const { id, pay_day, paid_amount, payment_method, tenant, tenant_document, owners } = invoice;
  if (pay_day === null || paid_amount === null) throw new TypeError(`Invoice ${id} was not paid`);
  const month = shownReference(invoice.reference);
  const lines = linesOf(invoice, undeducted);
  const adjustment = receiptDifference(sum(lines.map((line) => line.amount)), paid_amount);
  return receiptPdf({
    agency,
    title: 'Recibo de aluguel',
    number: id,
    day: pay_day,
    amount: paid_amount,
    statement: [
      'Recebemos de ',
      { bold: tenant },
      `, ${documentKind(tenant_document)} ${formatDocument(tenant_document)}, a quantia de `,
      { bold: inFull(paid_amount) },
      `, referente ao aluguel de ${formatMonth(month)} do imóvel identificado abaixo, conforme a discriminação.`,
    ],
    facts: [
      { label: 'Referência', value: formatReference(month) },
      { label: 'Vencimento', value: formatDate(invoice.due_date) },
      { label: 'Pagamento', value: formatDate(pay_day) },
      { label: 'Forma de pagamento', value: payment_method ? PAYMENT_METHODS[payment_method] : '—' },
      { label: 'Imóvel', value: fullAddress(invoice), wide: true },
      ...(owners.length > 0
        ? [{ label: 'Locador', value: owners.map(({ name }) => name).join(', '), wide: true }]
        : []),
    ],
    lines,
    adjustment,
    total: 'Total recebido',
    quittance: quittance(adjustment),
    place: placeOf(agency, invoice),
    signature: signatureOf(agency),
  });
}

function linesOf(invoice: FoundInvoice, undeducted: number): ReceiptLine[] {
  const { due_date, pay_day } = invoice;
  const late = pay_day ? daysBetween(due_date, pay_day) : 0;
  const charges = [
    {
      name: 'Multa',
      note: late > 0 ? `paga ${daysText(late)} após o vencimento` : undefined,
      amount: invoice.fine ?? 0,
    },
    { name: 'Juros', amount: invoice.interest ?? 0 },
  ];
  const missed = { name: undeductedLine(undeducted), note: 'recolhido por DARF', amount: 0 };
  return [
    ...invoice.lines,
    ...charges.filter((charge) => charge.amount !== 0),
    ...taxOfLate(invoice),
    ...(undeducted > 0 ? [missed] : []),
  ];
}

/** IBS and CBS within fine and interest, which add nothing to them. */
function taxOfLate(invoice: FoundInvoice): ReceiptLine[] {
  const { paid_amount, fine, interest, lines } = invoice;
  const late = lateReceived(splitReceipt(invoice, paid_amount ?? 0), (fine ?? 0) + (interest ?? 0));
  const tax = sum([...withinLate(lines, late).values()]);
  return tax > 0 ? [{ name: `${LEASE_TAX_LINE} na multa e nos juros`, note: formatAmount(tax), amount: 0 }] : [];
}

/** Quittance of the listed items, or of the amount received. The law forbids a general one (art. 22, VI). */
function quittance(adjustment: ReceiptLine | undefined): string {
  return adjustment && adjustment.amount < 0
    ? 'Damos quitação da quantia recebida, e somente dela.'
    : 'Damos quitação das importâncias discriminadas neste recibo, e somente delas.';
}
