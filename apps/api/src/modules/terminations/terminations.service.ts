import { proposalProblems } from '@morada/contract/proposals';
import { terminationProblems } from '@morada/contract/terminations';
import { contractLife } from '@morada/domain/lease/contract';
import { ownerWeights } from '@morada/domain/lease/ownership';
import type { Context, Db } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { checkVersion } from '../../db/version.ts';
import { issueLast, reissue } from '../invoices/billing.service.ts';
import { withdraw } from '../invoices/refunding.service.ts';
import { closeContract, reopenContract } from '../proposals/contract-changes.service.ts';
import { giveExtras } from '../proposals/extras.service.ts';
import { releaseProperty, takeProperty } from '../proposals/proposals.service.ts';
import { createRefund, dropRefund } from '../transfers/transfers.service.ts';
import { type Draft, leavingReference, reckon } from './sheet.map.ts';
import * as queries from './terminations.queries.ts';

async function gather(db: Db, contract: queries.Contract, { left_on }: Draft) {
  const [invoices, waiting, owners, lapse, fees] = await Promise.all([
    queries.findInvoices(db, contract.id),
    queries.findWaitingExtras(db, contract.id, leavingReference(left_on)),
    queries.findOwners(db, contract.property_id),
    queries.findLapse(db, contract.id),
    queries.findFees(db, contract.property_id),
  ]);
  const leaving = leavingReference(left_on);
  if (invoices.some(({ status, reference }) => status === 'REPLACED' && reference >= leaving))
    throw terminationProblems.LAST_MONTH_IN_AGREEMENT();
  return { contract, invoices, waiting, owners, lapse, fees };
}

function checkDraft(contract: queries.Contract, { left_on }: Draft) {
  if (contract.property_type !== 'RENT') throw terminationProblems.NOT_A_RENT();
  if (!contractLife.can(contract.status, 'close')) throw proposalProblems.PROPOSAL_CLOSED();
  if (left_on < contract.start_date) throw terminationProblems.LEFT_BEFORE_START();
}

/** Draft of a termination; stores nothing. */
export async function draftTermination(ctx: Context, id: number, draft: Draft) {
  const contract = await queries.findContract(ctx.db, id);
  if (!contract) throw proposalProblems.PROPOSAL_NOT_FOUND();
  checkDraft(contract, draft);
  const { sheet } = reckon(await gather(ctx.db, contract, draft), draft, ctx.today());
  return { sheet, contract };
}

/**
 * APPROVED → CLOSED with a sheet: one last invoice with everything owed replaces the pending months, any surplus is
 * refunded to the tenant, and the property becomes free.
 */
export function terminate(ctx: Context, id: number, draft: Draft) {
  return change(ctx, async (trx) => {
    const contract = await queries.lockContract(trx, id);
    if (!contract) throw proposalProblems.PROPOSAL_NOT_FOUND();
    await checkVersion(trx, ctx, 'proposal', contract);
    checkDraft(contract, draft);
    if (draft.left_on > ctx.today()) throw terminationProblems.LEFT_IN_FUTURE();

    const gathered = await gather(trx, contract, draft);
    const { sheet, withdrawn, counted, invoice, refund } = reckon(gathered, draft, ctx.today());
    const extras = [
      ...gathered.waiting.map((extra) => extra.id),
      ...(await queries.findExtrasOfInvoices(trx, withdrawn)),
    ];
    await withdraw(trx, ctx, withdrawn);
    await closeContract(trx, id, draft.left_on);
    await releaseProperty(trx, contract.property_id);

    const invoice_id = invoice && (await issueLast(trx, ctx, contract, { ...invoice, due_date: sheet.due_date }));
    const transfer_id =
      refund &&
      (await createRefund(
        trx,
        ctx,
        { user_id: contract.user_id, property_id: contract.property_id, proposal_id: id, due_date: sheet.due_date },
        refund,
        ownerWeights(gathered.owners),
      ));
    if (invoice_id) await giveExtras(trx, extras, { invoice_id });
    else if (transfer_id) await giveExtras(trx, extras, { transfer_id });

    const termination = await queries.insertTermination(trx, {
      proposal_id: id,
      left_on: draft.left_on,
      sheet: JSON.stringify(sheet),
      total: sheet.total,
      invoice_id,
      transfer_id,
      withdrawn,
      counted,
    });
    await leaveTrail(trx, ctx, 'proposal', id, 'terminate', {
      status: ['APPROVED', 'CLOSED'],
      left_on: [null, draft.left_on],
      total: [null, sheet.total],
    });
    return { ...termination, sheet };
  });
}

/**
 * CLOSED → APPROVED, while nothing of the termination was paid: withdraws the last invoice, reverses the refund, and
 * reissues the pending months unchanged.
 */
export function undoTermination(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const contract = await queries.lockContract(trx, id);
    if (!contract) throw proposalProblems.PROPOSAL_NOT_FOUND();
    await checkVersion(trx, ctx, 'proposal', contract);
    const termination = await queries.findTermination(trx, id);
    if (!termination) throw terminationProblems.TERMINATION_NOT_FOUND();
    if (!contractLife.can(contract.status, 'reopen') || !(await queries.markUndone(trx, termination.id)))
      throw terminationProblems.TERMINATION_NOT_FOUND();
    if (!(await takeProperty(trx, ctx, contract.property_id, contract.property_type)))
      throw terminationProblems.PROPERTY_NOT_FREE();

    const last = termination.invoice_id === null ? null : await queries.findLastInvoice(trx, termination.invoice_id);
    if (last?.status === 'PAID') throw terminationProblems.LAST_INVOICE_PAID();
    if (last) await withdraw(trx, ctx, [last.id]);
    await dropRefund(trx, ctx, id, termination.transfer_id);
    await reopenContract(trx, id, contractLife.next(contract.status, 'reopen'));
    await reissue(trx, ctx, termination.withdrawn);
    await leaveTrail(trx, ctx, 'proposal', id, 'undo-termination', {
      status: ['CLOSED', 'APPROVED'],
      left_on: [termination.left_on, null],
      total: [termination.total, null],
    });
  });
}

export async function showTermination(ctx: Context, id: number) {
  const [contract, termination] = await Promise.all([
    queries.findContract(ctx.db, id),
    queries.findTermination(ctx.db, id),
  ]);
  if (!contract) throw proposalProblems.PROPOSAL_NOT_FOUND();
  if (!termination) throw terminationProblems.TERMINATION_NOT_FOUND();
  return { contract, termination };
}
