import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Received } from '@morada/contract/base/endpoint';
import {
  certificateProblems,
  type certificates,
  type NoteCertificate,
} from '@morada/contract/fiscal/fiscal-certificates';
import { addDays, type CalendarDate } from '@morada/domain/base/calendar';
import { formatDocument } from '@morada/domain/base/documents';
import { certificateDocument, certificateWarning, signsFor } from '@morada/domain/fiscal/note-certificate';
import { localMoment } from '#api/base/local-moment.ts';
import type { Context, Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import type { Signer } from '#api/outside/nfse/access.ts';
import * as queries from './certificates.queries.ts';
import { readPkcs12 } from './pkcs12.reader.ts';

/** Columns of a certificate that are sealed. */
export const SEALED = ['certificate', 'private_key'] as const;
type Issuer = number | null;

/** Name that a sealed value is bound to. */
export const placeOf = (column: (typeof SEALED)[number], issuer: Issuer) =>
  `note_certificate.${column}:${issuer ?? 'agency'}`;

export async function listCertificates(ctx: Pick<Context, 'db'>): Promise<{ certificates: NoteCertificate[] }> {
  const found = await queries.findCertificates(ctx.db);
  return {
    certificates: found.map(({ client_id, name, document, valid_until }) => ({
      ...{ client: client_id === null ? null : { id: client_id, name: name ?? '' }, document, until: valid_until },
    })),
  };
}

type File = Received<typeof certificates.saveAgency>;

/** The agency, or an owner who pays IBS and CBS, as the issuer of notes. */
async function issuerOf(trx: Db, issuer: Issuer): Promise<{ name: string | null; document: string }> {
  if (issuer === null) return { name: null, document: (await readAgency(trx, ['cnpj'])).cnpj ?? '' };
  const owner = await queries.lockOwner(trx, issuer);
  if (owner?.tax_regime !== 'REGULAR') throw certificateProblems.CERTIFICATE_OWNER_NOT_FOUND();
  return { name: owner.name, document: owner.tax_cnpj ?? owner.document };
}

type Action = 'note-certificate' | 'remove-note-certificate';

/** In the trail of the agency, or of the owner. */
const note = (trx: Db, ctx: Context, issuer: Issuer, action: Action, until: readonly [string | null, string | null]) =>
  leaveTrail(trx, ctx, issuer === null ? 'agency' : 'client', issuer ?? 1, action, { certificate_until: until });

/** Opens the file in memory, and keeps certificate and key sealed; neither the file nor its password is kept. */
export async function saveCertificate(
  ctx: Context,
  issuer: Issuer,
  { file, body }: Pick<File, 'file' | 'body'>,
): Promise<NoteCertificate> {
  if (!ctx.secrets.prefix) throw certificateProblems.CERTIFICATE_NO_SEAL();
  const read = await readPkcs12(file.bytes, body.password);
  const [from, until] = [read.from, read.until].map((at) => localMoment(new Date(at)).day) as [
    CalendarDate,
    CalendarDate,
  ];
  if (until < ctx.today() || from > ctx.today()) throw certificateProblems.CERTIFICATE_NOT_VALID();
  const document = certificateDocument(read.names);
  return change(ctx, async (trx) => {
    const { name, document: own } = await issuerOf(trx, issuer);
    if (own === '') throw certificateProblems.CERTIFICATE_ISSUER();
    if (document === undefined || !signsFor(document, own))
      throw certificateProblems.CERTIFICATE_OTHER({
        message: `O certificado ${document ? `é de ${formatDocument(document)}` : 'não diz de quem é'}, e as notas são de ${formatDocument(own)}`,
      });
    const before = await queries.findCertificate(trx, issuer);
    const sealed = (column: (typeof SEALED)[number]) => ctx.secrets.sealText(placeOf(column, issuer), read[column]);
    await queries.putCertificate(trx, {
      ...{ client_id: issuer, document, valid_until: until },
      ...{ certificate: sealed('certificate'), private_key: sealed('private_key') },
    });
    await note(trx, ctx, issuer, 'note-certificate', [before?.valid_until ?? null, until]);
    return { client: issuer === null ? null : { id: issuer, name: name ?? '' }, document, until };
  });
}

export const removeCertificate = (ctx: Context, issuer: Issuer) =>
  change(ctx, async (trx) => {
    const [removed] = await queries.deleteCertificates(trx, [issuer]);
    if (!removed) throw certificateProblems.CERTIFICATE_NOT_FOUND();
    await note(trx, ctx, issuer, 'remove-note-certificate', [removed.valid_until, null]);
  });

/** The certificates of people who are erased go with them. */
export async function dropOfErased(trx: Db, ids: readonly number[]) {
  if (ids.length > 0) await queries.deleteCertificates(trx, ids);
}

/** Certificates that end within the days of the warning, or have ended. */
export async function endingCertificates(ctx: Pick<Context, 'db' | 'today'>) {
  const today = ctx.today();
  return (await queries.findEnding(ctx.db, addDays(today, 30))).flatMap(({ client_id, name, valid_until }) => {
    const warning = certificateWarning(valid_until, today);
    const client = client_id === null ? null : { id: client_id, name: name ?? '' };
    return warning ? { client, until: valid_until, ...warning } : [];
  });
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/g;

/**
 * The certificate of an issuer, opened in memory for signatures and connections.
 * @returns undefined without one, or where it was sealed with a key that isn't here.
 */
export async function openSigner(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  issuer: Issuer,
): Promise<{ signer: Signer; until: CalendarDate } | undefined> {
  const found = await queries.findCertificate(db, issuer);
  if (!found) return undefined;
  const [text, key] = SEALED.map((column) => secrets.openText(placeOf(column, issuer), found[column]));
  const [certificate, ...chain] = (text?.match(PEM) ?? []).map((pem) => new X509Certificate(pem));
  if (!certificate || key === undefined) return undefined;
  return { signer: { privateKey: createPrivateKey(key), certificate, chain }, until: found.valid_until };
}
