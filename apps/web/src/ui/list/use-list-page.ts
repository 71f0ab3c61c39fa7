import {
  type FetchQueryOptions,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMatch, useNavigate } from '@tanstack/react-router';
import { inForce, type ListOf, type Narrowing, withoutPlaces } from '#web/lib/list.ts';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import type { RowPage, Turn } from './sequence/record-sequence.ts';

type Options<Page, Key extends QueryKey> = UseQueryOptions<Page, Error, Page, Key> &
  FetchQueryOptions<Page, Error, Page, Key>;

/** `total` counts the rows of all pages, or `found` does where `total` counts something else. */
type Rows = { total?: number; found?: number };

/** What the parts of a page need of the list that it is. */
export type ListPage<Row, Filters = object> = {
  filters: Filters;
  /** Filters to change, undefined to take one off; the first page follows. */
  filter: (changes: Partial<Filters>) => void;
  /** Props of the `DataTable`. */
  table: {
    query: Loadable<RowPage<Row>>;
    total: number | undefined;
    onPage: (page: number) => void;
    sequence: { turn: Turn<Row> };
  };
  /** A filter is in force that `clear` takes off. */
  isNarrowed: boolean;
  clear: () => void;
  /** Opens the record's window over the list. */
  show: (id: number) => void;
};

/** How a window over the list is closed: it has asked about unsaved changes. */
export const CLOSED = { ignoreBlocker: true };

/**
 * A page that is a list, as its route declares it by `listOf`: the address holds filters, page and the record that lies
 * open. `query` reads one page of it.
 */
export function useListPage<Search extends object, Place, Page extends Rows, Key extends QueryKey>(
  list: ListOf<Search, Place>,
  query: (search: Narrowing<Search, Place>) => Options<Page, Key>,
  /**
   * `isBelow`: the list lies below other parts of the page: turning it leaves them where they are. `isShown`: false while
   * another view of the page stands in its place, which needs no rows.
   */
  { isBelow = false, isShown = true } = {},
) {
  type Narrow = Narrowing<Search, Place>;
  // Without places: opening a record renders neither the page nor its rows.
  const search = useMatch({
    strict: false,
    select: (match: { search: unknown }) => withoutPlaces(list, match.search as Search),
    structuralSharing: true,
  } as never) as Narrow & { page?: number };
  const { page: _, ...filters } = search;
  const navigate = useNavigate();
  const cache = useQueryClient();
  const found = useQuery({ ...query(search), enabled: isShown });
  const narrows = inForce(list, filters);

  /** Changes the address in place: a record or a tab over the list, another page of a second list. */
  const go = (changes: Partial<Search>, how?: { replace?: boolean; ignoreBlocker?: boolean; resetScroll?: boolean }) =>
    navigate({ to: '.', search: ((now: Search) => ({ ...now, ...changes })) as never, resetScroll: false, ...how });
  /** Filters to change, undefined to take one off; the first page follows. */
  const filter = (changes: Partial<Omit<Narrow, 'page'>>) =>
    go({ ...changes, page: undefined } as unknown as Partial<Search>, { replace: true });

  return {
    search,
    filters: filters as Omit<Narrow, 'page'>,
    query: found,
    found: found.data?.found ?? found.data?.total,
    isNarrowed: Object.keys(narrows).length > 0,
    table: {
      query: found,
      total: found.data?.found ?? found.data?.total,
      onPage: (page: number) => void go({ page } as unknown as Partial<Search>, { resetScroll: !isBelow }),
      sequence: { turn: (page: number) => cache.fetchQuery(query({ ...search, page })) },
    },
    go,
    filter,
    clear: () => filter(Object.fromEntries(Object.keys(narrows).map((name) => [name, undefined])) as Partial<Narrow>),
    /** Opens a record's window over the list, at its first tab. */
    show: (open: number | string) => void go({ open, tab: undefined } as unknown as Partial<Search>),
    close: () => void go({ open: undefined, tab: undefined } as unknown as Partial<Search>, CLOSED),
  };
}
