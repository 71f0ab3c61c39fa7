import type { UploadedFile } from '@morada/contract/base/endpoint';
import { common, Problem } from '@morada/contract/base/problem';
import {
  type MaintenanceCharge,
  type MaintenanceConclusion,
  type MaintenanceCreate,
  type MaintenanceDecision,
  type MaintenanceDetail,
  type MaintenanceQuoteCreate,
  maintenanceProblems,
} from '@morada/contract/desk/maintenance';
import type { MaintenanceSearch } from '@morada/contract/desk/maintenance.search';
import {
  type CostRefusal,
  costAsExtra,
  costRefusal,
  MOST_PHOTOS,
  maintenanceLife,
} from '@morada/domain/attendance/maintenance';
import { nextReference } from '@morada/domain/lease/instalments';
import type * as z from 'zod/mini';
import type { Context, Db } from '#api/context.ts';
import { seenBy } from '#api/db/reading/search.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { prepareDocument, type StoredDocument } from '#api/files/documents.ts';
import { makePhotograph, pictureProblem } from '#api/files/images.ts';
import { cleanName } from '#api/files/name.ts';
import { notify } from '#api/live/notify.ts';
import { callOffEnded } from '#api/modules/collection/messages/messages.service.ts';
import { tellQuoted } from '#api/modules/collection/messages/news.service.ts';
import { addExtraInTransaction } from '#api/modules/lease/contracts/proposals.service.ts';
import { withStored, withStoredFiles } from '#api/modules/registry/files/files.service.ts';
import * as queries from './maintenance.queries.ts';

export const listMaintenances = (ctx: Context, search: z.output<typeof MaintenanceSearch>) =>
  queries.findMaintenances(ctx.db, { ...search, seen: seenBy(ctx) });

/** Most requests that *Hoje* shows. */
const MAX_TASKS = 20;

export const listTasks = ({ db }: Context) => queries.findWaiting(db, MAX_TASKS);

export async function showMaintenance(db: Db, id: number): Promise<MaintenanceDetail> {
  const found = await queries.findMaintenance(db, id);
  if (!found) throw maintenanceProblems.MAINTENANCE_NOT_FOUND();
  return found;
}

export function createMaintenance(ctx: Context, { client_id, ...given }: z.output<typeof MaintenanceCreate>) {
  return change(ctx, async (trx) => {
    const relation = await queries.findRelation(trx, given.property_id, client_id);
    if (!relation) throw maintenanceProblems.MAINTENANCE_PROPERTY();
    if (client_id !== undefined && !relation.related) throw maintenanceProblems.MAINTENANCE_CLIENT();
    const { id } = await queries.insertMaintenance(trx, {
      ...given,
      client_id: client_id ?? null,
      admin_user_id: ctx.actor.id,
    });
    await leaveTrail(trx, ctx, 'maintenance', id, 'create', { property_id: given.property_id, client_id });
    await notify(trx, 'maintenance');
    return showMaintenance(trx, id);
  });
}

/** Re-encodes a picture from its pixels, which drops everything hidden in the file. @throws FILE_UNSUPPORTED */
async function preparePhoto(bytes: Uint8Array, field: string): Promise<StoredDocument> {
  const photograph = await makePhotograph(bytes);
  if (!photograph) throw pictureProblem(bytes, field);
  return { bytes: photograph.full, media_type: 'image/jpeg', extension: 'jpg' };
}

/** A photograph of a request that is ready to be stored. */
export type ReadyPhoto = { document: StoredDocument; name: string };

/** Name of a file as a page shows it. */
export const photoName = (name: string) => cleanName(name);

/** Prepares the photographs of a request. `refused`: a line for each that can't be taken, with its name. */
export async function preparePhotos(files: readonly UploadedFile[]) {
  const photos: ReadyPhoto[] = [];
  const refused: string[] = [];
  for (const { bytes, name } of files) {
    try {
      photos.push({ document: await preparePhoto(bytes, 'photos'), name: cleanName(name) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push(`${cleanName(name)}: ${error.message}`);
    }
  }
  return { photos, refused };
}

/** A photograph that `preparePhotos` returned before. */
export const readyPhoto = ({ name, bytes }: { name: string; bytes: Buffer }): ReadyPhoto => ({
  document: { bytes, media_type: 'image/jpeg', extension: 'jpg' },
  name,
});

type Requested = { property_id: number; title: string; description: string };

/**
 * Request of a client, who owns or rents the property. Idempotent: a form submitted twice makes one request.
 * @throws PHOTO_TOO_MANY
 */
export async function requestMaintenance(
  ctx: Context,
  clientId: number,
  asked: Requested,
  photos: readonly ReadyPhoto[],
): Promise<number> {
  if (photos.length > MOST_PHOTOS) throw maintenanceProblems.PHOTO_TOO_MANY({ field: 'photos' });
  return withStoredFiles(ctx, photos, async (trx, store) => {
    await queries.holdClient(trx, clientId);
    const row = { ...asked, client_id: clientId };
    const same = await queries.findSame(trx, row);
    if (same) return same.id;
    const { id } = await queries.insertMaintenance(trx, row);
    const stored = await store();
    if (stored.length > 0)
      await queries.insertPhotos(
        trx,
        id,
        stored.map((file) => file.id),
      );
    await leaveTrail(trx, ctx, 'maintenance', id, 'create', {
      property_id: asked.property_id,
      client_id: clientId,
      photos: stored.length,
    });
    await notify(trx, 'maintenance');
    return id;
  });
}

export async function addPhoto(ctx: Context, id: number, file: UploadedFile) {
  return withStored(ctx, await preparePhoto(file.bytes, 'file'), file.name, async (trx, store) => {
    const { state } = await lock(trx, id);
    if (maintenanceLife.actions(state).length === 0) throw maintenanceProblems.MAINTENANCE_STATE();
    if ((await queries.countPhotos(trx, id)) >= MOST_PHOTOS)
      throw maintenanceProblems.PHOTO_TOO_MANY({ field: 'file' });
    const stored = await store();
    await queries.insertPhotos(trx, id, [stored.id]);
    await leaveTrail(trx, ctx, 'maintenance', id, 'photo', { file_id: stored.id });
    await notify(trx, 'maintenance');
    return showMaintenance(trx, id);
  });
}

async function lock(trx: Db, id: number) {
  const found = await queries.lockMaintenance(trx, id);
  if (!found) throw maintenanceProblems.MAINTENANCE_NOT_FOUND();
  return found;
}

type Action = Parameters<typeof maintenanceLife.can>[1];

/** Every state from which an action is possible, and the one that it leads to. */
function wayOf(action: Action) {
  const from = maintenanceLife.states.filter((state) => maintenanceLife.can(state, action));
  const [first] = from;
  if (first === undefined) throw new TypeError(`No state allows ${action}`);
  return { from, to: maintenanceLife.next(first, action) };
}

/** Moves a request by one conditional update. @throws MAINTENANCE_STATE to the loser of a race */
async function move(
  trx: Db,
  ctx: Context,
  id: number,
  action: Action,
  {
    set = {},
    trail,
  }: { set?: Parameters<typeof queries.moveMaintenance>[3]; trail?: Record<string, unknown> | undefined } = {},
) {
  const { from, to } = wayOf(action);
  if (!(await queries.moveMaintenance(trx, id, from, { ...set, state: to })))
    throw maintenanceProblems.MAINTENANCE_STATE();
  await callOffEnded(trx, ctx, { kind: 'MAINTENANCE_QUOTED', about: [id] });
  await leaveTrail(trx, ctx, 'maintenance', id, action, trail);
  await notify(trx, 'maintenance');
}

export const addQuote = (ctx: Context, id: number, { note, ...quote }: z.output<typeof MaintenanceQuoteCreate>) =>
  change(ctx, async (trx) => {
    await lock(trx, id);
    const row = { ...quote, note: note ?? null, maintenance_id: id, admin_user_id: ctx.actor.id };
    const added = await queries.insertQuote(trx, row);
    await move(trx, ctx, id, 'quote', { trail: { quote: added.id, ...quote } });
    return added;
  });

/** Locks the quote's request, as every other change does, and reads the quote again under the lock. */
async function lockQuote(trx: Db, quoteId: number) {
  const found = await queries.findQuote(trx, quoteId);
  if (!found) throw maintenanceProblems.QUOTE_NOT_FOUND();
  const request = await lock(trx, found.maintenance_id);
  const quote = await queries.findQuote(trx, quoteId);
  if (!quote) throw maintenanceProblems.QUOTE_NOT_FOUND();
  return { request, quote };
}

export async function attachQuote(ctx: Context, quoteId: number, file: UploadedFile) {
  return withStored(ctx, await prepareDocument(file.bytes), file.name, async (trx, store) => {
    const { request, quote } = await lockQuote(trx, quoteId);
    if (request.state !== 'QUOTING') throw maintenanceProblems.MAINTENANCE_STATE();
    if (quote.file_id !== null) throw maintenanceProblems.QUOTE_FILED();
    const stored = await store();
    await queries.setQuoteFile(trx, quoteId, stored.id);
    await leaveTrail(trx, ctx, 'maintenance', request.id, 'attach', { quote: quoteId, file_id: stored.id });
    await notify(trx, 'maintenance');
    return showMaintenance(trx, request.id);
  });
}

/** Removes a quote that was not submitted to the owners. */
export const removeQuote = (ctx: Context, quoteId: number) =>
  change(ctx, async (trx) => {
    const { request, quote } = await lockQuote(trx, quoteId);
    if (request.state !== 'QUOTING') throw maintenanceProblems.MAINTENANCE_STATE();
    await queries.removeQuote(trx, quoteId);
    const { supplier, amount } = quote;
    await leaveTrail(trx, ctx, 'maintenance', request.id, 'remove-quote', { quote: quoteId, supplier, amount });
    await notify(trx, 'maintenance');
    return showMaintenance(trx, request.id);
  });

/** Shows the quotes to the owners and asks for their decision. */
export const submit = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    await lock(trx, id);
    if ((await queries.findQuotes(trx, id)).length === 0) throw maintenanceProblems.QUOTE_NONE();
    await move(trx, ctx, id, 'submit', { set: { ...UNDECIDED, submitted_at: new Date() } });
    await tellQuoted(trx, ctx, id);
    return showMaintenance(trx, id);
  });

/** A request that is submitted again has no decision yet. */
const UNDECIDED = { decided_at: null, decided_by: null, decision_note: null, quote_id: null };

type Decision = { approved: boolean; quote_id?: number | undefined; note?: string | null | undefined };

/** @param by the owner who decides; null where staff note what an owner said */
const decide = (ctx: Context, id: number, { approved, quote_id, note }: Decision, by: number | null) =>
  change(ctx, async (trx) => {
    await lock(trx, id);
    const quotes = await queries.findQuotes(trx, id);
    if (approved && !quotes.some((quote) => quote.id === quote_id)) throw maintenanceProblems.QUOTE_CHOICE();
    const chosen = approved ? (quote_id ?? null) : null;
    await move(trx, ctx, id, approved ? 'approve' : 'refuse', {
      set: { decided_at: new Date(), decided_by: by, decision_note: note ?? null, quote_id: chosen },
      trail: { ...(chosen !== null && { quote: chosen }), ...(by !== null && { client_id: by }), note },
    });
    return showMaintenance(trx, id);
  });

export const noteDecision = (ctx: Context, id: number, decision: z.output<typeof MaintenanceDecision>) =>
  decide(ctx, id, decision, null);

export const start = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    await lock(trx, id);
    await move(trx, ctx, id, 'start');
    return showMaintenance(trx, id);
  });

/** Concludes without charging anyone through the contract. */
export const conclude = (ctx: Context, id: number, { cost }: z.output<typeof MaintenanceConclusion>) =>
  change(ctx, async (trx) => {
    await lock(trx, id);
    await move(trx, ctx, id, 'conclude', {
      set: { charged_to: 'NONE', cost: cost ?? null, closed_at: new Date() },
      trail: { charged_to: 'NONE', cost },
    });
    return showMaintenance(trx, id);
  });

const REFUSALS: Readonly<Record<CostRefusal, () => Error>> = {
  NO_CONTRACT: maintenanceProblems.COST_NO_CONTRACT,
  NOT_APPROVED: maintenanceProblems.COST_NOT_APPROVED,
  ABOVE_APPROVED: maintenanceProblems.COST_ABOVE_APPROVED,
};

/**
 * Concludes a request and adds its cost to the contract, as one extra value or one for each month. One transaction does
 * both, so the cost is added once.
 */
export const charge = (
  ctx: Context,
  id: number,
  { charged_to, cost, instalments = 1 }: z.output<typeof MaintenanceCharge>,
) =>
  change(ctx, async (trx) => {
    const { state, title, approved, proposal_id, start_date, billed } = await lock(trx, id);
    if (!maintenanceLife.can(state, 'conclude')) throw maintenanceProblems.MAINTENANCE_STATE();
    const refusal = costRefusal(charged_to, cost, { hasContract: proposal_id !== null, approved });
    if (refusal !== undefined) throw REFUSALS[refusal]();
    if (proposal_id === null || start_date === null) throw maintenanceProblems.COST_NO_CONTRACT();
    const next = nextReference({ start_date, billed: billed === null ? [] : [billed] }, ctx.today());
    const extra = {
      ...costAsExtra(charged_to, `Manutenção ${id}: ${title}`, cost),
      ...{ instalments, brokerage: false },
      // Starts at the first month without an invoice, since instalments of invoiced months would all go to the next
      // invoice.
      from_reference: instalments === 1 ? undefined : next,
    };
    const { id: extra_value_id } = await addExtraInTransaction(trx, ctx, proposal_id, extra);
    await move(trx, ctx, id, 'conclude', {
      set: { charged_to, cost, instalments, extra_value_id, closed_at: new Date() },
      trail: { charged_to, cost, instalments, proposal_id, extra_value_id },
    });
    return showMaintenance(trx, id);
  });

export const cancel = (ctx: Context, id: number, reason: string) =>
  change(ctx, async (trx) => {
    await lock(trx, id);
    await move(trx, ctx, id, 'cancel', {
      set: { cancel_reason: reason, closed_at: new Date() },
      trail: { reason },
    });
    return showMaintenance(trx, id);
  });

export type { ClientRow as OpenMaintenance } from './maintenance.queries.ts';

export const openOfClient = (db: Db, clientId: number) => queries.findOpenOfClient(db, clientId);

export const overOfClient = (db: Db, clientId: number, page: number) => queries.findOverOfClient(db, clientId, page);

/** A request as a client may read it. Only owners see the quotes, and only the person who bears the cost sees it. */
export async function showOfClient(db: Db, clientId: number, id: number) {
  const standing = await queries.findStandingOf(db, clientId, id);
  if (!standing) throw maintenanceProblems.MAINTENANCE_NOT_FOUND();
  const { quotes, cost, submitted_at, ...request } = await showMaintenance(db, id);
  const { asked, owns } = standing;
  const bears = request.charged_to === (owns ? 'OWNER' : 'TENANT');
  return {
    ...request,
    submitted_at,
    asked,
    owns,
    quotes: owns && submitted_at !== null ? quotes : [],
    cost: bears ? cost : null,
  };
}
export type ClientMaintenance = Awaited<ReturnType<typeof showOfClient>>;

/** Decision of an owner of the property in the client area. */
export async function decideAsOwner(ctx: Context, clientId: number, id: number, decision: Decision) {
  const standing = await queries.findStandingOf(ctx.db, clientId, id);
  if (!standing?.owns) throw maintenanceProblems.MAINTENANCE_NOT_FOUND();
  await decide(ctx, id, decision, clientId);
}

/** A file of a request that the client may read. Quotes are for owners alone. */
export async function findFileOfClient(db: Db, clientId: number, id: number, fileId: number) {
  const request = await showOfClient(db, clientId, id);
  const file = await queries.findFile(db, id, fileId);
  if (!file || (file.of_quote && request.quotes.length === 0)) throw common.NOT_FOUND();
  return file;
}
