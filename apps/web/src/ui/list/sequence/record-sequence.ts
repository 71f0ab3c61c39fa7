import type { LinkProps } from '@tanstack/react-router';
import { createUserStore, useStore } from '#web/lib/store.ts';

type Identified = { id: number | string };

/** A page of a list as the API answers it. */
export type RowPage<Row> = { data: Row[]; page: number; lastPage: number; total: number };

/** Fetches another page. */
export type Turn<Row> = (page: number) => Promise<RowPage<Row>>;

/** How the records of a list are opened one after another. */
export type SequenceOptions<Row> = {
  /** Fetches another page; absent where all rows are there. */
  turn?: Turn<Row> | undefined;
  /** A row opens a page of its own. */
  link?: ((row: Row) => LinkProps) | undefined;
  /** Value of the search param `open` when a row opens a window over the list; by default its id. */
  openKey?: (row: Row) => number | string;
};

/** The list that a record was opened from, to step to the record before or after it. */
export type RecordSequence = RowPage<Identified> & SequenceOptions<Identified>;

export type Step = 'previous' | 'next';

/** Position of the record in the page; `gone` when it left the list, such as a settled invoice among the open ones. */
export type Position = { index: number; gone: boolean };

/** "3 de 148", over all pages. */
export function ordinal({ page, lastPage, total, data }: RowPage<unknown>, index: number): number {
  const before = page < lastPage ? (page - 1) * data.length : total - data.length;
  return before + index + 1;
}

/**
 * Target of one step: a row of this page, another page, or undefined at the end. The successor of a gone record takes
 * its index.
 */
export function stepFrom(
  { data, page, lastPage, turn }: RowPage<unknown> & { turn?: unknown },
  { index, gone }: Position,
  step: Step,
): { index: number } | { page: number } | undefined {
  const to = step === 'next' ? index + (gone ? 0 : 1) : index - 1;
  if (to >= 0 && to < data.length) return { index: to };
  const other = step === 'next' ? page + 1 : page - 1;
  return turn && other >= 1 && other <= lastPage ? { page: other } : undefined;
}

const sequences = createUserStore<ReadonlyMap<string, RecordSequence>>(new Map());

export function keepSequence<Row extends Identified>(list: string, sequence: RowPage<Row> & SequenceOptions<Row>) {
  sequences.set(new Map(sequences.get()).set(list, sequence as unknown as RecordSequence));
}

/** Identifier of a list: its page's path and its content. */
export const listName = (path: string, what: string) => `${path} ${what}`;

/** The list under the windows of a page. */
export const listUnderWindows = (path: string) =>
  [...sequences.get()].find(([list, sequence]) => list.startsWith(`${path} `) && !sequence.link)?.[0];

export const useRecordSequence = (list: string | undefined) =>
  useStore(sequences, (all) => (list === undefined ? undefined : all.get(list)));
