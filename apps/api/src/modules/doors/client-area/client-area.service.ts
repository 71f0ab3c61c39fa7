import { common, Problem } from '@morada/contract/base/problem';
import {
  type MaintenanceAnswer,
  type MaintenanceRequest,
  maintenanceProblems,
} from '@morada/contract/desk/maintenance';
import type { NewTicket } from '@morada/contract/doors/client-area';
import { addToReference, type Reference, referenceOf, yearOf as yearOfDay } from '@morada/domain/base/calendar';
import { type Cents, sum } from '@morada/domain/base/money';
import { type Span, yearSpan } from '@morada/domain/base/span';
import { lateCharges } from '@morada/domain/rent/late/late-charges';
import type * as z from 'zod/mini';
import type { Deps } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { findWaitingPayments } from '#api/db/waiting-payments.ts';
import { whenMissing } from '#api/files/storage.ts';
import { registeredCode } from '#api/modules/bank/charges/codes.service.ts';
import {
  giveUpPayment,
  immediatePayment,
  payAndAuthorise,
} from '#api/modules/bank/charges/immediate-charges.service.ts';
import * as recurrences from '#api/modules/bank/charges/recurrences.service.ts';
import * as boletos from '#api/modules/bank/slips/issue.service.ts';
import { acceptOnline } from '#api/modules/collection/agreements/acceptance.service.ts';
import * as agreements from '#api/modules/collection/agreements/debt-agreements.service.ts';
import * as punctuality from '#api/modules/collection/punctuality/punctuality.service.ts';
import * as maintenance from '#api/modules/desk/maintenance/maintenance.service.ts';
import * as notifications from '#api/modules/desk/notices/notifications.service.ts';
import * as support from '#api/modules/desk/support/support.service.ts';
import * as incomeStatements from '#api/modules/fiscal/income-statements/income-statements.service.ts';
import * as notePapers from '#api/modules/fiscal/notes/note-papers.service.ts';
import * as invoices from '#api/modules/money/invoices/invoices.service.ts';
import * as statements from '#api/modules/money/statements/statements.service.ts';
import * as transfers from '#api/modules/money/transfers/transfers.service.ts';
import { clientContext, type Desk } from '#api/modules/registry/clients/sessions.service.ts';
import { openInvoice, printPayable } from '../invoice-page/invoice-page.service.ts';
import * as queries from './client-area.queries.ts';

export type { ClientMaintenance, OpenMaintenance } from '#api/modules/desk/maintenance/maintenance.service.ts';
export type { OwnedProperty, SignedContract, Standing } from './client-area.queries.ts';

export const standing = ({ db, today }: Deps, clientId: number) => queries.findStanding(db, clientId, today());

/** Pending invoices with the amount owed today, and the payment of each that is being checked. */
export async function openInvoices(deps: Desk, clientId: number) {
  const today = deps.today();
  const { fromBusinessDay } = await queries.findStanding(deps.db, clientId, today);
  const open = await queries.findOpenInvoices(deps.db, clientId, today);
  const waiting = await findWaitingPayments(
    deps.db,
    open.map(({ id }) => id),
  );
  return open.map((invoice) => {
    const { days, fine, interest } = lateCharges(invoice.amount, invoice.due_date, today, {
      ...{ fromBusinessDay, oldCharges: invoice.old_charges },
    });
    return { ...invoice, days, owed: invoice.amount + fine + interest, waiting: waiting.get(invoice.id) };
  });
}
export type OpenInvoice = Awaited<ReturnType<typeof openInvoices>>[number];

/** Money of a client by month, in the order of the year. */
export type YearMonth = { month: Reference; paid: Cents; received: Cents; passed_on: Cents };

/** A year of a client: what they paid as tenant, and what came in and was passed on to them as owner. */
export async function yearOf(deps: Desk, clientId: number, year: number): Promise<YearMonth[]> {
  const span = yearSpan(year);
  const [paid, account] = [
    new Map((await queries.findPaidMonths(deps.db, clientId, span)).map((row) => [row.month, row.paid])),
    new Map((await statements.accountMonths(deps, clientId, span)).map((row) => [row.month, row])),
  ];
  const first = referenceOf(span.start);
  return Array.from({ length: 12 }, (_, place) => {
    const month = addToReference(first, place);
    const { received = 0, passed_on = 0 } = account.get(month) ?? {};
    return { month, paid: paid.get(month) ?? 0, received, passed_on };
  });
}

/** Years that have something to show, the newest first; the present one always. */
export async function yearsOf(deps: Desk, clientId: number): Promise<number[]> {
  const present = yearOfDay(deps.today());
  const found = await queries.findYears(deps.db, clientId);
  return found.includes(present) ? found : [present, ...found].toSorted((a, b) => b - a);
}

/** Papers of a year that the client may open: contracts, receipts, statements and income statements. */
export async function papersOf(deps: Desk, clientId: number, year: number) {
  const span = yearSpan(year);
  const contracts = await queries.findPapers(deps.db, clientId, deps.today());
  const income = await incomeYearsOf(deps, clientId);
  const months = await statements.accountMonths(deps, clientId, span);
  return {
    contracts: contracts.filter(({ day }) => yearOfDay(day) === year),
    ...(await queries.findReceipts(deps.db, clientId, span)),
    statements: months.map(({ month }) => month).toReversed(),
    income: { OWNER: income.OWNER.includes(year), TENANT: income.TENANT.includes(year) },
    years: [
      ...new Set([
        ...(await yearsOf(deps, clientId)),
        ...contracts.map(({ day }) => yearOfDay(day)),
        ...income.OWNER,
        ...income.TENANT,
      ]),
    ].toSorted((a, b) => b - a),
  };
}

/** The invoice to pay next, as its own page shows it: late ones first. */
async function nextInvoice(deps: Desk, clientId: number, open: readonly OpenInvoice[]) {
  const first = open.find(({ waiting }) => !waiting);
  if (!first) return undefined;
  const { opened } = await showInvoice(deps, clientId, first.id);
  return { ...first, code: opened.owed?.pix.code ?? null };
}

export async function home(deps: Desk, clientId: number) {
  const today = deps.today();
  const [open, pending, notices, { tickets }] = [
    await openInvoices(deps, clientId),
    await queries.findPendingTransfers(deps.db, clientId, today),
    await notifications.listUnreadOfClient(deps.db, clientId),
    await support.listOfClient(deps.db, clientId, 1),
  ];
  const repairs = await maintenance.openOfClient(deps.db, clientId);
  const year = await yearOf(deps, clientId, yearOfDay(today));
  const toPay = open.filter(({ waiting }) => !waiting);
  const late = toPay.filter(({ due_date }) => due_date < today);
  return {
    today,
    open,
    next: await nextInvoice(deps, clientId, open),
    late: { count: late.length, owed: sum(late.map(({ owed }) => owed)) },
    year,
    month: year.find(({ month }) => month === referenceOf(today)),
    repairs,
    toDecide: repairs.filter(({ owns, state }) => owns && state === 'AWAITING_APPROVAL'),
    toPay: { count: toPay.length, owed: sum(toPay.map(({ owed }) => owed)) },
    pending,
    coming: sum(pending.map(({ amount }) => amount)),
    notices,
    offers: (await agreementsOf(deps, clientId)).filter(({ state }) => state === 'OFFERED'),
    answered: tickets.filter(({ status }) => status === 'REPLIED'),
  };
}

export const dismiss = ({ db }: Deps, clientId: number, id: number) => notifications.dismissForClient(db, clientId, id);

export async function invoicesOf(deps: Desk, clientId: number, page: number) {
  const today = deps.today();
  return {
    today,
    open: await openInvoices(deps, clientId),
    paid: await queries.findPaidInvoices(deps.db, clientId, page, today),
    agreements: await agreementsOf(deps, clientId),
  };
}

/** A record of another client gives the same 404 as a missing one. */
async function own<T>(found: Promise<T | undefined>): Promise<T> {
  const row = await found;
  if (row === undefined) throw common.NOT_FOUND();
  return row;
}

/** Offers that can still be accepted, and agreements that were. */
export const agreementsOf = (deps: Desk, clientId: number) => agreements.listOfClient(clientContext(deps), clientId);

export async function showAgreement(deps: Desk, clientId: number, id: number) {
  await own(agreements.findOfClient(deps.db, clientId, id));
  return agreements.showAgreement(clientContext(deps), id);
}

/** Accepts an offer as the client read it; one that has changed since is refused. */
export async function acceptAgreement(
  deps: Desk,
  clientId: number,
  id: number,
  evidence: { name: string; address: string; version: number },
): Promise<void> {
  await own(agreements.findOfClient(deps.db, clientId, id));
  await acceptOnline(clientContext(deps), id, evidence);
}

export async function showInvoice(deps: Desk, clientId: number, id: number) {
  const { user_id } = await own(queries.findOwnInvoice(deps.db, clientId, id, deps.today()));
  const opened = await openInvoice(clientContext(deps), id);
  const { owed } = opened;
  // Only who the invoice was issued to may authorise Pix Automático with it.
  if (!owed || owed.waiting || user_id !== clientId) return { opened, automatic: NOT_OWED, immediate: undefined };
  const isAtOnce = owed.pix.missing === 'UNDERWAY';
  // A static code, or that of a boleto, has no charge that a recurrence could go with.
  const isCharged = !isAtOnce && (await registeredCode(deps, id, owed.amount)) !== undefined;
  const automatic = await recurrences.automaticPayment(deps, id, isCharged ? owed.pix.code : null);
  const immediate = await immediatePayment(deps, id, isCharged);
  if (immediate.shown?.stage !== 'PAID') return { opened, automatic, immediate };
  // A code of the agency's key could be paid once more, until the payment is booked.
  const paid = { ...owed, pix: { code: null, missing: 'UNDERWAY' as const } };
  return { opened: { ...opened, owed: paid }, automatic, immediate };
}
const NOT_OWED: recurrences.AutomaticPayment = { charge: undefined, code: null };

/** Asks to pay an invoice and authorise Pix Automático in one press, or gives that up. */
export async function changeImmediate(
  deps: Desk,
  clientId: number,
  id: number,
  wanted: boolean,
): Promise<'done' | 'impossible'> {
  const { user_id } = await own(queries.findOwnInvoice(deps.db, clientId, id, deps.today()));
  if (user_id !== clientId) return 'impossible';
  const ctx = clientContext(deps);
  return unlessChanged(wanted ? payAndAuthorise(ctx, id) : giveUpPayment(ctx, id));
}

/** 'impossible' when what the page offered is no longer possible: the page then shows the present state. */
async function unlessChanged(changing: Promise<unknown>): Promise<'done' | 'impossible'> {
  try {
    await changing;
    return 'done';
  } catch (error) {
    if (error instanceof Problem && (error.status === 404 || error.status === 409)) return 'impossible';
    throw error;
  }
}

export async function printBoleto(deps: Desk, clientId: number, id: number) {
  await own(queries.findOwnInvoice(deps.db, clientId, id, deps.today()));
  return printPayable(clientContext(deps), id);
}

/**
 * Issues a boleto of today's amount if no open one is payable. Missing settings of the agency are reported to the
 * client in the area's own words.
 */
export async function issueBoleto(deps: Desk, clientId: number, id: number): Promise<'issued' | 'impossible'> {
  const { proposal_id, user_id } = await own(queries.findOwnInvoice(deps.db, clientId, id, deps.today()));
  if ((await findWaitingPayments(deps.db, [id])).has(id)) return 'impossible';
  try {
    await boletos.issueForInvoice(clientContext(deps), { invoice_id: id, proposal_id, user_id });
    return 'issued';
  } catch (error) {
    if (error instanceof Problem && (error.status === 409 || error.status === 422)) return 'impossible';
    throw error;
  }
}

export async function printInvoiceReceipt(deps: Desk, clientId: number, id: number) {
  await own(queries.findOwnInvoice(deps.db, clientId, id, deps.today()));
  return notFoundIfUnpaid(invoices.printReceipt(clientContext(deps), id));
}

export async function printTransferReceipt(deps: Desk, clientId: number, id: number) {
  await own(queries.findOwnTransfer(deps.db, clientId, id, deps.today()));
  return notFoundIfUnpaid(transfers.printReceipt(clientContext(deps), id));
}

/** An unpaid record has no receipt: 404 instead of 409. */
const notFoundIfUnpaid = <T>(printed: Promise<T>) =>
  printed.catch((error) => {
    throw error instanceof Problem && error.status === 409 ? common.NOT_FOUND() : error;
  });

export async function contractsOf(deps: Desk, clientId: number) {
  const contracts = await queries.findContracts(deps.db, clientId, deps.today());
  const rented = contracts.filter(({ rents, type }) => rents && type === 'RENT').map(({ id }) => id);
  return { contracts, automatic: await recurrences.recurrencesOfTenant(deps, rented) };
}

/** Asks for Pix Automático of a contract of the client, or ends it. A contract of another client answers 404. */
export async function changeAutomatic(
  deps: Desk,
  clientId: number,
  id: number,
  wanted: boolean,
): Promise<'done' | 'impossible'> {
  const contracts = await queries.findContracts(deps.db, clientId, deps.today());
  if (!contracts.some((contract) => contract.id === id && contract.rents && contract.type === 'RENT'))
    throw common.NOT_FOUND();
  const ctx = clientContext(deps);
  return unlessChanged(
    wanted ? recurrences.offerRecurrence(ctx, id) : recurrences.cancelRecurrence(ctx, id, 'USUARIO_PAGADOR'),
  );
}

/** Opening a contract document leaves a trail, as it does for staff. */
export async function openDocument(deps: Desk, clientId: number, id: number) {
  const { key, name, media_type, proposal_id } = await own(queries.findDocument(deps.db, clientId, id, deps.today()));
  await leaveTrail(deps.db, clientContext(deps), 'proposal', proposal_id, 'read-document', { file_id: id });
  return { stream: await streamed(deps, key), name, media_type };
}

/** A file that proves the payment of a transfer, for its owner. */
export async function openProof(deps: Desk, clientId: number, transferId: number, id: number) {
  const { key, name, media_type } = await own(queries.findProof(deps.db, clientId, transferId, id));
  await leaveTrail(deps.db, clientContext(deps), 'transfer', transferId, 'read-document', { file_id: id });
  return { stream: await streamed(deps, key), name, media_type };
}

export async function transfersOf(deps: Desk, clientId: number, page: number) {
  const today = deps.today();
  return {
    today,
    pending: await queries.findPendingTransfers(deps.db, clientId, today),
    done: await queries.findDoneTransfers(deps.db, clientId, page, today),
  };
}

export const statementOf = (deps: Desk, clientId: number, search: Partial<Span>) =>
  statements.showStatement(clientContext(deps), clientId, search);

export const printStatement = (deps: Desk, clientId: number, search: Partial<Span>) =>
  statements.printOwn(clientContext(deps), clientId, search);

export const incomeYearsOf = (deps: Desk, clientId: number) => incomeStatements.yearsOf(deps, clientId);

/** A year without income answers 404, as do those of other clients. */
export const printIncomeStatement = (deps: Desk, clientId: number, year: number, party: 'OWNER' | 'TENANT') =>
  incomeStatements.printOwn(clientContext(deps), clientId, year, party);

export const notesOf = (deps: Desk, clientId: number, page: number) => notePapers.listOfPerson(deps.db, clientId, page);

export const findNote = (deps: Desk, clientId: number, source: notePapers.PaperSource, id: number) =>
  own(notePapers.findPaperOfPerson(deps.db, clientId, source, id));

export const hasNotes = (deps: Desk, clientId: number) => notePapers.hasAny(deps.db, clientId);

export const hasPunctuality = (deps: Desk, clientId: number) => punctuality.hasMonths(deps, clientId);

/** Without rents there is nothing to prove: 404. */
export const printPunctuality = (deps: Desk, clientId: number) =>
  notFoundIfUnpaid(punctuality.issuePaper(clientContext(deps), clientId));

export const propertiesOf = (deps: Desk, clientId: number) => queries.findProperties(deps.db, clientId, deps.today());

export const ticketsOf = ({ db }: Deps, clientId: number, page: number) => support.listOfClient(db, clientId, page);

export const showTicket = ({ db }: Deps, clientId: number, id: number) => support.showOfClient(db, clientId, id);

export const placesOf = ({ db, today }: Deps, clientId: number) => queries.findPlaces(db, clientId, today());

/** A property that isn't the client's is dropped from the ticket. */
export async function openTicket(deps: Desk, clientId: number, { property_id, ...words }: z.output<typeof NewTicket>) {
  const places = await queries.findPlaces(deps.db, clientId, deps.today());
  const about = places.find(({ id }) => id === property_id)?.id ?? null;
  return support.openTicket(clientContext(deps), clientId, { ...words, property_id: about });
}

export async function maintenancesOf({ db }: Deps, clientId: number, page: number) {
  return {
    open: await maintenance.openOfClient(db, clientId),
    over: await maintenance.overOfClient(db, clientId, page),
  };
}

export const openMaintenances = ({ db }: Deps, clientId: number) => maintenance.openOfClient(db, clientId);

export const showMaintenance = ({ db }: Deps, clientId: number, id: number) =>
  maintenance.showOfClient(db, clientId, id);

export const { photoName, preparePhotos, readyPhoto } = maintenance;

/** Asks for a repair of a property that the client rents or owns. */
export async function requestMaintenance(
  deps: Desk,
  clientId: number,
  asked: z.output<typeof MaintenanceRequest>,
  photos: readonly maintenance.ReadyPhoto[],
) {
  const places = await queries.findPlaces(deps.db, clientId, deps.today());
  if (!places.some(({ id }) => id === asked.property_id)) throw maintenanceProblems.MAINTENANCE_PROPERTY();
  return maintenance.requestMaintenance(clientContext(deps), clientId, asked, photos);
}

export const decideMaintenance = (
  deps: Desk,
  clientId: number,
  id: number,
  { answer, ...rest }: z.output<typeof MaintenanceAnswer>,
) => maintenance.decideAsOwner(clientContext(deps), clientId, id, { approved: answer === 'approve', ...rest });

/** A photograph of a request, or the document of a quote. */
export async function openMaintenanceFile(deps: Desk, clientId: number, id: number, fileId: number) {
  const { key, name, media_type } = await maintenance.findFileOfClient(deps.db, clientId, id, fileId);
  return { stream: await streamed(deps, key), name, media_type };
}

const streamed = (deps: Desk, key: string) => deps.files.stream(key).catch(whenMissing(common.NOT_FOUND));

export const askTicket = (deps: Desk, clientId: number, id: number, message: string) =>
  support.askTicket(clientContext(deps), clientId, id, message);
