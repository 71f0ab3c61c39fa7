import { Readable } from 'node:stream';
import type { Received } from '@morada/contract/base/endpoint';
import { lastPage } from '@morada/contract/base/fields';
import type { Problem } from '@morada/contract/base/problem';
import {
  noteProblems,
  type notes,
  type ServiceNoteDetail,
  type ServiceNoteRow,
} from '@morada/contract/fiscal/fiscal-notes';
import { type CalendarDate, referenceOf } from '@morada/domain/base/calendar';
import type { EventOf } from '@morada/domain/base/life-cycle';
import { allocate, type Cents } from '@morada/domain/base/money';
import { administrationNbs, type NoteKind, serviceNoteLife } from '@morada/domain/fiscal/service-note';
import { purposeOf } from '@morada/domain/fiscal/taxpayer';
import { refusalPath } from '@morada/domain/nfse/refusals';
import { trailActionWords } from '@morada/domain/trail/trail';
import { present } from '#api/base/present.ts';
import { checkTransition, refusalOf } from '#api/base/transition.ts';
import type { Context, Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { seenBy } from '#api/db/reading/search.ts';
import { leaveTrail, type TrailEntry, writeTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { violates } from '#api/db/unique.ts';
import { callOffEnded } from '#api/modules/collection/messages/messages.service.ts';
import { deleteNoteOf } from './lease-notes.queries.ts';
import * as queries from './service-notes.queries.ts';

/** In words for the history of a note that its payment was undone. */
const UNDONE = { reason: '1', text: 'O pagamento a que a nota se refere foi desfeito.' } as const;
const REPLACED = { reason: '1', text: 'Outra nota foi emitida no lugar desta.' } as const;
const PART_UNDONE = { reason: '99', text: 'Um dos pagamentos a que a nota se refere foi desfeito.' } as const;

// At settlement --------------------------------------------------------------------------------------------------------------

const made = (
  { actor }: Pick<Context, 'actor'>,
  { id, ...changes }: { id: number; kind: NoteKind; transfer_id: number; amount: Cents },
): TrailEntry => ({ actor, record: 'service_note', record_id: id, action: 'create', changes });

/** Prepares the notes of payments: of who issues none from here there is none. */
export async function noteSettled(trx: Db, ctx: Context, invoices: readonly number[]): Promise<TrailEntry[]> {
  if (!(await queries.hasIssuer(trx))) return [];
  const { notes_leave, fee_notes } = await readAgency(trx, ['notes_leave', 'fee_notes']);
  const payments = (await queries.findPayments(trx, invoices)).map(
    ({ purpose, property, ...note }): queries.NewNote => {
      const gathers = note.kind === 'ADMINISTRATION' && fee_notes === 'MONTH';
      return { ...note, nbs: gathers ? administrationNbs(purposeOf({ purpose, property })) : null };
    },
  );
  const due = [...payments, ...(await brokeragesOf(trx, invoices))];
  if (due.length === 0) return [];
  const leaves = notes_leave === 'SETTLEMENT';
  const alone = due.filter(({ nbs }) => nbs === null);
  const entries = (await queries.insertNotes(trx, alone, leaves)).map((note) => made(ctx, note));
  const fees = due.filter(({ nbs }) => nbs !== null);
  const months = Map.groupBy(fees, ({ taker_id, competence, nbs }) => `${taker_id} ${referenceOf(competence)} ${nbs}`);
  // In one order, so that two settlements of the same owners don't wait for each other.
  for (const [, ofMonth] of [...months].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    entries.push(await gathered(trx, ctx, ofMonth));
  if (leaves) await queries.enqueue(trx);
  return entries;
}

async function gathered(trx: Db, ctx: Context, fees: queries.NewNote[]): Promise<TrailEntry> {
  const [first, ...others] = fees;
  const { competence, kind, transfer_id } = present(first, 'a fee');
  const note = await queries.gather(trx, [present(first, 'a fee'), ...others], referenceOf(competence));
  if (note.made) return made(ctx, { id: note.id, kind, transfer_id, amount: note.amount });
  const { actor } = ctx;
  return { actor, record: 'service_note', record_id: note.id, action: 'gather', changes: { added: note.amount } };
}

/** The agency's fee for the letting, divided between the owners as the rent that pays it. */
async function brokeragesOf(trx: Db, invoices: readonly number[]): Promise<queries.NewNote[]> {
  const found = Map.groupBy(await queries.findBrokerages(trx, invoices), ({ invoice_id }) => invoice_id);
  return [...found.values()].flatMap((owners) => {
    const rents = owners.map(({ rent }) => rent);
    const total = owners[0]?.brokerage ?? 0;
    const parts = allocate(total, rents.some((rent) => rent > 0) ? rents : rents.map(() => 1));
    return owners.flatMap(({ rent: _, brokerage: __, ...owner }, index): queries.NewNote[] => {
      const amount = parts[index] ?? 0;
      return amount > 0 ? [{ ...owner, kind: 'BROKERAGE', issuer_id: null, nbs: null, amount }] : [];
    });
  });
}

/**
 * Withdraws the notes of payments that were undone, and has those that were issued cancelled. A month's note that keeps
 * other payments says less, and one that was issued is replaced.
 */
export async function noteReopened(trx: Db, ctx: Context, invoices: readonly number[]): Promise<TrailEntry[]> {
  const undone = await queries.lockOfInvoices(trx, invoices);
  await queries.dropParts(trx, invoices);
  if (undone.length === 0) return [];
  const months = undone.filter(({ month }) => month !== null);
  const standing = await queries.findStanding(
    trx,
    months.map(({ id }) => id),
  );
  const entries: TrailEntry[] = [];
  // A note that replaces another is the newer one, and is taken back first. While it is under way, what it replaces waits for
  // the answer (`keepReplaced`).
  const awaited = new Set<number | null>();
  for (const note of undone.toReversed()) {
    const left = standing.get(note.id);
    if (left && left.parts > 0) entries.push(...(await lessen(trx, ctx, note, left)));
    else if (!awaited.has(note.id)) entries.push(...(await takeBack(trx, ctx, note)));
    if (serviceNoteLife.next(note.state, 'undo') === 'RECALLING') awaited.add(note.replaces_id);
  }
  await queries.enqueue(trx);
  await callOffEnded(trx, ctx, { kind: 'NOTE_ISSUED', about: undone.map(({ id }) => id) });
  return entries;
}

type Note = Awaited<ReturnType<typeof queries.lockOfInvoices>>[number];

/** The payment of a note, or the last one of a month's, is undone. */
async function takeBack(
  trx: Db,
  { actor }: Pick<Context, 'actor'>,
  { id, state: from }: Pick<Note, 'id' | 'state'>,
): Promise<TrailEntry[]> {
  const to = serviceNoteLife.next(from, 'undo');
  if (to === from) return [];
  const canceling = to === 'CANCELING' ? cancellation(UNDONE) : {};
  await queries.move(trx, id, from, { state: to, ...canceling, ...(to === 'RECALLING' && remark(UNDONE)) });
  return [{ actor, record: 'service_note', record_id: id, action: 'undo', changes: { state: [from, to] } }];
}

/** One of the payments of a month's note is undone. */
async function lessen(
  trx: Db,
  ctx: Pick<Context, 'actor'>,
  { id, state: from, gathering }: Pick<Note, 'id' | 'state' | 'gathering'>,
  { amount, last }: { amount: Cents; last: CalendarDate | null },
): Promise<TrailEntry[]> {
  const to = serviceNoteLife.next(from, 'undoPart');
  // What was issued says what it says.
  const says = from === 'PENDING' || from === 'REFUSED' ? { amount, ...(last && { competence: last }) } : {};
  await queries.move(trx, id, from, { state: to, gathering, ...says });
  const { actor } = ctx;
  const entry: TrailEntry = {
    ...{ actor, record: 'service_note', record_id: id, action: 'undo-part' },
    changes: { state: [from, to], left: amount },
  };
  if (from !== 'ISSUED') return [entry];
  const other = await queries.insertAnother(trx, id, { replaces: id, ...PART_UNDONE, leaves: true });
  return [entry, ...(other ? [made(ctx as Context, other)] : [])];
}

/** A note that was issued while one of its payments was undone is replaced by one without it. */
export async function replaceIfLessened(trx: Db, ctx: Context, id: number): Promise<void> {
  const left = (await queries.findStanding(trx, [id])).get(id);
  if (!left?.dropped || left.parts === 0) return;
  await writeTrail(trx, await lessen(trx, ctx, { id, state: 'ISSUED', gathering: false }, left));
  await queries.enqueue(trx);
}

/** The note that this one was to replace stands again; its payment may have been undone meanwhile. */
export async function keepReplaced(trx: Db, ctx: Context, replaces: number | null): Promise<void> {
  const old = replaces === null ? undefined : await queries.lockNote(trx, replaces);
  if (!old || !serviceNoteLife.can(old.state, 'keep')) return;
  const to = serviceNoteLife.next(old.state, 'keep');
  await queries.move(trx, old.id, old.state, { state: to });
  await leaveTrail(trx, ctx, 'service_note', old.id, 'keep', { state: [old.state, to] });
  if (await queries.isPaid(trx, old.id)) return;
  await writeTrail(trx, await takeBack(trx, ctx, { id: old.id, state: to }));
  await queries.enqueue(trx);
}

/** The note that replaces this one was issued, and whoever issued this one does not cancel it by that. */
export async function cancelReplaced(trx: Db, ctx: Context, { id, state: from }: Pick<Note, 'id' | 'state'>) {
  const to = serviceNoteLife.next(from, 'undo');
  await queries.move(trx, id, from, { state: to, superseded: true, ...cancellation(REPLACED) });
  await leaveTrail(trx, ctx, 'service_note', id, 'cancel-replaced', { state: [from, to] });
  await queries.enqueue(trx);
}

type Why = { reason: '1' | '2' | '9'; text: string };
const remark = ({ reason, text }: Why) => ({ cancel_reason: reason, cancel_text: text });
const cancellation = (why: Why) => ({
  ...remark(why),
  ...{ tries: 0, problem: null, next_try_at: new Date(0).toISOString() },
});

// By a person ----------------------------------------------------------------------------------------------------------------

type Asked = Extract<EventOf<typeof serviceNoteLife>, 'cancel' | 'release' | 'noteCanceled' | 'replace' | 'redo'>;

/** Locks a note, and answers where an event leads. @throws the refusal of its life. */
async function locked<E extends Asked>(trx: Db, id: number, event: E) {
  const note = await queries.lockNote(trx, id);
  if (!note) throw noteProblems.NOTE_NOT_FOUND();
  const from = note.state;
  checkTransition(serviceNoteLife.cell(from, event), noteProblems);
  return { note, from, to: serviceNoteLife.next(from, event) };
}

/** Lets a note leave: one that waits, or again after a refusal. */
export const releaseNote = (ctx: Context, id: number) => change(ctx, (trx) => releaseInTransaction(trx, ctx, id));

async function releaseInTransaction(trx: Db, ctx: Context, id: number) {
  const { from, to } = await locked(trx, id, 'release');
  await queries.move(trx, id, from, { state: to, next_try_at: new Date(0).toISOString(), problem: null });
  await leaveTrail(trx, ctx, 'service_note', id, 'release');
  await queries.enqueue(trx);
}

/** Lets notes leave that are as they were previewed. Answers each with its refusal. */
export async function releaseNotes(trx: Db, ctx: Context, orders: readonly { id: number; expected: number }[]) {
  const refusals: (Problem | undefined)[] = [];
  for (const { id, expected } of orders) {
    const note = await queries.lockNote(trx, id);
    const refused = note
      ? refusalOf(serviceNoteLife.cell(note.state, 'release'), noteProblems)
      : noteProblems.NOTE_NOT_FOUND();
    const changed = note?.version === expected ? undefined : noteProblems.NOTE_CHANGED();
    const refusal = refused ?? changed;
    if (!refusal) await releaseInTransaction(trx, ctx, id);
    refusals.push(refusal);
  }
  return refusals;
}

export const cancelNote = (ctx: Context, id: number, why: Received<typeof notes.cancel>['body']) =>
  change(ctx, async (trx) => {
    const { note, from, to } = await locked(trx, id, 'cancel');
    await queries.move(trx, id, from, { state: to, ...cancellation(why) });
    await leaveTrail(trx, ctx, 'service_note', id, 'cancel', { state: [from, to], reason: why.text });
    await callOffEnded(trx, ctx, { kind: 'NOTE_ISSUED', about: [id] });
    if (to === 'WITHDRAWN') await keepReplaced(trx, ctx, note.replaces_id);
    await queries.enqueue(trx);
  });

/** Notes that somebody cancelled a note elsewhere, as in the government's portal. */
export const noteCanceledElsewhere = (ctx: Context, id: number) => change(ctx, (trx) => endHere(trx, ctx, id));

async function endHere(trx: Db, ctx: Context, id: number): Promise<void> {
  const { note, from, to } = await locked(trx, id, 'noteCanceled');
  await queries.move(trx, id, from, {
    state: to,
    problem: null,
    next_try_at: null,
    canceled_at: new Date().toISOString(),
  });
  await openLine(trx, note);
  await leaveTrail(trx, ctx, 'service_note', id, 'note-canceled', { state: [from, to] });
  await callOffEnded(trx, ctx, { kind: 'NOTE_ISSUED', about: [id] });
}

/** A cancelled note of a lease opens its line of the sheet. */
export const openLine = async (trx: Db, { kind, transfer_id, key }: Pick<Note, 'kind' | 'transfer_id' | 'key'>) => {
  if (kind === 'LEASE' && key !== null) await deleteNoteOf(trx, transfer_id, key);
};

/** Has an issued note replaced by one that says what the records say now; it leaves at once. */
export const replaceNote = (ctx: Context, id: number, { reason, text }: Received<typeof notes.replace>['body']) =>
  change(ctx, async (trx) => {
    const { from, to } = await locked(trx, id, 'replace');
    await queries.move(trx, id, from, { state: to });
    await leaveTrail(trx, ctx, 'service_note', id, 'replace', { state: [from, to], reason: text });
    const other = await queries.insertAnother(trx, id, { replaces: id, reason, text, leaves: true });
    if (!other) throw noteProblems.NOTE_PAYMENT_UNDONE();
    await writeTrail(trx, [made(ctx, other)]);
    await queries.enqueue(trx);
    return { id: other.id };
  });

/** Prepares another note of the payment of one that is cancelled or withdrawn; a person lets it leave. */
export const redoNote = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    // A note of trials has no value: nothing has to be cancelled elsewhere before its payment has another.
    if ((await queries.findNote(trx, id))?.trial_over) await endHere(trx, ctx, id);
    await locked(trx, id, 'redo');
    const taken = violates('service_note_one', noteProblems.NOTE_OTHER_STANDS);
    const other = await queries
      .insertAnother(trx, id, { replaces: null, reason: null, text: null, leaves: false })
      .catch(taken);
    const stands = (await queries.findStanding(trx, [id])).get(id)?.parts ?? 0;
    if (!other) throw stands > 0 ? noteProblems.NOTE_OTHER_STANDS() : noteProblems.NOTE_PAYMENT_UNDONE();
    await leaveTrail(trx, ctx, 'service_note', id, 'redo', { note: other.id });
    await writeTrail(trx, [made(ctx, other)]);
    return { id: other.id };
  });

/** Asks the national system whether an issued note still stands. */
export const checkNote = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    await locked(trx, id, 'noteCanceled');
    await queries.askCheck(trx, id);
    await leaveTrail(trx, ctx, 'service_note', id, 'check');
    await queries.enqueue(trx);
  });

/** Notes that may leave and that meet a search. */
export const searchReleasable = (ctx: Context, search: Received<typeof notes.list>['query'], most: number) =>
  queries.findReleasable(ctx.db, { ...search, seen: seenBy(ctx) }, most);

export const nameNotes = (db: Db, ids: readonly number[]) => queries.findBatch(db, ids);

// Shown ----------------------------------------------------------------------------------------------------------------------

export const shown = ({ refusals, ...row }: queries.ListRow): ServiceNoteRow => ({
  ...row,
  refusals: refusals.map(({ code, sentence, field, party, place }) => ({
    ...{ code, sentence, field },
    path: refusalPath(
      { party, place },
      { note: row.id, issuer: row.issuer?.id ?? null, taker: row.taker.id, property: row.property_id },
    ),
  })),
});

export async function listNotes(ctx: Context, { page = 1, ...search }: Received<typeof notes.list>['query']) {
  const { rows, total } = await queries.findPage(ctx.db, { ...search, seen: seenBy(ctx) }, page);
  return { data: rows.map(shown), page, lastPage: lastPage(total), total, ...(await queries.countNotes(ctx.db)) };
}

export async function showNote(ctx: Context, id: number): Promise<ServiceNoteDetail> {
  const note = await queries.findNote(ctx.db, id);
  if (!note) throw noteProblems.NOTE_NOT_FOUND();
  const [history, parts] = [await queries.findHistory(ctx.db, id), await queries.findParts(ctx.db, id)];
  const { cancel_text, canceled_at, replace_text, checked_at, ...row } = note;
  return {
    ...shown(row),
    ...{ cancel_text, canceled_at, replace_text, checked_at, parts },
    history: history.map(({ at, actor, action }) => ({
      at,
      who: actor,
      action: trailActionWords('service_note', action),
    })),
  };
}

export async function openXml(ctx: Context, id: number) {
  const found = await queries.findXml(ctx.db, id);
  if (!found?.xml || !found.key) throw noteProblems.NOTE_NOT_FOUND();
  return { stream: Readable.from([found.xml]), name: `${found.key}.xml`, type: 'application/xml; charset=utf-8' };
}
