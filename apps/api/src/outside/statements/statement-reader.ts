import type { StatedBalance, StatementLine } from '@morada/domain/bank/reconciliation/balances';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { BankFailure } from '../bank-api.ts';

/** The account of a link, as the bank writes it. */
export type StatementAccess = { agency: string | null; account: string; application_key: string | null };

export type StatementRead = {
  lines: StatementLine[];
  /** Movements whose day, amount or direction is missing. */
  unread: number;
  /** Null where the bank states none. */
  balance: StatedBalance | null;
};

/** Statements of one account, by its bank's API. */
export type StatementReader = {
  /**
   * Movements that were posted within days, both included, page by page up to the last.
   * @throws BankFailure
   */
  read: (from: CalendarDate, until: CalendarDate) => Promise<StatementRead>;
  close: () => void;
};

export type StatementPage<T> = {
  rows: T[];
  /** Movements of the whole period. */
  total: number;
  isLast: boolean;
};

const MOST_PAGES = 100;
const MOST_STARTS = 3;

/**
 * Every page of a period. A movement that is posted meanwhile shifts the pages, so that one would be read twice or
 * skipped. The reading then starts over.
 */
export async function everyPage<T>(read: (place: number) => Promise<StatementPage<T>>): Promise<T[]> {
  for (let start = 0; start < MOST_STARTS; start += 1) {
    const rows = await readThrough(read);
    if (rows) return rows;
  }
  throw new BankFailure('AWAY', 'O extrato mudou enquanto era lido.');
}

/** Undefined: the number of movements has changed. */
async function readThrough<T>(read: (place: number) => Promise<StatementPage<T>>): Promise<T[] | undefined> {
  const rows: T[] = [];
  let total: number | undefined;
  for (let place = 0; place < MOST_PAGES; place += 1) {
    const page = await read(place);
    total ??= page.total;
    if (page.total !== total) return undefined;
    rows.push(...page.rows);
    if (page.isLast) return rows;
  }
  throw new BankFailure('AWAY', 'O extrato do banco tem páginas demais.');
}
