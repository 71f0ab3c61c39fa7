import { Readable } from 'node:stream';
import type { Received } from '@morada/contract/base/endpoint';
import { lastPage } from '@morada/contract/base/fields';
import {
  noteProblems,
  type notes,
  type ServiceNoteDetail,
  type ServiceNoteRow,
} from '@morada/contract/fiscal/fiscal-notes';
import type { EventOf } from '@morada/domain/base/life-cycle';
import { serviceNoteLife } from '@morada/domain/fiscal/service-note';
import { refusalPath } from '@morada/domain/nfse/refusals';
import { trailActionWords } from '@morada/domain/trail/trail';
import { checkTransition } from '#api/base/transition.ts';
import type { Context, Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { seenBy } from '#api/db/search.ts';
import { leaveTrail, type TrailEntry } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { callOffEnded } from '#api/modules/collection/messages/messages.service.ts';
import { findSigners } from '../certificates/certificates.service.ts';
import { deleteNote } from './lease-notes.queries.ts';
import * as queries from './service-notes.queries.ts';

/** In words for the history of a note that its payment was undone. */
const UNDONE = { reason: '1', text: 'O pagamento a que a nota se refere foi desfeito.' } as const;

// At settlement --------------------------------------------------------------------------------------------------------------

/** Prepares the notes of payments: of who has no certificate there is none. */
export async function noteSettled(trx: Db, ctx: Context, invoices: readonly number[]): Promise<TrailEntry[]> {
  if ((await findSigners(trx)).length === 0) return [];
  const due = await queries.findPayments(trx, invoices);
  if (due.length === 0) return [];
  const { notes_leave } = await readAgency(trx, ['notes_leave']);
  const leaves = notes_leave === 'SETTLEMENT';
  const made = await queries.insertNotes(trx, due, leaves);
  if (leaves) await queries.enqueue(trx);
  return made.map(({ id, kind, transfer_id, amount }) => ({
    ...{ actor: ctx.actor, record: 'service_note', record_id: id, action: 'create' },
    changes: { kind, transfer_id, amount },
  }));
}

/** Withdraws the notes of payments that were undone, and has those that were issued cancelled. */
export async function noteReopened(trx: Db, ctx: Context, invoices: readonly number[]): Promise<TrailEntry[]> {
  const undone = await queries.lockOfInvoices(trx, invoices);
  const entries: TrailEntry[] = [];
  for (const { id, state: from } of undone) {
    const to = serviceNoteLife.next(from, 'undo');
    if (to === from) continue;
    const canceling = to === 'CANCELING' ? cancellation(UNDONE) : {};
    await queries.move(trx, id, from, { state: to, ...canceling, ...(to === 'RECALLING' && remark(UNDONE)) });
    entries.push({
      actor: ctx.actor,
      record: 'service_note',
      record_id: id,
      action: 'undo',
      changes: { state: [from, to] },
    });
  }
  if (entries.length > 0) await queries.enqueue(trx);
  await callOffEnded(trx, { kind: 'NOTE_ISSUED', about: undone.map(({ id }) => id) });
  return entries;
}

type Why = { reason: '1' | '2' | '9'; text: string };
const remark = ({ reason, text }: Why) => ({ cancel_reason: reason, cancel_text: text });
const cancellation = (why: Why) => ({
  ...remark(why),
  ...{ tries: 0, problem: null, next_try_at: new Date(0).toISOString() },
});

// By a person ----------------------------------------------------------------------------------------------------------------

/** Locks a note, and answers where an event leads. @throws the refusal of its life. */
async function locked<E extends Extract<EventOf<typeof serviceNoteLife>, 'cancel' | 'release' | 'noteCanceled'>>(
  trx: Db,
  id: number,
  event: E,
) {
  const note = await queries.lockNote(trx, id);
  if (!note) throw noteProblems.NOTE_NOT_FOUND();
  const from = note.state;
  checkTransition(serviceNoteLife.cell(from, event), noteProblems);
  return { note, from, to: serviceNoteLife.next(from, event) };
}

/** Lets a note leave: one that waits, or again after a refusal. */
export const releaseNote = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const { from, to } = await locked(trx, id, 'release');
    await queries.move(trx, id, from, {
      state: to,
      next_try_at: new Date(0).toISOString(),
      problem: null,
    });
    await leaveTrail(trx, ctx, 'service_note', id, 'release');
    await queries.enqueue(trx);
  });

export const cancelNote = (ctx: Context, id: number, why: Received<typeof notes.cancel>['body']) =>
  change(ctx, async (trx) => {
    const { from, to } = await locked(trx, id, 'cancel');
    await queries.move(trx, id, from, { state: to, ...cancellation(why) });
    await leaveTrail(trx, ctx, 'service_note', id, 'cancel', { state: [from, to], reason: why.text });
    await callOffEnded(trx, { kind: 'NOTE_ISSUED', about: [id] });
    await queries.enqueue(trx);
  });

/** Notes that somebody cancelled a note elsewhere, as in the government's portal. */
export const noteCanceledElsewhere = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const { note, from, to } = await locked(trx, id, 'noteCanceled');
    await queries.move(trx, id, from, { state: to, problem: null, canceled_at: new Date().toISOString() });
    if (note.kind === 'LEASE') await deleteNote(trx, note.transfer_id);
    await leaveTrail(trx, ctx, 'service_note', id, 'note-canceled', { state: [from, to] });
    await callOffEnded(trx, { kind: 'NOTE_ISSUED', about: [id] });
  });

// Shown ----------------------------------------------------------------------------------------------------------------------

const shown = ({ refusals, ...row }: queries.ListRow): ServiceNoteRow => ({
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
  const { cancel_reason: _, ...row } = note;
  const history = await queries.findHistory(ctx.db, id);
  return {
    ...shown(row),
    ...{ cancel_text: note.cancel_text, canceled_at: note.canceled_at },
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
