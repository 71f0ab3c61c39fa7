import { createHmac } from 'node:crypto';
import { type Endpoint, honoursKey } from '@morada/contract/base/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Context, Db } from '../context.ts';

const LONGEST_KEY = 200;

type Sent = { body?: unknown; bytes?: Uint8Array | undefined };

/** The `Idempotency-Key` of a call that honours one, with a keyed hash of the request for comparison. */
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

/** A hash of a short text can be guessed, so secret fields are excluded. */
function withoutSecrets(body: unknown, secrets: readonly string[] = []): unknown {
  if (secrets.length === 0 || typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([field]) => !secrets.includes(field)));
}

const keys = new WeakMap<Db, Promise<Buffer>>();

/** The installation's hash key, read once: all servers on a database share it, and backups include it. */
function requestKeyOf(db: Db): Promise<Buffer> {
  const known = keys.get(db);
  if (known) return known;
  const read = db
    .selectFrom('installation_secret')
    .select('request_key')
    .executeTakeFirstOrThrow()
    .then(({ request_key }) => request_key);
  keys.set(db, read);
  // A failed read is not cached: the database may have been down briefly.
  read.catch(() => keys.delete(db));
  return read;
}
