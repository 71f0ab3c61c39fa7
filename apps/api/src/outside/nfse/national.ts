import { calendarDate } from '@morada/domain/base/calendar';
import type { DpsEnvironment } from '@morada/domain/fiscal/taxpayer';
import { type CancellationReason, cancellationXml, type DpsFacts, dpsId, dpsXml } from '@morada/domain/nfse/dps';
import { type Layout, layoutOn, otherLayout } from '@morada/domain/nfse/layout';
import type { NfseNote } from '@morada/domain/nfse/note';
import { type NfseRefusal, refusalOf, schemaRefusal } from '@morada/domain/nfse/refusals';
import * as z from 'zod/mini';
import { SendFailure } from '../sender.ts';
import type { NationalSettings, Signer } from './access.ts';
import { type Connection, closeConnections, connectionOf, packed, unpacked } from './connection.ts';
import { readNote } from './note.ts';
import { schemaFaults, withXml } from './schema.ts';
import { signedXml } from './signature.ts';

export type { NationalSettings, Signer };

export type IssuedNote = {
  /** Fifty figures. */
  key: string;
  /** Given by the national system. */
  number: number;
  /** The note as it was answered: signed, with our DPS within. */
  xml: string;
  issuedAt: Date;
};

type Refused = { refused: NfseRefusal[] };

/**
 * No answer that says whether it was done. `sent`: it may have been, so whoever tries again says `maybeSent`.
 */
export type Unknown = { unknown: true; sent: boolean; reason: string };

export type IssueAnswer = IssuedNote | Refused | Unknown;

export type CancelOrder = {
  environment: DpsEnvironment;
  key: string;
  /** Of who issued the note. */
  document: string;
  reason: CancellationReason;
  /** 15 to 255 characters. */
  text: string;
};

export type CancelAnswer = { cancelledAt: Date; xml: string } | Refused | Unknown;

/** `maybeSent`: it was tried before without an answer, so the service is asked first. */
export type Trial = { maybeSent?: boolean };

/** The national system answered, but with nothing that was to be expected. */
class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

const Errors = z.looseObject({
  erros: z.optional(z.nullable(z.array(z.looseObject({ codigo: z.optional(z.nullable(z.string())) })))),
  erro: z.optional(z.nullable(z.looseObject({ codigo: z.optional(z.nullable(z.string())) }))),
});
const Words = z.looseObject({
  codigo: z.optional(z.nullable(z.string())),
  descricao: z.optional(z.nullable(z.string())),
  mensagem: z.optional(z.nullable(z.string())),
  complemento: z.optional(z.nullable(z.string())),
});
const Note = z.looseObject({ chaveAcesso: z.string(), nfseXmlGZipB64: z.string() });
const Named = z.looseObject({ chaveAcesso: z.string() });
const Event = z.looseObject({ eventoXmlGZipB64: z.string() });

/**
 * Issues a note. After an answer that was lost the service is asked whether there is one; nothing is sent again here but
 * what it refused, corrected: the time (E0008), and once the layout (E1235).
 */
export async function issueNote(
  signer: Signer,
  facts: DpsFacts,
  settings: NationalSettings,
  { maybeSent = false }: Trial = {},
): Promise<IssueAnswer> {
  const expired = expiryOf(signer);
  if (expired) return expired;
  const connection = connectionOf(signer, settings);
  try {
    // The first question to a service also tells its clock.
    if (maybeSent || connection.now() === undefined) {
      const found = await ownNote(connection, facts);
      if (found) return found;
    }
    return await sendNote(connection, signer, facts, settings);
  } catch (error) {
    return failureOf(error, maybeSent);
  }
}

type Attempt = { layout: Layout; without_nbs?: boolean };

async function sendNote(
  connection: Connection,
  signer: Signer,
  facts: DpsFacts,
  settings: NationalSettings,
): Promise<IssueAnswer> {
  const now = connection.now();
  if (now === undefined) return { unknown: true, sent: false, reason: 'O sistema nacional não disse a hora.' };
  const first: Attempt = { layout: layoutOn(facts.environment, calendarDate(now.slice(0, 10))) };
  const answer = await attempt(connection, signer, facts, settings, first);
  const codes = 'refused' in answer ? answer.refused.map(({ code }) => code) : [];
  // The refusal itself told the service's clock.
  if (codes.includes('E0008')) return attempt(connection, signer, facts, settings, first);
  const layout = otherLayout(first.layout);
  if (!codes.includes('E1235') || !canTell(facts, layout)) return answer;
  return attempt(connection, signer, facts, settings, { layout, without_nbs: layout === '1.04' });
}

/** The earlier layout has no place for what leaves the base of a lease, so its taxes would be others. */
const canTell = ({ ibs_cbs }: DpsFacts, layout: Layout) =>
  layout === '1.04' || !ibs_cbs?.lease || ibs_cbs.lease.adjustments.length === 0;

async function attempt(
  connection: Connection,
  signer: Signer,
  facts: DpsFacts,
  { hash }: NationalSettings,
  { layout, without_nbs }: Attempt,
): Promise<IssueAnswer> {
  const at = connection.now() ?? '';
  const xml = dpsXml(facts, { at, layout, ...(without_nbs && { without_nbs }) });
  const faults = schemaFaults(xml, 'DPS', layout);
  if (faults.length > 0) return { refused: faults.map(schemaRefusal) };
  const body = { dpsXmlGZipB64: packed(signedXml(xml, 'DPS', signer, hash)) };
  try {
    const { status, json } = await connection.call({ method: 'POST', path: 'nfse', body });
    if (status === 201) return issuedOf(json);
    const refused = refusalsOf(status, json);
    if (!refused) throw lostBy(status);
    if (!refused.some(({ code }) => code === 'E0014')) return { refused };
    return (await ownNote(connection, facts)) ?? { refused };
  } catch (error) {
    if (!isLost(error)) throw error;
    const found = await ownNote(connection, facts).catch(() => undefined);
    return found ?? failureOf(error, true);
  }
}

/**
 * The note of a DPS: HEAD says whether there is one, then it is read. Undefined: there is none, or it is another's, of
 * another program that uses the same series.
 */
async function ownNote(connection: Connection, facts: DpsFacts): Promise<IssuedNote | undefined> {
  const found = await noteOfDps(connection, dpsId(facts));
  return found && readNote(found.xml)?.service.reference === facts.reference ? found : undefined;
}

async function noteOfDps(connection: Connection, id: string): Promise<IssuedNote | undefined> {
  const path = `dps/${encodeURIComponent(id)}`;
  const { status } = await connection.call({ method: 'HEAD', path });
  if (status === 404) return undefined;
  if (status !== 200) throw failureOfStatus(status);
  const named = await connection.call({ method: 'GET', path });
  if (named.status !== 200) throw failureOfStatus(named.status);
  const found = await readOf(connection, parsed(Named, named.json).chaveAcesso);
  if (!found) throw new Unreadable('The service names a note that it does not have');
  return found;
}

async function readOf(connection: Connection, key: string): Promise<IssuedNote | undefined> {
  const { status, json } = await connection.call({ method: 'GET', path: `nfse/${encodeURIComponent(key)}` });
  if (status === 404) return undefined;
  if (status !== 200) throw failureOfStatus(status);
  return issuedOf(json);
}

/**
 * The note of a DPS by its id (`dpsId`); null: there is none.
 * @internal The tests look by it.
 */
export async function findByDps(signer: Signer, id: string, settings: NationalSettings) {
  const expired = expiryOf(signer);
  if (expired) return expired;
  try {
    return (await noteOfDps(connectionOf(signer, settings), id)) ?? null;
  } catch (error) {
    return failureOf(error, false);
  }
}

/**
 * A note by its key; null: there is none.
 * @internal The tests look by it.
 */
export async function fetchNote(signer: Signer, key: string, settings: NationalSettings) {
  const expired = expiryOf(signer);
  if (expired) return expired;
  try {
    return (await readOf(connectionOf(signer, settings), key)) ?? null;
  } catch (error) {
    return failureOf(error, false);
  }
}

/** Events that cancel a note: its issuer's, a replacement, the municipality's after an analysis, and its own. */
const CANCELLATIONS = ['101101', '105102', '105104', '305101'] as const;

/** The event that cancelled a note; undefined: it stands. */
async function cancellationOf(connection: Connection, key: string) {
  for (const kind of CANCELLATIONS) {
    const { status, json } = await connection.call({
      method: 'GET',
      path: `nfse/${encodeURIComponent(key)}/eventos/${kind}/1`,
    });
    if (status === 200) return cancelledOf(json);
    if (status !== 404) throw failureOfStatus(status);
  }
  return undefined;
}

/** Whether a note was cancelled, by whomever. */
export async function readCancellation(
  signer: Signer,
  key: string,
  settings: NationalSettings,
): Promise<CancelAnswer | { stands: true }> {
  const expired = expiryOf(signer);
  if (expired) return expired;
  try {
    return (await cancellationOf(connectionOf(signer, settings), key)) ?? { stands: true };
  } catch (error) {
    return failureOf(error, false);
  }
}

/** Cancels a note by the event of its issuer. A note that is cancelled already counts as cancelled. */
export async function cancelNote(
  signer: Signer,
  order: CancelOrder,
  settings: NationalSettings,
  { maybeSent = false }: Trial = {},
): Promise<CancelAnswer> {
  const expired = expiryOf(signer);
  if (expired) return expired;
  const connection = connectionOf(signer, settings);
  const path = `nfse/${encodeURIComponent(order.key)}`;
  const read = () => cancellationOf(connection, order.key);
  let sent = maybeSent;
  try {
    const before = maybeSent || connection.now() === undefined ? await read() : undefined;
    if (before) return before;
    const xml = cancellationXml({ ...order, at: connection.now() ?? '' });
    const faults = schemaFaults(xml, 'pedRegEvento', '1.01');
    if (faults.length > 0) return { refused: faults.map(schemaRefusal) };
    const signed = signedXml(xml, 'pedRegEvento', signer, settings.hash);
    sent = true;
    const body = { pedidoRegistroEventoXmlGZipB64: packed(signed) };
    const { status, json } = await connection.call({ method: 'POST', path: `${path}/eventos`, body });
    if (status === 201) return cancelledOf(json);
    const refused = refusalsOf(status, json);
    if (!refused) throw lostBy(status);
    return (await read()) ?? { refused };
  } catch (error) {
    const found = sent && isLost(error) ? await read().catch(() => undefined) : undefined;
    return found ?? failureOf(error, sent);
  }
}

/** Closes connections and forgets certificates, as the server stops. */
export const closeNational = closeConnections;

const isLost = (error: unknown) =>
  error instanceof Unreadable || (error instanceof SendFailure && error.kind === 'LOST');

function issuedOf(json: unknown): IssuedNote {
  const { chaveAcesso, nfseXmlGZipB64 } = parsed(Note, json);
  const xml = textOf(nfseXmlGZipB64);
  const note = noteOf(xml);
  if (note?.key !== chaveAcesso) throw new Unreadable('The note has another key than the answer');
  return { key: chaveAcesso, number: note.number, xml, issuedAt: new Date(note.processed_at) };
}

function cancelledOf(json: unknown) {
  const xml = textOf(parsed(Event, json).eventoXmlGZipB64);
  const time = withXml(xml, ({ root }) => root.get("//*[local-name(.)='dhProc']")?.content);
  const cancelledAt = new Date(time ?? '');
  if (Number.isNaN(cancelledAt.getTime())) throw new Unreadable('The event has no time');
  return { cancelledAt, xml };
}

function noteOf(xml: string): NfseNote | undefined {
  try {
    return readNote(xml);
  } catch (cause) {
    throw new Unreadable('The note is no XML', { cause });
  }
}

function textOf(base64: string): string {
  try {
    return unpacked(base64);
  } catch (cause) {
    throw new Unreadable('The document is not packed', { cause });
  }
}

function parsed<T>(schema: z.ZodMiniType<T>, json: unknown): T {
  const result = schema.safeParse(json);
  if (!result.success) throw new Unreadable('The answer has another shape', { cause: result.error });
  return result.data;
}

const MOST_WORDS = 300;

/** The service's words for staff: one line without control characters, of bounded length. */
const cleaned = (words: string) =>
  words
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, MOST_WORDS);

/** What an answer refuses; undefined where it is a failure of the service's own. */
function refusalsOf(status: number, json: unknown): NfseRefusal[] | undefined {
  if (status === 429 || status >= 500 || status < 400) return undefined;
  const read = Errors.safeParse(json);
  const told = read.success ? [...(read.data.erros ?? []), ...(read.data.erro ? [read.data.erro] : [])] : [];
  if (told.length === 0) return status === 403 || status === 401 ? [refusalOf('E0715', '')] : undefined;
  return told.map((one) => {
    const { codigo, descricao, mensagem, complemento } = Words.parse(one);
    const said = [descricao ?? mensagem, complemento].filter(Boolean).join(': ');
    return refusalOf(cleaned(codigo ?? '') || String(status), cleaned(said));
  });
}

const failureOfStatus = (status: number) =>
  status === 401 || status === 403
    ? new SendFailure('DENIED', 'O sistema nacional não aceitou o certificado.')
    : new SendFailure('AWAY', `O sistema nacional está com problemas (resposta ${status}).`);

/** A service that fails may have done what it was asked for, unless it asks to wait. */
const lostBy = (status: number) =>
  status === 429 ? failureOfStatus(status) : new SendFailure('LOST', failureOfStatus(status).message);

/** @param sent whether the order may have arrived. */
function failureOf(error: unknown, sent: boolean): Refused | Unknown {
  if (error instanceof Unreadable)
    return { unknown: true, sent, reason: 'O sistema nacional respondeu de um jeito que não entendemos.' };
  if (!(error instanceof SendFailure)) throw error;
  if (error.kind === 'DENIED') return { refused: [refusalOf('E0715', '')] };
  return { unknown: true, sent, reason: error.message };
}

function expiryOf({ certificate }: Signer): Refused | undefined {
  return certificate.validToDate.getTime() > Date.now() ? undefined : { refused: [refusalOf('E0716', '')] };
}
