import type { Answer, Endpoint } from '@morada/contract/endpoint';
import { mutationOptions, type QueryKey } from '@tanstack/react-query';
import { apiWithVersion, type Input, type Versioned } from './api.ts';
import { withFailureMessage } from './failure.ts';
import type { UploadInput, UploadOptions } from './upload.ts';

/** What a change is called with: the call's input, a file where it takes one, and how it is sent. */
export type Variables<E extends Endpoint> = (E extends { upload: object }
  ? UploadInput<E> & UploadOptions
  : Input<E>) & {
  /** Version of the record that was read. */
  ifMatch?: string | undefined;
  /** The call outlives the page. */
  keepalive?: boolean;
};

type Cache = { queryKey: QueryKey };
type CacheOf<E extends Endpoint, Held = Cache> = Cache | ((variables: Variables<E>) => Held);

type Settings<E extends Endpoint> = {
  /** Said before the reason when the change fails without a refusal of the server's own. */
  failure?: string | undefined;
  /** The change counts as pending until the queries on the screen are read again. */
  awaitRefetch?: boolean;
  /** Query that the caller brings up to date by itself, or whose record is gone. */
  upToDate?: CacheOf<E, Cache | undefined>;
};

/**
 * Options of the mutation of one call: `useMutation(mutation(contacts.remove, { failure }))`. Once it settles, the queries
 * that the contract says it outdates are invalidated (`query-client.ts`). It throws `ApiProblem`.
 */
export function mutation<E extends Endpoint>(endpoint: E, { failure, awaitRefetch, upToDate }: Settings<E> = {}) {
  return mutationOptions({
    mutationFn: async (variables: Variables<E>): Promise<Answer<E>> =>
      (await withFailureMessage(failure, send(endpoint, variables))).data,
    meta: {
      endpoint,
      awaitRefetch,
      upToDate: (variables: unknown) => upToDate && heldBy(upToDate, variables as Variables<E>)?.queryKey,
    },
  });
}

/**
 * The same for the change of a record that `record` holds in the cache: it is sent with the version held there unless
 * another is given, and the answer, with its new version, takes the record's place.
 */
export function recordMutation<E extends Endpoint>(
  endpoint: E,
  record: CacheOf<E>,
  { failure, awaitRefetch }: Omit<Settings<E>, 'upToDate'> = {},
) {
  return mutationOptions({
    mutationFn: async (variables: Variables<E>, { client }): Promise<Answer<E>> => {
      const { queryKey } = heldBy(record, variables);
      const ifMatch = variables.ifMatch ?? client.getQueryData<Versioned<unknown>>(queryKey)?.version;
      const saved = await withFailureMessage(failure, send(endpoint, { ...variables, ifMatch }));
      client.setQueryData(queryKey, saved);
      return saved.data;
    },
    meta: {
      endpoint,
      awaitRefetch,
      upToDate: (variables: unknown) => heldBy(record, variables as Variables<E>).queryKey,
    },
  });
}

const heldBy = <E extends Endpoint, Held>(cache: CacheOf<E, Held>, variables: Variables<E>) =>
  typeof cache === 'function' ? cache(variables) : cache;

async function send<E extends Endpoint>(endpoint: E, variables: Variables<E>): Promise<Versioned<Answer<E>>> {
  const { ifMatch, keepalive, onProgress, signal, ...input } = variables as Variables<E> & UploadOptions;
  if (!endpoint.upload) return apiWithVersion(endpoint, input as unknown as Input<E>, { ifMatch, keepalive });
  // Few screens send files: the code comes with the first of them.
  const { uploadWithVersion } = await import('./upload.ts');
  return uploadWithVersion(endpoint, input as unknown as UploadInput<E>, { ifMatch, onProgress, signal });
}
