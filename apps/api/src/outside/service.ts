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

/** Client of one external service. Returns `undefined` for "not found"; throws `Unavailable` within the time limit. */
export function outsideService(base: string, { within, rest }: Patience): Ask {
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: rest,
    breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
  });
  const again = retry(handleType(TransientError), { maxAttempts: 1, backoff: new ConstantBackoff(RETRY_DELAY_MS) });
  const policy = wrap(timeout(within, TimeoutStrategy.Aggressive), again, breaker);
  return async (question) => {
    try {
      return await policy.execute(({ signal }) => exchange(base, question, signal));
    } catch (cause) {
      throw new Unavailable(new URL(base).host, { cause });
    }
  };
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
  const url = new URL(`${base.replace(/\/+$/, '')}/${path}`);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  const json = body && { 'Content-Type': 'application/json' };
  const request: RequestInit = {
    method: body ? 'POST' : 'GET',
    headers: { Accept: 'application/json', 'User-Agent': 'Morada', ...json, ...headers },
    body: body && JSON.stringify(body),
    // Redirects are not followed, so that an answer can't lead to another host.
    redirect: 'manual',
    signal,
  };
  try {
    return await fetch(url, request);
  } catch (cause) {
    throw signal.aborted ? cause : new TransientError('no answer', { cause });
  }
}

async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new Error('the answer has no end');
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}
