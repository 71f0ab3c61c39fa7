import { type Answer, type Endpoint, honoursKey, type Sent, WAITS } from '@morada/contract/base/endpoint';
import { encoded } from '@morada/contract/base/wire';
import * as z from 'zod/mini';
import { type Asked, askIdentity, isSamePerson } from '#web/lib/session/identity.ts';
import { currentSession, type Session } from '#web/lib/session/session.ts';

/** Error of a call, with a message for the user. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** 0 when no answer came. */
  readonly status: number;
  readonly code: string;
  /** The fields that the server refused, `a.b` for a nested one. */
  readonly errors: readonly { field: string; message: string }[];
  /** Further members of the answer, such as who saved a record first. */
  readonly extra: Record<string, unknown>;

  constructor(status: number, code: string, message: string, body: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    const { errors, ...extra } = body;
    this.errors = Array.isArray(errors) ? errors : [];
    this.extra = extra;
  }
}

export type Input<E extends Endpoint> = Omit<Sent<E>, 'params'> &
  (Sent<E> extends { params: infer P } ? { params: { [K in keyof P]: P[K] | number } } : unknown);

type Options = {
  signal?: AbortSignal;
  /** Version of the record that was read; the server answers 412 when a newer one was saved. */
  ifMatch?: string | undefined;
  /** False: the caller handles a 401 itself, and no window asks for the password. */
  asks?: boolean;
  /** The call outlives the page. */
  keepalive?: boolean | undefined;
};

export type Versioned<T> = { data: T; version: string | undefined };

/** Makes one call of the contract: `api(invoices.pay, { params: { id }, body })`. Throws `ApiProblem`. */
export async function api<E extends Endpoint>(endpoint: E, input: Input<E>, options?: Options): Promise<Answer<E>> {
  return (await apiWithVersion(endpoint, input, options)).data;
}

/** The same, with the version of the record, to be sent back as `ifMatch` when it is changed. */
export async function apiWithVersion<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: Options = {},
): Promise<Versioned<Answer<E>>> {
  const { url, request, settle } = describe(endpoint, input, options);
  const response = await identified(
    endpoint,
    request.headers,
    () => send(url, request, options.signal, endpoint.waits),
    options.asks,
  );
  if (!response.ok) {
    if (response.status < 500) settle();
    throw await refusal(response);
  }
  const data = (await decode(endpoint, response)) as Answer<E>;
  settle();
  return { data, version: response.headers.get('ETag') ?? undefined };
}

/**
 * Fetches the file that a call answers with, and its name, without a time limit. `onReceived` is called with the number
 * of bytes received so far.
 */
export async function apiFile<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  onReceived?: (bytes: number) => void,
): Promise<{ file: Blob; name: string }> {
  const { url, request } = describe(endpoint, input, {});
  const response = await identified(endpoint, request.headers, () =>
    send(url, request, undefined, Number.POSITIVE_INFINITY),
  );
  if (!response.ok) throw await refusal(response);
  try {
    return {
      file: await wholeOf(response, onReceived),
      name: nameIn(response.headers.get('Content-Disposition') ?? ''),
    };
  } catch {
    throw offline(); // Cut off on the way.
  }
}

async function wholeOf(response: Response, onReceived?: (bytes: number) => void): Promise<Blob> {
  if (!response.body || !onReceived) return response.blob();
  let bytes = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        onReceived(bytes);
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { headers: response.headers }).blob();
}

/** `attachment; filename="clientes.xlsx"` */
const nameIn = (disposition: string) => /filename="?([^";]+)/.exec(disposition)?.[1] ?? 'arquivo';

let heard = (_reached: boolean) => {};

/** Sets the handler that is called after each request with whether the server was reached. */
export function onReach(handler: (reached: boolean) => void) {
  heard = handler;
}

/**
 * Sends a request with the current session. When the session has expired, or the server requires the password again, a
 * window over the page asks for it and the request is retried, so that no input is lost.
 */
export async function identified(
  { access }: Endpoint,
  headers: Headers,
  attempt: () => Promise<Response>,
  asks = true,
): Promise<Response> {
  for (;;) {
    const session = currentSession();
    if (session && access !== 'public') headers.set('Authorization', `Bearer ${session.token}`);
    const response = await attempt();
    if (response.status !== 401 || access === 'public' || !session || !asks) return response;
    const why = await askedBy(response);
    if (!why || !(await goesOn(why, session))) return response;
  }
}

/** Kind of authentication that a 401 requires; undefined for a wrong password or code. */
export async function askedBy(response: Response): Promise<Asked | undefined> {
  const { code } = await response
    .clone()
    .json()
    .catch(() => ({}));
  return code === 'UNAUTHENTICATED' ? 'renew' : code === 'reauth-required' ? 'confirm' : undefined;
}

/** Another call may have renewed the session meanwhile. A request is never retried as a different user. */
async function goesOn(why: Asked, sent: Session): Promise<boolean> {
  const isRenewed = () => currentSession()?.token !== sent.token;
  if (!isRenewed() && !(await askIdentity(why))) return false;
  return !isRenewed() || isSamePerson(currentSession(), sent);
}

type Parts = Partial<Record<'params' | 'query' | 'body', Record<string, unknown>>>;

/** URL path of a call: `/api/receipt/invoice/12`. */
export function pathOf<E extends Endpoint>(endpoint: E, input: Input<E>): string {
  const { params = {} } = input as Parts;
  return `/api${endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))}`;
}

/** The same with its query: `/api/boleto/down?preview=1`. */
export function urlOf<E extends Endpoint>(endpoint: E, input: Input<E>): string {
  const { query = {} } = input as Parts;
  return (
    pathOf(endpoint, input) + queryString(endpoint.query ? (encoded(endpoint.query, query) as typeof query) : query)
  );
}

function describe<E extends Endpoint>(endpoint: E, input: Input<E>, { ifMatch, keepalive }: Options) {
  const { body } = input as Parts;
  const url = urlOf(endpoint, input);

  const headers = new Headers({ Accept: 'application/json' });
  if (ifMatch) headers.set('If-Match', ifMatch);

  const content = body && JSON.stringify(endpoint.body ? encoded(endpoint.body, body) : body);
  if (content) headers.set('Content-Type', 'application/json');

  const settle = idempotent(endpoint, headers, `${url} ${content}`);
  return { url, request: { method: endpoint.method, headers, body: content, keepalive }, settle };
}

function queryString(query: Record<string, unknown>): string {
  const words = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
  return words.length ? `?${new URLSearchParams(words)}` : '';
}

/**
 * Idempotency keys of requests whose outcome is unknown, by what was sent. A retry of the same request reuses its key,
 * so that nothing is created or paid twice and the server repeats its first answer.
 */
const unsettled = new Map<string, string>();

/** Gives a request its key where the call honours one, and returns what to do once its outcome is known. */
export function idempotent(endpoint: Endpoint, headers: Headers, sent: string): () => void {
  const { method, status } = endpoint;
  if (method === 'GET') return () => {};
  // The version is part of the request: the same change, repeated after it was undone, is a new request.
  const request = `${method} ${headers.get('If-Match') ?? ''} ${sent}`;
  // A POST whose status isn't 201 creates nothing, so it needs no key.
  if (honoursKey(endpoint) && (method !== 'POST' || status === 201)) {
    const key = unsettled.get(request) ?? crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    unsettled.set(request, key);
    headers.set('Idempotency-Key', key);
  }
  return () => {
    unsettled.delete(request);
    // A later request may have undone an unsettled change, whose key would then return an outdated answer.
    for (const other of unsettled.keys()) if (!other.startsWith('POST ')) unsettled.delete(other);
  };
}

const offline = () => new ApiProblem(0, 'OFFLINE', 'Sem conexão com o servidor. Nada foi alterado.');

async function send(
  url: string,
  request: RequestInit,
  signal: AbortSignal | undefined,
  seconds = WAITS,
): Promise<Response> {
  const timeout = Number.isFinite(seconds) ? AbortSignal.timeout(seconds * 1_000) : new AbortController().signal;
  try {
    const response = await fetch(url, { ...request, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
    heard(true);
    return response;
  } catch (error) {
    if (signal?.aborted) throw error; // Aborted by the caller: not a connection failure.
    heard(false);
    if (!timeout.aborted) throw offline();
    const aftermath = request.method === 'GET' ? 'Nada foi alterado.' : 'Confira antes de tentar de novo.';
    throw new ApiProblem(0, 'TIMEOUT', `O servidor não respondeu em ${seconds} segundos. ${aftermath}`);
  }
}

const UNEXPECTED = 'Resposta inesperada do servidor. Tente de novo.';

export async function decode(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (!endpoint.response || response.status === 204) return undefined;
  try {
    return z.decode(endpoint.response, await response.json());
  } catch {
    throw new ApiProblem(response.status, 'UNEXPECTED_ANSWER', UNEXPECTED);
  }
}

export async function refusal(response: Response): Promise<ApiProblem> {
  const body: Record<string, unknown> = await response.json().catch(() => ({}));
  const { status: _, title: __, type, code, message, ...rest } = body;
  const name = String(
    code ??
      String(type ?? '')
        .split(/[/:]/)
        .pop(),
  );
  return new ApiProblem(response.status, name, typeof message === 'string' ? message : UNEXPECTED, rest);
}
