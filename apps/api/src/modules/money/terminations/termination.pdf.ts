import type { TerminationSheet } from '@morada/contract/money/terminations';
import { type CalendarDate, formatDate } from '@morada/domain/base/calendar';
import { documentKind, formatDocument } from '@morada/domain/base/documents';
import { formatMoney } from '@morada/domain/base/money';
import { fullAddress } from '@morada/domain/property/property';
import { HELD_BY_AGENCY } from '@morada/domain/rent/termination/termination';
import type { Letterhead } from '#api/pdf/letterhead.ts';
import { inFull, placeOf, receiptPdf } from '#api/pdf/receipt.ts';
import type { Contract } from './terminations.queries.ts';

/** The sheet that the tenant signs when the keys are handed back. */
type Subject = {
  contract: Contract;
  sheet: TerminationSheet;
  day: CalendarDate;
  agency: Letterhead;
  /** Before the contract ends: nothing in it is agreed yet. */
  draft?: boolean;
};

export function terminationPdf({ contract, sheet, day, agency, draft = false }: Subject) {
  const { id, tenant, tenant_document, start_date, end_date } = contract;
  const document = `${documentKind(tenant_document)} ${formatDocument(tenant_document)}`;
  const owes = sheet.total >= 0;
  const amount = Math.abs(sheet.total);
  return receiptPdf({
    agency,
    title: 'Folha de rescisão',
    ...(draft && { mark: 'RASCUNHO' }),
    number: id,
    day,
    amount,
    statement: [
      'Contrato de locação de ',
      { bold: tenant },
      draft ? `, ${document}, com saída simulada em ` : `, ${document}, encerrado em `,
      { bold: formatDate(sheet.left_on) },
      owes ? ', com saldo a pagar pelo inquilino de ' : ', com saldo a devolver ao inquilino de ',
      { bold: inFull(amount) },
      ', conforme a discriminação.',
    ],
    facts: [
      { label: 'Contrato', value: `nº ${id}` },
      { label: 'Início', value: formatDate(start_date) },
      { label: 'Término', value: formatDate(end_date) },
      { label: 'Saída', value: formatDate(sheet.left_on) },
      { label: 'Imóvel', value: fullAddress(contract), wide: true },
      ...refundFacts(sheet),
    ],
    lines: sheet.lines.map(({ note, paid_by, ...line }) => ({
      ...line,
      note: [note, paid_by && `paga: ${paid_by}`].filter(Boolean).join(', '),
    })),
    adjustment: undefined,
    total: owes ? 'Total a pagar pelo inquilino' : 'Total a devolver ao inquilino',
    quittance: draft
      ? 'Rascunho para conferência: o contrato não foi encerrado, e os valores podem mudar até a saída.'
      : 'As partes conferiram os valores acima. A quitação depende do pagamento do saldo e não alcança danos ao imóvel que não estejam discriminados.',
    place: placeOf(agency, contract),
    signature: { name: tenant, detail: document },
  });
}

/** Payers of the refund to the tenant. */
function refundFacts({ refund_paid_by }: TerminationSheet) {
  if (!refund_paid_by) return [];
  const { owners, agency, deposit } = refund_paid_by;
  const payers = [
    ...owners.map(({ name, amount }) => ({ name, amount })),
    { name: 'imobiliária', amount: agency },
    { name: HELD_BY_AGENCY, amount: deposit },
  ].filter(({ amount }) => amount !== 0);
  const value = payers.map(({ name, amount }) => `${name} ${formatMoney(amount)}`).join('; ');
  return [{ label: 'Quem paga a devolução', value, wide: true }];
}
