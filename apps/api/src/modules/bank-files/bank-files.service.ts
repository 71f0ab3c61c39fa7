import { type BankFile, type BankFilePreview, bankFileProblems } from '@morada/contract/bank-files';
import { invoiceProblems } from '@morada/contract/invoices';
import type { BankEntry } from '@morada/domain/bank/bank-entry';
import type { Judged, Pile } from '@morada/domain/bank/matching/matching';
import { type Cents, sum } from '@morada/domain/base/money';
import type { Context } from '../../context.ts';
import { change } from '../../db/transaction.ts';
import { runLife } from '../../runs/life.ts';
import * as queries from './bank-files.queries.ts';
import { findInvoices } from './known.queries.ts';
import { matchEntries, presentLine } from './matching.service.ts';

export const listFiles = (ctx: Context): Promise<BankFile[]> => queries.findFiles(ctx.db);

export async function rowOf(ctx: Context, id: number): Promise<BankFile> {
  const row = await queries.findShown(ctx.db, id);
  if (!row) throw bankFileProblems.BANK_FILE_NOT_FOUND();
  return row;
}

/** Preview of a file: its three groups of lines, matched against the register of now. */
export async function showFile(ctx: Context, id: number): Promise<BankFilePreview> {
  const row = await rowOf(ctx, id);
  const file = await queries.findFile(ctx.db, id);
  if (!file) throw bankFileProblems.BANK_FILE_NOT_FOUND();
  const { lines, news, names } = await matchEntries(ctx.db, ctx, file);
  const pile = (which: Pile) => lines.filter((line) => line.pile === which);
  const shown = (which: Pile) => pile(which).map((line) => presentLine(line, names));
  return {
    ...row,
    seen: (await queries.findSeen(ctx.db, file)) ?? null,
    matched: shown('MATCHED'),
    divergent: shown('DIVERGENT'),
    unmatched: shown('UNMATCHED'),
    news,
    sums: {
      matched: paid(pile('MATCHED')),
      divergent: paid(pile('DIVERGENT')),
      unmatched: paid(pile('UNMATCHED')),
      fees: sum(lines.map(({ entry }) => entry.fee)),
    },
  };
}

const paid = (lines: Judged[]): Cents =>
  sum(lines.flatMap(({ payment, entry }) => payment?.paid_amount ?? entry.paid_amount ?? []));

/** Assigns a line to an invoice that a person chose; null removes the assignment. */
export async function assign(
  ctx: Context,
  { id, line }: { id: number; line: number },
  invoiceId: number | null,
): Promise<BankFilePreview> {
  await change(ctx, async (trx) => {
    const file = await queries.lockFile(trx, id);
    if (!file) throw bankFileProblems.BANK_FILE_NOT_FOUND();
    if (!runLife.can(file.status, 'start')) throw bankFileProblems.BANK_FILE_STARTED();
    const { lines } = await matchEntries(trx, ctx, file);
    const matched = lines.find(({ entry }) => entry.line === line);
    if (!matched) throw bankFileProblems.BANK_LINE_NOT_FOUND();
    const isOpen = !matched.found || matched.entry.assigned !== null || matched.found.doubt !== null;
    if (!isOpen || matched.settled) throw bankFileProblems.BANK_LINE_FOUND();
    const [invoice] = invoiceId === null ? [] : await findInvoices(trx, [invoiceId]);
    if (invoiceId !== null && (!invoice || invoice.deleted)) throw invoiceProblems.INVOICE_NOT_FOUND();
    await queries.setEntries(trx, id, file.entries.map(assigned(line, invoiceId)));
  });
  return showFile(ctx, id);
}

const assigned = (line: number, invoiceId: number | null) => (entry: BankEntry) =>
  entry.line === line ? { ...entry, assigned: invoiceId } : entry;

/** Discards a staged file and its content. */
export async function discard(ctx: Context, id: number) {
  await rowOf(ctx, id);
  if (!(await queries.dropStaged(ctx.db, id))) throw bankFileProblems.BANK_FILE_STARTED();
}
