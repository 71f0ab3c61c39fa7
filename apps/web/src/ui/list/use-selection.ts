import type { Chosen } from '@morada/contract/base/export';
import { useState } from 'react';

type Whole = { key: string; except: ReadonlySet<number> };

/** What `useListPage` returns, or as much of it. */
type SelectedFrom<Row, Filter> = {
  filters: Filter;
  found?: number | undefined;
  query?: { data?: { data: Row[] } | undefined };
};

/**
 * Selection in a list: either single rows, kept from page to page, or everything that the filter finds, held as the ids
 * deselected since. A change of the filter ends a selection of everything.
 */
export function useSelection<Row extends { id: number }, Filter extends object>({
  filters: filter,
  found = 0,
}: SelectedFrom<Row, Filter>) {
  const [rows, setRows] = useState<ReadonlyMap<number, Row>>(new Map());
  const [taken, setTaken] = useState<Whole>();
  const key = JSON.stringify(filter);
  const whole = taken?.key === key ? taken : undefined;

  const onChoose = (some: readonly Row[], yes: boolean) => {
    if (whole) {
      const except = new Set(whole.except);
      for (const { id } of some) yes ? except.delete(id) : except.add(id);
      return setTaken({ key, except });
    }
    setTaken(undefined);
    setRows((now) => {
      const next = new Map(now);
      for (const row of some) yes ? next.set(row.id, row) : next.delete(row.id);
      return next;
    });
  };

  return {
    /** Empty while the whole filter is chosen. */
    rows: whole ? [] : [...rows.values()],
    count: whole ? Math.max(0, found - whole.except.size) : rows.size,
    whole: whole !== undefined,
    /** There is more to be taken than what is chosen. */
    more: !whole && found > rows.size,
    chosen: whole ? { has: (id: number) => !whole.except.has(id) } : new Set(rows.keys()),
    onChoose,
    takeAll: () => {
      setRows(new Map());
      setTaken({ key, except: new Set() });
    },
    clear: () => {
      setRows(new Map());
      setTaken(undefined);
    },
    asked: (whole ? { filter, except: [...whole.except] } : { ids: [...rows.keys()] }) as Chosen<Filter>,
  };
}

export type Selection = Omit<ReturnType<typeof useSelection>, 'onChoose' | 'rows' | 'asked'>;
