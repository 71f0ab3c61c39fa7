import type { Access } from '@morada/domain/access/permissions';
import type { Cents } from '@morada/domain/base/money';
import type { Context, Db } from '../../context.ts';

/** A record in its current state, with what the action would do to it. */
export type Evaluated = {
  id: number;
  version: number;
  amount?: Cents | null;
  /** Parts of the amount, if there is more than one. */
  lines?: { name: string; amount: Cents }[];
  /** State that the action needs beside the record's id. */
  trace?: Record<string, unknown>;
  /** Reason why the action is refused for this record. */
  reason?: string | undefined;
};

/** A record as previewed: the action applies exactly this. */
export type Item = {
  record_id: number;
  amount: Cents | null;
  lines: { name: string; amount: Cents }[];
  trace: Record<string, unknown>;
};

export type Named = { id: number; title: string; below: string };

/**
 * An action that a bulk run applies to one record after another. It has no rules of its own: `act` and `undo` call the
 * service of the single action, inside the transaction of one record and on the version that was previewed
 * (`ctx.expected`).
 */
export type Action<Options = Record<string, unknown>> = {
  /** Permission to preview a filter: that of reading the list. */
  readers: Access;
  /** `faturas`: prefix of the result file's name. */
  name: string;
  search(ctx: Context, filter: object, most: number): Promise<number[]>;
  /** Options as stored with the run. Values that depend on the moment, such as today, are fixed here. */
  options?(ctx: Context, asked: Record<string, unknown>): Options;
  evaluate(ctx: Context, ids: number[], options: Options): Promise<Evaluated[]>;
  /** Names of the records for display, deleted ones included. */
  named(db: Db, ids: number[]): Promise<Named[]>;
  /** Returns what undo needs: ids of what it created or replaced. */
  act(trx: Db, ctx: Context, item: Item, options: Options): Promise<Record<string, unknown> | undefined>;
  /** Reverses the action. Absent: the action can't be undone. */
  undo?(trx: Db, ctx: Context, item: Item): Promise<void>;
  /** Version of the record that the action, or its undo, checks. */
  version(trx: Db, item: Item): Promise<number | undefined>;
};
