import { type DebtTermsChange, debtPaperProblems } from '@morada/contract/collection/debt-papers';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { type DebtStatement, debtStatement, STANDARD_DEBT_TERMS } from '@morada/domain/debt-papers/debt-statement';
import type * as z from 'zod/mini';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import { holdProposal } from '#api/modules/lease/contracts/proposals.service.ts';
import { publishedRates } from '#api/modules/lease/readjustments/readjustments.service.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
import * as queries from './debt.queries.ts';
import { statementPdf } from './papers.pdf.ts';

/** A contract's debt, with the clause its terms come from. */
export type Debt = {
  contract: queries.Contract;
  statement: DebtStatement;
  /** Null when the debt bears the charges of its invoices. */
  clause: string | null;
};

/** The debt of a contract on a day, with the charges of that day. @throws DEBT_CONTRACT_NOT_FOUND */
export async function debtOf(db: Db, proposalId: number, today: CalendarDate): Promise<Debt> {
  const contract = await queries.findContract(db, proposalId);
  if (!contract) throw debtPaperProblems.DEBT_CONTRACT_NOT_FOUND();
  const own = await queries.findTerms(db, proposalId);
  const { late_from_business_day: fromBusinessDay } = await queries.findAgency(db);
  const { clause = null, ...terms } = own ?? { ...STANDARD_DEBT_TERMS, clause: null };
  const rates = terms.correction ? (await publishedRates(db))[terms.correction] : undefined;
  const statement = debtStatement({
    ...{ invoices: await queries.findOverdue(db, proposalId, today), terms, fromBusinessDay, today },
    ...(rates && { rates }),
  });
  return { contract, statement, clause };
}

/** Statement of debt of today; the trail records who took it. */
export async function printStatement(ctx: Context, proposalId: number) {
  const { debt, debtors } = await snapshot(ctx.db, async (trx) => ({
    debt: await debtOf(trx, proposalId, ctx.today()),
    debtors: await queries.findDebtors(trx, proposalId, ctx.today()),
  }));
  if (debt.statement.rows.length === 0) throw debtPaperProblems.DEBT_NONE();
  const pdf = statementPdf(debt, debtors, await letterheadOf(ctx));
  await leaveTrail(ctx.db, ctx, 'proposal', proposalId, 'debt-statement', { total: debt.statement.totals.total });
  return pdf;
}

/** Records what the contract's own clause charges on the debt. */
export const saveTerms = (ctx: Context, proposalId: number, terms: z.output<typeof DebtTermsChange>) =>
  change(ctx, async (trx) => {
    await holdProposal(trx, proposalId);
    const before = await queries.findTerms(trx, proposalId);
    await queries.putTerms(trx, { proposal_id: proposalId, ...terms });
    await leaveTrail(trx, ctx, 'proposal', proposalId, 'debt-terms', { debt_terms: [before ?? null, terms] });
  });

/** Drops the contract's own terms, so that the debt bears the charges of its invoices again. */
export const dropTerms = (ctx: Context, proposalId: number) =>
  change(ctx, async (trx) => {
    await holdProposal(trx, proposalId);
    const before = await queries.findTerms(trx, proposalId);
    if (!(await queries.dropTerms(trx, proposalId))) return;
    await leaveTrail(trx, ctx, 'proposal', proposalId, 'debt-terms', { debt_terms: [before ?? null, null] });
  });
