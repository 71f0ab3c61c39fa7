import { type LinkProps, useSearch } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';

type Key = number | string;

type RecordFromUrlProps<Id extends Key> = {
  /** Search param that names the record. */
  param?: 'open' | 'record' | 'accounts';
  children: (id: Id) => ReactNode;
};

/**
 * Window of the record that the URL names; a row or a link opens it by setting the search param, and closing clears it.
 * Another record gets a window of its own, without the former one's input.
 */
export function RecordFromUrl<Id extends Key>({ param = 'open', children }: RecordFromUrlProps<Id>) {
  // Parsed by the route's schema: the URL holds strings, and the query keys of `48` and `'48'` differ.
  const id = useSearch({ strict: false, select: (search) => (search as Record<string, unknown>)[param] }) as
    | Id
    | undefined;
  return id === undefined ? null : <Fragment key={id}>{children(id)}</Fragment>;
}

/** Link to an invoice or a transfer over the present page, whose URL names it as `record`. */
export const overPage = (kind: 'invoice' | 'transfer', id: number): LinkProps => ({
  to: '.',
  search: ((now: object) => ({ ...now, record: `${kind}-${id}` })) as never,
  resetScroll: false,
});
