import { useState } from 'react';

/** The rows that are chosen of a list; they stay so from page to page. */
export function useChosen<Row extends { id: number }>() {
  const [rows, setRows] = useState<ReadonlyMap<number, Row>>(new Map());
  const onChoose = (some: readonly Row[], yes: boolean) =>
    setRows((now) => {
      const next = new Map(now);
      for (const row of some) yes ? next.set(row.id, row) : next.delete(row.id);
      return next;
    });
  return { rows: [...rows.values()], chosen: new Set(rows.keys()), onChoose, clear: () => setRows(new Map()) };
}
