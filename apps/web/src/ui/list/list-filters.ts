import { useMatch, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ChipFilter, inForce, type ListFilters, type Search } from '#web/lib/list.ts';
import { usePagePath } from './places.ts';

export type Chip = { name: string; label: string; value: ReactNode; onRemove: () => void };

/** Texts for filter values that only the page knows, by filter name. */
export type FilterTexts = Readonly<Record<string, ReactNode>>;

const NO_LIST: ListFilters = {};

/** The list that the page is, as its route declares it, with what its address holds. */
export function useListFilters() {
  const path = usePagePath();
  // The match around this component: during navigation the router's last match is already the next page's.
  const filters = useMatch({ strict: false, select: ({ staticData }) => staticData.list ?? NO_LIST });
  const search: Search = useMatch({ strict: false, select: (match) => match.search });
  const navigate = useNavigate();
  /** Filters to change; undefined clears one. */
  const change = (changes: Search) =>
    navigate({
      to: '.',
      search: ((now: Search) => ({ ...now, ...changes, page: undefined })) as never,
      replace: true,
      resetScroll: false,
    });
  const active = inForce(filters, search);
  const none = Object.fromEntries(Object.keys(inForce(filters, ALL_SET)).map((name) => [name, undefined]));
  return {
    path,
    active,
    /** Whether it has any that can be taken off. */
    narrows: Object.keys(none).length > 0,
    /** Sets these filters only; names that are no longer filters of the list are ignored. */
    replace: (wanted: Search) => change({ ...none, ...inForce(filters, wanted) }),
    clear: () => change(none),
    chips: (texts: FilterTexts = {}) => chipsOf(filters, search, texts, change),
  };
}

/** Stands for an address that holds every filter. */
const ALL_SET: Search = new Proxy({}, { get: () => true });

/** One for each filter in force that no box shows, in the order of the declaration. */
function chipsOf(filters: ListFilters, search: Search, texts: FilterTexts, change: (changes: Search) => void): Chip[] {
  return Object.entries(filters).flatMap(([name, shown]) => {
    if (typeof shown !== 'object') return [];
    const value = inWords(name, shown, search, texts);
    if (value === undefined) return [];
    return { name, label: shown.label, value, onRemove: () => change({ [name]: shown.usual && shown.off }) };
  });
}

function inWords(
  name: string,
  { words, usual, off, yieldsTo }: ChipFilter,
  search: Search,
  texts: FilterTexts,
): ReactNode {
  const value = search[name] ?? usual;
  if (value === undefined || value === off || (yieldsTo && search[yieldsTo] !== undefined)) return undefined;
  return texts[name] ?? (words as Readonly<Record<string, string>> | undefined)?.[String(value)] ?? String(value);
}
