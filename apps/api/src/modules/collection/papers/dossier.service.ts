import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { debtPaperProblems } from '@morada/contract/collection/debt-papers';
import { formatDate } from '@morada/domain/base/calendar';
import { ACT_ENDS, DEBT_ACTS, NOTICE_WAYS } from '@morada/domain/debt-papers/debt-register';
import { CONTRACT_DOCUMENTS } from '@morada/domain/lease/contract-documents';
import { CHANNEL_NAMES } from '@morada/domain/messages/kinds';
import { slug } from '@morada/domain/property/property';
import { SENT_CHANNELS, SENT_KINDS } from '@morada/domain/trail/sent-message';
import { ZipFile } from 'yazl';
import { localMoment } from '#api/base/local-moment.ts';
import type { Context } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { snapshot } from '#api/db/transaction.ts';
import { FileMissing } from '#api/files/storage.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
import { findDebtors } from './debt.queries.ts';
import { debtOf } from './debt.service.ts';
import * as queries from './dossier.queries.ts';
import { printedNotice } from './notices.service.ts';
import {
  chargesPdf,
  guaranteePdf,
  type IndexRow,
  indexPdf,
  mandatePdf,
  messagesPdf,
  protestPdf,
  statementPdf,
} from './papers.pdf.ts';
import { findEntries } from './register.queries.ts';

export const DOSSIER_PURPOSES = { LAWYER: 'Para o advogado', PROTEST: 'Para o protesto' } as const;
export type DossierPurpose = keyof typeof DOSSIER_PURPOSES;

/** A part of the archive, opened when it is its turn. */
type Part = { file: string; what: string; open: () => Promise<NodeJS.ReadableStream> };

/** Messages per PDF: reading them in parts keeps memory constant. */
const MESSAGES_OF_PART = 200;

/**
 * Papers of a contract's debt for a lawyer or a notary, as one archive. Its parts are read and written one after the other,
 * and the index with their SHA-256 is the last one.
 */
export async function makeDossier(ctx: Context, proposalId: number, purpose: DossierPurpose) {
  const today = ctx.today();
  const { debt, ...found } = await snapshot(ctx.db, async (db) => {
    const debt = await debtOf(db, proposalId, today);
    return {
      debt,
      debtors: await findDebtors(db, proposalId, today),
      owners: await queries.findOwners(db, debt.contract.property_id),
      charges: await queries.findCharges(
        db,
        debt.statement.rows.map(({ invoice_id }) => invoice_id),
      ),
      documents: await queries.findDocuments(
        db,
        proposalId,
        purpose === 'PROTEST' ? ['CONTRACT'] : ['CONTRACT', 'GUARANTOR'],
      ),
      proofs: await queries.findProofs(db, proposalId),
      entries: (await findEntries(db, { proposal: proposalId })).filter(({ undone }) => !undone).toReversed(),
    };
  });
  if (debt.statement.rows.length === 0) throw debtPaperProblems.DEBT_NONE();
  const agency = await letterheadOf(ctx);
  const subject = { contract: debt.contract, debtors: found.debtors, agency, day: today };
  const stored = (folder: string, { id, name, key }: queries.KeptFile, what: string): Part => ({
    file: `${folder}/${id}-${fileName(name)}`,
    what,
    open: () => ctx.files.stream(key),
  });
  const made = (file: string, what: string, make: () => NodeJS.ReadableStream): Part => ({
    file,
    what,
    open: async () => make(),
  });

  const parts: Part[] = [
    ...(purpose === 'PROTEST'
      ? [made('dados-do-titulo.pdf', 'Dados do título', () => protestPdf(subject, debt, found.owners))]
      : []),
    made('demonstrativo-de-debito.pdf', 'Demonstrativo de débito', () => statementPdf(debt, found.debtors, agency)),
    ...found.documents.map((document) => stored('contrato', document, CONTRACT_DOCUMENTS[document.type])),
    made('garantia-e-devedores.pdf', 'Garantia e devedores', () => guaranteePdf(subject)),
    made('faturas-e-boletos.pdf', 'Faturas e boletos', () => chargesPdf(subject, found.charges)),
    made('propriedade-e-mandato.pdf', 'Propriedade e mandato', () => mandatePdf(subject, found.owners)),
    ...found.entries
      .filter(({ kind }) => kind === 'NOTICE')
      .map((entry) => ({
        file: `avisos/aviso-${entry.id}.pdf`,
        what: noticeWords(entry),
        open: () => printedNotice(ctx, entry.id, agency),
      })),
    ...found.proofs.map((proof) => {
      const entry = found.entries.find(({ id }) => id === proof.register_id);
      return stored('comprovantes', proof, entry ? proofWords(entry, proof.is_end) : 'Comprovante');
    }),
  ];
  await leaveTrail(ctx.db, ctx, 'proposal', proposalId, 'debt-dossier', { purpose });
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // A client that disconnects aborts the part that is being read.
  const left = new AbortController();
  output.once('close', () => left.abort());
  zip.on('error', (error) => output.destroy(error as Error));
  // Runs concurrently with the response, which streams what it adds. After a disconnect, `destroy` ignores the error.
  addParts({ zip, signal: left.signal }, ctx, subject, { purpose, parts }).catch((error: Error) =>
    output.destroy(error),
  );
  return {
    stream: output,
    name: `dossie-contrato-${proposalId}-${purpose === 'PROTEST' ? 'protesto' : 'advogado'}.zip`,
    type: 'application/zip',
  };
}

type Subject = Parameters<typeof indexPdf>[0];

type Archive = { zip: ZipFile; signal: AbortSignal };

async function addParts(
  archive: Archive,
  ctx: Context,
  subject: Subject,
  { purpose, parts }: { purpose: DossierPurpose; parts: readonly Part[] },
) {
  const index: IndexRow[] = [];
  for (const part of parts) index.push(await addPart(archive, part));
  for await (const part of messageParts(ctx, subject)) index.push(await addPart(archive, part));
  const rows = index.toSorted((one, other) => (one.file < other.file ? -1 : 1));
  await addPart(archive, {
    file: 'indice.pdf',
    what: 'Índice',
    open: async () => indexPdf(subject, DOSSIER_PURPOSES[purpose], rows),
  });
  archive.zip.end();
}

/**
 * Adds one part and waits until it is written. A stored file that is missing is left out; the index names it as not
 * found.
 */
async function addPart({ zip, signal }: Archive, { file, what, open }: Part): Promise<IndexRow> {
  const source = await open().catch((error: unknown) => {
    if (error instanceof FileMissing) return undefined;
    throw error;
  });
  if (!source) return { file, what, bytes: 0, sha256: null };
  const hash = createHash('sha256');
  let bytes = 0;
  const hashed = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const written = pipeline(source, hashed, { signal });
  zip.addReadStreamLazy(file, { compress: false }, (give) => give(null, hashed));
  await written;
  return { file, what, bytes, sha256: hash.digest('hex') };
}

/** Messages in parts, each a PDF with one page of the query. */
async function* messageParts(ctx: Context, subject: Subject): AsyncGenerator<Part> {
  let after: queries.After | undefined;
  for (let number = 1; ; number += 1) {
    const rows = await queries.findMessages(ctx.db, subject.contract.id, after, MESSAGES_OF_PART);
    const last = rows.at(-1);
    if (!last) return;
    const messages = rows.map(sentMessage);
    yield {
      file: `mensagens/mensagens-${String(number).padStart(3, '0')}.pdf`,
      what: `Mensagens e entregas, de ${messages[0]?.at} a ${messages.at(-1)?.at}`,
      open: async () => messagesPdf(subject, messages, number),
    };
    if (rows.length < MESSAGES_OF_PART) return;
    after = { exact: last.exact, place: last.place };
  }
}

/** `24/11/2026 09:05`, in the agency's time zone. */
function momentText(instant: string): string {
  const { day, minute } = localMoment(new Date(instant));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${formatDate(day)} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

function sentMessage(row: queries.SentRow): queries.SentMessage {
  const of = row.invoice_id === null ? '' : `, fatura ${row.invoice_id}`;
  if (row.subject === null) {
    const kind = SENT_KINDS[row.sent_kind as keyof typeof SENT_KINDS];
    const channel = SENT_CHANNELS[row.sent_channel as keyof typeof SENT_CHANNELS];
    // Staff send these in their own application, so the delivery isn't known.
    return {
      at: momentText(row.at),
      person: row.person,
      what: `${kind}${of}, ${channel}`,
      delivery: 'Aberta para enviar',
    };
  }
  return { at: momentText(row.at), person: row.person, what: `${row.subject}${of}`, delivery: deliveryOf(row) };
}

function deliveryOf({ channel, state, sent_at, delivered_at, read_at }: queries.SentRow): string {
  const by = channel ? `${CHANNEL_NAMES[channel]}: ` : '';
  if (read_at) return `${by}lida em ${momentText(read_at)}`;
  if (delivered_at) return `${by}entregue em ${momentText(delivered_at)}`;
  if (sent_at) return `${by}enviada em ${momentText(sent_at)}`;
  if (state === 'FAILED') return `${by}não entregue`;
  return state === 'CANCELLED' ? 'Não enviada' : 'Aguarda o envio';
}

type Entry = Awaited<ReturnType<typeof findEntries>>[number];

const noticeWords = ({ way, done_on, delivered_on }: Entry) =>
  `Aviso de ${formatDate(done_on)}${way ? `, ${NOTICE_WAYS[way].toLowerCase()}` : ''}, ${
    delivered_on ? `entregue em ${formatDate(delivered_on)}` : 'sem entrega registrada'
  }`;

function proofWords({ kind, done_on, end }: Entry, isEnd: boolean) {
  if (isEnd && end && kind !== 'NOTICE') return `${ACT_ENDS[kind]} em ${formatDate(end.done_on)}: comprovante`;
  return `${DEBT_ACTS[kind]} de ${formatDate(done_on)}: comprovante`;
}

/** `contrato-assinado.pdf` */
function fileName(name: string) {
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 ? name.slice(dot).toLowerCase() : '';
  return `${slug(dot > 0 ? name.slice(0, dot) : name) || 'documento'}${/^[.][a-z0-9]{1,5}$/.test(ending) ? ending : ''}`;
}
