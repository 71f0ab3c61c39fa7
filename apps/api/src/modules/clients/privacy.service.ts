import { Readable } from 'node:stream';
import { clientProblems } from '@morada/contract/clients';
import { DEBT_ACTS } from '@morada/domain/debt-papers/debt-register';
import { CONTRACT_DOCUMENTS } from '@morada/domain/lease/contract-documents';
import { ZipFile } from 'yazl';
import type { Context, Db } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { clientAccount, forgetOrigins } from '../session/tries.service.ts';
import { anonymise, findHolds } from './anonymise.queries.ts';
import { findClient } from './clients.queries.ts';
import { lockClient } from './clients.service.ts';
import { dropIdentityOf, findDocumentsOf, findProofsOf, findRepairPhotosOf } from './documents.queries.ts';
import { personalData } from './personal-data.map.ts';
import { findKept } from './personal-data.queries.ts';

/** LGPD, article 18: export of all data kept of a person. */
export function savePersonalData(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const client = await findClient(trx, id);
    if (!client) throw clientProblems.CLIENT_NOT_FOUND();
    const documents = await documentsOf(trx, id);
    const data = { ...personalData(client, await findKept(trx, id)), documentos: documents.map(told) };
    await leaveTrail(trx, ctx, 'client', id, 'personal-data');
    return { stream: zipped(ctx, data, documents), name: `dados-do-titular-${id}.zip`, type: 'application/zip' };
  });
}

/** The client's documents, proofs of acts registered about their debts, and photographs of repairs, with each kind. */
async function documentsOf(trx: Db, id: number) {
  const documents = await findDocumentsOf(trx, id);
  const proofs = await findProofsOf(trx, id);
  const photos = await findRepairPhotosOf(trx, id);
  return [
    ...documents.map(({ type, ...document }) => ({ ...document, words: CONTRACT_DOCUMENTS[type] })),
    ...proofs.map(({ kind, ...proof }) => ({ ...proof, words: DEBT_ACTS[kind] })),
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

/** Opens each file only when the reader gets to it. */
function zipped({ files }: Context, data: object, documents: Document[]) {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify(data, null, 2)), 'dados.json');
  for (const document of documents)
    zip.addReadStreamLazy(placeOf(document), { compress: false }, (give) => {
      files.stream(document.key).then(
        (stream) => give(null, stream),
        (error) => give(error, Readable.from([])),
      );
    });
  zip.on('error', (error) => zip.outputStream.emit('error', error));
  zip.end();
  return zip.outputStream;
}

/** LGPD, article 18: clears everything that identifies the person; figures stay. */
export async function anonymiseClient(ctx: Context, id: number) {
  const keys = await change(ctx, async (trx) => {
    await lockClient(trx, ctx, id);
    const holds = await findHolds(trx, id);
    if (holds.contract) throw clientProblems.CLIENT_HAS_ACTIVE_CONTRACT();
    if (holds.money) throw clientProblems.CLIENT_IS_OWED();
    const { emails } = await anonymise(trx, id);
    for (const email of emails) await forgetOrigins(trx, clientAccount(email));
    await leaveTrail(trx, ctx, 'client', id, 'anonymise');
    return dropIdentityOf(trx, id);
  });
  // The rows are already marked as deleted: a file that can't be removed now is unreachable.
  for (const key of keys) await ctx.files.remove(key);
}
