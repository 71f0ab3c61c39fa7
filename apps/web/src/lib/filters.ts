import { read, write } from './vault.ts';

const NAME = 'filters';
/** What belongs to one visit and is not a filter: the page of the list and the record that lies open. */
const PASSING = ['page', 'open'];

type Search = Record<string, unknown>;

/** The filters with which the list at this path was last seen. */
export function lastFilters(path: string): Search {
  return read<Record<string, Search>>(NAME)?.[path] ?? {};
}

export function rememberFilters(path: string, search: Search) {
  const filters = Object.fromEntries(Object.entries(search).filter(([name]) => !PASSING.includes(name)));
  if (JSON.stringify(filters) === JSON.stringify(lastFilters(path))) return;
  write(NAME, { ...read<Record<string, Search>>(NAME), [path]: filters });
}
