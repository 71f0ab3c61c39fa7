import type { ReactNode } from 'react';
import type { Row } from '#web/entities/property/property-queries.ts';
import { ErrorState } from '#web/ui/feedback/blank.tsx';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import type { RowPage } from '#web/ui/list/data-table.tsx';
import { Pages } from '#web/ui/list/pages.tsx';
import { Refetching } from '#web/ui/list/refetching.tsx';
import type { SequenceOptions } from '#web/ui/list/sequence/record-sequence.ts';
import { RowsContext, useRows } from '#web/ui/list/use-rows.ts';
import { usePrefetchOnIntent } from '#web/ui/overlay/prefetch-on-intent.ts';
import { PropertyCard } from './property-card.tsx';
import classes from './property-list.module.css';

type PropertyCardsProps = {
  query: Loadable<RowPage<Row>>;
  isChosen: (id: number) => boolean;
  onChoose: (property: Row, chosen: boolean) => void;
  onOpen: (id: number) => unknown;
  /** Prefetches the record. */
  prefetch: (id: number) => unknown;
  onPage: (page: number) => void;
  empty: ReactNode;
  /** Floats over the cards, above their foot. */
  bar?: ReactNode;
  sequence: SequenceOptions<Row>;
};

/** A page of properties, with their photographs. Loading, empty and failed included. */
export function PropertyCards({
  query,
  isChosen,
  onChoose,
  onOpen,
  prefetch,
  onPage,
  empty,
  bar,
  sequence,
}: PropertyCardsProps) {
  const { data: page, error, isFetching, refetch } = query;
  const prefetchOnIntent = usePrefetchOnIntent(prefetch);
  const { around, row, elements } = useRows({ what: 'os imóveis', rows: page?.data, page, onPage, sequence });
  if (!page && error) return <ErrorState what="os imóveis" error={error} onRetry={refetch} />;
  return (
    <div {...around} className={classes.list} aria-busy={isFetching}>
      {page && isFetching && <Refetching at="above" />}
      {page?.data.length === 0 ? (
        <div className={classes.blank}>{empty}</div>
      ) : (
        <RowsContext value={elements}>
          <ul className={classes.cards} aria-label="Imóveis">
            {page
              ? page.data.map((property) => (
                  <PropertyCard
                    key={property.id}
                    {...row(property)}
                    property={property}
                    chosen={isChosen(property.id)}
                    onChoose={onChoose}
                    onOpen={onOpen}
                    prefetchOnIntent={prefetchOnIntent}
                  />
                ))
              : SKELETONS}
          </ul>
        </RowsContext>
      )}
      {bar}
      {page && page.data.length > 0 && (
        <Pages page={page.page} lastPage={page.lastPage} total={page.total} shown={page.data.length} onPage={onPage} />
      )}
    </div>
  );
}

const SKELETONS = Array.from({ length: 8 }, (_, place) => (
  // biome-ignore lint/suspicious/noArrayIndexKey: cards without a life of their own
  <li key={place} className={classes.skeleton}>
    <div className={classes.bars}>
      <span />
      <span />
      <span />
      <span />
    </div>
  </li>
));
