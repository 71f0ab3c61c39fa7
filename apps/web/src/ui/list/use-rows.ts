import { useNavigate, useRouter } from '@tanstack/react-router';
import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  startTransition,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { afterPaint } from '#web/lib/after-paint.ts';
import { setPressedRow } from '#web/lib/notice-place.ts';
import { registerList } from '#web/ui/base/lists-in-view.ts';
import { useWindowAround } from '#web/ui/base/use-window.ts';
import { focusRow, isTyping } from './list-keys.ts';
import { historyEntry, placeIn, rememberPlace, usePagePath, usePlace } from './places.ts';
import { keepSequence, listName, type RowPage, type SequenceOptions } from './sequence/record-sequence.ts';

type Identified = { id: number | string };

type RowsOptions<Row extends Identified> = {
  what: string;
  rows: Row[] | undefined;
  page?: RowPage<Row>;
  total?: number;
  onPage?: (page: number) => void;
  /** The rows themselves take the focus, and not what covers them. */
  focuses?: boolean;
  /** Chooses the row, or no longer; for the space bar. */
  onToggle?: ((row: Row) => void) | undefined;
  /** The list is the page's own, and its records are opened one after another. */
  sequence?: SequenceOptions<Row>;
};

/** Elements of a list's rows by their id: each row and the control that opens it. */
class RowElements {
  readonly rows = new Map<string, HTMLElement>();
  readonly openers = new Map<string, HTMLElement>();

  readonly row = (id: Identified['id']) => keepIn(this.rows, String(id));
  readonly opener = (id: Identified['id']) => keepIn(this.openers, String(id));

  /** Id of the row around an element. */
  at(element: EventTarget | null): string | undefined {
    if (!(element instanceof Node)) return undefined;
    return [...this.rows].find(([, row]) => row.contains(element))?.[0];
  }
}

/** A callback ref that keeps its element in `elements`. */
const keepIn = (elements: Map<string, HTMLElement>, id: string) => (element: HTMLElement | null) => {
  if (!element) return;
  elements.set(id, element);
  return () => {
    if (elements.get(id) === element) elements.delete(id);
  };
};

const NoList = new RowElements();

/** Around the rows of a list. */
export const RowsContext = createContext(NoList);

/** Ref of the control that opens a row. */
export const useOpenerRef = (id: Identified['id']) => useContext(RowsContext).opener(id);

/** The place in a list: which row has the focus, which was opened last, and the keys that lead along them. */
export function useRows<Row extends Identified>(options: RowsOptions<Row>) {
  const { what, rows, page, total, onPage, focuses = false, onToggle, sequence } = options;
  const list = listName(usePagePath(), what);
  const router = useRouter();
  const place = usePlace(list);
  const [focused, setFocused] = useState<string>();
  const [elements] = useState(() => new RowElements());
  const current = page?.page ?? 1;
  const ids = rows?.map(({ id }) => String(id)) ?? [];
  const target = (id: string | undefined) =>
    id === undefined ? undefined : (focuses ? elements.rows : elements.openers).get(id);

  useKeepSequence({ list, rows, page, total, sequence });
  useReturn({ list, rows, page: page?.page, elements });

  const turning = useRef<number>(undefined);
  useEffect(() => {
    if (!rows || turning.current === undefined || turning.current !== page?.page) return;
    turning.current = undefined;
    focusRow((focuses ? elements.rows : elements.openers).get(String(rows[0]?.id)));
  }, [rows, page?.page, focuses, elements]);

  function turn(to: number) {
    if (!onPage || to < 1 || to > (page?.lastPage ?? 1)) return;
    turning.current = to;
    onPage(to);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const id = elements.at(event.target);
    if (id === undefined || isTyping(event.nativeEvent) || isMenuButton(event.target)) return;
    const at = ids.indexOf(id);
    const row = rows?.[at];
    const keys: Record<string, () => void> = {
      ArrowDown: () => focusRow(target(ids[at + 1])),
      ArrowUp: () => focusRow(target(ids[at - 1])),
      Home: () => focusRow(target(ids[0])),
      End: () => focusRow(target(ids.at(-1))),
      PageDown: () => turn(current + 1),
      PageUp: () => turn(current - 1),
      // Controls inside a row handle Enter and Space themselves.
      ...(event.target === elements.rows.get(id) && {
        Enter: () => elements.openers.get(id)?.click(),
        ' ': () => row && onToggle?.(row),
      }),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  const inTabOrder = [focused, place?.row].find((id) => id !== undefined && ids.includes(id)) ?? ids[0];
  const entrance = () => target(inTabOrder) ?? target(ids[0]);

  const inWindow = useWindowAround() !== undefined;
  const latest = useRef({ visited: place?.row, entrance });
  useEffect(() => {
    latest.current = { visited: place?.row, entrance };
  });
  useEffect(() => {
    if (inWindow) return;
    return registerList({
      rowAt: (element) => elements.rows.get(elements.at(element) ?? ''),
      visited: () => {
        const id = latest.current.visited ?? '';
        const row = elements.rows.get(id);
        return row && { row, opener: elements.openers.get(id) };
      },
      entrance: () => latest.current.entrance(),
    });
  }, [elements, inWindow]);

  return {
    list,
    elements,
    /** Around the rows. */
    around: {
      onKeyDown,
      onFocus: (event: { target: EventTarget }) => {
        const id = elements.at(event.target);
        startTransition(() => setFocused(id));
      },
      onPointerDownCapture: (event: PointerEvent) => {
        const row = elements.rows.get(elements.at(event.target) ?? '');
        if (row && !inWindow) setPressedRow(row);
      },
      onClickCapture: (event: MouseEvent) => {
        const id = elements.at(event.target);
        if (id === undefined || !elements.openers.get(id)?.contains(event.target as Node)) return;
        const from = historyEntry(router);
        afterPaint(() => rememberPlace(list, { row: id, page: current, from }));
      },
    },
    /** Of each row, for `useRowProps`. */
    row: ({ id }: Row): RowPlace => ({
      visited: place?.row === String(id),
      tabIndex: focuses ? (inTabOrder === String(id) ? 0 : -1) : undefined,
    }),
  };
}

const isMenuButton = (target: EventTarget) => target instanceof Element && target.ariaHasPopup === 'menu';

/** Of each row's element. */
export function useRowProps({ id }: Identified, { visited, tabIndex }: RowPlace) {
  return {
    ref: useContext(RowsContext).row(id),
    'data-row': String(id),
    'data-visited': visited || undefined,
    'aria-current': visited ? ('true' as const) : undefined,
    tabIndex,
  };
}

export type RowPlace = { visited: boolean; tabIndex: 0 | -1 | undefined };

/** Hands the list on to the records that are opened from it. */
function useKeepSequence<Row extends Identified>({
  list,
  rows,
  page,
  total,
  sequence,
}: Pick<RowsOptions<Row>, 'rows' | 'page' | 'total' | 'sequence'> & { list: string }) {
  const router = useRouter();
  useEffect(() => {
    if (!sequence || !rows) return;
    const whole = { data: rows, page: 1, lastPage: 1, total: rows.length };
    keepSequence(list, { ...(page ?? whole), ...(total !== undefined && { total }), ...sequence });
    if (sequence.link) return;
    const visit = () => {
      const { open } = router.state.location.search as { open?: unknown };
      if (open === undefined) return;
      const row = rows.find((one) => String(sequence.openKey?.(one) ?? one.id) === String(open));
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
  elements,
}: {
  list: string;
  rows: Identified[] | undefined;
  page: number | undefined;
  elements: RowElements;
}) {
  const router = useRouter();
  const navigate = useNavigate();
  const returning = useRef(placeIn(list)?.from === historyEntry(router) ? placeIn(list) : undefined);
  const turned = useRef(false);
  const there = rows !== undefined;
  useEffect(() => {
    const to = returning.current;
    if (!to || !there) return;
    // Once only: for a page that no longer exists the server answers with another one.
    if (page !== undefined && page !== to.page && !turned.current) {
      turned.current = true;
      const search = ((now: object) => ({ ...now, page: to.page })) as never;
      navigate({ to: '.', search, replace: true, resetScroll: false });
      return;
    }
    returning.current = undefined;
    focusRow(elements.openers.get(to.row) ?? elements.rows.get(to.row));
  }, [there, page, navigate, elements]);
}
