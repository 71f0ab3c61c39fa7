import { bankFileProblems, type bankFiles, type OpenBankLine } from '@morada/contract/bank/bank-files';
import type { Answer, Received } from '@morada/contract/base/endpoint';
import { lastPage, PAGE_SIZE } from '@morada/contract/base/fields';
import { invoiceProblems } from '@morada/contract/money/invoices';
import type { Judged } from '@morada/domain/bank/matching/matching';
import { openLineLife } from '@morada/domain/bank/open-line';
import { addressLine } from '@morada/domain/property/property';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { findInvoices, findPendingBeside } from './known.queries.ts';
import { type Names, paymentOf, presentLine } from './matching/matching.map.ts';
import { matchSeparately } from './matching/matching.service.ts';
import * as queries from './open-lines.queries.ts';
import { lockPayments } from './payments.queries.ts';
import { settlePayments } from './runs.service.ts';

/** Open payments of bank files, matched against the current register. */
export async function listOpen(
  ctx: Context,
  { page = 1, state = 'OPEN' }: Received<typeof bankFiles.open>['query'],
): Promise<Answer<typeof bankFiles.open>> {
  const [rows, sums] = await Promise.all([
    queries.findOpen(ctx.db, { state, page, size: PAGE_SIZE }),
    queries.sumStates(ctx.db),
  ]);
  const { matched, names } = await matchSeparately(ctx.db, ctx, rows);
  const total = sums[state].lines;
  return {
    data: rows.flatMap((row, index) => presentOpen(row, matched[index], names)),
    ...{ page, lastPage: lastPage(total), total, amount: sums[state].amount },
    counts: { open: sums.OPEN.lines, ignored: sums.IGNORED.lines, given_back: sums.GIVEN_BACK.lines },
  };
}

function presentOpen(row: queries.FoundOpen, matched: Judged | undefined, names: Names): OpenBankLine[] {
  const { id, file_id, file_name, file_kind, file_bank, ignored_reason, ignored_at, ignored_by } = row;
  if (!matched) return [];
  const line = presentLine(matched, names);
  return [
    {
      ...line,
      id,
      file: { id: file_id, name: file_name, kind: file_kind, bank: file_bank },
      ...(row.state === 'GIVEN_BACK' && { payable: false }),
      // The present reason against settling takes precedence over the one recorded when the line was kept.
      reason: row.state === 'GIVEN_BACK' ? row.reason : (line.reason ?? row.reason),
      ignored: ignored_at === null ? null : { reason: ignored_reason ?? '', at: ignored_at, by: ignored_by },
    },
  ];
}

async function rowOf(db: Db, id: number) {
  const row = await queries.findOne(db, id);
  if (!row) throw bankFileProblems.OPEN_LINE_NOT_FOUND();
  return row;
}

/** Matches the line as found, or as a payment of the invoice that a person names. */
async function matchAs(db: Db, ctx: Context, row: queries.FoundOpen, invoiceId: number | undefined) {
  const asFound = await matchSeparately(db, ctx, [row]);
  const [found] = asFound.matched;
  if (invoiceId === undefined || found?.found?.invoice.id === invoiceId) return { ...asFound, line: found };
  const [invoice] = await findInvoices(db, [invoiceId]);
  if (!invoice || invoice.deleted) throw invoiceProblems.INVOICE_NOT_FOUND();
  const assigned = await matchSeparately(db, ctx, [{ ...row, entry: { ...row.entry, assigned: invoiceId } }]);
  return { ...assigned, line: assigned.matched[0] };
}

/** One open line with candidate invoices: those of the same amount, and the pending ones of the same contract. */
export async function showOpen(
  ctx: Context,
  id: number,
  invoiceId: number | undefined,
): Promise<Answer<typeof bankFiles.openLine>> {
  const row = await rowOf(ctx.db, id);
  const { line, names, alike } = await matchAs(ctx.db, ctx, row, invoiceId);
  const [shown] = presentOpen(row, line, names);
  if (!shown) throw bankFileProblems.OPEN_LINE_NOT_FOUND();
  const beside = line?.found ? await findPendingBeside(ctx.db, line.found.invoice.id) : [];
  const candidates = await findInvoices(ctx.db, [...new Set([...beside, ...alike])]);
  return {
    ...shown,
    candidates: candidates
      .filter(({ deleted, status }) => !deleted && status === 'PENDING')
      .map(({ id: invoice_id, user_id, tenant, due_date, amount, ...place }) => {
        const user = { id: user_id, name: tenant };
        return { invoice_id, user, property: addressLine(place), due_date, amount };
      }),
  };
}

/** Settles an open line like a run of its file does: the line is closed first, so it settles at most once. */
export function settleOpen(
  ctx: Context,
  id: number,
  { invoice_id, rest }: Received<typeof bankFiles.settleOpen>['body'],
) {
  return change(ctx, async (trx) => {
    const { fingerprint } = await rowOf(trx, id);
    await lockPayments(trx, [fingerprint]);
    if (!(await queries.closeAs(trx, id, { state: 'SETTLED' }))) throw await whyNot(trx, id, 'settle');
    const row = await rowOf(trx, id);
    const { line } = await matchAs(trx, ctx, row, invoice_id);
    if (!line) throw bankFileProblems.BANK_LINE_NOT_PAYABLE();
    const [refusal] = await settlePayments(trx, ctx, row.file_id, [paymentOf(line, rest, row.fingerprint)]);
    if (refusal) throw refusal;
    await leaveTrail(trx, ctx, 'bank_line', id, 'settle', { invoice_id, ...(rest && { rest }) });
  });
}

/** Marks the line as belonging to no invoice, with the reason. */
export function ignoreOpen(ctx: Context, id: number, reason: string) {
  return change(ctx, async (trx) => {
    const set = { state: 'IGNORED', ignored_reason: reason, ignored_by: ctx.actor.id } as const;
    if (!(await queries.closeAs(trx, id, set))) throw await whyNot(trx, id, 'ignore');
    await leaveTrail(trx, ctx, 'bank_line', id, 'ignore', { reason });
  });
}

export function restoreOpen(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    if (!(await queries.restore(trx, id))) throw await whyNot(trx, id, 'restore');
    await leaveTrail(trx, ctx, 'bank_line', id, 'restore');
  });
}

/** Why the event is not possible in the state that the line is in; a concurrent call may have changed it. */
async function whyNot(trx: Db, id: number, event: 'settle' | 'ignore' | 'restore') {
  const { state } = await rowOf(trx, id);
  const cell = openLineLife.cell(state, event);
  if ('refusal' in cell && cell.refusal === 'OPEN_LINE_GIVEN_BACK') return bankFileProblems.OPEN_LINE_GIVEN_BACK();
  return event === 'restore' ? bankFileProblems.OPEN_LINE_NOT_IGNORED() : bankFileProblems.OPEN_LINE_CLOSED();
}
