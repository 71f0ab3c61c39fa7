import { formatDate } from '@morada/domain/base/calendar';
import { initialsOf } from '@morada/domain/signature/initials';
import { SIGNATURE_KINDS } from '@morada/domain/signature/kinds';
import {
  maskedContact,
  maskedCpf,
  SIGNATURE_EVENTS,
  SIGNER_ROLES,
  type SignatureEventKind,
  type SignatureLevel,
  type SignerChannel,
  signatureConsent,
} from '@morada/domain/signature/words';
import { localMoment } from '#api/base/local-moment.ts';
import { present } from '#api/base/present.ts';
import { type Context, type Deps, systemContext } from '#api/context.ts';
import { notify } from '#api/live/notify.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
import { composeSigned, type Mark, sealPdf } from '#api/pdf/signing/signing.ts';
import { PdfRefused } from '#api/pdf/text.ts';
import { checkPath } from './check.service.ts';
import { keepSigned } from './keeping.service.ts';
import { lock, note } from './life.service.ts';
import { bytesOf, sha256Of } from './paper.service.ts';
import { sealingCertificate, settingsOf } from './settings.service.ts';
import * as queries from './signatures.queries.ts';

/** A file that can't be closed, in words for staff. */
class Unclosed extends Error {
  override readonly name = 'Unclosed';
}

/**
 * The job that closes the file of a paper that all have signed: marks, evidence and seal, and its place among the record's
 * documents. Done once, however often it is called; what fails waits visibly and is tried again.
 */
export async function closeFile(deps: Deps, id: number): Promise<void> {
  const ctx = systemContext(deps);
  const envelope = await queries.findEnvelope(deps.db, id);
  if (envelope?.state !== 'SEALING' || envelope.provider !== 'ROOM') return;
  try {
    const { bytes, sealed } = await signedFile(ctx, envelope);
    await keepSigned(ctx, id, { bytes, sealed });
  } catch (error) {
    await noteProblem(ctx, id, problemOf(error));
    throw error;
  }
}

const problemOf = (error: unknown) =>
  error instanceof Unclosed || error instanceof PdfRefused
    ? error.message
    : 'O arquivo não pôde ser fechado agora. Tentamos de novo sozinhos.';

async function noteProblem(ctx: Context, id: number, problem: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const envelope = await lock(trx, id);
    if (envelope.state !== 'SEALING' || envelope.seal_problem === problem) return;
    await queries.updateEnvelope(trx, id, { seal_problem: problem });
    if (envelope.seal_problem === null) await note(trx, id, 'SEAL_FAILED');
    await notify(trx, 'signatures');
  });
}

/** The paper with its marks and evidence, sealed where the agency has a certificate. */
async function signedFile(ctx: Context, envelope: queries.Envelope): Promise<{ bytes: Uint8Array; sealed: boolean }> {
  const paper = await bytesOf(ctx, envelope.file_id);
  if (!paper) throw new Unclosed('O documento enviado não está mais no armazenamento.');
  if (sha256Of(paper) !== envelope.sha256)
    throw new Unclosed('O documento guardado não é mais o que foi enviado: o resumo SHA-256 é outro.');
  const signers = await queries.findSigners(ctx.db, envelope.id);
  const at = new Date(Math.max(...signers.map(({ signed_at }) => Date.parse(present(signed_at, 'the time')))));
  const evidence = await evidenceOf(ctx, envelope, signers, at);
  const composed = await composeSigned({ paper, marks: await marksOf(ctx, envelope, signers), evidence });
  const certificate = (await settingsOf(ctx.db)).seal ? await sealingCertificate(ctx) : undefined;
  if (!certificate) return { bytes: composed, sealed: false };
  const name = evidence.agency.name;
  const reason = `Documento assinado eletronicamente, código ${envelope.check_code}`;
  return { bytes: await sealPdf(composed, certificate, { reason, name, at: new Date() }), sealed: true };
}

const dayOf = (at: string) => formatDate(localMoment(new Date(at)).day);

/** What each signer leaves in their fields. */
async function marksOf(ctx: Context, envelope: queries.Envelope, signers: readonly queries.Signer[]): Promise<Mark[]> {
  const people = new Map(signers.map((signer) => [signer.id, signer]));
  return (await queries.findFields(ctx.db, envelope.id)).map(({ signer_id, kind, page, x, y, width, height }) => {
    const { name, signed_at, signature_kind, signature_data } = present(people.get(signer_id), 'the signer');
    const box = { page, x, y, width, height };
    const day = dayOf(present(signed_at, 'the time'));
    if (kind === 'NAME') return { ...box, text: name };
    if (kind === 'DATE') return { ...box, text: day };
    if (kind === 'INITIALS') return { ...box, text: initialsOf(name), italic: true, alt: `Rubrica de ${name}` };
    const caption = `${name}, ${day}`;
    const alt = `Assinatura de ${name}`;
    if (signature_kind === 'DRAWN' && signature_data) return { ...box, drawing: signature_data, caption, alt };
    return { ...box, text: signature_data ?? name, italic: true, caption, alt };
  });
}

/** Events that are told in the evidence; tries that failed and lost messages are the agency's own. */
const TOLD: ReadonlySet<SignatureEventKind> = new Set([
  ...(['SENT', 'ASKED', 'OPENED', 'READ', 'CODE_SENT', 'CODE_RIGHT', 'SIGNED', 'COMPLETED', 'LINK_RENEWED'] as const),
]);

async function evidenceOf(ctx: Context, envelope: queries.Envelope, signers: readonly queries.Signer[], at: Date) {
  const agency = await letterheadOf(ctx);
  const events = await queries.findEvents(ctx.db, envelope.id);
  const names = new Map(signers.map(({ id, name }) => [id, name]));
  // The channel of the code, which the signer may have chosen among their own.
  const channels = new Map(
    events.flatMap(({ kind, signer_id, channel }) =>
      kind === 'SIGNED' && signer_id !== null && channel ? [[signer_id, channel] as const] : [],
    ),
  );
  const corrected =
    envelope.corrects_id === null ? undefined : await queries.findEnvelope(ctx.db, envelope.corrects_id);
  const level: SignatureLevel = envelope.accepted ? 'ADVANCED' : 'SIMPLE';
  const code = present(envelope.check_code, 'the code');
  const consentOf = (version: number) => signatureConsent(version, { agency: agency.name, level }).join(' ');
  const url = ctx.publicUrl && new URL(checkPath(code), ctx.publicUrl).href;
  return {
    ...{ title: envelope.title, kind: SIGNATURE_KINDS[envelope.kind], sha256: envelope.sha256, level, agency, at },
    check: { url: url || undefined, code },
    corrects: corrected?.check_code ? { title: corrected.title, code: corrected.check_code } : undefined,
    signers: signers.map((signer) => signerEvidence(signer, channels.get(signer.id) ?? signer.channel, consentOf)),
    events: events.flatMap(({ kind, at: moment, signer_id }) => {
      if (!TOLD.has(kind)) return [];
      const name = signer_id === null ? undefined : names.get(signer_id);
      return [{ at: new Date(moment), words: name ? `${SIGNATURE_EVENTS[kind]}: ${name}` : SIGNATURE_EVENTS[kind] }];
    }),
  };
}

function signerEvidence(
  { name, role, capacity, cpf, email, phone, signed_at, address, device, consent_version }: queries.Signer,
  channel: SignerChannel,
  consentOf: (version: number) => string,
) {
  return {
    ...{ name, channel, address, device, cpf: cpf && maskedCpf(cpf), target: maskedContact(channel, { email, phone }) },
    role: capacity === null ? SIGNER_ROLES[role] : `${SIGNER_ROLES[role]}. ${capacity}`,
    signed_at: new Date(present(signed_at, 'the time')),
    consent: { version: consent_version ?? 0, text: consent_version === null ? '' : consentOf(consent_version) },
  };
}
