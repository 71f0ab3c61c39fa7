import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { baseAddress } from '@morada/domain/base/ends';
import {
  ConsecutiveBreaker,
  ConstantBackoff,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
  retry,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel';
import * as z from 'zod/mini';
import { InternalAddress, outsideLookup, refuseInternal } from './internal-addresses.ts';
import { FAILURES_IN_A_ROW, type Patience } from './service.ts';

/** How a bank's API is reached: mutual TLS and OAuth2 client credentials (RFC 8705). Certificates as PEM. */
export type BankAccess = {
  base_url: string;
  token_url: string;
  client_id: string;
  /** Null at a bank that identifies the client by its certificate alone. */
  client_secret: string | null;
  /** Null, like its key, at a bank that requires none. */
  certificate: string | null;
  private_key: string | null;
  /** Certificate authority of the bank, unless it is a public one. */
  authority: string | null;
};

/** What differs between the APIs of banks. */
export type BankDialect = {
  /** Scopes of the token, separated by spaces. */
  scope: string;
  /** Where the token's request names the client (RFC 6749, section 2.3.1). */
  credentials: 'HEADER' | 'BODY';
  /** Sent with each call. */
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** The bank's text about a refused call. */
  reasonOf: (body: unknown) => string | undefined;
};

/**
 * AWAY: no answer, or the bank's own failure; worth a retry. DENIED: certificate or credentials are not accepted.
 * REFUSED: the bank understood the call and rejected it. ABSENT: the bank has no such record.
 */
export type BankFailureKind = 'AWAY' | 'DENIED' | 'REFUSED' | 'ABSENT';

/** A call that failed; the message is a sentence in Portuguese for staff. */
export class BankFailure extends Error {
  override readonly name = 'BankFailure';
  readonly kind: BankFailureKind;
  constructor(kind: BankFailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

type BankCall<T> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the base address, with its variable parts encoded. */
  path: string;
  query?: Record<string, string>;
  body?: object;
  headers?: Record<string, string>;
  answer: z.ZodMiniType<T>;
  /** Sent a single time: at the bank a repeated call would have a second effect. */
  once?: true;
};

export type BankApi = {
  /** @throws BankFailure */
  call: <T>(call: BankCall<T>) => Promise<T>;
  close: () => void;
};

export const BANK_PATIENCE: Patience = { within: 10_000, rest: 60_000 };
const RETRY_DELAY_MS = 300;
const MAX_BYTES = 8_388_608;
const TOO_MANY = 429;
const MOST_SOCKETS = 16;
/** A token is renewed this long before it ends. */
const EARLY_MS = 30_000;

const Token = z.object({ access_token: z.string().check(z.minLength(1)), expires_in: z.number() });

const isAway = (error: unknown) => error instanceof BankFailure && error.kind === 'AWAY';
const isFault = (error: unknown) => !(error instanceof BankFailure) || error.kind === 'AWAY' || error.kind === 'DENIED';

/** Client of one bank. After five consecutive failures it fails at once until `rest` is over. */
export function bankApi(access: BankAccess, dialect: BankDialect, { within, rest }: Patience = BANK_PATIENCE): BankApi {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: MOST_SOCKETS,
    minVersion: 'TLSv1.2',
    lookup: outsideLookup,
    ...(access.certificate !== null && { cert: access.certificate }),
    ...(access.private_key !== null && { key: access.private_key }),
    ...(access.authority !== null && { ca: access.authority }),
  });
  const breaker = circuitBreaker(handleWhen(isFault), {
    halfOpenAfter: rest,
    breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
  });
  const again = retry(handleWhen(isAway), { maxAttempts: 1, backoff: new ConstantBackoff(RETRY_DELAY_MS) });
  const limit = timeout(within, TimeoutStrategy.Aggressive);
  const policy = wrap(limit, again, breaker);
  const policyOnce = wrap(limit, breaker);
  let token: { value: string; until: number } | undefined;
  let renewing: Promise<string> | undefined;
  /** Why the breaker is open. */
  let last: BankFailure | undefined;

  async function freshToken(signal: AbortSignal): Promise<string> {
    const { status, text } = await exchange(agent, new URL(access.token_url), {
      ...tokenRequest(access, dialect),
      method: 'POST',
      signal,
    });
    if (status >= 400 && status < 500 && status !== TOO_MANY) throw new BankFailure('DENIED', DENIED);
    if (status !== 200) throw new BankFailure('AWAY', away(status));
    const given = read(Token, text);
    token = { value: given.access_token, until: Date.now() + given.expires_in * 1_000 - EARLY_MS };
    return token.value;
  }

  function tokenFor(signal: AbortSignal): Promise<string> {
    if (token && token.until > Date.now()) return Promise.resolve(token.value);
    // Calls that begin together share one token.
    renewing ??= freshToken(signal).finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  async function ask<T>(call: BankCall<T>, signal: AbortSignal, isSecond = false): Promise<T> {
    const url = new URL(`${baseAddress(access.base_url)}${call.path}`);
    for (const [name, value] of Object.entries({ ...dialect.query, ...call.query })) url.searchParams.set(name, value);
    const { status, text } = await exchange(agent, url, {
      method: call.method,
      headers: {
        ...dialect.headers,
        ...call.headers,
        authorization: `Bearer ${await tokenFor(signal)}`,
        ...(call.body && { 'content-type': 'application/json' }),
      },
      ...(call.body && { body: JSON.stringify(call.body) }),
      signal,
    });
    if (status >= 200 && status < 300) return read(call.answer, text);
    // A token may expire early, or become invalid when the certificate changes.
    if (status === 401 && !isSecond) {
      token = undefined;
      return ask(call, signal, true);
    }
    throw failureOf(status, text, dialect);
  }

  return {
    async call(call) {
      try {
        return await (call.once ? policyOnce : policy).execute(({ signal }) => ask(call, signal));
      } catch (error) {
        if (isBrokenCircuitError(error) && last) throw last;
        const slow = 'O banco demorou demais para responder.';
        last = error instanceof BankFailure ? error : new BankFailure('AWAY', slow, error);
        throw last;
      }
    },
    close: () => agent.destroy(),
  };
}

function tokenRequest({ client_id, client_secret }: BankAccess, { scope, credentials }: BankDialect) {
  const inHeader = credentials === 'HEADER';
  const form = new URLSearchParams({ grant_type: 'client_credentials', scope });
  if (!inHeader) form.set('client_id', client_id);
  if (!inHeader && client_secret !== null) form.set('client_secret', client_secret);
  const basic = Buffer.from(`${client_id}:${client_secret ?? ''}`).toString('base64');
  return {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(inHeader && { authorization: `Basic ${basic}` }),
    },
    body: form.toString(),
  };
}

const DENIED = 'O banco não aceitou o certificado ou as credenciais.';
const away = (status: number) =>
  status === TOO_MANY
    ? `O banco pediu para esperar antes de chamar de novo (resposta ${TOO_MANY}).`
    : `O banco está com problemas (resposta ${status}).`;

function failureOf(status: number, text: string, dialect: BankDialect): BankFailure {
  if (status === 401 || status === 403) return new BankFailure('DENIED', DENIED);
  if (status === 404 || status === 410) return new BankFailure('ABSENT', 'O banco não conhece este registro.');
  if (status === TOO_MANY || status >= 500) return new BankFailure('AWAY', away(status));
  return new BankFailure('REFUSED', wordsOf(text, dialect) ?? `O banco recusou o pedido (resposta ${status}).`);
}

const MOST_WORDS = 300;

/** A bank's words for staff: one line without control characters, of bounded length; undefined when nothing is left. */
function cleaned(words: string | undefined): string | undefined {
  const line = words
    ?.slice(0, 4 * MOST_WORDS)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, MOST_WORDS);
  return line || undefined;
}

function wordsOf(text: string, { reasonOf }: BankDialect): string | undefined {
  try {
    return cleaned(reasonOf(JSON.parse(text)));
  } catch {
    return undefined;
  }
}

/** JSON of a bank, whose texts lose what a database can't store: one of them would stop all that is read with it. */
export const readJson = (text: string): unknown =>
  JSON.parse(text, (_, value) => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value));

function read<T>(answer: z.ZodMiniType<T>, text: string): T {
  try {
    return answer.parse(text === '' ? undefined : readJson(text));
  } catch (error) {
    throw new BankFailure('AWAY', 'O banco respondeu de um jeito que não entendemos.', error);
  }
}

type Sending = { method: string; headers: Record<string, string>; body?: string; signal: AbortSignal };

/** One exchange. Redirects are not followed, so that an answer can't lead to another host. */
function exchange(agent: Agent, url: URL, { method, headers, body, signal }: Sending) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  try {
    refuseInternal(url);
  } catch (error) {
    return Promise.reject(failureOfTransport(error as InternalAddress));
  }
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const sent = request(
    url,
    { agent, method, signal, headers: { accept: 'application/json', 'user-agent': 'Morada', ...length, ...headers } },
    (answer) => {
      textOf(answer).then((text) => resolve({ status: answer.statusCode ?? 0, text }), reject);
    },
  );
  sent.on('error', (error: NodeJS.ErrnoException) => reject(signal.aborted ? error : failureOfTransport(error)));
  sent.end(body);
  return promise;
}

/** A server that doesn't accept the client's certificate ends the handshake with an alert. */
function failureOfTransport(error: NodeJS.ErrnoException): BankFailure {
  const { code = '' } = error;
  if (error instanceof InternalAddress)
    return new BankFailure('DENIED', 'O endereço do banco leva à rede interna desta instalação.', error);
  if (/^ERR_SSL_.*(ALERT|CERTIFICATE)/.test(code)) return new BankFailure('DENIED', DENIED, error);
  if (/CERT|SELF_SIGNED|ISSUER/.test(code))
    return new BankFailure('DENIED', 'O certificado do banco não é de uma autoridade conhecida.', error);
  return new BankFailure('AWAY', 'O banco não respondeu.', error);
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) {
      answer.destroy();
      throw new BankFailure('AWAY', 'A resposta do banco é grande demais.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
