import type { Access } from '@morada/domain/access/permissions';
import type { Cents } from '@morada/domain/base/money';
import type { Context, Db } from '../../context.ts';

/** A record as it is now, beside what is to be done to it. */
export type Judged = {
  id: number;
  version: number;
  amount?: Cents | null;
  /** What the amount is made of, where it is more than one thing. */
  lines?: { name: string; amount: Cents }[];
  /** What the deed has to know beside its number. */
  trace?: Record<string, unknown>;
  /** Why it can't be done to this one. */
  reason?: string | undefined;
};

/** What was looked at: the deed does that and nothing else. */
export type Item = {
  record_id: number;
  amount: Cents | null;
  lines: { name: string; amount: Cents }[];
  trace: Record<string, unknown>;
};

export type Named = { id: number; title: string; below: string };

/**
 * One deed of the house, done to one record after another. It has no rule of its own: `act` and `undo` call the service of
 * the single deed, within the transaction of one record and on the version that was looked at (`ctx.expected`).
 */
export type Deed<Options = Record<string, unknown>> = {
  /** Who may have a filter looked through: whoever may read the list. */
  readers: Access;
  /** `faturas`: of the file of what came of it. */
  name: string;
  search(ctx: Context, filter: object, most: number): Promise<number[]>;
  /** What was asked, as it is kept: whatever depends on the moment is settled here. */
  options?(ctx: Context, asked: Record<string, unknown>): Options;
  judge(ctx: Context, ids: number[], options: Options): Promise<Judged[]>;
  /** How people call them, those that are gone included. */
  named(db: Db, ids: number[]): Promise<Named[]>;
  /** What it made or replaced, for the way back. */
  act(trx: Db, ctx: Context, item: Item, options: Options): Promise<Record<string, unknown> | undefined>;
  /** By reversal. Absent: there is no way back. */
  undo?(trx: Db, ctx: Context, item: Item): Promise<void>;
  /** The version that the deed, or its reversal, goes by. */
  version(trx: Db, item: Item): Promise<number | undefined>;
};
