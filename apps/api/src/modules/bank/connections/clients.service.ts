import type { SecretSeal } from '#api/base/secrets/sealed-secret.ts';
import type { Db, Deps } from '#api/context.ts';
import { perDatabase } from '#api/db/connection/per-database.ts';
import { type BankAccess, BankFailure } from '#api/outside/bank-api.ts';
import * as queries from './connections.queries.ts';

export type { Link, LinkOf } from './connections.queries.ts';

/** Columns of a link that are sealed. */
export const SEALED = ['client_secret', 'certificate', 'private_key', 'notice_token'] as const;
/** A sealed column, or a secret of `fields`, which is prefixed. */
export type Sealed = (typeof SEALED)[number] | `fields.${string}`;

/** Name that a sealed value is bound to: it can't be opened as a value of another link or column. */
export const placeOf = ({ id, sealed_as }: Pick<queries.Link, 'id' | 'sealed_as'>, column: Sealed) =>
  sealed_as === null ? `bank_link.${column}:${id}` : sealed_as.replace('%', column.replace('fields.', ''));

/** The stored secret, opened; undefined without one, or without the key that sealed it. */
export function openSecret(secrets: SecretSeal, link: queries.Link, column: Sealed): string | undefined {
  const stored = secretOf(link, column);
  return stored == null ? undefined : secrets.openText(placeOf(link, column), stored);
}

/** A stored secret as it is sealed. */
export const secretOf = (link: queries.Link, column: Sealed): string | null | undefined =>
  isField(column) ? link.fields[column.slice('fields.'.length)] : link[column];

const isField = (column: Sealed): column is `fields.${string}` => column.startsWith('fields.');

/** @throws BankFailure DENIED when it was sealed with a key that isn't here. */
export function requireSecret(secrets: SecretSeal, link: queries.Link, column: Sealed): string {
  const plain = openSecret(secrets, link, column);
  if (plain === undefined)
    throw new BankFailure('DENIED', 'O segredo do banco foi guardado com uma chave que não está nesta instalação.');
  return plain;
}

/** Address and credentials of a link's bank; a secret is null at a bank that asks for none. */
function accessOf(secrets: SecretSeal, link: queries.Link): BankAccess {
  const { base_url, token_url, client_id, authority } = link;
  const open = (column: Sealed) => (secretOf(link, column) === null ? null : requireSecret(secrets, link, column));
  return {
    ...{ base_url, token_url, client_id, authority },
    client_secret: open('client_secret'),
    certificate: open('certificate'),
    private_key: open('private_key'),
  };
}

export type Client = { close: () => void };
type CallDeps = Pick<Deps, 'db' | 'secrets'>;

/** An API of a link's bank: how its client is made, and where it is recorded whether the bank answers. */
export type BankApi<L extends queries.Link, Api extends Client> = {
  name: string;
  open: (access: BankAccess, link: L, deps: Pick<Deps, 'secrets'>) => Api;
  note?: (db: Db, linkId: number, problem: string | null) => Promise<unknown>;
};

/** Clients by link and API: each keeps its connections, its token and the state of its breaker. */
const clientsOf = perDatabase(() => new Map<string, { version: number; client: Client }>());

/** Client of a link, made once for each version of it. @throws BankFailure DENIED when a secret can't be opened. */
export function clientOf<L extends queries.Link, Api extends Client>(
  { db, secrets }: CallDeps,
  link: L,
  { name, open }: BankApi<L, Api>,
): Api {
  const clients = clientsOf(db);
  const key = `${name} ${link.id}`;
  const known = clients.get(key);
  if (known?.version === link.version) return known.client as Api;
  known?.client.close();
  const client = open(accessOf(secrets, link), link, { secrets });
  clients.set(key, { version: link.version, client });
  return client;
}

/**
 * Runs calls to a link's bank, and records an answer or an outage. Other failures, as a refusal, are rethrown.
 * @returns undefined when the bank is away or denies access, which is noted for staff.
 */
export async function withBank<L extends queries.Link, Api extends Client, T>(
  deps: CallDeps,
  link: L,
  api: BankApi<L, Api>,
  calls: (client: Api) => Promise<T>,
): Promise<{ done: T } | undefined> {
  const note = api.note ?? queries.noteOutcome;
  try {
    const done = await calls(clientOf(deps, link, api));
    await note(deps.db, link.id, null);
    return { done };
  } catch (error) {
    if (!isOutage(error)) throw error;
    await note(deps.db, link.id, error.message);
    return undefined;
  }
}

/** Whether further calls would fail as well. */
export const isOutage = (error: unknown): error is BankFailure =>
  error instanceof BankFailure && (error.kind === 'AWAY' || error.kind === 'DENIED');

/** Reads a record that the bank may not have; undefined when it says so. */
export async function unlessAbsent<T>(record: Promise<T>): Promise<T | undefined> {
  try {
    return await record;
  } catch (error) {
    if (error instanceof BankFailure && error.kind === 'ABSENT') return undefined;
    throw error;
  }
}

/** Rethrows what no rule of the bank explains: an outage, or a fault of our own. */
export function requireRefusal(error: unknown): BankFailure {
  if (isOutage(error) || !(error instanceof BankFailure)) throw error;
  return error;
}
