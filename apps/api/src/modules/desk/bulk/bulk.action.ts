import type { Problem } from '@morada/contract/base/problem';
import type { Access } from '@morada/domain/access/permissions';
import type { Cents } from '@morada/domain/base/money';
import type { Refusals } from '#api/base/refusals.ts';
import type { Context, Db } from '#api/context.ts';

/** A record in its current state, with what the action would do to it. */
export type Evaluated = {
  id: number;
  version: number;
  amount?: Cents | null;
  /** Parts of the amount, if there is more than one. */
  lines?: { name: string; amount: Cents }[];
  /** State that the action needs beside the record's id; `mends`: the page that mends its reason. */
  trace?: Record<string, unknown> & { mends?: string | null };
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

/** A record of a block, with the version on which the action, or its undo, insists. */
export type Expected = Item & { expected: number };

/** What undo needs: ids of what the action created or replaced. */
type Trace = Record<string, unknown>;

export type Named = { id: number; title: string; below: string };

/**
 * An action that a bulk run applies to blocks of records. It has no rules of its own: `act` and `undo` call the service
 * of the single action, inside the transaction of the block and on the versions that were previewed.
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
  /**
   * Records processed in one transaction. Default 1: where the service refuses by throwing, a larger block would keep
   * the changes made before the refusal.
   */
  block?: number;
  /** Answers each item in order: its refusal, which changed nothing, or what undo needs. */
  act(trx: Db, ctx: Context, items: readonly Expected[], options: Options): Promise<(Problem | Trace | undefined)[]>;
  /** Reverses the action and answers each item in order. Absent: the action can't be undone. */
  undo?(trx: Db, ctx: Context, items: readonly Expected[]): Promise<Refusals>;
  /** Versions of the records that the action, or its undo, checks, in the order of the items. */
  versions(trx: Db, items: readonly Item[]): Promise<(number | undefined)[]>;
};

/** Turns a service for one record, which checks the version that the context expects, into an action on a list. */
export const recordByRecord =
  <Rest extends unknown[], Made>(act: (trx: Db, ctx: Context, item: Item, ...rest: Rest) => Promise<Made>) =>
  async (trx: Db, ctx: Context, items: readonly Expected[], ...rest: Rest): Promise<Made[]> => {
    const made: Made[] = [];
    for (const item of items) made.push(await act(trx, { ...ctx, expected: item.expected }, item, ...rest));
    return made;
  };

/** Records of a block for actions whose service takes a list: enough to share statements, in a short transaction. */
export const BLOCK = 200;

export const recordsOf = (items: readonly Item[]): number[] => items.map(({ record_id }) => record_id);

export const ordersOf = (items: readonly Expected[]) => items.map(({ record_id: id, expected }) => ({ id, expected }));
