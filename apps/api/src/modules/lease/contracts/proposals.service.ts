import { PIX_KEY_UNREADABLE } from '@morada/contract/base/pix-key';
import {
  ACCOUNT_PATHS,
  type ExtraCreate,
  type ProposalCreate,
  type ProposalDetail,
  type ProposalUpdate,
  proposalProblems,
} from '@morada/contract/lease/proposals';
import { digitsOfAccount, missingOfAccount } from '@morada/domain/bank/bank-account';
import { readPixKey } from '@morada/domain/bank/pix/pix-key';
import {
  addMonths,
  addToReference,
  type CalendarDate,
  earlier,
  type Reference,
  referenceOf,
} from '@morada/domain/base/calendar';
import { contractLife, readjustmentState } from '@morada/domain/lease/contract';
import { instalments } from '@morada/domain/lease/instalments';
import { addressLine } from '@morada/domain/property/property';
import type { TransactionType } from '@morada/domain/property/property-words';
import { extraLife, extraStateOf } from '@morada/domain/rent/extra-life';
import { extraOfRest, restOfLastMonth } from '@morada/domain/rent/rest-of-month';
import { changesTerms } from '@morada/domain/signature/terms';
import type * as z from 'zod/mini';
import { checkTransition } from '#api/base/transition.ts';
import type { Context, Db } from '#api/context.ts';
import { emit } from '#api/db/events.ts';
import { seenBy } from '#api/db/reading/search.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { violates } from '#api/db/unique.ts';
import { checkVersion } from '#api/db/version.ts';
import { requireConfirmed } from '#api/modules/access/credentials/confirmed.service.ts';
import { beginSale } from '#api/modules/registry/properties/owners.service.ts';
import {
  freeAfterContract,
  restoreBeforeContracts,
  takeByContract,
} from '#api/modules/registry/properties/status.service.ts';
import { shownDocument } from './documents.map.ts';
import { findDocuments } from './documents.queries.ts';
import * as extras from './extras.queries.ts';
import { findParties, findStanding, insertGuarantors } from './parties.queries.ts';
import * as queries from './proposals.queries.ts';
import { checkReadjustable, keepReadjustments } from './readjusting.service.ts';

export const findFewProposals = (ctx: Context, search: { id?: number; query?: string }, limit: number) =>
  queries.findFewProposals(ctx.db, { ...search, seen: seenBy(ctx) }, ctx.today(), limit);

export async function showProposal(ctx: Context, id: number): Promise<{ proposal: ProposalDetail; version: number }> {
  const [found, documents, parties] = await Promise.all([
    queries.findProposal(ctx.db, id, ctx.today()),
    findDocuments(ctx.db, id),
    findParties(ctx.db, id),
  ]);
  if (!found) throw proposalProblems.PROPOSAL_NOT_FOUND();
  return {
    proposal: { ...present(ctx, found), documents: documents.map(shownDocument), parties },
    version: found.version,
  };
}

function present(ctx: Context, found: queries.FoundProposal): Omit<ProposalDetail, 'documents' | 'parties'> {
  const { street, number, complement, property_type, property_status, owners, tenant, ...proposal } = found;
  const address = addressLine({ street, number, complement });
  const next_readjustment = property_type === 'RENT' ? proposal.next_readjustment : null;
  const { renewed, delayed } = readjustmentState({ ...proposal, next_readjustment }, ctx.today());
  return {
    ...proposal,
    ends_at_term: proposal.ends_at_term || property_type !== 'RENT',
    last_month_by_days: proposal.ends_at_term,
    next_readjustment,
    tenant,
    renewed,
    delayed,
    user: { id: proposal.user_id, name: tenant },
    owner: owners[0] ? owners[0].name : null,
    owners,
    property: { id: proposal.property_id, address, type: property_type, status: property_status },
  };
}

/**
 * Creates a contract as APPROVED: the property becomes RENTED (SOLD for a sale), and the owner's bank account is copied
 * in.
 */
export function createProposal(ctx: Context, input: z.output<typeof ProposalCreate>) {
  return change(ctx, (trx) => insertContract(trx, ctx, input));
}

/** Runs inside the caller's transaction, for imports too. An ended contract is created as CLOSED. */
export async function insertContract(
  trx: Db,
  ctx: Context,
  input: z.output<typeof ProposalCreate>,
  {
    status = 'APPROVED',
    bankRequired = true,
    firstDue = null,
  }: { status?: 'APPROVED' | 'CLOSED'; bankRequired?: boolean; firstDue?: CalendarDate | null } = {},
): Promise<{ id: number }> {
  const { guarantors = [], bid_id, ...terms } = input;
  const property = await queries.lockProperty(trx, terms.property_id);
  if (!property) throw proposalProblems.PROPERTY_MISSING();
  const owners = await queries.findOwnersOfProperty(trx, property.id);
  const [firstOwner] = owners;
  if (!firstOwner) throw proposalProblems.PROPERTY_WITHOUT_OWNER();
  if (owners.some((owner) => owner.client_id === terms.user_id)) throw proposalProblems.OWNER_IS_TENANT();
  await checkOwners(trx, owners);
  if (status === 'APPROVED' && (await queries.findApproved(trx, property.id))) throw proposalProblems.PROPERTY_TAKEN();
  await checkPeople(trx, terms.user_id, guarantors);

  const bank = await bankOf(trx, terms, firstOwner.client_id);
  if (!bank && bankRequired) throw proposalProblems.BANK_MISSING();
  // The account is none of the owner's registered ones, so the caller must confirm it.
  if (bank && !(await queries.isAccountOf(trx, firstOwner.client_id, bank))) requireConfirmed(ctx);
  const { id } = await queries
    .insertProposal(trx, {
      ...terms,
      ...bank,
      price: terms.price ?? terms.current_price,
      kind: property.type,
      next_readjustment: terms.next_readjustment ?? addMonths(terms.start_date, 12),
      status,
      registered_on: ctx.today(),
      first_due: firstDue,
      ...(status === 'APPROVED' && {
        property_status_before: property.status,
        property_reason_before: property.reason,
      }),
      closed_on: status === 'CLOSED' ? earlier(terms.end_date, ctx.today()) : null,
    })
    .catch(violates('proposal_one_approved', proposalProblems.PROPERTY_TAKEN));
  if (guarantors.length > 0) await insertGuarantors(trx, id, guarantors);
  await beginSale(trx, id, property);
  if (status === 'APPROVED') await takeByContract(trx, ctx, property);
  await leaveTrail(trx, ctx, 'proposal', id, 'create', terms);
  if (status === 'APPROVED')
    await emit(trx, ctx, 'properties.taken', [
      { property_id: property.id, proposal_id: id, client_id: terms.user_id, bid_id },
    ]);
  return { id };
}

/** Owners are held like tenants, so that none is deleted or anonymised while the contract is made. */
async function checkOwners(trx: Db, owners: readonly { client_id: number }[]) {
  const ids = owners.map(({ client_id }) => client_id);
  if ((await queries.findClients(trx, ids)).length < ids.length) throw proposalProblems.OWNER_GONE();
}

async function checkPeople(trx: Db, tenantId: number, guarantors: number[]) {
  const wanted = [tenantId, ...guarantors];
  const known = new Set((await queries.findClients(trx, wanted)).map((client) => client.id));
  if (!known.has(tenantId)) throw proposalProblems.TENANT_NOT_FOUND();
  // Each guarantor has a field of its own on the form.
  guarantors.forEach((id, index) => {
    const field = `guarantors.${index}`;
    if (id === tenantId) throw proposalProblems.GUARANTOR_IS_TENANT({ field });
    if (!known.has(id)) throw proposalProblems.GUARANTOR_MISSING({ field });
  });
}

type BankFields = Pick<
  z.output<typeof ProposalCreate>,
  'bank_code' | 'bank_name' | 'bank_full_name' | 'bank_account' | 'bank_agency' | 'bank_cpf' | 'bank_pix' | 'bank_obs'
>;

/** Account as given, or copied from the owner's first account. */
async function bankOf(
  trx: Db,
  given: BankFields,
  ownerId: number,
): Promise<BankFields | ReturnType<typeof copyOf> | undefined> {
  if (given.bank_code || given.bank_pix) return given;
  const account = await queries.findFirstBankAccount(trx, ownerId);
  return account && copyOf(account);
}

const copyOf = (account: queries.BankAccountRow) => ({
  bank_code: account.code,
  bank_name: account.bank_name,
  bank_full_name: account.holder_name,
  bank_account: account.account_number,
  bank_agency: account.agency_number,
  bank_cpf: account.document,
  bank_pix: account.pix_key,
  bank_obs: account.obs,
});

type ChangedAccount = { client_id: number; before: queries.BankAccountRow; after: queries.BankAccountRow };

/** Updates copies of changed accounts in the contracts that still pay into them. */
export async function followAccounts(trx: Db, ctx: Context, accounts: readonly ChangedAccount[]): Promise<void> {
  for (const account of accounts) await followAccount(trx, ctx, account);
}

async function followAccount(trx: Db, ctx: Context, { client_id: ownerId, before, after }: ChangedAccount) {
  const changed = difference(copyOf(before), copyOf(after));
  const wanted = Object.fromEntries(Object.entries(changed).map(([field, [, now]]) => [field, now]));
  for (const contract of await queries.lockContractsPaidTo(trx, ownerId, before)) {
    const changes = difference<Partial<typeof contract>>(contract, wanted);
    if (Object.keys(changes).length === 0) continue;
    await queries.updateProposal(trx, contract.id, wanted);
    await leaveTrail(trx, ctx, 'proposal', contract.id, 'update', changes);
  }
}

async function lockProposal(trx: Db, ctx: Context, id: number) {
  const proposal = await holdProposal(trx, id);
  await checkVersion(trx, ctx, 'proposal', proposal);
  return proposal;
}

/** Locks a contract in any state, for records that can be added in every state. */
export async function holdProposal(trx: Db, id: number) {
  const proposal = await queries.lockProposal(trx, id);
  if (!proposal) throw proposalProblems.PROPOSAL_NOT_FOUND();
  return proposal;
}

type Locked = NonNullable<Awaited<ReturnType<typeof queries.lockProposal>>>;

/** Locks a contract whose terms may change. */
export async function lockOpenProposal(trx: Db, ctx: Context, id: number) {
  const proposal = await lockProposal(trx, ctx, id);
  checkTransition(contractLife.cell(proposal.status, 'change'), proposalProblems);
  return proposal;
}

/** Changes the terms for the next invoice; issued ones stay. Prorrogar comes with its readjustment. */
export function updateProposal(
  ctx: Context,
  id: number,
  { readjustment, charge_rest = true, ...given }: z.output<typeof ProposalUpdate>,
) {
  return change(ctx, async (trx) => {
    const proposal = await lockOpenProposal(trx, ctx, id);
    const input = { ...given, ...accountAsKept(given) };
    const start = input.start_date ?? proposal.start_date;
    const end = input.end_date ?? proposal.end_date;
    if (end < start) throw proposalProblems.END_BEFORE_START();
    const changes = difference(proposal, input);
    if (Object.keys(changes).length === 0) return;
    checkTerms(proposal, input, changes);
    if (Object.keys(changes).some((field) => field.startsWith('bank_'))) {
      checkAccount(proposal, input, changes);
      requireConfirmed(ctx);
    }
    if (readjustment) {
      await checkReadjustable(trx, id);
      await keepReadjustments(trx, ctx, [
        {
          ...readjustment,
          contract: proposal,
          new_price: input.current_price ?? proposal.current_price,
          new_next: input.next_readjustment ?? proposal.next_readjustment,
        },
      ]);
    }
    await queries.updateProposal(trx, id, input);
    const extended = end > proposal.end_date;
    const next = { end_date: end, ends_at_term: input.ends_at_term ?? proposal.ends_at_term };
    await settleRest(trx, ctx, proposal, next, charge_rest);
    await leaveTrail(trx, ctx, 'proposal', id, extended ? 'extend' : readjustment ? 'readjust' : 'update', changes);
    if (changesTerms(Object.keys(changes), { byReadjustment: readjustment !== undefined }))
      await emit(trx, ctx, 'contracts.changed', [{ id }]);
  });
}

type AccountInput = Partial<z.output<typeof ProposalUpdate>>;

/** A valid Pix key is normalised as the Central Bank's; a bank's name follows its code. */
const accountAsKept = ({ bank_pix, bank_code }: AccountInput): AccountInput => ({
  ...(bank_pix && { bank_pix: readPixKey(bank_pix)?.key ?? bank_pix }),
  ...(bank_code === null && { bank_name: null }),
});

/** Checks only changed fields, so that contracts with older accounts can still be edited. */
function checkAccount(proposal: Locked, input: AccountInput, changes: Record<string, unknown>) {
  const { bank_code: code, bank_agency: agency, bank_account: account, bank_pix } = { ...proposal, ...input };
  if ('bank_pix' in changes && bank_pix && !readPixKey(bank_pix))
    throw proposalProblems.ACCOUNT_WRONG({ field: 'bank_pix', message: PIX_KEY_UNREADABLE });
  const moved = ['bank_code', 'bank_agency', 'bank_account'].some((field) => field in changes);
  const typed = { code, agency, account };
  const [problem] = [
    ...(moved || 'bank_pix' in changes ? missingOfAccount(typed, Boolean(bank_pix)) : []),
    ...(moved ? digitsOfAccount(typed) : []),
  ];
  if (problem) throw proposalProblems.ACCOUNT_WRONG({ ...problem, field: ACCOUNT_PATHS[problem.field] });
}

/** Checks only changed fields, so that older contracts with other errors can still be edited. */
function checkTerms(
  proposal: { current_price: number; discount: number; start_date: CalendarDate; next_readjustment: CalendarDate },
  input: z.output<typeof ProposalUpdate>,
  changes: Record<string, unknown>,
) {
  const { current_price, discount, start_date, next_readjustment } = { ...proposal, ...input };
  const isChanged = (...fields: string[]) => fields.some((field) => field in changes);
  if (isChanged('current_price', 'discount') && discount > current_price) throw proposalProblems.DISCOUNT_ABOVE_RENT();
  if (isChanged('start_date', 'next_readjustment') && next_readjustment < start_date)
    throw proposalProblems.READJUSTMENT_BEFORE_START();
}

/**
 * When the term changes, charges the days that the last month left out on the next invoice, or drops them if they are
 * not to be charged.
 */
async function settleRest(
  trx: Db,
  ctx: Context,
  proposal: Locked,
  next: { end_date: CalendarDate; ends_at_term: boolean },
  charged: boolean,
) {
  if (next.end_date === proposal.end_date && next.ends_at_term === proposal.ends_at_term) return;
  const property = await queries.lockProperty(trx, proposal.property_id);
  if (property?.type !== 'RENT') return;
  const issued = await queries.findIssuedRents(trx, proposal.id);
  const rest = restOfLastMonth({ ...proposal, last_month_by_days: proposal.ends_at_term }, next, issued);
  if (!rest) return;
  if (!charged || (await queries.hasExtra(trx, proposal.id, rest.description))) return;
  const extra = extraOfRest(rest);
  const [made] = await extras.insertExtras(trx, [{ ...extra, proposal_id: proposal.id }]);
  if (made) await leaveTrail(trx, ctx, 'extra_value', made.id, 'create', { ...extra, proposal_id: proposal.id });
}

/** Deletes a contract with its pending invoices, unless money was moved under it. */
export function deleteProposal(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const proposal = await lockProposal(trx, ctx, id);
    if (await queries.hasMoney(trx, id)) throw proposalProblems.PROPOSAL_HAS_MONEY();
    await emit(trx, ctx, 'contracts.deleted', [{ id }]);
    await queries.lockProperty(trx, proposal.property_id);
    await restoreBeforeContracts(trx, ctx, [id]);
    await queries.updateProposal(trx, id, { deleted_at: new Date() });
    await leaveTrail(trx, ctx, 'proposal', id, 'delete');
  });
}

/** Frees the property for another contract. */
export const releaseProperty = (trx: Db, id: number) => freeAfterContract(trx, id);

/**
 * Parties of a contract that is to be in force again, locked: the property's owners and who stands in it of whom are no
 * longer active clients, and whether the property is let or sold as it was then.
 */
export async function findActiveParties(
  trx: Db,
  ctx: Context,
  { id, property_id, kind }: { id: number; property_id: number; kind: string },
) {
  const property = await queries.lockProperty(trx, property_id);
  const owners = (await queries.findOwnersOfProperty(trx, property_id)).map(({ client_id }) => client_id);
  const wanted = [...owners, ...(await findStanding(trx, id, ctx.today()))];
  const known = (await queries.findClients(trx, wanted)).map((client) => client.id);
  return { owners, missing: wanted.filter((one) => !known.includes(one)), isOfKind: property?.type === kind };
}

/** Reinstates a contract on its property; false when that is no longer free. */
export async function takeProperty(trx: Db, ctx: Context, id: number, type: TransactionType): Promise<boolean> {
  const property = await queries.lockProperty(trx, id);
  // The end of a sale leaves its property sold.
  const isFree = property?.status === 'AVAILABLE' || (type !== 'RENT' && property?.status === 'SOLD');
  if (!isFree || (await queries.findApproved(trx, id))) return false;
  await takeByContract(trx, ctx, { id, type });
  return true;
}

export function addExtra(ctx: Context, id: number, input: z.output<typeof ExtraCreate>) {
  return change(ctx, (trx) => addExtraInTransaction(trx, ctx, id, input));
}

/** Adds an extra value inside the caller's transaction; returns the first of its instalments. */
export async function addExtraInTransaction(trx: Db, ctx: Context, id: number, input: z.output<typeof ExtraCreate>) {
  await lockOpenProposal(trx, ctx, id);
  checkMonth(input.from_reference, ctx.today());
  const parts = await extras.insertExtras(
    trx,
    inInstalments(input, ctx.today()).map((extra) => ({ ...extra, proposal_id: id })),
  );
  for (const { id: extraId, ...part } of parts)
    await leaveTrail(trx, ctx, 'extra_value', extraId, 'create', { ...part, proposal_id: id });
  const [first] = parts;
  if (!first) throw proposalProblems.EXTRA_NOT_FOUND();
  return first;
}

const MONTHS_AHEAD = 60;

/** An extra value's month is the current one to 60 months ahead; a later one is likely a typo. */
function checkMonth(month: Reference | undefined, today: CalendarDate) {
  const now = referenceOf(today);
  if (month && (month < now || month > addToReference(now, MONTHS_AHEAD)))
    throw proposalProblems.EXTRA_MONTH_OUT_OF_RANGE();
}

/**
 * Splits an extra value in instalments, each with its month, from this one or the given one on. A single one goes with
 * the next invoice.
 */
function inInstalments(
  { instalments: count = 1, from_reference, ...extra }: z.output<typeof ExtraCreate>,
  today: CalendarDate,
) {
  if (count === 1) return [{ ...extra, from_reference: from_reference ?? null }];
  const { description, amount: total } = extra;
  if (total < count) throw proposalProblems.INSTALMENTS_TOO_MANY();
  return instalments({ description, total, count, from: from_reference ?? referenceOf(today) }).map(
    ({ reference, ...part }) => ({ ...extra, ...part, from_reference: reference }),
  );
}

export function removeExtra(ctx: Context, id: number, rowId: number | undefined) {
  return change(ctx, async (trx) => {
    await lockOpenProposal(trx, ctx, id);
    const extra = rowId === undefined ? undefined : await extras.lockExtra(trx, id, rowId);
    if (!extra) throw proposalProblems.EXTRA_NOT_FOUND();
    checkTransition(extraLife.cell(extraStateOf(extra), 'remove'), proposalProblems);
    if (extra.settled_by !== null) throw proposalProblems.EXTRA_OF_SETTLEMENT();
    await extras.dropExtras(trx, [extra.id]);
    await leaveTrail(trx, ctx, 'extra_value', extra.id, 'delete', {
      description: extra.description,
      amount: extra.amount,
    });
  });
}
