import type { Problem } from '@morada/contract/base/problem';
import { clientProblems } from '@morada/contract/registry/clients';
import { propertyProblems } from '@morada/contract/registry/properties';
import type { SignatureKind } from '@morada/domain/signature/kinds';
import { endsWithContract, saysTerms, type WithdrawnBy } from '@morada/domain/signature/words';
import type { Context, Db } from '#api/context.ts';
import { lockOfClients, nameErased } from './forgetting.queries.ts';
import { emptyEnvelope } from './forgetting.service.ts';
import { hear, lock } from './life.service.ts';
import * as signatures from './signatures.queries.ts';
import * as queries from './subjects.queries.ts';

type Event = Parameters<typeof hear>[3];
type Heard = { event: Event; by: WithdrawnBy; erased?: readonly number[] };

/** Tells each of these locked envelopes, those that the event is about. */
async function tellAll(
  trx: Db,
  ctx: Context,
  ids: readonly number[],
  { event, by, erased }: Heard,
  isAbout: (envelope: signatures.Envelope) => boolean | Promise<boolean> = () => true,
): Promise<void> {
  for (const id of ids) {
    const envelope = await lock(trx, id);
    if (await isAbout(envelope)) await hear(trx, ctx, envelope, event, { by, ...(erased && { erased }) });
  }
}

const TERMS: Heard = { event: 'termsChanged', by: 'TERMS' };
const PARTY: Heard = { event: 'partyChanged', by: 'PARTY' };
const ENDED: Heard = { event: 'subjectEnded', by: 'ENDED' };

export const whenTermsChanged = async (trx: Db, ctx: Context, rows: readonly { id: number }[]): Promise<void> =>
  tellAll(trx, ctx, await queries.lockOfContracts(trx, idsOf(rows)), TERMS, ({ kind }) => saysTerms(kind));

/** Rents were readjusted, or a readjustment was undone. */
export async function whenReadjusted(trx: Db, ctx: Context, readjustmentIds: readonly number[]): Promise<void> {
  const ids = await queries.lockOfContracts(trx, await queries.findReadjusted(trx, readjustmentIds));
  await tellAll(trx, ctx, ids, { event: 'readjusted', by: 'TERMS' }, ({ kind }) => saysTerms(kind));
}

/** Papers that say the parties say others now; of the rest those that the person is to sign. */
export async function whenPartiesChanged(
  trx: Db,
  ctx: Context,
  rows: readonly { proposal_id: number; client_id: number }[],
): Promise<void> {
  const people = new Set(rows.map(({ client_id }) => client_id));
  const ids = await queries.lockOfContracts(
    trx,
    rows.map(({ proposal_id }) => proposal_id),
  );
  await tellAll(trx, ctx, ids, PARTY, (envelope) => isOf(trx, envelope, people));
}

const isOf = async (trx: Db, { id, kind }: signatures.Envelope, people: ReadonlySet<number>) =>
  saysTerms(kind) ||
  (await signatures.findSigners(trx, id)).some(({ client_id }) => client_id !== null && people.has(client_id));

/** Owners came or left: papers of the property, and of its contracts in force. */
export async function whenOwnersChanged(
  trx: Db,
  ctx: Context,
  rows: readonly { property_id: number; client_id: number }[],
): Promise<void> {
  const people = new Set(rows.map(({ client_id }) => client_id));
  const ids = await queries.lockOfProperties(
    trx,
    rows.map(({ property_id }) => property_id),
  );
  await tellAll(
    trx,
    ctx,
    ids,
    PARTY,
    async (envelope) => OF_OWNERS.includes(envelope.kind) || isOf(trx, envelope, people),
  );
}

/** Papers that say who the owners are. */
const OF_OWNERS: readonly SignatureKind[] = ['MANDATE', 'SALE'];

/** A property that was sold is managed no more. */
export async function whenTaken(trx: Db, ctx: Context, rows: readonly { property_id: number }[]): Promise<void> {
  const sold = await queries.findSold(
    trx,
    rows.map(({ property_id }) => property_id),
  );
  if (sold.size === 0) return;
  const ids = await queries.lockOfProperties(trx, [...sold]);
  // The contract of its sale is signed all the same.
  await tellAll(trx, ctx, ids, ENDED, ({ property_id, kind }) => property_id !== null && kind !== 'SALE');
}

/** Contracts ended: what is signed while they run isn't any more; what belongs to their end still is. */
export const whenEnded = async (trx: Db, ctx: Context, rows: readonly { id: number }[]): Promise<void> =>
  tellAll(trx, ctx, await queries.lockOfContracts(trx, idsOf(rows)), ENDED, ({ kind }) => endsWithContract(kind));

export const whenDeleted = async (trx: Db, ctx: Context, rows: readonly { id: number }[]): Promise<void> =>
  tellAll(trx, ctx, await queries.lockOfContracts(trx, idsOf(rows)), ENDED);

export const whenApplicationsEnded = async (trx: Db, ctx: Context, rows: readonly { id: number }[]): Promise<void> =>
  tellAll(trx, ctx, await queries.lockOfApplications(trx, idsOf(rows)), ENDED);

/** What its people did not sign goes with them; what they signed stays, as the proof of it. */
export async function whenApplicationsErased(trx: Db, ctx: Context, rows: readonly { id: number }[]): Promise<void> {
  for (const id of await queries.lockUnsignedOfApplications(trx, idsOf(rows))) await emptyEnvelope(trx, ctx, id);
}

export const whenAgreementsEnded = async (trx: Db, ctx: Context, rows: readonly { id: number }[]): Promise<void> =>
  tellAll(trx, ctx, await queries.lockOfAgreements(trx, idsOf(rows)), ENDED);

/** People are erased: what they were to sign ends, and their data go. */
export async function whenErased(trx: Db, ctx: Context, rows: readonly { id: number }[]): Promise<void> {
  const erased = idsOf(rows);
  const ids = await lockOfClients(trx, erased);
  await nameErased(trx, ids, erased);
  await tellAll(trx, ctx, ids, { event: 'personErased', by: 'ERASURE', erased });
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

/** Refusals of the deletion of clients who are to sign something. */
export async function findClientsSigning(
  db: Db,
  rows: readonly { id: number }[],
): Promise<ReadonlyMap<number, Problem>> {
  const message = 'Há um documento esperando a assinatura deste cliente: retire-o antes de deletar.';
  const ids = await queries.findSigning(db, idsOf(rows));
  return new Map(ids.map((id) => [id, clientProblems.CLIENT_IN_WORK({ message })]));
}

/** Refusals of the deletion of properties of which something is to be signed. */
export async function findPropertiesOut(
  db: Db,
  rows: readonly { id: number }[],
): Promise<ReadonlyMap<number, Problem>> {
  const message = 'Há um documento deste imóvel esperando assinaturas: retire-o antes de deletar.';
  const ids = await queries.findOutOfProperties(db, idsOf(rows));
  return new Map(ids.map((id) => [id, propertyProblems.PROPERTY_IN_WORK({ message })]));
}
