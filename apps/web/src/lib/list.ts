import type * as z from 'zod/mini';

/** A filter that a chip shows. */
export type ChipFilter<Value = unknown> = {
  /** Label of the filter: "Situação". */
  label: string;
  /** Text of each code. Texts that only the page knows, such as a person's name, are passed to its tool bar. */
  words?: Readonly<Record<Extract<Value, string>, string>>;
  /** Default value of a filter that narrows the list even when none is chosen. */
  usual?: Extract<Value, string>;
  /** The code that narrows nothing. */
  off?: Extract<Value, string>;
  /** Filter that disables this one while it is set. */
  yieldsTo?: string;
};

/**
 * How a search param of a list is shown. A filter has a chip, or it is the text in the search box or the ID box, or the
 * days of the period picker, which can be cleared as easily. `own`: the subject of the page, always shown by a control
 * of its own. `place`: not a filter but a position in the page; it isn't remembered.
 */
export type Shown<Value = unknown> = 'search' | 'id' | 'period' | 'own' | 'place' | ChipFilter<Value>;

/** Everything in the address of a list but its page. */
export type ListFilters = Readonly<Record<string, Shown>>;

type Declared<Search> = { readonly [Name in Exclude<keyof Search, 'page'>]-?: Shown<Search[Name]> };

declare const carried: unique symbol;

/** The declaration of a route's list, whose type knows the search params and which of them are places. */
export type ListOf<Search, Place> = ListFilters & { readonly [carried]?: { search: Search; place: Place } };

type Places<Filters> = { [Name in keyof Filters]: Filters[Name] extends 'place' ? Name : never }[keyof Filters];

/** Declares the filters of a route. A search param of its schema that is left out does not compile. */
export const listOf = <Schema extends z.ZodMiniType, const Filters extends Declared<z.output<Schema>>>(
  _: Schema,
  filters: Filters,
) => filters as unknown as ListOf<z.output<Schema>, Places<Filters>>;

/** What a list is read by: its filters and the page. */
export type Narrowing<Search, Place> = Omit<Search, Extract<Place, keyof Search>>;

/** The search of a list without its places, so that opening a record reads no row again. */
export const withoutPlaces = <Search extends object, Place>(list: ListOf<Search, Place>, search: Search) =>
  Object.fromEntries(Object.entries(search).filter(([name]) => list[name] !== 'place')) as Narrowing<Search, Place>;

export type Search = Readonly<Record<string, unknown>>;

const isSet = (value: unknown) => value !== undefined && value !== null && value !== '';

const pick = (filters: ListFilters, search: Search, wanted: (shown: Shown) => boolean): Search =>
  Object.fromEntries(
    Object.entries(filters)
      .filter(([name, shown]) => wanted(shown) && isSet(search[name]))
      .map(([name]) => [name, search[name]]),
  );

/** Filters restored when the list is opened again. */
export const remembered = (filters: ListFilters, search: Search) => pick(filters, search, (shown) => shown !== 'place');

const isWords = (shown: Shown) => shown === 'search' || shown === 'id';

/** The text or the number that a list is searched for. */
export const wordsOf = (filters: ListFilters, search: Search) => pick(filters, search, isWords);

/** The filters with which the menu opens a list: as they were left, without the words it was searched for. */
export const withoutWords = (filters: ListFilters, search: Search) => pick(filters, search, (shown) => !isWords(shown));

/** Filters that the user can clear. */
export const inForce = (filters: ListFilters, search: Search) =>
  pick(filters, search, (shown) => shown !== 'place' && shown !== 'own');
