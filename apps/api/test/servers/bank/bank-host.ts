import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { permitInternal } from '#api/outside/internal-addresses.ts';
import { type Authority, type Certificate, certificateAuthority, issueCertificate } from '../../signing/certificate.ts';

export type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

/** A call that a bank received; `status` is null until it is answered. */
export type BankCall = {
  method: string;
  /** Without the base of the API. */
  path: string;
  query: string;
  body: unknown;
  status: number | null;
};

/** Input of a route: the variable words of its path, the query, the parsed body. */
export type Asked = { words: string[]; query: URLSearchParams; body: unknown };

export type Route = [method: string, path: RegExp, scope: string, act: (asked: Asked) => Answer];

export type BankHost = {
  /** Path below which the API is. */
  base: string;
  /** Absent at a service that knows a client by its certificate alone. */
  tokenPath?: string;
  /** Where the token request carries the client's credentials. */
  credentials?: 'HEADER' | 'BODY';
  /** False at a bank that authenticates a client by id and certificate alone. */
  hasSecret?: boolean;
  /** False at a bank without mutual TLS. */
  mutual?: boolean;
  /** Of a service that speaks nothing newer. */
  maxVersion?: 'TLSv1.2';
  /** Scopes that the client contracted. */
  scopes?: string[];
  /** Lifetime of a token in seconds. */
  expiresIn?: number;
  now?: () => Date;
  /** Keeps the certificates in this file. */
  file?: string;
  port?: number;
  routes: Route[];
  /** Refuses a call before its route is carried out. */
  guard?: (query: URLSearchParams) => void;
  errors: BankErrors;
};

/** Error responses of a bank. */
export type BankErrors = {
  type: string;
  /** Answer of `act`, or of the error that it threw. */
  answered: (act: () => Answer) => Answer;
  unauthorized: () => Error;
  forbidden: () => Error;
  missing: () => Error;
  invalidJson: () => Error;
  /** Error of a failure that a test requested. */
  failure: (status: number) => Error;
};

/** Status of a call whose connection ends without an answer. */
export const LOST = 0;

export const CERTIFICATE_LIFE = { from: new Date('2020-01-01T00:00:00Z'), until: new Date('2049-12-31T00:00:00Z') };
const CLIENT_ID = 'morada-teste';
const CLIENT_SECRET = 'segredo-de-teste';

type Token = { thumbprint: string; scopes: string[]; until: number };
type Certificates = { authority: Authority } & Record<'server' | 'client' | 'other', Certificate>;

/** Certificates kept in `file`, or new ones. */
function certificatesOf(file: string | undefined): Certificates {
  if (file !== undefined && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const authority = certificateAuthority({ ...CERTIFICATE_LIFE, name: 'Autoridade do provedor' });
  const issued = (name: string) => issueCertificate(authority, { ...CERTIFICATE_LIFE, name });
  const made = { authority, server: issued('localhost'), client: issued('cliente'), other: issued('outro-cliente') };
  if (file !== undefined) writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  return made;
}

const thumbprintOf = (certificate: Uint8Array) => createHash('sha256').update(certificate).digest('base64url');

/**
 * What the servers of banks on this machine have in common: mutual TLS, OAuth2 client credentials with tokens that are bound
 * to the client's certificate, and the failures that a test asks for.
 */
export async function startBankHost(host: BankHost) {
  const {
    base,
    tokenPath,
    credentials,
    hasSecret = true,
    mutual = true,
    expiresIn = 3_600,
    now = () => new Date(),
    errors,
  } = host;
  const certificates = certificatesOf(host.file);
  const tokens = new Map<string, Token>();
  const clientThumbprints = new Set([thumbprintOf(new X509Certificate(certificates.client.cert).raw)]);
  const thumbprints = new WeakMap<object, string>();
  const calls: BankCall[] = [];
  let watching: { is: (call: BankCall) => boolean; take: (call: BankCall) => void }[] = [];
  let failure = { left: 0, status: 503, on: /^/, performed: false };
  let hanging: (() => void)[] | null = null;

  permitInternal();
  const server = createServer(
    {
      ...certificates.server,
      ...(mutual && {
        ca: certificates.authority.cert,
        requestCert: true,
        rejectUnauthorized: tokenPath !== undefined,
      }),
      minVersion: 'TLSv1.2',
      ...(host.maxVersion && { maxVersion: host.maxVersion }),
      keepAliveTimeout: 60_000,
    },
    (request, response) => void receive(request, response).catch((error) => response.destroy(error)),
  );
  server.listen(host.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    /** Base address of the API. */
    url: `${origin}${base}`,
    tokenUrl: `${origin}${tokenPath ?? ''}`,
    /** Certificate of the authority that issued the others, in PEM. */
    ca: certificates.authority.cert,
    serverCertificate: certificates.server,
    clientCertificate: certificates.client,
    authority: certificates.authority,
    /** A certificate of the same authority that belongs to another client. */
    otherCertificate: certificates.other,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    calls,
    called,
    fail,
    hang,
    recover,
    renewCertificate,
    expireTokens: () => tokens.clear(),
    async close() {
      recover();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };

  async function receive(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    const text = Buffer.concat(await request.toArray()).toString();
    const isToken = pathname === tokenPath;
    const path = isToken ? pathname : pathname.slice(base.length);
    const call: BankCall = {
      method: request.method ?? '',
      path,
      query: searchParams.toString(),
      body: text,
      status: null,
    };
    calls.push(call);
    if (hanging) await new Promise<void>((go) => hanging?.push(go));
    if (response.destroyed) return;
    const carryOut = () =>
      errors.answered(() => (isToken ? grant(request, text) : perform(request, pathname, searchParams, text, call)));
    const { status, body, headers } = failing(`${call.method} ${path}`, carryOut) ?? carryOut();
    call.status = status;
    if (status === LOST) return void response.destroy();
    const payload = body === undefined ? '' : JSON.stringify(body);
    const type = status >= 400 && !isToken ? errors.type : 'application/json';
    // Its clock is the one that the host was given.
    response.setHeader('date', now().toUTCString());
    response.writeHead(status, { ...(payload && { 'content-type': type }), ...headers }).end(payload);
    for (const one of watching.filter(({ is }) => is(call))) one.take(call);
    watching = watching.filter(({ is }) => !is(call));
  }

  /** The error that the test asked for. */
  function failing(call: string, carryOut: () => Answer): Answer | undefined {
    if (failure.left <= 0 || !failure.on.test(call)) return undefined;
    failure.left -= 1;
    if (failure.performed) carryOut();
    if (failure.status === LOST) return { status: LOST };
    return errors.answered(() => {
      throw errors.failure(failure.status);
    });
  }

  function perform(request: IncomingMessage, pathname: string, query: URLSearchParams, text: string, call: BankCall) {
    const token = tokenPath === undefined ? undefined : authorized(request);
    // A service without tokens answers whoever has another certificate.
    if (!token && !(request.socket as TLSSocket).authorized) throw errors.forbidden();
    if (!pathname.startsWith(`${base}/`)) throw errors.missing();
    host.guard?.(query);
    for (const [method, pattern, scope, act] of host.routes) {
      const match = pattern.exec(call.path);
      if (!match || method !== request.method) continue;
      if (token && !token.scopes.includes(scope)) throw errors.forbidden();
      call.body = text === '' ? undefined : parsed(text);
      return act({ words: match.slice(1).map(decodeURIComponent), query, body: call.body });
    }
    throw errors.missing();
  }

  function parsed(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw errors.invalidJson();
    }
  }

  /** Issues a token by RFC 6749 (client_credentials), bound to the certificate of the connection by RFC 8705. */
  function grant(request: IncomingMessage, text: string): Answer {
    const refuse = (status: number, error: string, headers = {}) => ({ status, body: { error }, headers });
    if (request.method !== 'POST') return refuse(405, 'invalid_request', { allow: 'POST' });
    if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
      return refuse(400, 'invalid_request');
    }
    const form = new URLSearchParams(text);
    const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const named =
      credentials === 'HEADER'
        ? Buffer.from(basic, 'base64').toString()
        : `${form.get('client_id')}:${hasSecret ? form.get('client_secret') : CLIENT_SECRET}`;
    const belongs = !mutual || clientThumbprints.has(thumbprint(request));
    if (named !== `${CLIENT_ID}:${CLIENT_SECRET}` || !belongs) {
      return refuse(401, 'invalid_client', { 'www-authenticate': 'Basic realm="api"' });
    }
    if (form.get('grant_type') !== 'client_credentials') return refuse(400, 'unsupported_grant_type');
    const contracted = host.scopes ?? [];
    const asked = form.get('scope')?.split(' ').filter(Boolean) ?? contracted;
    const granted = asked.filter((scope) => contracted.includes(scope));
    if (granted.length === 0) return refuse(400, 'invalid_scope');
    const token = randomBytes(32).toString('base64url');
    tokens.set(token, {
      thumbprint: thumbprint(request),
      scopes: granted,
      until: now().getTime() + expiresIn * 1_000,
    });
    return {
      status: 200,
      body: { access_token: token, token_type: 'Bearer', expires_in: expiresIn, scope: granted.join(' ') },
      headers: { 'cache-control': 'no-store' },
    };
  }

  /** SHA-256 of the client's certificate of a connection; empty where none is asked for. */
  function thumbprint({ socket }: IncomingMessage): string {
    if (!mutual) return '';
    const known = thumbprints.get(socket) ?? thumbprintOf((socket as TLSSocket).getPeerCertificate().raw);
    thumbprints.set(socket, known);
    return known;
  }

  /** Issues a new certificate to the client; existing tokens stay bound to the former one. */
  function renewCertificate(): Certificate {
    const renewed = issueCertificate(certificates.authority, { ...CERTIFICATE_LIFE, name: 'cliente' });
    clientThumbprints.add(thumbprintOf(new X509Certificate(renewed.cert).raw));
    return renewed;
  }

  function authorized(request: IncomingMessage): Token {
    const [, given = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const token = tokens.get(given);
    if (!token || token.until <= now().getTime() || token.thumbprint !== thumbprint(request)) {
      throw errors.unauthorized();
    }
    return token;
  }

  /**
   * Answers the next `count` calls with an error; `LOST` ends the connection in the place of an answer.
   * @param how.on calls that fail, as `PUT /cobv/…`; all by default.
   * @param how.performed the call is carried out and only its answer lost.
   */
  function fail(count: number, status = 503, how: { on?: RegExp; performed?: boolean } = {}) {
    failure = { left: count, status, on: how.on ?? /^/, performed: how.performed ?? false };
  }

  /** Leaves calls without an answer until `recover`, which carries out those whose client still waits. */
  function hang() {
    hanging ??= [];
  }

  function recover() {
    failure.left = 0;
    for (const go of hanging ?? []) go();
    hanging = null;
  }

  /** The first answered call that matches, among past and coming ones. */
  function called(is: (call: BankCall) => boolean): Promise<BankCall> {
    const past = calls.find((call) => call.status !== null && is(call));
    return past ? Promise.resolve(past) : new Promise((take) => watching.push({ is, take }));
  }
}
