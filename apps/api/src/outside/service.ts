import { baseAddress } from '@morada/domain/base/ends';
import {
  ConsecutiveBreaker,
  ConstantBackoff,
  circuitBreaker,
  handleAll,
  handleType,
  retry,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel';
import type * as z from 'zod/mini';

/** The service failed or answered unexpectedly; callers go on without it. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** Transient failure: worth a retry. */
class TransientError extends Error {}

export type Patience = {
  /** Total time: attempts, backoff and reading the answer. */
  within: number;
  /** Time that the circuit stays open after five consecutive failures. */
  rest: number;
};

export const PATIENCE: Patience = { within: 3_000, rest: 30_000 };

export const FAILURES_IN_A_ROW = 5;
const RETRY_DELAY_MS = 150;
const MAX_BYTES = 524_288;

type Question<T> = {
  /** Path below the service's base URL, with its variable parts encoded. */
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Sends a POST. */
  body?: object;
  answer: z.ZodMiniType<T>;
  /** Statuses that mean "not found". */
  missing?: readonly number[];
};

export type Ask = <T>(question: Question<T>) => Promise<T | undefined>;

/** Runs calls of one service within the time limit, or throws `Unavailable`. */
function patiently(base: string, { within, rest }: Patience) {
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: rest,
    breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
  });
  const again = retry(handleType(TransientError), { maxAttempts: 1, backoff: new ConstantBackoff(RETRY_DELAY_MS) });
  const policy = wrap(timeout(within, TimeoutStrategy.Aggressive), again, breaker);
  return async <T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    try {
      return await policy.execute(({ signal }) => call(signal));
    } catch (cause) {
      throw new Unavailable(new URL(base).host, { cause });
    }
  };
}

/** Client of one external service. Returns `undefined` for "not found"; throws `Unavailable` within the time limit. */
export function outsideService(base: string, patience: Patience): Ask {
  const run = patiently(base, patience);
  return (question) => run((signal) => exchange(base, question, signal));
}

/** Bytes of files below one address, of at most half a megabyte each. Throws `Unavailable` within the time limit. */
export function outsideFiles(base: string, patience: Patience) {
  const run = patiently(base, patience);
  return (url: URL): Promise<Buffer> =>
    run(async (signal) => {
      const response = await fetchOnce(url, { headers: { 'User-Agent': 'Morada' }, signal });
      if (response.status === 200) return bytesOf(response);
      await response.body?.cancel();
      throw new Error(String(response.status));
    });
}

async function exchange<T>(base: string, question: Question<T>, signal: AbortSignal): Promise<T | undefined> {
  const response = await send(base, question, signal);
  if (response.status !== 200) {
    await response.body?.cancel();
    if (question.missing?.includes(response.status)) return undefined;
    throw response.status >= 500 ? new TransientError(String(response.status)) : new Error(String(response.status));
  }
  return question.answer.parse(JSON.parse(await textOf(response)));
}

async function send<T>(base: string, { path, query, headers, body }: Question<T>, signal: AbortSignal) {
  const url = new URL(`${baseAddress(base)}/${path}`);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  const json = body && { 'Content-Type': 'application/json' };
  const request = {
    method: body ? 'POST' : 'GET',
    headers: { Accept: 'application/json', 'User-Agent': 'Morada', ...json, ...headers },
    body: body && JSON.stringify(body),
    signal,
  };
  return fetchOnce(url, request);
}

async function fetchOnce(url: URL, request: RequestInit & { signal: AbortSignal }) {
  try {
    // Redirects are not followed, so that an answer can't lead to another host.
    return await fetch(url, { ...request, redirect: 'manual' });
  } catch (cause) {
    throw request.signal.aborted ? cause : new TransientError('no answer', { cause });
  }
}

const textOf = async (response: Response) => new TextDecoder().decode(await bytesOf(response));

async function bytesOf({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new Error('the answer has no end');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
