import { Problem } from '@morada/contract/base/problem';
import type { ContractDocument } from '@morada/domain/lease/contract-documents';
import type { SignatureKind } from '@morada/domain/signature/kinds';
import type { SignerRole } from '@morada/domain/signature/words';
import type { Context, Db } from '#api/context.ts';
import { inSavepoint } from '#api/db/transaction.ts';
import { acceptSigned } from '#api/modules/collection/agreements/acceptance.service.ts';
import { attachDocument } from '#api/modules/lease/contracts/documents.service.ts';
import { holdProposal } from '#api/modules/lease/contracts/proposals.service.ts';
import { withStored } from '#api/modules/registry/files/files.service.ts';
import { findErased } from './forgetting.queries.ts';
import { forgetErased } from './forgetting.service.ts';
import { lock, move } from './life.service.ts';
import { asDocument, sha256Of } from './paper.service.ts';
import * as queries from './signatures.queries.ts';
import { holdAgreement } from './subjects.queries.ts';

/**
 * Keeps the file that all have signed: it becomes the record's document, and the envelope is signed. Done by another already, it
 * does nothing.
 * @param sealed whether the agency's certificate is in it
 */
export async function keepSigned(
  ctx: Context,
  id: number,
  { bytes, sealed }: { bytes: Uint8Array; sealed: boolean },
): Promise<boolean> {
  const found = await queries.findEnvelope(ctx.db, id);
  if (!found) return false;
  return withStored(ctx, asDocument(bytes), `${found.title} (assinado).pdf`, async (trx, store) => {
    // The record before the paper, as whatever moves the record does.
    const contract = await holdRecord(trx, found);
    const envelope = await lock(trx, id);
    if (envelope.state !== 'SEALING') return false;
    const file = await store();
    const hash = sha256Of(bytes);
    await move(trx, ctx, envelope, 'sealed', {
      set: { signed_file_id: file.id, signed_sha256: hash, sealed, seal_problem: null },
      ...{ action: 'seal', evidence: 'SEALED' },
    });
    await keepAtRecord(trx, ctx, envelope, contract, { file_id: file.id, hash });
    // Somebody was erased while it was being closed.
    const erased = await findErased(trx, id);
    if (erased.length > 0) await forgetErased(trx, ctx, id, erased);
    return true;
  });
}

/** Locks the record of an envelope. @returns the contract whose documents its file joins; null also where it was deleted meanwhile */
async function holdRecord(trx: Db, { proposal_id, debt_agreement_id }: queries.Envelope): Promise<number | null> {
  const agreement = debt_agreement_id === null ? undefined : await holdAgreement(trx, debt_agreement_id);
  const contract = proposal_id ?? agreement?.proposal_id ?? null;
  if (contract === null) return null;
  const held = await holdProposal(trx, contract).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'PROPOSAL_NOT_FOUND') return undefined;
    throw error;
  });
  return held ? contract : null;
}

/** Papers of a lease itself are its contract; others are documents of it. */
const TYPES: Partial<Record<SignatureKind, ContractDocument>> = {
  LEASE: 'CONTRACT',
  ADDENDUM: 'CONTRACT',
  EXTENSION: 'CONTRACT',
  SALE: 'CONTRACT',
};

/** Papers of applications and of properties are found at the paper itself: those records keep no documents of the agency's. */
async function keepAtRecord(
  trx: Db,
  ctx: Context,
  { id, kind, debt_agreement_id }: queries.Envelope,
  contract: number | null,
  signed: { file_id: number; hash: string },
): Promise<void> {
  const isOffered = debt_agreement_id !== null && (await holdAgreement(trx, debt_agreement_id))?.state !== 'ACCEPTED';
  if (kind === 'DEBT_AGREEMENT' && isOffered) {
    const problem = await accept(trx, ctx, id, debt_agreement_id, signed);
    if (problem === undefined) return;
    await queries.updateEnvelope(trx, id, {
      seal_problem: `O acordo foi assinado, mas não entrou em vigor: ${problem}`,
    });
  }
  if (contract !== null) await attachDocument(trx, ctx, contract, TYPES[kind] ?? 'OTHER', { id: signed.file_id });
}

/** Who owes, or signs for who owes. */
const DEBTORS: readonly SignerRole[] = ['TENANT', 'PROCURATOR'];

/**
 * An agreement that was offered comes into force by the signatures of its parties. One whose debts have changed meanwhile keeps its
 * state.
 * @returns why it did not
 */
async function accept(
  trx: Db,
  ctx: Context,
  envelope: number,
  agreement: number,
  { file_id, hash }: { file_id: number; hash: string },
): Promise<string | undefined> {
  const debtors = (await queries.findSigners(trx, envelope)).filter(({ role }) => DEBTORS.includes(role));
  if (debtors.length === 0) return 'Nem o inquilino nem um procurador o assinou.';
  const name = debtors.map((signer) => signer.name).join(', ');
  const at = new Date(Math.max(...debtors.map(({ signed_at }) => (signed_at ? new Date(signed_at).getTime() : 0))));
  try {
    await inSavepoint(trx, () => acceptSigned(trx, ctx, agreement, { file_id, hash, name, at }));
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.message;
  }
}
