import { listingPath } from '@morada/domain/property/property';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { propertiesQuery, type Row, type Search } from '#web/entities/property/property-queries.ts';
import { isListed } from '#web/entities/property/property-status.tsx';
import { copy } from '#web/lib/clipboard.ts';

type Filters = Omit<Search, 'page'>;
type Choice = { rows: Row[]; count: number; whole: boolean; chosen: { has: (id: number) => boolean } };

const linkOf = (property: Row) => location.origin + listingPath(property);

/**
 * Shares the selection, which may be all rows of the filter: the number of properties with a public page, and how to
 * copy their links.
 */
export function useShareListings(choice: Choice, filters: Filters) {
  const cache = useQueryClient();
  const offered = { ...filters, available: 'AVAILABLE' } as const;
  // Properties filtered as unavailable have no public page.
  const none = filters.available === 'UNAVAILABLE';
  const { data } = useQuery({ ...propertiesQuery({ ...offered, page: 1 }), enabled: choice.whole && !none });
  if (!choice.whole) {
    const listed = choice.rows.filter(isListed);
    return {
      count: listed.length,
      share: () => copy(listed.map(linkOf).join('\n'), copiedWords(listed.length, choice.count - listed.length)),
    };
  }
  const count = none ? 0 : Math.min(data?.total ?? 0, choice.count);
  return {
    count,
    async share() {
      const links = allListed(cache, offered).then((rows) =>
        rows.filter((row) => isListed(row) && choice.chosen.has(row.id)).map(linkOf),
      );
      const text = links.then((all) => all.join('\n'));
      await copy(text, async () => {
        const { length } = await links;
        return copiedWords(length, choice.count - length);
      });
    },
  };
}

/** Page after page, in the order of the list. */
async function allListed(cache: QueryClient, search: Filters): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { data, lastPage } = await cache.fetchQuery(propertiesQuery({ ...search, page }));
    rows.push(...data);
    last = lastPage;
  }
  return rows;
}

/** Result of copying: the number of links copied and left out. */
function copiedWords(listed: number, left: number): string {
  const copied = listed === 1 ? '1 link copiado.' : `${listed} links copiados.`;
  if (left <= 0) return copied;
  return left === 1
    ? `${copied} 1 imóvel que não está anunciado ficou de fora.`
    : `${copied} ${left} imóveis que não estão anunciados ficaram de fora.`;
}
