import type { ReactNode } from 'react';
import { isMissing } from '#web/lib/api/failure.ts';
import { ErrorState } from './blank.tsx';
import classes from './query-boundary.module.css';

/** Subset of TanStack's query result that the kit reads; `{ data }` suffices for data already loaded. */
export type Loadable<T> = {
  data?: T | undefined;
  error?: Error | null;
  isFetching?: boolean;
  refetch?: () => unknown;
};

/** Shows what a query brought, or that it is coming, or that it failed. */
export function QueryBoundary<T>({
  query,
  what,
  lines = 6,
  missing,
  children,
}: {
  query: Loadable<T>;
  /** With its article, for the error: "a fatura". */
  what: string;
  /** Height of the place it will take, in lines of text. */
  lines?: number;
  /** In its place where there is no such thing, or none any more: an `EmptyState`. */
  missing?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  if (missing && isMissing(query.error)) return missing;
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorState what={what} error={query.error} onRetry={query.refetch} />;
  return <Waiting what={what} lines={lines} />;
}

/** In the place of what is loading. */
export function Waiting({ what, lines }: { what: string; lines: number }) {
  return (
    <div role="status" aria-busy="true" aria-label={`Carregando ${what}`} className={classes.waiting}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without a life of their own
        <span key={line} className={classes.bar} />
      ))}
    </div>
  );
}
