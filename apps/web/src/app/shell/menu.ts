import { type Begun, session } from '@morada/contract/access/session';
import type { Access } from '@morada/domain/access/permissions';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { query } from '#web/lib/api/query.ts';
import { useLastFilters } from '#web/lib/filters.ts';
import { type ListFilters, type Search, withoutWords } from '#web/lib/list.ts';
import { MENU, type MenuGroupName, type MenuGroupShown, type MenuPlace } from '#web/lib/page.ts';
import { may } from '#web/lib/session/session.ts';

export type MenuPage = Pick<MenuPlace, 'icon' | 'key' | 'useCount'> & {
  path: string;
  label: string;
  /** The last filters of the list, without the words it was searched for. */
  search: Search;
  /** Not begun yet: no tab leads there, only Configurações and the palette. */
  offered?: boolean;
};
export type MenuEntry = {
  label: string;
  icon: ComponentType<{ size?: number }>;
  badge: MenuPlace['badge'];
  /** Those that may be opened; the entry leads to the first one. */
  pages: [MenuPage, ...MenuPage[]];
};
export type MenuGroup = { name: MenuGroupName; shown: MenuGroupShown; entries: MenuEntry[] };

type MenuRoute = {
  to: string;
  options: { staticData?: { menu?: MenuPlace; access?: Access; list?: ListFilters } };
};

/** Menu of the signed-in user. */
export function useMenu(): MenuGroup[] {
  const router = useRouter();
  const filters = useLastFilters();
  const { data: begun } = useQuery(begunQuery);
  const searchOf = (path: string, list: ListFilters) => withoutWords(list, filters[path] ?? {});
  return menuOf(Object.values(router.routesById), may, searchOf, begun);
}

/** The menu of who may open the pages that `allowed` admits: from what their routes declare. */
export function menuOf(
  routes: readonly MenuRoute[],
  allowed: (access: Access) => boolean,
  searchOf: (path: string, list: ListFilters) => Search = () => ({}),
  begun?: Begun,
): MenuGroup[] {
  const places = routes.flatMap(({ to, options }) => {
    const { menu, access = 'login', list = {} } = options.staticData ?? {};
    if (!menu || !allowed(access)) return [];
    const offered = menu.begun !== undefined && begun?.[menu.begun] === false;
    if (offered && menu.unoffered) return [];
    return [{ ...menu, path: to, search: searchOf(to, list), offered }];
  });
  return MENU.map(({ name, shown, entries }): MenuGroup => {
    const open = entries.flatMap((entry): MenuEntry[] => {
      const [first, ...tabs] = places
        .filter((place) => place.entry === entry)
        .sort(({ tab = 0 }, { tab: other = 0 }) => tab - other)
        .map(({ label = entry, ...place }) => ({ ...place, label }));
      if (!first) return [];
      // Who may open but one page of an entry finds it by its own name.
      return [
        { label: tabs.length > 0 ? entry : first.label, icon: first.icon, badge: first.badge, pages: [first, ...tabs] },
      ];
    });
    // A single entry needs nothing that opens it.
    return { name, shown: shown === 'folded' && open.length === 1 ? 'plain' : shown, entries: open };
  }).filter(({ entries }) => entries.length > 0);
}

/** Every page of the menu, entry by entry. */
export const pagesIn = (menu: readonly MenuGroup[]): MenuPage[] =>
  menu.flatMap(({ entries }) => entries.flatMap(({ pages }) => pages));

/** The page of the menu that an address is at or below; the dashboard has nothing below it. */
export function pageAt<Page extends { path: string }>(pages: readonly Page[], pathname: string): Page | undefined {
  const isAt = ({ path }: Page) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));
  return pages.filter(isAt).sort((one, other) => other.path.length - one.path.length)[0];
}

/** What the agency has begun to use; while it is not known, everything shows. */
export const begunQuery = { ...query(session.begun, {}), staleTime: 60_000, retry: false };

/** Counts shown in the menu. On failure the menu shows none. */
export const badgesQuery = {
  ...query(session.badges, {}, { live: ['badges'] }),
  // Polling fallback for a lost live connection.
  refetchInterval: 60_000,
  retry: false,
};
