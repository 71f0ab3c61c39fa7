import { visitTurn } from '@morada/domain/attendance/visit';
import {
  type CalendarDate,
  daysBetween,
  formatDate,
  formatReference,
  shownReference,
} from '@morada/domain/base/calendar';
import { type Cents, formatMoney, formatPercent } from '@morada/domain/base/money';
import { formatPhone } from '@morada/domain/base/phone';
import { readNoteKey } from '@morada/domain/fiscal/note-key';
import { NOTE_KINDS } from '@morada/domain/fiscal/service-note';
import { PRICE_INDICES } from '@morada/domain/lease/readjustment';
import { firstName, type MessageField } from '@morada/domain/messages/news';
import { addressLine, listingPath } from '@morada/domain/property/property';
import type {
  ContractFacts,
  InvoiceFacts,
  NoteFacts,
  RentFacts,
  RepairFacts,
  TicketFacts,
  TransferFacts,
  VisitFacts,
} from './news.queries.ts';

export type NewsAgency = { name: string; phone: string | null };
type Values = Partial<Record<MessageField, string>>;

/** Amount without non-breaking spaces, which an SMS does not accept. */
const money = (amount: Cents) => formatMoney(amount).replaceAll('\u00a0', ' ');

const person = ({ name, person_type }: Pick<TicketFacts, 'name' | 'person_type'>, agency: NewsAgency): Values => ({
  nome: firstName(name, person_type === 'JURIDICA'),
  nome_completo: name,
  imobiliaria: agency.name,
  telefone: agency.phone ? formatPhone(agency.phone) : agency.name,
});

/** Fields of an invoice; `valor` is the amount paid once the invoice is paid. */
export const invoiceValues = (
  invoice: InvoiceFacts,
  agency: NewsAgency,
  of: { link: string; today: CalendarDate },
): Values => ({
  ...person(invoice, agency),
  imovel: addressLine(invoice),
  contrato: String(invoice.proposal_id),
  referencia: formatReference(shownReference(invoice.reference)),
  valor: money(invoice.paid_amount ?? invoice.amount),
  vencimento: formatDate(invoice.due_date),
  pago_em: formatDate(invoice.pay_day ?? of.today),
  dias: String(Math.max(0, daysBetween(of.today, invoice.due_date))),
  link: of.link,
});

export const transferValues = (
  transfer: TransferFacts,
  agency: NewsAgency,
  of: { link: string; today: CalendarDate },
): Values => ({
  ...person(transfer, agency),
  imovel: addressLine(transfer),
  contrato: String(transfer.proposal_id ?? '—'),
  valor: money(transfer.amount),
  repassado_em: formatDate(transfer.done_on ?? of.today),
  link: of.link,
});

export const ticketValues = (ticket: TicketFacts, agency: NewsAgency, of: { link: string }): Values => ({
  ...person(ticket, agency),
  assunto: ticket.title,
  link: of.link,
});

export const repairValues = (repair: RepairFacts, agency: NewsAgency, of: { link: string }): Values => ({
  ...person(repair, agency),
  imovel: addressLine(repair),
  assunto: repair.title,
  link: of.link,
});

export const visitValues = (visit: VisitFacts, agency: NewsAgency, of: { origin: string }): Values => ({
  ...person(visit, agency),
  imovel: addressLine(visit),
  data: formatDate(visit.date),
  turno: visitTurn(visit).toLowerCase(),
  // A property that is no longer listed has no page: the link opens the site.
  link: of.origin + (visit.listed ? listingPath({ ...visit, id: visit.property_id }) : ''),
});

export const rentValues = (rent: RentFacts, agency: NewsAgency, of: { link: string }): Values => ({
  ...person(rent, agency),
  imovel: addressLine(rent),
  contrato: String(rent.proposal_id),
  valor: money(rent.new_price),
  valor_anterior: money(rent.old_price),
  reajuste: `${formatPercent(rent.percent)}${rent.index ? ` (${PRICE_INDICES[rent.index]})` : ''}`,
  link: of.link,
});

export const noteValues = (note: NoteFacts, agency: NewsAgency, of: { link: string }): Values => ({
  ...person(note, agency),
  nota: note.kind === 'LEASE' ? 'aluguel' : NOTE_KINDS[note.kind].toLowerCase(),
  numero_nota: String(readNoteKey(note.key)?.number ?? note.key),
  valor: money(note.amount),
  link: of.link,
});

export const contractValues = (
  contract: ContractFacts,
  agency: NewsAgency,
  of: { link: string; today: CalendarDate },
): Values => ({
  ...person(contract, agency),
  imovel: addressLine(contract),
  contrato: String(contract.id),
  termino: formatDate(contract.end_date),
  dias: String(Math.max(0, daysBetween(of.today, contract.end_date))),
  link: of.link,
});
