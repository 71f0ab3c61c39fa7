import { session } from '@morada/contract/session';
import { useRouter } from '@tanstack/react-router';
import { query } from '#web/lib/api/query.ts';
import { useLastFilters } from '#web/lib/filters.ts';
import { type Search, withoutWords } from '#web/lib/list.ts';
import { MENU_GROUPS, type MenuEntry } from '#web/lib/page.ts';
import { may } from '#web/lib/session/session.ts';

export type MenuPage = MenuEntry & {
  path: string;
  /** Other pages of the menu have paths below this one, so only the exact path marks this entry as current. */
  exact: boolean;
  /** The last filters of the list, without the words it was searched for. */
  search: Search;
};
export type MenuGroup = { group: MenuEntry['group']; pages: MenuPage[] };

/** Menu of the signed-in user: routes that declare an entry and that the user may open. */
export function useMenu(): MenuGroup[] {
  const router = useRouter();
  const filters = useLastFilters();
  const pages = Object.values(router.routesById).flatMap((route): MenuPage[] => {
    const { menu, access = 'login', list = {} } = route.options.staticData ?? {};
    return menu && may(access)
      ? [{ ...menu, path: route.to, exact: false, search: withoutWords(list, filters[route.to] ?? {}) }]
      : [];
  });
  for (const page of pages) page.exact = pages.some(({ path }) => isBelow(path, page.path));
  return [null, ...MENU_GROUPS]
    .map((group) => ({ group, pages: pages.filter((page) => page.group === group).sort((a, b) => a.order - b.order) }))
    .filter(({ pages }) => pages.length > 0);
}

const isBelow = (path: string, other: string) => path !== other && path.startsWith(other === '/' ? other : `${other}/`);

/** Counts shown in the menu. On failure the menu shows none. */
export const badgesQuery = {
  ...query(session.badges, {}, { live: ['badges'] }),
  // Polling fallback for a lost live connection.
  refetchInterval: 60_000,
  retry: false,
};
