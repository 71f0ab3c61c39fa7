import { createHmac } from 'node:crypto';
import { type Endpoint, honoursKey } from '@morada/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Context, Db } from '../context.ts';

const LONGEST_KEY = 200;

type Sent = { body?: unknown; bytes?: Uint8Array | undefined };

/** The `Idempotency-Key` of a call that honours one, with the hash by which a second request is compared. */
export async function idempotencyOf(
  db: Db,
  endpoint: Endpoint,
  request: FastifyRequest,
  { body, bytes }: Sent,
): Promise<Context['idempotency']> {
  const key = request.headers['idempotency-key'];
  if (!honoursKey(endpoint) || typeof key !== 'string' || key.length === 0 || key.length > LONGEST_KEY)
    return undefined;
  const requestHash = createHmac('sha256', await requestKeyOf(db))
    .update(`${request.method} ${request.url}\n${JSON.stringify(withoutSecrets(body, endpoint.secrets) ?? null)}`)
    .update(bytes ?? '')
    .digest();
  return { key, requestHash };
}

/** A hash of a short text can be guessed by trying: what is secret is no part of it at all. */
function withoutSecrets(body: unknown, secrets: readonly string[] = []): unknown {
  if (secrets.length === 0 || typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([field]) => !secrets.includes(field)));
}

const keys = new WeakMap<Db, Promise<Buffer>>();

/** The installation's secret, read once: every server on a database has the same one, and backups carry it. */
function requestKeyOf(db: Db): Promise<Buffer> {
  const known = keys.get(db);
  if (known) return known;
  const read = db
    .selectFrom('installation_secret')
    .select('request_key')
    .executeTakeFirstOrThrow()
    .then(({ request_key }) => request_key);
  keys.set(db, read);
  // A failure is not remembered: the database may have been away for a moment.
  read.catch(() => keys.delete(db));
  return read;
}
