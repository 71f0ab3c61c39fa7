import type { Answer, Endpoint } from '@morada/contract/base/endpoint';
import type { Topic } from '@morada/contract/desk/live';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, apiWithVersion, type Input, type Versioned } from './api.ts';
import { withFailureMessage } from './failure.ts';

/** Cached answer of a call: with the record's version where the contract says that the call has one. */
export type Cached<E extends Endpoint> = E extends { versioned: true } ? Versioned<Answer<E>> : Answer<E>;

type Words = {
  /** Said before the reason when the read fails without a refusal of the server's own. */
  failure?: string;
  /** Topics of the live stream that put the answer out of date. */
  live?: readonly Topic[];
};

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Key of every query of a call, whatever its input. */
export const keyOf = (endpoint: Endpoint) => [nameOf(endpoint)] as const;

/**
 * Options of the query of one call: `useQuery(query(invoices.list, { query: search }))`. The key is the call and its input.
 * What else TanStack Query knows is spread over it: `{ ...query(…), staleTime: 0 }`.
 */
export const query = <E extends Endpoint>(endpoint: E, input: Input<E>, words?: Words) =>
  options<E, Cached<E>>(endpoint, input, words);

/** `Data` is the type of the answer, which a read of the contract's may narrow. */
function options<E extends Endpoint, Data>(endpoint: E, input: Input<E>, { failure, live }: Words = {}) {
  return queryOptions({
    queryKey: [nameOf(endpoint), input] as const,
    queryFn: ({ signal }) => {
      const call: Promise<unknown> = endpoint.versioned
        ? apiWithVersion(endpoint, input, { signal })
        : api(endpoint, input, { signal });
      return withFailureMessage(failure, call as Promise<Data>);
    },
    meta: { subjects: [endpoint.subject], live },
  });
}

/** Type of one page of a list. A call that answers the whole list when no page is given keeps only its paged type. */
type PageOf<E extends Endpoint> = Exclude<Answer<E>, readonly unknown[]>;

/** The same of one page of a list: the page before stays on the screen until it is there. `input` names the page. */
export const pageQuery = <E extends Endpoint>(endpoint: E, input: Input<E>, words?: Words) =>
  queryOptions({ ...options<E, PageOf<E>>(endpoint, input, words), placeholderData: keepPreviousData });

export type Call = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Answer<E>>;

/**
 * The same of several calls whose answers make one value. `read` makes them with the `call` that it is given; `input` tells
 * apart queries of the same calls.
 */
export function combinedQuery<Input, Value>(
  endpoints: readonly Endpoint[],
  input: Input,
  read: (call: Call) => Promise<Value>,
  { failure, live }: Words = {},
) {
  return queryOptions({
    queryKey: [endpoints.map(nameOf).join(' + '), input] as const,
    queryFn: ({ signal }) =>
      withFailureMessage(
        failure,
        read((endpoint, sent) => api(endpoint, sent, { signal })),
      ),
    meta: { subjects: endpoints.map(({ subject }) => subject), live },
  });
}

/** Of a record whose form may be open: read again on purpose only, so that the version sent is that of what was shown. */
export const WHILE_EDITED = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const;
