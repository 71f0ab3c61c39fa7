import { Readable } from 'node:stream';
import type { Received, UploadedFile } from '@morada/contract/base/endpoint';
import {
  type SignatureCreate,
  type SignatureDetail,
  type SignatureField,
  type SignatureSigner,
  type SignatureUpdate,
  type SignatureUpload,
  type SignerInput,
  signatureProblems,
  type signatures,
} from '@morada/contract/desk/signatures';
import type { SignatureSearch } from '@morada/contract/desk/signatures.search';
import { granted } from '@morada/domain/access/permissions';
import { addDays } from '@morada/domain/base/calendar';
import { envelopeLife, isDeadline } from '@morada/domain/signature/envelope';
import type { SignatureKind, SignatureSubject } from '@morada/domain/signature/kinds';
import { fullNameFaults, signerFaults } from '@morada/domain/signature/signers';
import { SIGNER_CHANNELS, type SignerChannel } from '@morada/domain/signature/words';
import type * as z from 'zod/mini';
import { checkTransition } from '#api/base/transition.ts';
import type { Context, Db } from '#api/context.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { checkVersion } from '#api/db/version.ts';
import { whenMissing } from '#api/files/storage.ts';
import { notify } from '#api/live/notify.ts';
import { openChannels } from '#api/modules/collection/messages/direct.service.ts';
import { withStored } from '#api/modules/registry/files/files.service.ts';
import { dropPaper } from './forgetting.service.ts';
import { expireIfPast, hear, lock, lockSigner, move, newCheckCode, note, signerAfter } from './life.service.ts';
import {
  asDocument,
  ownPaper,
  type Paper,
  pictureOf,
  recordPaper,
  sha256Of,
  templatePaper,
  textOf,
  uploadedPaper,
} from './paper.service.ts';
import { holdProvider } from './provider.queries.ts';
import { settingsOf } from './settings.service.ts';
import { openLinkOf } from './signature-link.service.ts';
import * as queries from './signatures.queries.ts';
import {
  checkClients,
  holdSubject,
  markOf,
  maySee,
  proposedSigners,
  SUBJECT_COLUMNS,
  type Subject,
  seenSubjects,
  subjectOf,
} from './subjects.service.ts';
import { messageOf, tell } from './telling.service.ts';

export const listSignatures = (ctx: Context, search: z.output<typeof SignatureSearch>) =>
  queries.findEnvelopes(ctx.db, search, seenSubjects(ctx));

/** Days for which *Hoje* tells of a paper that was refused or expired. */
const ENDED_DAYS = 7;

/** What waits for staff: who has yet to sign, what ended unsigned, and files that could not be closed. */
export const listTasks = (ctx: Context) =>
  queries.findTasks(ctx.db, addDays(ctx.today(), -ENDED_DAYS), seenSubjects(ctx));

/** An envelope about a record that the person may see. @throws SIGNATURE_NOT_FOUND */
async function findSeen(ctx: Context, id: number): Promise<queries.Envelope> {
  const envelope = await queries.findEnvelope(ctx.db, id);
  if (!envelope || !maySee(ctx, envelope)) throw signatureProblems.SIGNATURE_NOT_FOUND();
  return envelope;
}

type Shown = { signature: SignatureDetail; version: number };

export async function showSignature(ctx: Context, id: number): Promise<Shown> {
  const { db } = ctx;
  const [row, envelope] = await Promise.all([queries.findRow(db, id), queries.findEnvelope(db, id)]);
  if (!row || !envelope || !maySee(ctx, envelope)) throw signatureProblems.SIGNATURE_NOT_FOUND();
  const [more, signers, fields, events] = await Promise.all([
    queries.findMore(db, id),
    queries.findSigners(db, id),
    queries.findFields(db, id),
    queries.findEvents(db, id),
  ]);
  const { provider, in_order, remind_days, pages, sha256, signed_sha256, accepted, sealed } = envelope;
  const { check_code, corrects_id, ended_reason, withdrawn_by, seal_problem, version } = envelope;
  const signature = {
    ...{ ...row, provider, in_order, remind_days, pages, sha256, signed_sha256, accepted, sealed },
    ...{ check_code, corrects_id, corrected_by: more.corrected_by, ended_reason, withdrawn_by, seal_problem },
    ...{ emptied: envelope.emptied_at !== null, created_by: more.created_by, version, fields },
    events: events.map(({ details: _, ...event }) => event),
    people: await Promise.all(signers.map((signer) => shownSigner(ctx, envelope, signer))),
  };
  return { signature, version };
}

/** Contacts and links are for those who send. */
async function shownSigner(ctx: Context, envelope: queries.Envelope, signer: queries.Signer): Promise<SignatureSigner> {
  const { id, client_id, role, name, capacity, channel, turn, state } = signer;
  const { asked_at, reminded_at, read_at, signed_at, refused_at, reason } = signer;
  const isSender = granted(ctx.actor.permissions, 'SIGNATURE_SEND') !== undefined;
  const { cpf, email, phone } = isSender ? signer : { cpf: null, email: null, phone: null };
  const opens = isSender && envelope.state === 'OUT' && state === 'ASKED';
  const link = opens ? await openLinkOf(ctx, ctx.db, signer) : null;
  const message = opens ? await messageOf(ctx, envelope, signer, 'INVITE') : undefined;
  return {
    ...{ id, client_id, role, name, capacity, cpf, email, phone, channel, turn, state },
    link: link && { url: ctx.publicUrl ? new URL(link.path, ctx.publicUrl).href : link.path, until: link.until },
    message: message ? { subject: message.subject, text: message.body } : null,
    ...{ asked_at, reminded_at, read_at, signed_at, refused_at, reason },
  };
}

const shownIn = (ctx: Context, trx: Db, id: number) => showSignature({ ...ctx, db: trx }, id);

/** Prepares a paper that is generated, or that the record has. */
export async function createSignature(ctx: Context, input: z.output<typeof SignatureCreate>): Promise<Shown> {
  const { kind, subject, subject_id: id, template_id, file_id, leave_blank = false, title } = input;
  const found = await holdSubject(ctx.db, ctx, { kind, subject, id });
  const mark = file_id === undefined ? await markOf(ctx.db, found) : undefined;
  const paper =
    template_id !== undefined
      ? await templatePaper(ctx, found, template_id, { leaveBlank: leave_blank })
      : file_id !== undefined
        ? await recordPaper(ctx, ctx.db, found, file_id)
        : await ownPaper(ctx, kind, found);
  return prepare(ctx, { kind, subject, id, title, mark }, paper);
}

/** Prepares a paper that was uploaded. */
export async function uploadSignature(
  ctx: Context,
  { kind, subject, subject_id: id, title }: z.output<typeof SignatureUpload>,
  file: UploadedFile,
): Promise<Shown> {
  await holdSubject(ctx.db, ctx, { kind, subject, id });
  return prepare(ctx, { kind, subject, id, title }, await uploadedPaper(file.bytes, file.name.replace(/\.pdf$/i, '')));
}

type About = {
  kind: SignatureKind;
  subject: SignatureSubject;
  id: number;
  title?: string | undefined;
  /** `markOf` the record from before the paper was made of it. */
  mark?: string | undefined;
  /** The signed envelope that it corrects: its people sign again. */
  corrects?: queries.Envelope;
};

/** Stores the paper, and a draft with the people of its record. */
function prepare(ctx: Context, about: About, paper: Paper): Promise<Shown> {
  return withStored(ctx, asDocument(paper.bytes), `${about.title ?? paper.title}.pdf`, async (trx, store) => {
    const subject = await holdSubject(trx, ctx, about);
    if (subject.isOver) throw signatureProblems.SIGNATURE_SUBJECT_OVER();
    if (about.mark !== undefined && about.mark !== (await markOf(trx, subject)))
      throw signatureProblems.SIGNATURE_OUTDATED({ message: CHANGED_MEANWHILE });
    const id = await insertDraft(trx, ctx, about, paper, (await store()).id);
    await insertPeople(trx, ctx, id, about, subject);
    const { kind, corrects } = about;
    await leaveTrail(trx, ctx, 'signature', id, corrects ? 'correct' : 'create', {
      kind,
      ...(corrects && { corrects_id: corrects.id }),
    });
    await notify(trx, 'signatures');
    return shownIn(ctx, trx, id);
  });
}

const CHANGED_MEANWHILE = 'O cadastro mudou enquanto o documento era preparado. Prepare de novo.';

async function insertDraft(
  trx: Db,
  ctx: Context,
  { kind, subject, id, title, corrects }: About,
  paper: Paper,
  fileId: number,
) {
  const { deadline_days, remind_days, provider } = await settingsOf(trx);
  const envelope = await queries.insertEnvelope(trx, {
    ...{ kind, title: title ?? paper.title.slice(0, 160), [SUBJECT_COLUMNS[subject]]: id, provider, remind_days },
    ...{ deadline: addDays(ctx.today(), deadline_days), file_id: fileId, sha256: sha256Of(paper.bytes) },
    ...{ pages: JSON.stringify(paper.pages), accepted: paper.accepted, created_by: ctx.actor.id },
    ...(corrects && { corrects_id: corrects.id, in_order: corrects.in_order }),
  });
  return envelope.id;
}

async function insertPeople(trx: Db, ctx: Context, id: number, { kind, corrects }: About, subject: Subject) {
  const people = corrects
    ? (await queries.findSigners(trx, corrects.id)).map(
        ({ client_id, role, name, capacity, cpf, email, phone, channel, turn }) => ({
          ...{ client_id, role, name, capacity, cpf, email, phone, channel, turn },
        }),
      )
    : await proposedSigners(trx, ctx, kind, subject);
  await queries.insertSigners(
    trx,
    people.map((person) => ({ ...person, envelope_id: id })),
  );
}

/** A new paper in place of a signed one, which stays: it names it, and its people sign again. */
export async function correctSignature(
  ctx: Context,
  id: number,
  { title }: Received<typeof signatures.correct>['body'],
  file: UploadedFile,
): Promise<Shown> {
  const corrects = await findSeen(ctx, id);
  if (corrects.state !== 'SIGNED') throw signatureProblems.SIGNATURE_NOT_SIGNED();
  const paper = await uploadedPaper(file.bytes, `${corrects.title} (correção)`);
  return prepare(ctx, { ...subjectOf(corrects), kind: corrects.kind, title, corrects }, paper);
}

async function lockVersion(trx: Db, ctx: Context, id: number) {
  const envelope = await lock(trx, id);
  if (!maySee(ctx, envelope)) throw signatureProblems.SIGNATURE_NOT_FOUND();
  await checkVersion(trx, ctx, 'signature', envelope);
  return envelope;
}

export const updateSignature = (
  ctx: Context,
  id: number,
  { signers, fields, ...input }: z.output<typeof SignatureUpdate>,
) =>
  change(ctx, async (trx) => {
    const envelope = await lockVersion(trx, ctx, id);
    checkTransition(envelopeLife.cell(envelope.state, 'edit'), signatureProblems);
    if (input.deadline !== undefined && !isDeadline(input.deadline, ctx.today()))
      throw signatureProblems.SIGNATURE_DAY();
    const before = await queries.findSigners(trx, id);
    const places = signers ? await replaceSigners(trx, envelope, before, signers) : before.map((signer) => signer.id);
    if (fields)
      await queries.replaceFields(
        trx,
        id,
        fields.map(({ signer, ...box }, index) => ({
          ...{ envelope_id: id, signer_id: placeOf(places, signer, index), ...checkBox(envelope, box, index) },
        })),
      );
    const changes = difference<Record<string, unknown>>(envelope, input);
    await queries.updateEnvelope(trx, id, input);
    await leaveTrail(trx, ctx, 'signature', id, 'update', {
      ...changes,
      ...(signers && { signers: [before.length, signers.length] }),
      ...(fields && { fields: fields.length }),
    });
    await notify(trx, 'signatures');
    return shownIn(ctx, trx, id);
  });

type Box = Pick<SignatureField, 'page' | 'x' | 'y' | 'width' | 'height' | 'kind'>;

function checkBox({ pages }: Pick<queries.Envelope, 'pages'>, box: Box, index: number): Box {
  const page = pages[box.page - 1];
  const isOn = page && box.x + box.width <= page.width * 10 && box.y + box.height <= page.height * 10;
  if (!isOn) throw signatureProblems.SIGNATURE_FIELDS({ field: `fields.${index}` });
  return box;
}

function placeOf(places: readonly number[], signer: number, index: number): number {
  const id = places[signer];
  if (id === undefined) throw signatureProblems.SIGNATURE_FIELDS({ field: `fields.${index}.signer` });
  return id;
}

/** Signers with their number stay; others go, with their fields. @returns their numbers in the order given */
async function replaceSigners(
  trx: Db,
  { id }: queries.Envelope,
  before: readonly queries.Signer[],
  given: readonly z.output<typeof SignerInput>[],
): Promise<number[]> {
  const known = new Set(before.map((signer) => signer.id));
  const kept = given.flatMap((signer) => signer.id ?? []);
  if (kept.some((one) => !known.has(one)) || new Set(kept).size < kept.length)
    throw signatureProblems.SIGNER_NOT_FOUND();
  await checkClients(trx, given, before);
  await queries.deleteSigners(
    trx,
    before.flatMap((signer) => (kept.includes(signer.id) ? [] : signer.id)),
  );
  const places: number[] = [];
  for (const {
    id: signer,
    client_id = null,
    role,
    name,
    capacity = null,
    cpf = null,
    email = null,
    phone = null,
    channel,
    turn,
  } of given) {
    const row = { client_id, role, name: name ?? '', capacity, cpf, email, phone, channel, turn };
    if (signer === undefined) places.push(...(await queries.insertSigners(trx, [{ ...row, envelope_id: id }])));
    else {
      await queries.updateSigner(trx, signer, row);
      places.push(signer);
    }
  }
  return places;
}

export const removeSignature = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const envelope = await lockVersion(trx, ctx, id);
    checkTransition(envelopeLife.cell(envelope.state, 'remove'), signatureProblems);
    await queries.deleteEnvelope(trx, id);
    await dropPaper(trx, envelope);
    await leaveTrail(trx, ctx, 'signature', id, 'delete');
    await notify(trx, 'signatures');
  });

/** Sends the paper to those whose turn it is. */
export const sendSignature = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    // The record before the paper, as whatever moves the record does.
    const found = await findSeen({ ...ctx, db: trx }, id);
    const subject = await holdSubject(trx, ctx, { kind: found.kind, ...subjectOf(found) });
    const envelope = await lockVersion(trx, ctx, id);
    checkTransition(envelopeLife.cell(envelope.state, 'send'), signatureProblems);
    if (envelope.outdated_at !== null) throw signatureProblems.SIGNATURE_OUTDATED();
    if (!isDeadline(envelope.deadline, ctx.today())) throw signatureProblems.SIGNATURE_DAY();
    if (subject.isOver) throw signatureProblems.SIGNATURE_SUBJECT_OVER();
    // Left meanwhile, nobody would send the paper.
    if (envelope.provider !== 'ROOM' && !(await holdProvider(trx))) throw signatureProblems.SIGNATURE_PROVIDER_OFF();
    await checkSigners(ctx, trx, envelope);
    await move(trx, ctx, envelope, 'send', {
      set: { sent_at: new Date(), check_code: newCheckCode() },
      ...{ action: 'send', evidence: 'SENT' },
    });
    return shownIn(ctx, trx, id);
  });

const EVERY_CHANNEL = new Set(Object.keys(SIGNER_CHANNELS) as SignerChannel[]);

/** @throws SIGNATURE_SIGNERS, or SIGNATURE_SIGNER with the first fault and all of them in `extra` */
async function checkSigners(ctx: Context, trx: Db, { id, provider }: queries.Envelope) {
  const signers = await queries.findSigners(trx, id);
  if (signers.length === 0) throw signatureProblems.SIGNATURE_SIGNERS();
  // A provider has channels of its own.
  const faults =
    provider === 'ROOM'
      ? signerFaults(signers, await openChannels({ ...ctx, db: trx }))
      : [...signerFaults(signers, EVERY_CHANNEL), ...fullNameFaults(signers)];
  const [first] = faults;
  if (!first) return;
  const fieldOf = ({ signer, field }: typeof first) => `signers.${signer}.${field}`;
  throw signatureProblems.SIGNATURE_SIGNER({
    ...{ field: fieldOf(first), message: first.message },
    extra: { faults: faults.map((fault) => ({ field: fieldOf(fault), message: fault.message })) },
  });
}

export const withdrawSignature = (ctx: Context, id: number, reason: string) =>
  change(ctx, async (trx) => {
    await hear(trx, ctx, await lockVersion(trx, ctx, id), 'withdraw', { by: 'AGENCY', reason });
    return shownIn(ctx, trx, id);
  });

/** Asks for the file of a paper that all have signed to be closed again. */
export const retrySeal = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const envelope = await lockVersion(trx, ctx, id);
    checkTransition(envelopeLife.cell(envelope.state, 'sealed'), signatureProblems);
    if (envelope.provider !== 'ROOM') throw signatureProblems.SIGNATURE_AT_PROVIDER();
    await queries.queueClosing(trx, id);
    await leaveTrail(trx, ctx, 'signature', id, 'try-seal');
    return shownIn(ctx, trx, id);
  });

/** Reminds somebody whose turn it is. */
export async function remindSigner(ctx: Context, signerId: number): Promise<SignatureDetail> {
  await expirePast(ctx, signerId);
  return change(ctx, async (trx) => {
    const { envelope, signer } = await lockSigner(trx, signerId);
    checkOut(envelope);
    if (envelope.provider !== 'ROOM') throw signatureProblems.SIGNATURE_AT_PROVIDER();
    await remind(trx, ctx, envelope, signer);
    await leaveTrail(trx, ctx, 'signature', envelope.id, 'remind', { signer: signerId });
    await notify(trx, 'signatures');
    return (await shownIn(ctx, trx, envelope.id)).signature;
  });
}

/** Reminds a signer of an envelope that the caller locked. @throws the problem of the refusal */
export async function remind(trx: Db, ctx: Context, envelope: queries.Envelope, signer: queries.Signer): Promise<void> {
  signerAfter(signer.state, 'remind');
  await queries.updateSigner(trx, signer.id, { reminded_at: new Date().toISOString() });
  await note(trx, envelope.id, 'REMINDED', { signer: signer.id, channel: signer.channel });
  await tell(trx, ctx, envelope, signer, 'REMIND');
}

/** Another link, to the contacts that there are or to others; the one before is void. */
export async function renewLink(
  ctx: Context,
  signerId: number,
  { channel, email, phone }: Received<typeof signatures.renewLink>['body'],
): Promise<SignatureDetail> {
  await expirePast(ctx, signerId);
  return change(ctx, async (trx) => {
    const { envelope, signer } = await lockSigner(trx, signerId);
    checkOut(envelope);
    if (envelope.provider !== 'ROOM') throw signatureProblems.SIGNATURE_AT_PROVIDER();
    signerAfter(signer.state, 'renewLink');
    const changes = {
      ...{ link_version: signer.link_version + 1, link_until: envelope.deadline, code_hash: null, code_until: null },
      ...(channel && { channel }),
      ...(email !== undefined && { email }),
      ...(phone !== undefined && { phone }),
    };
    const renewed = { ...signer, ...changes };
    const [fault] = signerFaults([renewed], await openChannels({ ...ctx, db: trx }));
    if (fault) throw signatureProblems.SIGNATURE_SIGNER({ field: fault.field, message: fault.message });
    await queries.updateSigner(trx, signerId, changes);
    await note(trx, envelope.id, 'LINK_RENEWED', { signer: signerId, channel: renewed.channel });
    await tell(trx, ctx, envelope, renewed, 'INVITE');
    await leaveTrail(trx, ctx, 'signature', envelope.id, 'link', { signer: signerId, channel: renewed.channel });
    await notify(trx, 'signatures');
    return (await shownIn(ctx, trx, envelope.id)).signature;
  });
}

async function expirePast(ctx: Context, signerId: number) {
  const signer = await queries.findSigner(ctx.db, signerId);
  const envelope = signer && (await queries.findEnvelope(ctx.db, signer.envelope_id));
  if (!envelope || !maySee(ctx, envelope)) throw signatureProblems.SIGNER_NOT_FOUND();
  await expireIfPast(ctx, envelope.id);
}

function checkOut({ state }: queries.Envelope) {
  if (state === 'DRAFT') throw signatureProblems.SIGNATURE_DRAFT();
  if (state === 'SEALING') throw signatureProblems.SIGNATURE_SEALING();
  if (state === 'SIGNED') throw signatureProblems.SIGNATURE_SIGNED();
  if (state !== 'OUT') throw signatureProblems.SIGNATURE_ENDED();
}

/** One page of the paper, as a picture. */
export async function showPage(ctx: Context, id: number, page: number) {
  const envelope = await findSeen(ctx, id);
  const { bytes, media_type } = await pictureOf(ctx, envelope, page);
  return { stream: Readable.from([bytes]), name: `documento-${id}-${page}.webp`, type: media_type };
}

/** The text of one page of the paper. */
export async function showText(ctx: Context, id: number, page: number) {
  const envelope = await findSeen(ctx, id);
  return { text: await textOf(ctx, envelope, page) };
}

/** The paper as it was sent, or as it was signed; reading it leaves a trace. */
export async function openPaper(ctx: Context, id: number, which: 'paper' | 'signed') {
  const envelope = await findSeen(ctx, id);
  const fileId = which === 'paper' ? envelope.file_id : envelope.signed_file_id;
  if (fileId === null) throw signatureProblems.SIGNATURE_OUT();
  const file = await queries.findStored(ctx.db, fileId);
  if (!file) throw signatureProblems.SIGNATURE_NOT_FOUND();
  const stream = await ctx.files.stream(file.key).catch(whenMissing(signatureProblems.SIGNATURE_NOT_FOUND));
  await leaveTrail(ctx.db, ctx, 'signature', id, 'read', { file_id: fileId });
  return { stream, name: `${envelope.title}.pdf`, type: 'application/pdf' };
}
