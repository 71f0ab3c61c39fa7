import {
  type BankMovement,
  type CashLine,
  type ReconciliationMonth,
  type reconciliation,
  reconciliationProblems,
} from '@morada/contract/bank/reconciliation';
import type { Received } from '@morada/contract/base/endpoint';
import { lastPage } from '@morada/contract/base/fields';
import { balanceAt, balanceGaps } from '@morada/domain/bank/reconciliation/balances';
import { type Candidate, type ExplanationKind, isBankFee } from '@morada/domain/bank/reconciliation/explain';
import { addDays, firstDay, lastDay, later, type Reference, referenceOf } from '@morada/domain/base/calendar';
import { monthSpan } from '@morada/domain/base/span';
import type { Context, Db } from '#api/context.ts';
import { snapshot } from '#api/db/transaction.ts';
import { findMovement, findOpenBefore } from './explaining.queries.ts';
import { listFeeds } from './feeds.service.ts';
import { proposalsFor } from './matching.service.ts';
import * as queries from './reconciliation.queries.ts';
import * as statements from './statements.queries.ts';
import { shownAccount } from './statements.service.ts';

type Search = { account?: number | undefined; month?: Reference | undefined };

/** The account asked for, or the main one; undefined before the first statement. */
async function accountOf(trx: Db, wanted: number | undefined) {
  const accounts = await statements.findAccounts(trx);
  const account = wanted === undefined ? accounts[0] : accounts.find(({ id }) => id === wanted);
  if (!account && wanted !== undefined) throw reconciliationProblems.STATEMENT_ACCOUNT_NOT_FOUND();
  return { accounts, account };
}

const NOTHING = {
  ...{ opening: null, closing: null, ledger: null, inputs: 0, outputs: 0, difference: 0 },
  ...{ open_movements: 0, marked: 0, in_transit: 0, open_entries: 0, open_count: 0, entry_count: 0 },
  ...{ since: null, until: null, gaps: [] },
};

/** Balances of an account in a month, and what the difference to the ledger is made of. */
export const showMonth = (ctx: Context, { account: wanted, month = referenceOf(ctx.today()) }: Search) =>
  snapshot(ctx.db, async (trx): Promise<ReconciliationMonth> => {
    const { accounts, account } = await accountOf(trx, wanted);
    const shown = { month, accounts: accounts.map(shownAccount), account: account ? shownAccount(account) : null };
    if (!account) return { ...shown, ...NOTHING };
    const { since, until } = await statements.findSpan(trx, account.id);
    if (since === null) return { ...shown, ...NOTHING };
    const stated = await statements.findStated(trx, account.id);
    const sums = await statements.findDaySums(trx, account.id);
    const latest = stated.at(-1);
    const end = lastDay(month);
    const balance = (day: typeof end) => balanceAt(later(day, addDays(since, -1)), latest, sums);
    const bank = await queries.findBankSums(trx, { ...scope(account, since), end });
    const books = await queries.findLedgerSums(trx, { ...scope(account, since), end });
    const open = account.is_main
      ? await queries.findOpenEntrySums(trx, { ...scope(account, since), end })
      : { open_entries: 0, entry_count: 0 };
    const ledger =
      bank.own + (account.is_main ? books.cash - books.elsewhere + books.explained_before : books.explained);
    const start = balance(addDays(since, -1));
    const { open_movements, open_count, marked } = bank;
    return {
      ...shown,
      opening: balance(addDays(firstDay(month), -1)),
      ...(await queries.findMonthSums(trx, account.id, monthSpan(month))),
      closing: balance(end),
      ledger: start === null ? null : start + ledger,
      difference: bank.moved - ledger,
      ...{ open_movements, marked, open_count },
      in_transit: bank.matched - books.explained,
      ...open,
      ...{ since, until, gaps: balanceGaps(stated, sums) },
    };
  });

const scope = ({ id, is_main }: statements.AccountRow, since: queries.Until['since']) => ({
  ...{ account_id: id, is_main, since },
});

type MovementSearch = Received<typeof reconciliation.movements>['query'];

export const listMovements = (ctx: Context, { account: wanted, month, page = 1, state }: MovementSearch) =>
  snapshot(ctx.db, async (trx) => {
    const { account } = await accountOf(trx, wanted);
    const { since } = account ? await statements.findSpan(trx, account.id) : { since: null };
    if (!account || since === null) return { data: [], page, lastPage: 1, total: 0 };
    const filter = { account_id: account.id, since, ...monthSpan(month ?? referenceOf(ctx.today())), state };
    const total = await queries.countMovements(trx, filter);
    const data = await shownMovements(trx, await queries.findMovementIds(trx, filter, page));
    return { data, page, lastPage: lastPage(total), total };
  });

export const movementIds = async (ctx: Context, { account: wanted, month, state }: MovementSearch) => {
  const { account } = await accountOf(ctx.db, wanted);
  const { since } = account ? await statements.findSpan(ctx.db, account.id) : { since: null };
  if (!account || since === null) return [];
  return queries.findMovementIds(ctx.db, {
    ...{ account_id: account.id, since, ...monthSpan(month ?? referenceOf(ctx.today())), state },
  });
};

/** Movements in full, with what explains each or may explain it. */
export async function shownMovements(db: Db, ids: readonly number[]): Promise<BankMovement[]> {
  const rows = await queries.findMovements(db, ids);
  const proposals = await proposalsFor(
    db,
    rows.filter(({ explanation_id }) => explanation_id === null),
  );
  const offered = [...proposals.values()].flat();
  const lines = await queries.findEntryLines(db, [
    ...new Set([...rows.flatMap(({ entries }) => entries ?? []), ...offered.flatMap(({ entries }) => entries)]),
  ]);
  const others = await queries.findOthers(
    db,
    [...rows, ...offered].flatMap(({ other_id }) => other_id ?? []),
  );
  const lineOf = new Map(lines.map((line) => [line.id, line]));
  const otherOf = new Map(others.map((other) => [other.id, other]));
  const entriesOf = (entries: readonly number[] | null): CashLine[] =>
    (entries ?? []).flatMap((id) => lineOf.get(id) ?? []);
  const other = (id: number | null) => (id === null ? null : (otherOf.get(id) ?? null));
  const candidate = ({ kind, entries, fee, other_id }: Candidate) => ({
    ...{ kind, fee, entries: entriesOf(entries), other: other(other_id) },
  });
  return rows.map((row) => ({
    ...{ id: row.id, day: row.day, memo: row.memo, amount: row.amount },
    state: row.explanation_id === null ? 'OPEN' : row.kind === 'MARKED' ? 'MARKED' : 'EXPLAINED',
    explanation:
      row.explanation_id === null
        ? null
        : {
            id: row.explanation_id,
            kind: row.kind as ExplanationKind,
            reason: row.reason,
            is_automatic: row.is_automatic ?? false,
            by: row.by,
            at: row.at ?? '',
            entries: entriesOf(row.entries),
            other: other(row.other_id),
          },
    candidates: (proposals.get(row.id) ?? []).map(candidate),
    is_fee: isBankFee(row),
  }));
}

type EntrySearch = Received<typeof reconciliation.entries>['query'];

export const listEntries = (ctx: Context, { account: wanted, month, page = 1, state = 'OPEN' }: EntrySearch) =>
  snapshot(ctx.db, async (trx) => {
    const nothing = { data: [], page, lastPage: 1, total: 0 };
    const { account } = await accountOf(trx, wanted);
    const { since } = account ? await statements.findSpan(trx, account.id) : { since: null };
    // Entries without a movement are expected on the main account.
    if (!account?.is_main || since === null) return nothing;
    const until = { ...scope(account, since), end: lastDay(month ?? referenceOf(ctx.today())) };
    if (state === 'OPEN') {
      const { entry_count: total } = await queries.findOpenEntrySums(trx, until);
      const data = await queries.findOpenEntries(trx, until, page);
      return { data: data.map((line) => ({ ...line, set_aside: null })), page, lastPage: lastPage(total), total };
    }
    const total = await queries.countSetAside(trx, until);
    const found = await queries.findSetAside(trx, until, page);
    const lines = await queries.findEntryLines(
      trx,
      found.map(({ entry_id }) => entry_id),
    );
    const lineOf = new Map(lines.map((line) => [line.id, line]));
    const data = found.flatMap(({ entry_id, id, reason }) => {
      const line = lineOf.get(entry_id);
      return line ? [{ ...line, set_aside: { id, reason } }] : [];
    });
    return { data, page, lastPage: lastPage(total), total };
  });

/** Days around a movement whose entries a person may choose among. */
const CHOICE_DAYS = 31;

export async function listChoices(ctx: Context, id: number): Promise<CashLine[]> {
  const movement = await findMovement(ctx.db, id);
  if (!movement) throw reconciliationProblems.MOVEMENT_NOT_FOUND();
  const { day, amount } = movement;
  return queries.findChoices(ctx.db, { start: addDays(day, -CHOICE_DAYS), end: addDays(day, CHOICE_DAYS) }, amount);
}

export async function listImports(ctx: Context, wanted: number | undefined) {
  const { account } = await accountOf(ctx.db, wanted);
  return account ? statements.findImports(ctx.db, account.id) : [];
}

/** Days after which an unexplained movement appears in *Hoje*. */
const OVERDUE_DAYS = 7;

export async function listTasks(ctx: Context) {
  const accounts = await statements.findAccounts(ctx.db);
  const open = await findOpenBefore(ctx.db, addDays(ctx.today(), -OVERDUE_DAYS));
  const feeds = await listFeeds(ctx);
  return {
    open: open.flatMap(({ account_id, count, oldest }) => {
      const account = accounts.find(({ id }) => id === account_id);
      return account ? [{ account: shownAccount(account), count, oldest }] : [];
    }),
    failing: feeds.filter(({ failing_since }) => failing_since !== null),
  };
}
