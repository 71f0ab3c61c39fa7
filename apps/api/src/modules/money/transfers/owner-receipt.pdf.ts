import { formatDate, formatMonth, formatReference, shownReference } from '@morada/domain/base/calendar';
import { bareDocument, documentKind, formatDocument } from '@morada/domain/base/documents';
import { fullAddress } from '@morada/domain/property/property';
import type { Letterhead } from '#api/pdf/letterhead.ts';
import { inFull, placeOf, receiptPdf, signatureOf } from '#api/pdf/receipt.ts';
import type { FoundTransfer } from './transfers.queries.ts';

/** Receipt that the owner signs for a concluded transfer; the agency signs when the owner was the payer. */
export function ownerReceipt({ transfer, agency }: { transfer: FoundTransfer; agency: Letterhead }) {
  const { id, done_on, owner, owner_document } = transfer;
  if (done_on === null) throw new TypeError(`Transfer ${id} was not done`);
  const toOwner = transfer.amount >= 0;
  const amount = Math.abs(transfer.amount);
  const month = transfer.reference === null ? undefined : shownReference(transfer.reference);
  const document = `${documentKind(owner_document)} ${formatDocument(owner_document)}`;
  const bank = bankOf(transfer);
  return receiptPdf({
    agency,
    title: 'Recibo de repasse',
    number: id,
    day: done_on,
    amount,
    statement: [
      toOwner ? 'Pago a ' : 'Recebemos de ',
      { bold: owner },
      `, ${document}, a quantia de `,
      { bold: inFull(amount) },
      `, referente ao repasse ${month ? `do aluguel de ${formatMonth(month)} ` : ''}do imóvel identificado abaixo, conforme a discriminação.`,
    ],
    facts: [
      { label: 'Referência', value: month ? formatReference(month) : '—' },
      { label: 'Vencimento', value: formatDate(transfer.due_date) },
      { label: 'Pagamento', value: formatDate(done_on) },
      { label: 'Fatura', value: transfer.invoice_id === null ? '—' : `nº ${transfer.invoice_id}` },
      { label: 'Imóvel', value: fullAddress(transfer), wide: true },
      ...(transfer.tenant ? [{ label: 'Inquilino', value: transfer.tenant, wide: true }] : []),
      ...(toOwner && bank ? [{ label: 'Conta para repasse', value: bank, wide: true }] : []),
    ],
    lines: transfer.lines,
    adjustment: undefined,
    total: toOwner ? 'Total repassado' : 'Saldo do repasse, pago pelo proprietário',
    quittance: toOwner
      ? 'Recebi a quantia acima e dou quitação das importâncias discriminadas neste recibo, e somente delas.'
      : 'Damos quitação das importâncias discriminadas neste recibo, e somente delas.',
    place: placeOf(agency, transfer),
    signature: toOwner ? { name: owner, detail: document } : signatureOf(agency),
  });
}

/** The contract's account, if it belongs to this owner: a property may have several owners, each with a receipt. */
function bankOf({
  owner_document,
  bank_cpf,
  bank_name,
  bank_code,
  bank_agency,
  bank_account,
  bank_pix,
}: FoundTransfer) {
  if (bank_cpf === null || bareDocument(bank_cpf) !== owner_document) return undefined;
  const account = [
    bank_name && (bank_code ? `${bank_name} (${bank_code})` : bank_name),
    bank_agency && `agência ${bank_agency}`,
    bank_account && `conta ${bank_account}`,
    bank_pix && `Pix ${bank_pix}`,
  ];
  return account.filter(Boolean).join(', ') || undefined;
}
