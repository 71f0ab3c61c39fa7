import { Readable } from 'node:stream';
import type { Received } from '@morada/contract/base/endpoint';
import { lastPage } from '@morada/contract/base/fields';
import { type LeaseNoteRow, noteProblems, type notes } from '@morada/contract/fiscal/fiscal-notes';
import { formatReference, type Reference, referenceOf, shownReference } from '@morada/domain/base/calendar';
import { ratio, WHOLE } from '@morada/domain/base/money';
import { readNoteKey } from '@morada/domain/fiscal/note-key';
import { fixedRateOption, type ReformTable } from '@morada/domain/fiscal/reform';
import { purposeOf } from '@morada/domain/fiscal/taxpayer';
import { tableOn, type Validity } from '@morada/domain/fiscal/validity';
import type { NfseNote } from '@morada/domain/nfse/note';
import { addressLine } from '@morada/domain/property/property';
import { LEASE_NOTE, leaseNbs, leaseNote } from '@morada/domain/rent/lease-note';
import { municipalityCodes } from '#api/base/municipalities.ts';
import type { Context, Db } from '#api/context.ts';
import { readFiscalTables } from '#api/db/fiscal-tables.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { violates } from '#api/db/unique.ts';
import { callOffEnded } from '#api/modules/collection/messages/messages.service.ts';
import { tellLeaseNote } from '#api/modules/collection/messages/news.service.ts';
import * as queries from './lease-notes.queries.ts';
import { drawPaper } from './note-papers.service.ts';
import { readUploadedNote } from './note-xml.reader.ts';

type Search = Received<typeof notes.leases>['query'];

const monthOf = (ctx: Pick<Context, 'today'>, { month }: Pick<Search, 'month'>): Reference =>
  month ?? referenceOf(ctx.today());

/** Notes of the payments of a month, a page of them. */
export async function listLeaseNotes(ctx: Context, search: Search) {
  const { page = 1 } = search;
  const month = monthOf(ctx, search);
  const { rows, total } = await queries.findPaymentPage(ctx.db, month, page);
  const counts = await queries.countPayments(ctx.db, month);
  return { data: await notesOf(ctx.db, rows), page, lastPage: lastPage(total), total, month, ...counts };
}

export const findNoteIds = (ctx: Context, search: Pick<Search, 'month'>) =>
  queries.findPaymentIds(ctx.db, monthOf(ctx, search));

export const loadNotes = async (ctx: Context, ids: readonly number[]) =>
  notesOf(ctx.db, await queries.findPaymentsAt(ctx.db, ids));

type Table = ReformTable & Validity;

async function notesOf(db: Db, rows: readonly queries.PaymentRow[]): Promise<LeaseNoteRow[]> {
  if (rows.length === 0) return [];
  const [found, codeOf] = [await readFiscalTables(db, 'REFORM'), await municipalityCodes()];
  const tables = found.map(
    ({ figures, valid_from, valid_to }): Table => ({ ...(figures as ReformTable), valid_from, valid_to }),
  );
  const placed = ({ cep, street, number, complement, neighborhood, city, state }: queries.Place) => ({
    ...{ cep, street, number, complement, neighborhood, city, state },
    city_code: codeOf(city, state).ibge,
  });
  return rows.flatMap((row) => {
    const table = tableOn(tables, row.paid_on);
    return table ? [noteOf(row, table, placed)] : [];
  });
}

/** The document that an owner issues notes by. */
const issuerOf = ({ document, tax_cnpj }: queries.PaymentRow['owner']) => tax_cnpj ?? document;

function noteOf(
  row: queries.PaymentRow,
  { rates, fixed_rate }: Table,
  placed: (place: queries.Place) => queries.Place & { city_code: string },
): LeaseNoteRow {
  const { owner, tenant, property, paid_on } = row;
  const purpose = purposeOf(row);
  const option = row.option && fixedRateOption(row.option, fixed_rate);
  const fixed = option?.until && paid_on <= option.until ? fixed_rate.rate : null;
  const share = ratio(WHOLE, row.rent, row.rents);
  const { cst, class: class_code } = fixed === null ? LEASE_NOTE.taxed : LEASE_NOTE.fixed;
  const known = placed(property);
  const residential = purpose === 'RESIDENTIAL' && !row.continued;
  return {
    ...{ id: row.id, paid_on, proposal_id: row.proposal_id, invoice_id: row.invoice_id, share },
    owner: {
      ...{ id: owner.id, name: owner.name, document: issuerOf(owner) },
      ...{ municipal_registration: owner.municipal_registration, dps_series: owner.dps_series },
    },
    tenant: { id: tenant.id, name: tenant.name, document: tenant.document, email: tenant.email, ...placed(tenant) },
    property: {
      ...{ id: property.id, cib: property.cib, property_registration: property.property_registration },
      ...{ ...known, city_code: property.city_code ?? known.city_code },
    },
    ...{ service_code: LEASE_NOTE.service, operation: LEASE_NOTE.operation, nbs: leaseNbs(purpose), cst, class_code },
    description: descriptionOf(row),
    ...leaseNote({
      ...{ invoice: row, paid: row.paid_amount, charges: row.charges, client_id: owner.id, given_back: row.given_back },
      ...{ share, residential, rates, fixed },
    }),
    ...{ estimate: fixed === null && !rates.official, key: row.key, undone: row.undone, given_back: row.given_back },
    ...{ has_xml: row.has_xml, signed_by: row.signed_by },
    service_note: row.service_note,
  };
}

const descriptionOf = ({ property: { street, number, complement }, reference, proposal_id }: queries.PaymentRow) => {
  const address = addressLine({ street: street ?? '', number, complement });
  return `Locação de ${address}, ${formatReference(shownReference(reference))}, contrato ${proposal_id}`;
};

/** Notes the key of the note that an owner issued of a payment. */
export const noteIssued = (ctx: Context, id: number, { key }: Received<typeof notes.note>['body']) =>
  change(ctx, async (trx) => {
    const payment = await lockOpen(trx, id);
    if (readNoteKey(key)?.document !== issuerOf(payment.owner)) throw noteProblems.LEASE_NOTE_OTHER();
    await keep(trx, ctx, payment, { key, xml: null, signed_by: null });
  });

/** Notes the note that an owner issued of a payment by its XML, which is kept. */
export async function importNote(ctx: Context, id: number, file: Received<typeof notes.importNote>['file']) {
  const { note, xml, signed_by } = readUploadedNote(file);
  return change(ctx, async (trx) => {
    const payment = await lockOpen(trx, id);
    refuseOthers(note, payment);
    await keep(trx, ctx, payment, { key: note.key, xml, signed_by });
    await tellLeaseNote(trx, ctx, id, { key: note.key, number: note.number, amount: note.amounts.service });
    const [row] = await notesOf(trx, [payment]);
    return { key: note.key, service: note.amounts.service, expected: row?.service ?? 0, signed_by };
  });
}

async function lockOpen(trx: Db, id: number): Promise<queries.PaymentRow> {
  const payment = await queries.lockPayment(trx, id);
  if (!payment || payment.undone) throw noteProblems.LEASE_PAYMENT_NOT_FOUND();
  if (payment.service_note !== null) throw noteProblems.LEASE_NOTE_OURS();
  return payment;
}

async function keep(trx: Db, ctx: Context, payment: queries.PaymentRow, note: queries.NotedNote) {
  const taken = violates('lease_note_key_key', noteProblems.LEASE_NOTE_TAKEN);
  await queries.putNote(trx, payment.id, note).catch(taken);
  await leaveTrail(trx, ctx, 'transfer', payment.id, 'note', { note_key: [payment.key, note.key] });
}

/** A note of another environment, service, issuer, taker or month is none of the payment. */
function refuseOthers(note: NfseNote, { owner, tenant, paid_on }: queries.PaymentRow): void {
  if (note.environment !== 'PRODUCTION') throw noteProblems.NOTE_XML_TRIAL();
  if (note.service.code !== LEASE_NOTE.service) throw noteProblems.NOTE_XML_SERVICE();
  if (note.issuer.document !== issuerOf(owner)) throw noteProblems.NOTE_XML_ISSUER();
  if (note.taker?.document !== tenant.document) throw noteProblems.NOTE_XML_TAKER();
  if (note.dps.competence.slice(0, 7) !== referenceOf(paid_on)) throw noteProblems.NOTE_XML_MONTH();
}

/** The XML of a noted note, as it was uploaded. */
export async function noteXml(ctx: Context, id: number) {
  const { key, xml } = await xmlOf(ctx.db, id);
  return { name: `nfse-${key}.xml`, type: 'application/xml', stream: Readable.from([xml]) };
}

/** The paper of a noted note. One whose payment was undone is to be cancelled, which its XML does not know. */
export async function printNote(ctx: Context, id: number) {
  const { xml } = await xmlOf(ctx.db, id);
  return drawPaper({ xml, cancelled: false });
}

async function xmlOf(db: Db, id: number): Promise<{ key: string; xml: string }> {
  const found = await queries.findXml(db, id);
  if (!found) throw noteProblems.LEASE_NOTE_NOT_FOUND();
  if (found.xml === null) throw noteProblems.NOTE_XML_NOT_FOUND();
  return { key: found.key, xml: found.xml };
}

export const removeNote = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    // Its life is that of a note issued here: cancelling it opens the line.
    if ((await queries.lockPayment(trx, id))?.service_note) throw noteProblems.LEASE_NOTE_OURS();
    const removed = await queries.deleteNote(trx, id);
    if (!removed) throw noteProblems.LEASE_NOTE_NOT_FOUND();
    await leaveTrail(trx, ctx, 'transfer', id, 'remove-note', { note_key: [removed.key, null] });
    await callOffEnded(trx, ctx, { kind: 'NOTE_ISSUED', about: [id] });
  });
