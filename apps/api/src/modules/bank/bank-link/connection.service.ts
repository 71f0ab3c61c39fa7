import type { SecretSeal } from '#api/base/sealed-secret.ts';
import { newToken } from '#api/base/secrets.ts';
import type { Deps } from '#api/context.ts';
import { perDatabase } from '#api/db/per-database.ts';
import { type BankAccess, BankFailure } from '#api/outside/bank-api.ts';
import { type PixApi, pixApi } from '#api/outside/pix.ts';
import * as queries from './bank-link.queries.ts';

/** Columns of a link that are sealed. */
export const SEALED = ['client_secret', 'certificate', 'private_key', 'notice_token'] as const;
/** A sealed column, or a secret field of `callBank(bank).fields`, which is prefixed. */
type SealedColumn = (typeof SEALED)[number] | `fields.${string}`;

/** Context that a value is sealed with: copied to another link or column, it doesn't open. */
export const placeOf = (column: SealedColumn, id: number) => `bank_link.${column}:${id}`;

export type Link = queries.LinkRow;
/** Columns of every link. Secret and certificate are null at a bank that authenticates clients without them. */
type AnyLink = Pick<Link, 'id' | 'version' | 'base_url' | 'token_url' | 'client_id' | 'authority'> &
  Record<'client_secret' | 'certificate' | 'private_key', string | null>;
type Client = { close: () => void };

/** A new token for notices if the present one can't be opened; without an origin its address is registered again. */
export function renewedNotices(secrets: SecretSeal, { id, notice_token }: Pick<Link, 'id' | 'notice_token'>) {
  const place = placeOf('notice_token', id);
  if (secrets.openText(place, notice_token) !== undefined) return undefined;
  return { notice_token: secrets.sealText(place, newToken()), notice_origin: null };
}

/** Clients by link: each keeps its connections, its token and the state of its breaker. */
const clientsOf = perDatabase(() => new Map<number, { version: number; api: Client }>());

/**
 * Address and credentials of a link's bank.
 * @throws BankFailure DENIED when a secret was sealed with a key that isn't here.
 */
export function accessOf(link: AnyLink, secrets: SecretSeal): BankAccess {
  const open = (column: 'client_secret' | 'certificate' | 'private_key') => {
    const sealed = link[column];
    return sealed === null ? null : opened(secrets, placeOf(column, link.id), sealed);
  };
  const { base_url, token_url, client_id, authority } = link;
  return {
    ...{ base_url, token_url, client_id, authority },
    client_secret: open('client_secret'),
    certificate: open('certificate'),
    private_key: open('private_key'),
  };
}

/** @throws BankFailure DENIED when it was sealed with a key that isn't here. */
export function opened(secrets: SecretSeal, place: string, sealed: string): string {
  const plain = secrets.openText(place, sealed);
  if (plain === undefined)
    throw new BankFailure('DENIED', 'O segredo do banco foi guardado com uma chave que não está nesta instalação.');
  return plain;
}

/** Client of a link, made by `open` once for each version of it. */
export function clientOf<Api extends Client>(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  link: AnyLink,
  open: (access: BankAccess) => Api,
): Api {
  const clients = clientsOf(db);
  const known = clients.get(link.id);
  if (known?.version === link.version) return known.api as Api;
  known?.api.close();
  const api = open(accessOf(link, secrets));
  clients.set(link.id, { version: link.version, api });
  return api;
}

/**
 * Runs calls to a link's bank, and records an answer or an outage. Other failures, as a refusal, are rethrown.
 * @returns undefined when the bank is away or denies access, which is noted for staff.
 */
export const withBank = <T>(
  deps: Pick<Deps, 'db' | 'secrets'>,
  link: Link,
  calls: (api: PixApi) => Promise<T>,
): Promise<{ done: T } | undefined> => withClient(deps, link, pixApi, calls);

/** Like `withBank`, for any API client, which `open` creates. */
export async function withClient<Api extends Client, T>(
  deps: Pick<Deps, 'db' | 'secrets'>,
  link: AnyLink,
  open: (access: BankAccess) => Api,
  calls: (api: Api) => Promise<T>,
): Promise<{ done: T } | undefined> {
  try {
    const done = await calls(clientOf(deps, link, open));
    await queries.noteAnswer(deps.db, link.id);
    return { done };
  } catch (error) {
    if (!isOutage(error)) throw error;
    await queries.noteFailure(deps.db, link.id, error.message);
    return undefined;
  }
}

/** Whether further calls would fail as well. */
export const isOutage = (error: unknown): error is BankFailure =>
  error instanceof BankFailure && (error.kind === 'AWAY' || error.kind === 'DENIED');

/**
 * Whether the bank accepted the address of the notices. A refusal blocks nothing else: payments are polled anyway, and
 * the address is offered again in the next round.
 */
export async function tookAddress(offer: Promise<unknown>): Promise<boolean> {
  try {
    return (await offer) !== undefined;
  } catch (error) {
    if (error instanceof BankFailure) return false;
    throw error;
  }
}
