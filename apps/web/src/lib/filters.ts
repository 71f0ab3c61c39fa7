import { useSyncExternalStore } from 'react';
import { onVaultChange, read, write } from './vault.ts';

const NAME = 'filters';
/** What belongs to one visit and is not a filter: the page of the list, what lies open over it and its tab. */
const PASSING = ['page', 'open', 'accounts', 'tab', 'down'];

type Search = Record<string, unknown>;

const all = () => read<Record<string, Search>>(NAME);

/** The filters with which the list at each path was last seen. */
export function useLastFilters(): Record<string, Search> {
  return useSyncExternalStore(onVaultChange, all) ?? {};
}

export function rememberFilters(path: string, search: Search) {
  const filters = Object.fromEntries(Object.entries(search).filter(([name]) => !PASSING.includes(name)));
  if (JSON.stringify(filters) === JSON.stringify(all()?.[path] ?? {})) return;
  write(NAME, { ...all(), [path]: filters });
}
