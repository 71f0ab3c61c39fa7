import { lastPage } from '@morada/contract/base/fields';
import { common, Problem } from '@morada/contract/base/problem';
import { invoices as invoiceCalls } from '@morada/contract/money/invoices';
import { transfers as transferCalls } from '@morada/contract/money/transfers';
import { clientPersonProblems } from '@morada/contract/registry/client-people';
import {
  type ClientCreate,
  type ClientDetail,
  ClientUser,
  clients as clientCalls,
  clientProblems,
} from '@morada/contract/registry/clients';
import type { ClientSearch } from '@morada/contract/registry/clients.search';
import { type Access, type Grant, granted } from '@morada/domain/access/permissions';
import { documentKind, hiddenDocument } from '@morada/domain/base/documents';
import { readjustmentState } from '@morada/domain/lease/contract';
import { mayHavePeople } from '@morada/domain/people/client';
import type * as z from 'zod/mini';
import type { Context, Db } from '#api/context.ts';
import { emit, findObjections } from '#api/db/events.ts';
import { seenBy } from '#api/db/reading/search.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { violates } from '#api/db/unique.ts';
import { checkVersion } from '#api/db/version.ts';
import { requireConfirmed } from '#api/modules/access/credentials/confirmed.service.ts';
import { hashNew } from '#api/modules/access/credentials/passwords.service.ts';
import { findBankAccounts } from './banks.queries.ts';
import * as queries from './clients.queries.ts';
import * as links from './links.queries.ts';
import * as sent from './sent.queries.ts';
import {
  endAccess,
  hasPeople,
  holdEmail,
  isEmailOfPerson,
  whenEmailChanged,
  whenPasswordChanged,
} from './sessions.service.ts';

type Named = Pick<ClientDetail['user'], 'id' | 'name' | 'type' | 'cpf_cnpj' | 'active'>;

/** Fields that distinguish people in a select box, without personal data. */
const reduced = ({ cpf_cnpj, id, name, type, active }: Named) => ({
  id,
  name,
  type,
  cpf_cnpj: hiddenDocument(cpf_cnpj),
  active,
});

export async function listClients(ctx: Context, search: z.output<typeof ClientSearch>, grant: Grant) {
  const { page } = search;
  if (search.situation === 'DELETED' && !maySeeDeleted(ctx)) throw common.PERMISSION_DENIED();
  const wanted = { ...search, seen: seenBy(ctx) };
  const [found, total] = await Promise.all([
    queries.findClients(ctx.db, wanted),
    page === undefined ? 0 : queries.countClients(ctx.db, wanted),
  ]);
  const data = grant === 'full' ? found : found.map((row) => ({ ...reduced(row), proposals: row.proposals }));
  return page === undefined ? data : { data, page, lastPage: lastPage(total), total };
}

/** Who exports and erases a person's data also reaches those of deleted clients. */
const maySeeDeleted = ({ actor }: Context) => granted(actor.permissions, clientCalls.personalData.access) !== undefined;

/** Ids of the clients that a filter finds, the newest first; no deleted ones, which are seen one by one. */
export const searchClients = async (
  ctx: Context,
  search: z.output<typeof ClientSearch>,
  most?: number,
): Promise<number[]> =>
  search.situation === 'DELETED' ? [] : queries.findClientIds(ctx.db, { ...search, seen: seenBy(ctx) }, most);

export const findFewClients = (ctx: Context, search: { id?: number; query?: string }, limit: number) =>
  queries.findFewClients(ctx.db, { ...search, seen: seenBy(ctx) }, limit);

export async function listOwners(ctx: Context) {
  const owners = await queries.findOwners(ctx.db);
  return owners.map((owner) => ({ ...reduced(owner), properties: owner.properties }));
}

/** The reduced projection leaves out the client's own data; linked records follow their own permissions. */
export async function showClient(
  ctx: Context,
  id: number,
  grant: Grant,
): Promise<{ client: ClientDetail; version: number }> {
  const { db } = ctx;
  const may = (access: Access) => granted(ctx.actor.permissions, access) !== undefined;
  const [client, statistics, bank, properties, contracts, invoices, transfers] = await Promise.all([
    maySeeDeleted(ctx) ? queries.findAnyClient(db, id) : queries.findClient(db, id),
    links.countLinksOf(db, id),
    may('CLIENT_VIEW') ? findBankAccounts(db, id) : [],
    links.findPropertiesOf(db, id),
    links.findContractsOf(db, id),
    may(invoiceCalls.show.access) ? links.findInvoicesOf(db, id) : [],
    may(transferCalls.show.access) ? links.findTransfersOf(db, id) : [],
  ]);
  if (!client) throw clientProblems.CLIENT_NOT_FOUND();
  const full = grant === 'full';
  return {
    client: {
      user: full ? client : reduced(client),
      statistics,
      information: full ? client : null,
      address: full ? client : null,
      taxes: full ? client : null,
      bank,
      properties,
      proposals: contracts.map((contract) => ({ ...contract, ...readjustmentState(contract, ctx.today()) })),
      invoices,
      transfers,
    },
    version: client.version,
  };
}

export async function listInvoices({ db }: Context, id: number, page: number) {
  const [client, data, total] = await Promise.all([
    queries.findClient(db, id),
    links.findInvoicesOf(db, id, page),
    links.countInvoicesOf(db, id),
  ]);
  if (!client) throw clientProblems.CLIENT_NOT_FOUND();
  return { data, page, lastPage: lastPage(total), total };
}

export async function listTransfers({ db }: Context, id: number, page: number) {
  const [client, data, total] = await Promise.all([
    queries.findClient(db, id),
    links.findTransfersOf(db, id, page),
    links.countTransfersOf(db, id),
  ]);
  if (!client) throw clientProblems.CLIENT_NOT_FOUND();
  return { data, page, lastPage: lastPage(total), total };
}

/** What staff sent to a client. */
export async function listSent({ db }: Context, id: number, page: number) {
  const [client, data, total] = await Promise.all([
    queries.findClient(db, id),
    sent.findSentTo(db, id, page),
    sent.countSentTo(db, id),
  ]);
  if (!client) throw clientProblems.CLIENT_NOT_FOUND();
  return { data, page, lastPage: lastPage(total), total };
}

export const clientOfEmail = (db: Db, email: string) => sent.findClientOfEmail(db, email);

/** Id and name of the client with an e-mail. */
export const clientNamedByEmail = (db: Db, email: string) => sent.findNamedByEmail(db, email);

type Person = { name: string; email: string; phone: string };

/**
 * Client with a person's e-mail, registered as an owner if there is none: the document is asked for later. Runs inside
 * the caller's transaction.
 * @throws PERSON_EMAIL_TAKEN for the e-mail of a person of a company
 */
export async function findOrCreateOwner(trx: Db, ctx: Context, { name, email, phone }: Person): Promise<number> {
  const known = await sent.findNamedByEmail(trx, email);
  if (known) {
    await holdClient(trx, known.id);
    return known.id;
  }
  await checkEmailFree(trx, email);
  const client = { name, email, phone, cpf_cnpj: '', type: 'OWNER' as const };
  const { id } = await insert(trx, ctx, client);
  await leaveTrail(trx, ctx, 'client', id, 'create', client);
  return id;
}

async function insert(trx: Db, ctx: Context, client: Parameters<typeof queries.insertClient>[1]) {
  const inserted = await unlessTaken(queries.insertClient(trx, client));
  await emit(trx, ctx, 'clients.created', [{ id: inserted.id }]);
  return inserted;
}

/** The unique indexes decide, so concurrent writes get the same error as later ones. */
const unlessTaken = <T>(write: Promise<T>) =>
  write
    .catch(violates('client_document', clientProblems.DOCUMENT_TAKEN))
    .catch(violates('client_email', clientProblems.EMAIL_TAKEN));

/** An e-mail signs in to one client area: that of a person of a company is not free. */
async function checkEmailFree(trx: Db, email: string | null | undefined) {
  if (!email) return;
  await holdEmail(trx, email);
  if (await isEmailOfPerson(trx, email)) throw clientPersonProblems.PERSON_EMAIL_TAKEN();
}

export function createClient(ctx: Context, { document: _, ...input }: z.output<typeof ClientCreate>) {
  const person_type = input.person_type ?? (documentKind(input.cpf_cnpj) === 'CNPJ' ? 'JURIDICA' : 'FISICA');
  const client = { ...input, person_type };
  const created = change(ctx, async (trx) => {
    await checkEmailFree(trx, client.email);
    const { id } = await insert(trx, ctx, client);
    await leaveTrail(trx, ctx, 'client', id, 'create', client);
    return { id };
  });
  return created.catch((error: unknown) => nameHolder(ctx, client, error));
}

/** Adds the id of the client that has the document or e-mail, for callers who may open it. */
async function nameHolder(
  ctx: Context,
  client: { cpf_cnpj: string; email?: string | null | undefined },
  error: unknown,
): Promise<never> {
  const taken = error instanceof Problem ? TAKEN[error.code] : undefined;
  if (!taken || seenBy(ctx) === 'names') throw error;
  throw taken({ extra: { client_id: await queries.findHolder(ctx.db, client) } });
}

const TAKEN: Partial<Record<string, typeof clientProblems.DOCUMENT_TAKEN>> = {
  DOCUMENT_TAKEN: clientProblems.DOCUMENT_TAKEN,
  EMAIL_TAKEN: clientProblems.EMAIL_TAKEN,
};

/** @throws CLIENT_NOT_FOUND */
export async function checkClient(db: Db, id: number): Promise<void> {
  if (!(await queries.findClient(db, id))) throw clientProblems.CLIENT_NOT_FOUND();
}

/** Locks a client for a change of the client or of a dependent record. */
export async function lockClient(trx: Db, ctx: Context, id: number) {
  const client = await queries.lockClient(trx, id);
  if (!client) throw clientProblems.CLIENT_NOT_FOUND();
  if (client.anonymised_at) throw clientProblems.CLIENT_ANONYMISED();
  await checkVersion(trx, ctx, 'client', client);
  return client;
}

/** Holds a client for a change of a dependent record that has its own version. */
export async function holdClient(trx: Db, id: number) {
  const client = await queries.holdClient(trx, id);
  if (!client) throw clientProblems.CLIENT_NOT_FOUND();
  if (client.anonymised_at) throw clientProblems.CLIENT_ANONYMISED();
}

/** Updates any section of the form. The trail records that a password changed, without the value. */
export async function updateClient(
  ctx: Context,
  id: number,
  { password, ...input }: Partial<queries.FoundClient> & { password?: string },
) {
  if (input.birth_date && input.birth_date > ctx.today()) throw clientProblems.BIRTH_IN_FUTURE();
  if (password) requireConfirmed(ctx);
  const password_hash = password && (await hashNew(password));
  await change(ctx, async (trx) => {
    const before = await lockClient(trx, ctx, id);
    const changes = difference(before, input);
    if (changes.cpf_cnpj && !mayHavePeople({ ...before, ...input }) && (await hasPeople(trx, id)))
      throw clientProblems.CLIENT_HAS_PEOPLE();
    const { tax_regime, taxpayer_since } = { ...before, ...input };
    if (tax_regime === 'REGULAR' && !taxpayer_since) throw clientProblems.TAXPAYER_WITHOUT_DAY();
    if (changes.email) await checkEmailFree(trx, input.email);
    if (Object.keys(changes).length > 0) {
      await unlessTaken(queries.updateClient(trx, id, input));
      await leaveTrail(trx, ctx, 'client', id, 'update', changes);
    }
    if (changes.email) await whenEmailChanged(trx, ctx, before);
    if (password_hash) {
      await queries.updateClient(trx, id, { password_hash });
      await leaveTrail(trx, ctx, 'client', id, 'password');
      await whenPasswordChanged(trx, ctx, id);
    }
  });
}

/** Updates a single field, validated as in the form. */
export async function updateColumn(
  ctx: Context,
  id: number,
  column: 'name' | 'email' | 'cpf_cnpj' | 'phone' | 'type',
  value: string | null,
) {
  const parsed = ClientUser.shape[column].safeParse(value);
  // In the form a blank phone leaves the stored one; here a blank one is refused.
  if (!parsed.success || parsed.data === undefined) {
    const message = parsed.error?.issues[0]?.message ?? 'Informe o telefone';
    throw common.INVALID_INPUT({ field: 'value', message });
  }
  await updateClient(ctx, id, { [column]: parsed.data });
}

export function deleteClient(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    await lockClient(trx, ctx, id);
    const ties = await queries.findTies(trx, id);
    if (ties.property) throw clientProblems.CLIENT_OWNS_PROPERTY();
    if (ties.contract) throw clientProblems.CLIENT_HAS_CONTRACT();
    if (ties.transfer) throw clientProblems.CLIENT_HAS_TRANSFER();
    const objection = (await findObjections(trx, ctx, 'clients.delete', [{ id }])).get(id);
    if (objection) throw objection;
    await queries.updateClient(trx, id, { deleted_at: new Date() });
    await endAccess(trx, [id]);
    await leaveTrail(trx, ctx, 'client', id, 'delete');
  });
}
