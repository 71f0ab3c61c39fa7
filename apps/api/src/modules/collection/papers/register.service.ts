import type { UploadedFile } from '@morada/contract/base/endpoint';
import { lastPage } from '@morada/contract/base/fields';
import {
  type DebtActCreate,
  type DebtEnd,
  type DebtEntry,
  type DebtPapers,
  debtPaperProblems,
} from '@morada/contract/collection/debt-papers';
import { formatDate } from '@morada/domain/base/calendar';
import { sum } from '@morada/domain/base/money';
import {
  type LegalStage,
  legalStage,
  listingRefusal,
  noticeTerm,
  removalDue,
} from '@morada/domain/debt-papers/debt-register';
import type * as z from 'zod/mini';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import { prepareDocument } from '#api/files/documents.ts';
import { notify } from '#api/live/notify.ts';
import { canMail } from '#api/mail/mail.service.ts';
import { holdProposal } from '#api/modules/lease/contracts/proposals.service.ts';
import { withStored } from '#api/modules/registry/files/files.service.ts';
import { callOffEnded } from '../messages/messages.service.ts';
import { findDebtors } from './debt.queries.ts';
import { debtOf } from './debt.service.ts';
import * as queries from './register.queries.ts';

function shown({ proposal_id: _, figures: __, ...entry }: queries.Entry): DebtEntry {
  const { kind, delivered_on, settled_on, end, undone } = entry;
  const standing = kind === 'LISTING' && end === null && !undone;
  return {
    ...entry,
    term: delivered_on && noticeTerm(delivered_on),
    remove_by: standing && settled_on ? removalDue(settled_on) : null,
  };
}

/** Entries of all contracts, the newest first. */
export const listRegister = (ctx: Context, page: number) =>
  snapshot(ctx.db, async (db) => {
    const total = await queries.countEntries(db);
    const entries = await queries.findEntries(db, { page });
    const data = entries.map((entry) => ({ ...shown(entry), proposal_id: entry.proposal_id }));
    return { data, page, lastPage: lastPage(total), total };
  });

/** Statement of a contract's debt as of today, its debtors, and the entries of its register. */
export function showPapers(ctx: Context, proposalId: number): Promise<DebtPapers> {
  return snapshot(ctx.db, async (db) => {
    const { statement, clause } = await debtOf(db, proposalId, ctx.today());
    const debtors = await findDebtors(db, proposalId, ctx.today());
    return {
      statement: { ...statement, terms: { ...statement.terms, clause } },
      debtors: debtors.map(({ id, name, role, email, street }) => ({
        ...{ id, name, role },
        has_email: email !== null,
        has_address: street !== null,
      })),
      register: (await queries.findEntries(db, { proposal: proposalId })).map(shown),
      stage: (await legalStageOf(db, [proposalId])).get(proposalId) ?? null,
      can_mail: canMail(ctx),
    };
  });
}

/** Legal stage of each contract's debt, read in one statement; contracts without an act in force are left out. */
export async function legalStageOf(db: Db, proposalIds: readonly number[]): Promise<Map<number, LegalStage>> {
  const found = await queries.findActs(db, proposalIds);
  return new Map(
    found.flatMap(({ proposal_id, acts }): [number, LegalStage][] => {
      const stage = legalStage(acts);
      return stage ? [[proposal_id, stage]] : [];
    }),
  );
}

/** Most listings to remove that *Hoje* shows. */
const MAX_TASKS = 20;

/** Listings in force of paid debts, each with the last day for its removal. */
export async function listTasks(ctx: Context) {
  const { total, rows } = await queries.findRemovals(ctx.db, MAX_TASKS);
  return { total, removals: rows.map((row) => ({ ...row, remove_by: removalDue(row.settled_on) })) };
}

/**
 * Registers an act at a bureau, notary or court. The agency has done it: no external service is called. A listing needs
 * a notice whose term has ended, or a reason for being early.
 */
export function registerAct(ctx: Context, proposalId: number, given: z.output<typeof DebtActCreate>) {
  const { kind, client_id, done_on, body, protocol, reason } = given;
  return change(ctx, async (trx) => {
    await holdProposal(trx, proposalId);
    if (done_on > ctx.today()) throw debtPaperProblems.DEBT_IN_FUTURE();
    const debtor = (await findDebtors(trx, proposalId, ctx.today())).find(({ id }) => id === client_id);
    if (!debtor) throw debtPaperProblems.DEBT_PERSON();
    // Debt with the charges of that day; only invoices that are still open.
    const { statement } = await debtOf(trx, proposalId, done_on);
    const invoices = [...new Set(given.invoices)];
    const rows = statement.rows.filter(({ invoice_id }) => invoices.includes(invoice_id));
    if (rows.length < invoices.length) throw debtPaperProblems.DEBT_INVOICE();
    const early = kind === 'LISTING' ? await refusalOf(trx, proposalId, given) : undefined;
    if (early && !reason) throw early;
    const [id = 0] = await queries.insertEntries(
      trx,
      [
        {
          ...{ proposal_id: proposalId, client_id, role: debtor.role, kind, done_on, body, way: null },
          ...{ protocol: protocol ?? null, reason: early ? (reason ?? null) : null, figures: rows },
          ...{ amount: sum(rows.map(({ total }) => total)), admin_user_id: ctx.actor.id },
        },
      ],
      invoices,
    );
    await leaveTrail(trx, ctx, 'debt_register', id, 'create', { proposal_id: proposalId, ...given });
    await notify(trx, 'debt');
    return { id };
  });
}

async function refusalOf(trx: Db, proposalId: number, given: z.output<typeof DebtActCreate>) {
  const notices = await queries.findNotices(trx, proposalId, given.client_id);
  const found = listingRefusal(notices, given.invoices, given.done_on);
  if (found?.refusal === 'NO_NOTICE') return debtPaperProblems.LISTING_NO_NOTICE();
  if (found?.refusal === 'NOT_DELIVERED') return debtPaperProblems.LISTING_NOT_DELIVERED();
  if (!found?.until) return undefined;
  return debtPaperProblems.LISTING_TERM_RUNNING({
    message: `O prazo do aviso vai até ${formatDate(found.until)}. Negative depois desse dia, ou escreva o motivo.`,
  });
}

async function lockStanding(trx: Db, id: number) {
  const entry = await queries.lockEntry(trx, id);
  if (!entry) throw debtPaperProblems.DEBT_ENTRY_NOT_FOUND();
  if (entry.undone_at) throw debtPaperProblems.ENTRY_UNDONE();
  return entry;
}

/** Registers the removal of a listing, the cancellation of a protest, or the end of an action. */
export const endAct = (ctx: Context, id: number, { done_on, protocol }: z.output<typeof DebtEnd>) =>
  change(ctx, async (trx) => {
    const entry = await lockStanding(trx, id);
    if (entry.kind === 'NOTICE') throw debtPaperProblems.ENTRY_NOT_ENDED();
    if (done_on < entry.done_on || done_on > ctx.today()) throw debtPaperProblems.END_DAY();
    const end = { register_id: id, done_on, protocol: protocol ?? null, admin_user_id: ctx.actor.id };
    if (!(await queries.insertEnd(trx, end))) throw debtPaperProblems.ENTRY_ENDED();
    await leaveTrail(trx, ctx, 'debt_register', id, 'end', { done_on, protocol });
    await notify(trx, 'debt');
  });

/** Undoes what was registered by mistake: the end of an entry that ended, else the entry. */
export const undoAct = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const entry = await lockStanding(trx, id);
    if (await queries.undoEnd(trx, id, ctx.actor.id)) {
      await leaveTrail(trx, ctx, 'debt_register', id, 'undo-end');
    } else {
      if (entry.kind === 'NOTICE' && (await queries.isRelied(trx, id))) throw debtPaperProblems.ENTRY_LISTED();
      if (!(await queries.undoEntry(trx, id, ctx.actor.id))) throw debtPaperProblems.ENTRY_UNDONE();
      if (entry.way === 'EMAIL') await callOffEnded(trx, ctx, { kind: 'NOTICE', about: [id] });
      await leaveTrail(trx, ctx, 'debt_register', id, 'undo');
    }
    await notify(trx, 'debt');
  });

/** Attaches the proof of an entry, or of its end when it has ended. */
export async function attachProof(ctx: Context, id: number, file: UploadedFile) {
  return withStored(ctx, await prepareDocument(file.bytes), file.name, async (trx, store) => {
    await lockStanding(trx, id);
    const stored = await store();
    if (!(await queries.setFile(trx, id, stored.id, await queries.hasEnd(trx, id))))
      throw debtPaperProblems.ENTRY_FILED();
    await leaveTrail(trx, ctx, 'debt_register', id, 'attach', { file_id: stored.id });
    await notify(trx, 'debt');
  });
}
