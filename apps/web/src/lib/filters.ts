import { read, useVault, write } from './session/vault.ts';

const NAME = 'filters';

type Search = Record<string, unknown>;

const all = () => read<Record<string, Search>>(NAME);

/** The filters with which the list at each path was last seen; nothing where it never had any. */
export function useLastFilters(): Record<string, Search> {
  return useVault<Record<string, Search>>(NAME) ?? {};
}

const WORDS = 'words';
const allWords = () => read<Record<string, Search>>(WORDS);

/** The words each list was last searched for, kept until its search box is emptied. */
export function useLastWords(): Record<string, Search> {
  return useVault<Record<string, Search>>(WORDS) ?? {};
}

/** `isStill`: the list was already on the screen, so no words mean that the search box was emptied. */
export function rememberWords(path: string, words: Search, isStill: boolean) {
  const known = allWords()?.[path] ?? {};
  const next = Object.keys(words).length > 0 || isStill ? words : known;
  if (JSON.stringify(next) !== JSON.stringify(known)) write(WORDS, { ...allWords(), [path]: next });
}

export function rememberFilters(path: string, filters: Search) {
  if (JSON.stringify(filters) === JSON.stringify(all()?.[path] ?? {})) return;
  write(NAME, { ...all(), [path]: filters });
}
