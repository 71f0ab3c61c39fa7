import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { UploadedFile } from '@morada/contract/base/endpoint';
import { debtAgreementProblems } from '@morada/contract/collection/debt-agreements';
import { formatDate } from '@morada/domain/base/calendar';
import { type AcceptedHow, debtAgreementLife } from '@morada/domain/debt-agreement/debt-agreement';
import { localMoment } from '#api/base/local-moment.ts';
import { present } from '#api/base/present.ts';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { checkVersion } from '#api/db/version.ts';
import { findWaitingPayments } from '#api/db/waiting-payments.ts';
import { prepareDocument, type StoredDocument } from '#api/files/documents.ts';
import { notify } from '#api/live/notify.ts';
import { attachDocument } from '#api/modules/lease/contracts/documents.service.ts';
import { findDebts, issueInstalments, lockDebts, replaceInvoices } from '#api/modules/money/invoices/agreed.service.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
import { withStored } from '#api/modules/registry/files/files.service.ts';
import { callOffEnded } from '../messages/messages.service.ts';
import { agreementPdf } from './agreement.pdf.ts';
import * as queries from './debt-agreements.queries.ts';

type Evidence = {
  how: AcceptedHow;
  name: string;
  /** Address of the browser that accepted. */
  address: string | null;
  at: Date;
};

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const clock = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** The text of an agreement on paper, to be signed. */
export async function offeredPaper(ctx: Context, id: number) {
  const agreement = await queries.findAgreement(ctx.db, id);
  if (!agreement) throw debtAgreementProblems.DEBT_AGREEMENT_NOT_FOUND();
  const agency = await letterheadOf(ctx);
  const bytes = await buffer(agreementPdf({ id, text: agreement.text, agency, day: ctx.today(), evidence: [] }));
  return { title: `Acordo nº ${id}`, bytes };
}

/** Accepts an offer in the client area: the tenant typed their name under the text. */
export async function acceptOnline(
  ctx: Context,
  id: number,
  { name, address, version }: { name: string; address: string; version: number },
  at: Date = new Date(),
): Promise<void> {
  const agreement = await queries.findAgreement(ctx.db, id);
  if (!agreement) throw debtAgreementProblems.DEBT_AGREEMENT_NOT_FOUND();
  const { day, minute } = localMoment(at);
  const bytes = await buffer(
    agreementPdf({
      ...{ id, text: agreement.text, agency: await letterheadOf(ctx), day: ctx.today() },
      evidence: [
        `Aceito por ${name} em ${formatDate(day)}, às ${clock(minute)} (horário de Brasília), na área do cliente, com a senha da parte locatária.`,
        `Endereço de rede: ${address}.`,
        `Resumo SHA-256 do texto: ${agreement.text_hash}.`,
      ],
    }),
  );
  const document: StoredDocument = { bytes, media_type: 'application/pdf', extension: 'pdf' };
  await accept({ ...ctx, expected: version }, id, document, `Acordo ${id}.pdf`, {
    ...{ how: 'CLIENT_AREA', name, address, at },
  });
}

/** Records an acceptance on paper, with the signed text. */
export const acceptOnPaper = async (ctx: Context, id: number, { name }: { name: string }, file: UploadedFile) =>
  accept(ctx, id, await prepareDocument(file.bytes), file.name, { how: 'PAPER', name, address: null, at: new Date() });

const accept = (
  ctx: Context,
  id: number,
  document: StoredDocument,
  name: string,
  evidence: Evidence,
): Promise<number> =>
  withStored(ctx, document, name, async (trx, store) => {
    await acceptIn(trx, ctx, id, evidence, async (proposalId) => {
      const stored = await attachDocument(trx, ctx, proposalId, 'OTHER', await store());
      return { document_id: stored.id, document_hash: sha256(document.bytes) };
    });
    return id;
  });

/** Accepts an offer by the signatures of its parties: the file that they signed joins the contract's documents. */
export const acceptSigned = (
  trx: Db,
  ctx: Context,
  id: number,
  { file_id, hash, name, at }: { file_id: number; hash: string; name: string; at: Date },
) =>
  acceptIn(trx, ctx, id, { how: 'SIGNATURE', name, address: null, at }, async (proposalId) => {
    await attachDocument(trx, ctx, proposalId, 'OTHER', { id: file_id });
    return { document_id: file_id, document_hash: hash };
  });

/**
 * OFFERED → ACCEPTED: the invoices are replaced by the instalments, in one transaction with the signed text. An offer
 * whose invoices changed meanwhile is refused.
 * @param keep the signed text among the contract's documents
 */
async function acceptIn(
  trx: Db,
  ctx: Context,
  id: number,
  evidence: Evidence,
  keep: (proposalId: number) => Promise<{ document_id: number; document_hash: string }>,
) {
  const debts = await queries.findDebts(trx, id);
  await lockDebts(
    trx,
    debts.map((debt) => debt.id),
  );
  const agreement = await queries.findAgreement(trx, id);
  if (!agreement) throw debtAgreementProblems.DEBT_AGREEMENT_NOT_FOUND();
  await checkVersion(trx, ctx, 'debt_agreement', agreement);
  if (!debtAgreementLife.can(agreement.state, 'accept')) throw debtAgreementProblems.DEBT_AGREEMENT_STATE();
  if (agreement.valid_until < ctx.today()) throw debtAgreementProblems.OFFER_OVER();
  await replaceDebts(trx, ctx, debts);
  const [contract] = await findDebts(trx, [present(debts[0], 'the first debt').id]);
  if (!contract) throw debtAgreementProblems.DEBT_CHANGED();
  await issueInstalments(trx, ctx, contract, id, agreement.plan);
  const moved = await queries.moveAgreement(trx, agreement, {
    state: debtAgreementLife.next(agreement.state, 'accept'),
    ...{ accepted_at: evidence.at, accepted_how: evidence.how, accepted_name: evidence.name },
    ...{ accepted_address: evidence.address, ...(await keep(agreement.proposal_id)) },
  });
  if (!moved) throw debtAgreementProblems.DEBT_AGREEMENT_STATE();
  await callOffEnded(trx, ctx, { kind: 'AGREEMENT', about: [id] });
  await leaveTrail(trx, ctx, 'debt_agreement', id, 'accept', { how: evidence.how, total: agreement.total });
  await notify(trx, 'agreements');
  return agreement;
}

async function replaceDebts(trx: Db, ctx: Context, debts: Awaited<ReturnType<typeof queries.findDebts>>) {
  const ids = debts.map(({ id }) => id);
  const open = new Map((await findDebts(trx, ids)).map((invoice) => [invoice.id, invoice]));
  const same = debts.every(({ id, amount }) => open.get(id)?.status === 'PENDING' && open.get(id)?.amount === amount);
  if (!same) throw debtAgreementProblems.DEBT_CHANGED();
  if ((await findWaitingPayments(trx, ids)).size > 0) throw debtAgreementProblems.DEBT_PAYMENT_WAITS();
  await replaceInvoices(trx, ctx, ids);
}
