import { randomInt } from 'node:crypto';
import { roomProblems } from '@morada/contract/desk/signature-room';
import { signatureProblems } from '@morada/contract/desk/signatures';
import { addDays } from '@morada/domain/base/calendar';
import { sentence } from '@morada/domain/base/sentence';
import { mobileNumber } from '@morada/domain/messages/channel-choice';
import { envelopeLife, isPast, SIGNATURE_CODE } from '@morada/domain/signature/envelope';
import { SIGNATURE_KINDS } from '@morada/domain/signature/kinds';
import { codeMessage } from '@morada/domain/signature/messages';
import { CPF_TRIES, hiddenEmail, hiddenPhone, roomStage } from '@morada/domain/signature/room';
import {
  SIGNATURE_CONSENT_VERSION,
  SIGNER_ROLES,
  SIGNER_WORDS,
  type SignatureLevel,
  type SignatureWay,
  type SignerChannel,
  signatureConsent,
  WITHDRAWN_BY,
} from '@morada/domain/signature/words';
import { hashPassword, verifyPassword } from '#api/base/secrets/password-hashing.ts';
import { checkTransition } from '#api/base/transition.ts';
import type { Context, Db, Deps } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { change } from '#api/db/transaction.ts';
import { whenMissing } from '#api/files/storage.ts';
import { queueMail } from '#api/mail/mail.service.ts';
import { countTries, countTry, keepTry } from '#api/modules/access/credentials/tries.service.ts';
import { isSignedWord, signedWord } from '#api/modules/access/signed-words/signed-words.service.ts';
import { openChannels, sendDirectly } from '#api/modules/collection/messages/direct.service.ts';
import { SendFailure } from '#api/outside/sender.ts';
import { checkPath } from './check.service.ts';
import { expireIfPast, lockSigner, note, refused, signed, signerAfter } from './life.service.ts';
import { pictureOf, textsOf } from './paper.service.ts';
import * as queries from './room.queries.ts';
import { isSignatureWord } from './signature-link.service.ts';

/** Whence a signer acts: kept as evidence. */
export type Place = { address: string; device: string | null };

const DEVICE_LETTERS = 300;
export const placeOf = (address: string, agent: string | undefined): Place => ({
  address,
  device: agent?.replace(/\p{Cc}/gu, '').slice(0, DEVICE_LETTERS) || null,
});

/** Days for which the link of a paper that ended unsigned says so. */
const ENDED_DAYS = 30;

/** What the word of a browser's cookie is signed for: another link forgets the browsers of the one before. */
const browserName = (id: number, version: number) => `signature browser ${id} ${version}`;

/** Context of a signer, who has no session and acts by the link. */
const signerContext = (deps: Deps): Context => ({
  ...deps,
  actor: { id: null, name: 'Quem assina, pelo link', permissions: [] },
});

const roleName = ({ role, capacity }: Pick<queries.RoomRow, 'role' | 'capacity'>) =>
  capacity ? `${SIGNER_ROLES[role]}, ${capacity.charAt(0).toLowerCase()}${capacity.slice(1)}` : SIGNER_ROLES[role];

const levelOf = ({ accepted }: Pick<queries.RoomRow, 'accepted'>): SignatureLevel => (accepted ? 'ADVANCED' : 'SIMPLE');

/** Own contacts of a signer by channel, the one that the agency chose first; those that this installation reaches now. */
async function contactsOf(deps: Pick<Deps, 'db' | 'outside' | 'publicUrl'>, row: queries.RoomRow) {
  const open = await openChannels(deps);
  const order: SignerChannel[] = [row.channel, ...[...open].filter((channel) => channel !== row.channel)];
  return order.flatMap((channel) => {
    const to = channel === 'EMAIL' ? row.email : mobileNumber(row.phone) && row.phone;
    return to && open.has(channel) ? [{ channel, to }] : [];
  });
}

const hiddenContact = ({ channel, to }: { channel: SignerChannel; to: string }) => ({
  channel,
  target: channel === 'EMAIL' ? hiddenEmail(to) : hiddenPhone(to),
});

/**
 * The room that a link opens, as this browser may see it. `isKnown`: the CPF was typed in this browser; before, nothing but
 * the kind of paper, its last day and the stage is there to be shown. Undefined: the link is wrong, revoked or over.
 */
export async function openRoom(deps: Deps, id: number, word: string, browser: string | undefined) {
  const { db } = deps;
  const row = await queries.findRoom(db, id);
  if (!row || row.link_until === null || row.provider !== 'ROOM') return undefined;
  const version = row.link_version;
  if (!(await isSignatureWord(deps, db, { id, version, word }))) return undefined;
  const signer = { state: row.state, isRead: row.read_at !== null };
  const stage = roomStage({ envelope: { state: row.envelope_state, deadline: row.deadline }, signer }, deps.today());
  // What became of a paper is said for a while after its last day.
  const isKept = stage === 'DONE' ? row.link_until : addDays(row.link_until, ENDED_DAYS);
  if (stage === 'CLOSED' || isKept < deps.today()) return undefined;
  // Who stands at the door after the last day ends the paper before the sweep comes by.
  if (stage === 'EXPIRED' && row.envelope_state === 'OUT') await expireIfPast(signerContext(deps), row.envelope_id);
  const isKnown = browser !== undefined && (await isSignedWord(deps, db, browserName(id, version), browser));
  return { id, word, stage, isKnown, row, kindName: SIGNATURE_KINDS[row.kind], name: row.name, deadline: row.deadline };
}
export type FoundRoom = NonNullable<Awaited<ReturnType<typeof openRoom>>>;

/** What a signer is told of the end of a paper beyond what everybody may read. */
export function endOf({ row, stage, isKnown }: FoundRoom): { title?: string; cause?: string; why?: string } {
  if (!isKnown) return {};
  if (stage === 'REFUSED' && row.state === 'REFUSED')
    return {
      title: 'Você recusou a assinatura',
      why: 'A imobiliária foi avisada, com o motivo, e o documento foi encerrado para todas as pessoas.',
    };
  if (stage === 'WITHDRAWN' && row.withdrawn_by !== null && row.withdrawn_by !== 'ERASURE')
    return { cause: sentence(WITHDRAWN_BY[row.withdrawn_by]) };
  return {};
}

/** All that a room shows to who showed who they are. */
export async function furnished(deps: Deps, { row, ...room }: FoundRoom) {
  const { db } = deps;
  const [signers, contacts, { name: agency }] = await Promise.all([
    queries.findRoomSigners(db, row.envelope_id),
    contactsOf(deps, row),
    readAgency(db, ['name']),
  ]);
  const level = levelOf(row);
  const hasCode = row.code_hash !== null && row.code_until !== null && row.code_tries < SIGNATURE_CODE.tries;
  return {
    ...room,
    ...{ title: row.title, roleName: roleName(row), channel: row.channel, in_order: row.in_order },
    ...{ pages: row.pages, sha256: row.sha256, signed_sha256: row.signed_sha256, check_code: row.check_code, level },
    checkPath: row.check_code === null ? undefined : checkPath(row.check_code),
    consent: signatureConsent(SIGNATURE_CONSENT_VERSION, { agency, level }),
    signers: signers.map(({ id, name, state, signed_at, ...one }) => ({
      ...{ name, state, signed_at, roleName: roleName(one), stateWords: SIGNER_WORDS[state], isSelf: id === room.id },
    })),
    channels: contacts.map(hiddenContact),
    codeUntil: hasCode && row.code_until !== null && new Date(row.code_until) > new Date() ? row.code_until : null,
    codeChannel: row.code_channel,
    signed_at: row.signed_at,
    signature:
      row.signature_kind && row.signature_data ? { kind: row.signature_kind, data: row.signature_data } : undefined,
    withdrawn_by: row.withdrawn_by,
  };
}
export type OpenRoom = Awaited<ReturnType<typeof furnished>>;
export type RoomSigner = OpenRoom['signers'][number];

/**
 * Opens the room in this browser to who types the CPF of the link's owner. Wrong ones are few in a quarter of an hour.
 * @returns word of the browser's cookie
 */
export async function enterRoom(deps: Deps, { id, row }: FoundRoom, cpf: string, place: Place): Promise<string> {
  const tries = `signature-cpf:${id}`;
  const isTheirs = await change(signerContext(deps), async (trx) => {
    // Under the lock, so that no more are tried by trying at once.
    const { signer } = await lockSigner(trx, id);
    if ((await countTries(trx, tries)) >= CPF_TRIES) throw roomProblems.ROOM_CPF_MANY();
    checkLink(signer, row);
    const is = signer.cpf !== null && signer.cpf === cpf;
    if (!is) await keepTry(trx, tries);
    await note(trx, row.envelope_id, is ? 'OPENED' : 'CPF_WRONG', { signer: id, ...place });
    return is;
  });
  if (!isTheirs) throw roomProblems.ROOM_CPF_WRONG();
  return signedWord(deps, deps.db, browserName(id, row.link_version));
}

/** The link that the request came by is still the one. @throws SIGNER_CLOSED */
function checkLink(signer: { link_version: number }, row: { link_version: number }) {
  if (signer.link_version !== row.link_version) throw signatureProblems.SIGNER_CLOSED();
}

/** Locks the envelope of somebody who may sign it now. @throws the problem of the refusal */
async function lockToSign(trx: Db, ctx: Context, { id, row }: FoundRoom) {
  const { envelope, signer } = await lockSigner(trx, id);
  checkLink(signer, row);
  checkTransition(envelopeLife.cell(envelope.state, 'sign'), signatureProblems);
  if (isPast(envelope.deadline, ctx.today())) throw signatureProblems.SIGNATURE_EXPIRED();
  signerAfter(signer.state, 'code');
}

/** The paper was read to its end. Said once; again it changes nothing. */
export async function markRead(deps: Deps, room: FoundRoom, how: 'rolagem' | 'caixa', place: Place) {
  const { id, row } = room;
  const ctx = signerContext(deps);
  await change(ctx, async (trx) => {
    await lockToSign(trx, ctx, room);
    if (!(await queries.saveRead(trx, id))) return;
    await note(trx, row.envelope_id, 'READ', { signer: id, ...place, details: { how } });
  });
}

/** Sends a one-time code to the signer's own contact. An e-mail is queued with it; a short message is sent at once. */
export async function askCode(deps: Deps, room: FoundRoom, channel: SignerChannel, place: Place) {
  const { id, row } = room;
  const ctx = signerContext(deps);
  const contact = (await contactsOf(deps, row)).find((one) => one.channel === channel);
  if (!contact) throw roomProblems.ROOM_CHANNEL();
  if (row.read_at === null) throw roomProblems.ROOM_NOT_READ();
  const tries = `signature-code:${id}`;
  if ((await countTries(deps.db, tries)) >= SIGNATURE_CODE.codes) throw roomProblems.ROOM_CODES_MANY();
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const code_hash = await hashPassword(code);
  const { name: agency } = await readAgency(deps.db, ['name']);
  const message = codeMessage({ name: row.name, agency }, code);
  await change(ctx, async (trx) => {
    await lockToSign(trx, ctx, room);
    // Under the lock, so that no more are sent by asking at once.
    if ((await countTry(trx, tries)) >= SIGNATURE_CODE.codes) throw roomProblems.ROOM_CODES_MANY();
    const code_until = new Date(Date.now() + SIGNATURE_CODE.minutes * 60_000);
    if (!(await queries.saveCode(trx, id, { code_hash, code_until }))) throw signatureProblems.SIGNATURE_CHANGED();
    if (channel === 'EMAIL') await queueMail(trx, { recipient: contact.to, ...message });
    await note(trx, row.envelope_id, 'CODE_SENT', { signer: id, ...place, channel });
  });
  if (channel === 'EMAIL') return;
  try {
    await sendDirectly(deps, { channel, phone: contact.to, ...message });
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    // A lost answer may have been a message that arrived: its code still holds.
    if (error.kind !== 'LOST') await queries.dropCode(deps.db, id, code_hash);
    throw roomProblems.ROOM_CODE_UNSENT();
  }
}

type Signature = { code: string; kind: SignatureWay; data: string };

/** Signs, once. Each try of a code is counted before it is compared. */
export async function sign(deps: Deps, room: FoundRoom, { code, kind, data }: Signature, place: Place) {
  const { id, row } = room;
  const ctx = signerContext(deps);
  if (row.read_at === null) throw roomProblems.ROOM_NOT_READ();
  const tried = await queries.countCodeTry(deps.db, id, SIGNATURE_CODE.tries);
  if (!tried?.code_hash) throw roomProblems.ROOM_CODE_OVER();
  const { code_hash } = tried;
  if (!(await verifyPassword(code_hash, code))) {
    await change(ctx, (trx) => note(trx, row.envelope_id, 'CODE_WRONG', { signer: id, ...place }));
    throw roomProblems.ROOM_CODE_WRONG();
  }
  await change(ctx, async (trx) => {
    await lockToSign(trx, ctx, room);
    if (!(await queries.useCode(trx, id, code_hash))) throw roomProblems.ROOM_CODE_OVER();
    const trace = { ...place, channel: row.code_channel };
    await note(trx, row.envelope_id, 'CODE_RIGHT', { signer: id, ...trace });
    await signed(trx, ctx, id, { kind, data, consent_version: SIGNATURE_CONSENT_VERSION }, trace);
  });
}

/** Refuses, which ends the paper for everybody. */
export async function refuse(deps: Deps, { id, row }: FoundRoom, reason: string, place: Place) {
  const ctx = signerContext(deps);
  await change(ctx, async (trx) => {
    checkLink((await lockSigner(trx, id)).signer, row);
    await refused(trx, ctx, id, reason, place);
  });
}

/** The text of each page, for who sees no pictures. */
export const roomTexts = (deps: Deps, { row }: FoundRoom) => textsOf(deps, row);

export const roomPicture = (deps: Deps, { row }: FoundRoom, page: number) => pictureOf(deps, row, page);

/** The paper as it was sent, or as it was signed by all. */
export async function roomFile({ files }: Deps, { row, stage }: FoundRoom, which: 'paper' | 'signed') {
  const key = which === 'paper' ? row.key : stage === 'DONE' ? row.signed_key : null;
  if (key === null) throw roomProblems.ROOM_FILE();
  return files.stream(key).catch(whenMissing(roomProblems.ROOM_FILE));
}
