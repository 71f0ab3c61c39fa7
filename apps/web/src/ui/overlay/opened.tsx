import { useSearch } from '@tanstack/react-router';
import { memo, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { InSight, Sight } from '#web/lib/sight.ts';
import { forgetDrawn, useDrawn } from './ahead.ts';

type Key = number | string;

/**
 * Window of the record in the search param `open`. Hovering a row renders its window hidden, and opening then only
 * shows it. Closing unmounts the window and discards its input.
 */
export function Opened<Id extends Key>({ children }: { children: (id: Id) => ReactNode }) {
  // Parsed by the route's schema: the URL holds strings, and the query keys of `48` and `'48'` differ.
  const open = useSearch({ strict: false, select: (search) => (search as { open?: unknown }).open }) as Id | undefined;
  const drawn = useDrawn();
  const id = open ?? (drawn?.key as Id | undefined);
  useEffect(() => {
    // One that is drawn while another is open would take its place when that is closed.
    if (open !== undefined && drawn) forgetDrawn();
  }, [open, drawn]);
  useEffect(() => () => void forgetDrawn(), []);
  if (id === undefined) return null;
  const draw = children as (id: Key) => ReactNode;
  return <Window key={id} id={id} open={open !== undefined} drawn={drawn?.sight} draw={draw} />;
}

type WindowProps = { id: Key; open: boolean; drawn: Sight | undefined; draw: (id: Key) => ReactNode };

function Window({ id, open, drawn, draw }: WindowProps) {
  const [sight] = useState(() => drawn ?? new Sight(open));
  // Navigation may set the param without a click on the row.
  useLayoutEffect(() => {
    if (open) sight.show();
  }, [open, sight]);
  return (
    <InSight value={sight}>
      <Suspense>
        <Drawn id={id} draw={draw} />
      </Suspense>
    </InSight>
  );
}

const Drawn = memo(({ id, draw }: { id: Key; draw: (id: Key) => ReactNode }) => draw(id));
