import { useSyncExternalStore } from 'react';
import { onVaultChange, read, write } from './vault.ts';

const NAME = 'filters';

type Search = Record<string, unknown>;

const all = () => read<Record<string, Search>>(NAME);

/** The filters with which the list at each path was last seen; nothing where it never had any. */
export function useLastFilters(): Record<string, Search> {
  return useSyncExternalStore(onVaultChange, all) ?? {};
}

export function rememberFilters(path: string, filters: Search) {
  if (JSON.stringify(filters) === JSON.stringify(all()?.[path] ?? {})) return;
  write(NAME, { ...all(), [path]: filters });
}
