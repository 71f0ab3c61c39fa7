import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, startTransition, useEffect, useRef, useState } from 'react';
import { afterPaint } from '#web/lib/after-paint.ts';
import { focusRow, isTyping } from './list-keys.ts';
import { historyEntry, placeIn, rememberPlace, usePagePath, usePlace } from './places.ts';
import { keepRun, listName, type RowPage, type Through } from './run.ts';

type Identified = { id: number | string };

type RowsOptions<Row extends Identified> = {
  what: string;
  rows: Row[] | undefined;
  page?: RowPage<Row>;
  total?: number;
  onPage?: (page: number) => void;
  /** The page's own list, whose records are gone through. */
  through?: Through<Row>;
};

/** The place in a list: which row has the focus, which was opened last, and the keys that lead along them. */
export function useRows<Row extends Identified>({ what, rows, page, total, onPage, through }: RowsOptions<Row>) {
  const list = listName(usePagePath(), what);
  const router = useRouter();
  const place = usePlace(list);
  const [focused, setFocused] = useState<string>();
  const table = useRef<HTMLDivElement>(null);
  const current = page?.page ?? 1;

  useThrough({ list, rows, page, total, through });
  useReturn({ list, rows, page: page?.page, table });

  const turning = useRef<number>(undefined);
  useEffect(() => {
    if (!rows || turning.current === undefined || turning.current !== page?.page) return;
    turning.current = undefined;
    focusRow(focusable(table.current?.querySelector('[data-row]')));
  }, [rows, page?.page]);

  function turn(to: number) {
    if (!onPage || to < 1 || to > (page?.lastPage ?? 1)) return;
    turning.current = to;
    onPage(to);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>('[data-row]');
    if (!row || isTyping(event.nativeEvent) || target.matches('[aria-haspopup="menu"]')) return;
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
    const at = all.indexOf(row);
    const keys: Record<string, () => void> = {
      ArrowDown: () => focusRow(focusable(all[at + 1])),
      ArrowUp: () => focusRow(focusable(all[at - 1])),
      Home: () => focusRow(focusable(all[0])),
      End: () => focusRow(focusable(all.at(-1))),
      PageDown: () => turn(current + 1),
      PageUp: () => turn(current - 1),
      // Controls inside a row handle Enter and Space themselves.
      ...(target === row && {
        Enter: () => row.querySelector<HTMLElement>('[data-opens]')?.click(),
        ' ': () => row.querySelector<HTMLElement>('input[type="checkbox"]')?.click(),
      }),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  const rowOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-row]')?.dataset.row;
  const known = (row: string | undefined) => row !== undefined && rows?.some(({ id }) => String(id) === row);
  const inTabOrder = [focused, place?.row].find(known) ?? String(rows?.[0]?.id);

  return {
    list,
    /** Around the rows. */
    around: {
      ref: table,
      onKeyDown,
      onFocus: ({ target }: { target: EventTarget }) => startTransition(() => setFocused(rowOf(target))),
      onClickCapture: ({ target }: MouseEvent) => {
        const row = (target as Element).closest('[data-opens]') && rowOf(target);
        const from = historyEntry(router);
        if (row) afterPaint(() => rememberPlace(list, { row, page: current, from }));
      },
    },
    /** Of each row, for `rowProps`. */
    row: ({ id }: Row) => ({ visited: place?.row === String(id), inTabOrder: inTabOrder === String(id) }),
  };
}

/** On each row; `focuses` where the row itself is walked along, and not what covers it. */
export const rowProps = ({ id }: Identified, { visited, inTabOrder }: RowPlace, focuses = false) => ({
  'data-row': String(id),
  'data-visited': visited || undefined,
  'aria-current': visited ? ('true' as const) : undefined,
  tabIndex: focuses ? (inTabOrder ? 0 : -1) : undefined,
});

export type RowPlace = { visited: boolean; inTabOrder: boolean };

const focusable = (row: HTMLElement | null | undefined) =>
  row?.hasAttribute('tabindex') ? row : row?.querySelector<HTMLElement>('[data-opens]');

/** Hands the list on to the records that are opened from it. */
function useThrough<Row extends Identified>({
  list,
  rows,
  page,
  total,
  through,
}: Pick<RowsOptions<Row>, 'rows' | 'page' | 'total' | 'through'> & { list: string }) {
  const router = useRouter();
  useEffect(() => {
    if (!through || !rows) return;
    const whole = { data: rows, page: 1, lastPage: 1, total: rows.length };
    keepRun(list, { ...(page ?? whole), ...(total !== undefined && { total }), ...through });
    if (through.link) return;
    const visit = () => {
      const { open } = router.state.location.search as { open?: unknown };
      if (open === undefined) return;
      const row = rows.find((one) => String(through.openKey?.(one) ?? one.id) === String(open));
      const from = placeIn(list)?.from ?? historyEntry(router);
      if (row) rememberPlace(list, { row: String(row.id), page: page?.page ?? 1, from });
    };
    visit();
    return router.subscribe('onRendered', visit);
  });
}

/** Back from a record: to its page of the list, with the focus on its row. */
function useReturn({
  list,
  rows,
  page,
  table,
}: {
  list: string;
  rows: Identified[] | undefined;
  page: number | undefined;
  table: { current: HTMLElement | null };
}) {
  const router = useRouter();
  const navigate = useNavigate();
  const returning = useRef(placeIn(list)?.from === historyEntry(router) ? placeIn(list) : undefined);
  const turned = useRef(false);
  const there = rows !== undefined;
  useEffect(() => {
    const to = returning.current;
    if (!to || !there) return;
    // Once: a page that is no more answers as another.
    if (page !== undefined && page !== to.page && !turned.current) {
      turned.current = true;
      const search = ((now: object) => ({ ...now, page: to.page })) as never;
      navigate({ to: '.', search, replace: true, resetScroll: false });
      return;
    }
    returning.current = undefined;
    const row = table.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(to.row)}"]`);
    focusRow(row?.querySelector<HTMLElement>('[data-opens]') ?? row);
  }, [there, page, navigate, table]);
}

/** Fetches the other pages of a list, for those who go through it. */
export function useTurn<Page, Key extends QueryKey>(
  query: (page: number) => FetchQueryOptions<Page, Error, Page, Key>,
) {
  const cache = useQueryClient();
  return (page: number) => cache.fetchQuery(query(page));
}
