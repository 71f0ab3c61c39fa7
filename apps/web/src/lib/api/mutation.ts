import type { Answer, Endpoint } from '@morada/contract/base/endpoint';
import { mutationOptions, type QueryKey } from '@tanstack/react-query';
import { putAnswer } from './answers.ts';
import { apiWithVersion, type Input, type Versioned } from './api.ts';
import { isStale, raiseConflict } from './conflicts.ts';
import { withFailureMessage } from './failure.ts';
import type { UploadInput, UploadOptions } from './upload.ts';

/** What a change is called with: the call's input, a file where it takes one, and how it is sent. */
export type Variables<E extends Endpoint> = (E extends { upload: object }
  ? UploadInput<E> & Omit<UploadOptions, 'ifMatch'>
  : Input<E>) & {
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

/** Refuses the change of a record that has a version: two users may make it at once, which `recordMutation` and `rowMutation` show. */
type WithoutVersion<E extends Endpoint> = E extends { versioned: true }
  ? E extends { method: 'POST'; status: 201 }
    ? E
    : never
  : E;

/**
 * Options of the mutation of one call: `useMutation(mutation(contacts.remove, { failure }))`. Once it settles, the queries
 * that the contract says it outdates are invalidated (`query-client.ts`). It throws `ApiProblem`.
 */
export function mutation<E extends Endpoint>(
  endpoint: E & WithoutVersion<E>,
  { failure, awaitRefetch, upToDate }: Settings<E> = {},
) {
  return mutationOptions({
    mutationFn: async (variables: Variables<E>): Promise<Answer<E>> =>
      (await withFailureMessage(failure, send<E>(endpoint, variables))).data,
    meta: {
      endpoint,
      awaitRefetch,
      upToDate: (variables: unknown) => upToDate && heldBy(upToDate, variables as Variables<E>)?.queryKey,
    },
  });
}

type ConflictSettings = {
  /** Follows the name of who saved first, where no window of the record is open: "alterou este repasse antes." */
  conflict?: string;
};

/**
 * Change of a record that `record` holds in the cache: it is sent with the version held there, unless another is given, and
 * the answer takes the record's place where it is the record. A conflict (412) is shown where the record is (`useRecord`).
 */
export function recordMutation<E extends Endpoint>(
  endpoint: E,
  record: CacheOf<E>,
  { failure, awaitRefetch, conflict, answers = 'record', unseen = false }: RecordSettings = {},
) {
  return mutationOptions({
    mutationFn: async (variables: Variables<E> & { version?: string | undefined }, { client }): Promise<Answer<E>> => {
      const { version, ...input } = variables;
      const held = heldBy(record, input as Variables<E>);
      const ifMatch = unseen ? undefined : (version ?? client.getQueryData<Versioned<unknown>>(held.queryKey)?.version);
      const saved = await withFailureMessage(failure, send(endpoint, input as Variables<E>, ifMatch)).catch(
        shown(held.queryKey, conflict),
      );
      if (answers === 'record') await putAnswer(client, held, saved);
      return saved.data;
    },
    meta: {
      endpoint,
      awaitRefetch,
      upToDate: (variables: unknown) =>
        answers === 'other' ? undefined : heldBy(record, variables as Variables<E>).queryKey,
    },
  });
}

type RecordSettings = Pick<Settings<Endpoint>, 'failure' | 'awaitRefetch'> &
  ConflictSettings & {
    /** `other`: the answer is about something else, and the record is read again. `gone`: the record is removed. */
    answers?: 'record' | 'other' | 'gone';
    /** The user decided by something else than the record, such as a row without its version: the change is made whichever was saved last. */
    unseen?: boolean;
  };

/**
 * Change of a record that is a row of a list, which holds its version. `key` names the row's window, whose `useRecord` shows
 * a conflict; without one a notice says it.
 */
export function rowMutation<E extends Endpoint>(
  endpoint: E,
  { failure, awaitRefetch, conflict, key }: Pick<Settings<E>, 'failure' | 'awaitRefetch'> & RowSettings<E> = {},
) {
  return mutationOptions({
    mutationFn: async (variables: Variables<E> & { version: number }): Promise<Answer<E>> => {
      const { version, ...input } = variables;
      const place = key?.(input as Variables<E>) ?? [];
      const sent = send(endpoint, input as Variables<E>, `"${version}"`);
      return (await withFailureMessage(failure, sent).catch(shown(place, conflict))).data;
    },
    meta: { endpoint, awaitRefetch },
  });
}

type RowSettings<E extends Endpoint> = ConflictSettings & { key?: (variables: Variables<E>) => QueryKey };

/** Shows a conflict, and throws it on: the caller's change is not done. */
const shown =
  (record: QueryKey, words: string | undefined) =>
  (error: unknown): never => {
    if (isStale(error)) raiseConflict(record, error, words);
    throw error;
  };

const heldBy = <E extends Endpoint, Held>(cache: CacheOf<E, Held>, variables: Variables<E>) =>
  typeof cache === 'function' ? cache(variables) : cache;

async function send<E extends Endpoint>(
  endpoint: E,
  variables: Variables<E>,
  ifMatch?: string,
): Promise<Versioned<Answer<E>>> {
  const { keepalive, onProgress, signal, ...input } = variables as Variables<E> & UploadOptions;
  if (!endpoint.upload) return apiWithVersion(endpoint, input as unknown as Input<E>, { ifMatch, keepalive });
  // Few screens send files: the code comes with the first of them.
  const { uploadWithVersion } = await import('./upload.ts');
  return uploadWithVersion(endpoint, input as unknown as UploadInput<E>, { ifMatch, onProgress, signal });
}
