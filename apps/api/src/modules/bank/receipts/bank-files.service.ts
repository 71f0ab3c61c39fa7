import { type BankFile, bankFileProblems } from '@morada/contract/bank/bank-files';
import { invoiceProblems } from '@morada/contract/money/invoices';
import type { Context } from '#api/context.ts';
import { change } from '#api/db/transaction.ts';
import { runLife } from '#api/runs/life.ts';
import * as queries from './bank-files.queries.ts';
import { findInvoices } from './known.queries.ts';
import { viewFile } from './matching/matching.service.ts';

export const listFiles = (ctx: Context): Promise<BankFile[]> => queries.findFiles(ctx.db);

export async function rowOf(ctx: Context, id: number): Promise<BankFile> {
  const row = await queries.findShown(ctx.db, id);
  if (!row) throw bankFileProblems.BANK_FILE_NOT_FOUND();
  return row;
}

/**
 * Preview of a file: its three groups of lines, matched against the register of now, encoded as the contract says.
 * @param known its entries as JSON, where they have just been read.
 */
export async function showFile(ctx: Context, id: number, known?: string): Promise<Uint8Array> {
  const row = await rowOf(ctx, id);
  const file = known === undefined ? await queries.findFile(ctx.db, id) : await queries.findHead(ctx.db, id);
  if (!file) throw bankFileProblems.BANK_FILE_NOT_FOUND();
  const seen = (await queries.findSeen(ctx.db, file)) ?? null;
  return viewFile(ctx.db, ctx, { entries: known ?? '', ...file }, 'preview', { ...row, seen });
}

/** Assigns a line to an invoice that a person chose; null removes the assignment. */
export async function assign(
  ctx: Context,
  { id, line }: { id: number; line: number },
  invoiceId: number | null,
): Promise<Uint8Array> {
  await change(ctx, async (trx) => {
    const file = await queries.lockFile(trx, id);
    if (!file) throw bankFileProblems.BANK_FILE_NOT_FOUND();
    if (!runLife.can(file.status, 'start')) throw bankFileProblems.BANK_FILE_STARTED();
    const matched = await viewFile(trx, ctx, file, 'line', { line });
    if (!matched) throw bankFileProblems.BANK_LINE_NOT_FOUND();
    const isOpen = !matched.found || matched.entry.assigned !== null || matched.found.doubt !== null;
    if (!isOpen || matched.settled) throw bankFileProblems.BANK_LINE_FOUND();
    const [invoice] = invoiceId === null ? [] : await findInvoices(trx, [invoiceId]);
    if (invoiceId !== null && (!invoice || invoice.deleted)) throw invoiceProblems.INVOICE_NOT_FOUND();
    await queries.setAssigned(trx, id, line, invoiceId);
  });
  return showFile(ctx, id);
}

/** Discards a staged file and its content. */
export async function discard(ctx: Context, id: number) {
  await rowOf(ctx, id);
  if (!(await queries.dropStaged(ctx.db, id))) throw bankFileProblems.BANK_FILE_STARTED();
}
