import { Readable } from 'node:stream';
import { clientProblems } from '@morada/contract/registry/clients';
import { APPLICATION_DOCUMENTS } from '@morada/domain/application/form';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { DEBT_ACTS } from '@morada/domain/debt-papers/debt-register';
import { CONTRACT_DOCUMENTS } from '@morada/domain/lease/contract-documents';
import { yearsThatNeed } from '@morada/domain/people/erasure';
import { ZipFile } from 'yazl';
import type { Context, Db } from '#api/context.ts';
import { emit } from '#api/db/events.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { checkVersion } from '#api/db/version.ts';
import { FileMissing } from '#api/files/storage.ts';
import { clientAccount, forgetOrigins } from '#api/modules/access/credentials/tries.service.ts';
import { anonymise, findHolds } from './anonymise.queries.ts';
import { findAnyClient, lockAnyClient } from './clients.queries.ts';
import {
  dropIdentityOf,
  findDocumentsOf,
  findFormDocumentsOf,
  findProofsOf,
  findRepairPhotosOf,
  findSignedOf,
} from './documents.queries.ts';
import { personalData } from './personal-data.map.ts';
import { findKept } from './personal-data.queries.ts';

/** LGPD, article 18: export of all data kept of a person, also of one whose record was deleted. */
export function savePersonalData(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const client = await findAnyClient(trx, id);
    if (!client) throw clientProblems.CLIENT_NOT_FOUND();
    const documents = await documentsOf(trx, id, ctx.today());
    const data = { ...personalData(client, await findKept(trx, id, ctx.today())), documentos: documents.map(told) };
    await leaveTrail(trx, ctx, 'client', id, 'personal-data');
    return { stream: zipped(ctx, data, documents), name: `dados-do-titular-${id}.zip`, type: 'application/zip' };
  });
}

/** The client's documents, those they signed, proofs of acts registered about their debts, of their forms to rent, and photographs of repairs, with each kind. */
async function documentsOf(trx: Db, id: number, today: CalendarDate) {
  const documents = await findDocumentsOf(trx, id, today);
  const proofs = await findProofsOf(trx, id);
  const photos = await findRepairPhotosOf(trx, id);
  const forms = await findFormDocumentsOf(trx, id);
  const known = new Set(documents.map((document) => document.id));
  const signed = (await findSignedOf(trx, id)).filter((document) => !known.has(document.id));
  return [
    ...documents.map(({ type, ...document }) => ({ ...document, words: CONTRACT_DOCUMENTS[type] })),
    ...signed.map((document) => ({ ...document, words: 'Documento assinado' })),
    ...proofs.map(({ kind, ...proof }) => ({ ...proof, words: DEBT_ACTS[kind] })),
    ...forms.map(({ kind, ...document }) => ({ ...document, words: APPLICATION_DOCUMENTS[kind] })),
    ...photos.map((photo) => ({ ...photo, words: 'Foto de pedido de manutenção' })),
  ];
}

type Document = Awaited<ReturnType<typeof documentsOf>>[number];

const placeOf = ({ id, name }: Document) => `arquivos/${id}-${name}`;

const told = (document: Document) => ({
  arquivo: placeOf(document),
  tipo: document.words,
  contrato: document.proposal_id,
  enviado_em: document.created_at,
});

const MISSING = 'arquivos-que-faltam.txt';

/**
 * Opens each file only when the reader gets to it. A file that the storage has lost is empty in the archive and named in
 * a text at its end, so that the rest of the person's data arrives.
 */
function zipped({ files }: Context, data: object, documents: Document[]) {
  const zip = new ZipFile();
  const missing: string[] = [];
  let waiting = documents.length;
  const endAfterLast = () => {
    if (waiting > 0) return;
    if (missing.length > 0) zip.addBuffer(Buffer.from(`${missing.join('\n')}\n`), MISSING);
    zip.end();
  };
  zip.addBuffer(Buffer.from(JSON.stringify(data, null, 2)), 'dados.json');
  for (const document of documents)
    zip.addReadStreamLazy(placeOf(document), { compress: false }, (give) => {
      files.stream(document.key).then(
        (stream) => {
          waiting -= 1;
          give(null, stream);
          endAfterLast();
        },
        (error) => {
          if (!(error instanceof FileMissing)) return give(error, Readable.from([]));
          missing.push(placeOf(document));
          waiting -= 1;
          give(null, Readable.from([]));
          endAfterLast();
        },
      );
    });
  zip.on('error', (error) => zip.outputStream.emit('error', error));
  endAfterLast();
  return zip.outputStream;
}

function checkHolds({ contract, money, listed, years, declared }: Holds, today: CalendarDate) {
  if (contract) throw clientProblems.CLIENT_HAS_ACTIVE_CONTRACT();
  if (money) throw clientProblems.CLIENT_IS_OWED();
  if (listed) throw clientProblems.CLIENT_IS_LISTED();
  const needed = yearsThatNeed(years, declared, today);
  if (needed.length > 0)
    throw clientProblems.CLIENT_IN_TAX_YEAR({
      message: `As declarações de ${inWords.format(needed.map(String))} ainda precisam do nome e do documento desta pessoa. Anonimize a partir de março do ano seguinte, depois de gerar a DIMOB.`,
    });
}

const inWords = new Intl.ListFormat('pt-BR', { type: 'conjunction' });
type Holds = Awaited<ReturnType<typeof findHolds>>;

/**
 * LGPD, article 18: clears everything that identifies the person, also of a deleted record; figures stay. Properties that
 * they offered leave the market.
 */
export async function anonymiseClient(ctx: Context, id: number) {
  const keys = await change(ctx, async (trx) => {
    // Properties before people, like every change that locks both.
    await emit(trx, ctx, 'clients.erased', [{ id }]);
    const client = await lockAnyClient(trx, id);
    if (!client) throw clientProblems.CLIENT_NOT_FOUND();
    if (client.anonymised_at) throw clientProblems.CLIENT_ANONYMISED();
    await checkVersion(trx, ctx, 'client', client);
    checkHolds(await findHolds(trx, id, ctx.today()), ctx.today());
    const { emails } = await anonymise(trx, id);
    for (const email of emails) await forgetOrigins(trx, clientAccount(email));
    await leaveTrail(trx, ctx, 'client', id, 'anonymise');
    return dropIdentityOf(trx, id);
  });
  // The rows are already marked as deleted: a file that can't be removed now is unreachable.
  for (const key of keys) await ctx.files.remove(key);
}
