import type { PixChargeState } from '@morada/contract/bank/bank-link';
import type { Underway } from '@morada/domain/bank/pix/immediate-charge';
import { IMMEDIATE_GIVEN_UP_FROM, IMMEDIATE_UNDERWAY } from '@morada/domain/bank/pix/immediate-charge-life';
import { MOST_UNKNOWN } from '@morada/domain/bank/pix/pix';
import type { PixChargeTerms } from '@morada/domain/bank/pix/pix-charge';
import { pixChargeLife } from '@morada/domain/bank/pix/pix-charge-state';
import type { RecurrenceState } from '@morada/domain/bank/pix/recurrence';
import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import type { InvoiceLine } from '@morada/domain/rent/invoice';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { paymentWaits } from '#api/db/waiting-payments.ts';
import type { ChargeKind } from '#api/outside/pix.ts';

/** An open invoice with the fields that its charge is made from. */
export type Chargeable = {
  id: number;
  version: number;
  due_date: CalendarDate;
  price: number;
  fees: number;
  lines: InvoiceLine[];
  tenant_document: string | null;
};

/** Whether the bank of `link` has charges of it, or may have. */
export const hasCharges = sql<boolean>`exists (
  select from pix_charge p where p.link_id = link.id and p.state in ('WAITING', 'ACTIVE', 'REFUSED', 'REMOVING'))`;

const inList = (states: readonly string[]) => sql`(${sql.join(states.map((state) => sql.lit(state)))})`;
/** States from which an invoice that is settled takes its charge away: the bank has it, or is to get it. */
const STANDING = inList(pixChargeLife.states.filter((state) => pixChargeLife.can(state, 'withdraw')));
const UNDERWAY = inList(IMMEDIATE_UNDERWAY);
const CHARGEABLE = sql`i.id, i.version, i.due_date, i.price, i.fees, i.lines, c.cpf_cnpj as tenant_document`;

/** Whether the invoice's open boleto has a QR code of its bank, which replaces a charge. */
const hasCode = (today: CalendarDate) => sql`exists (
  select from boleto b where b.invoice_id = i.id and b.status = 'OPEN' and b.hybrid_until >= ${today}::date)`;

/** Whether a charge was paid, and its payment not fully given back. */
export const keepsPayment = (charge: string) => sql<boolean>`(${sql.ref(charge)}.state = 'PAID' and not exists (
  select from pix_payment paid where paid.txid = ${sql.ref(charge)}.txid and paid.returned >= paid.amount))`;

/**
 * Whether the bank holds, or may hold, a payable charge of the invoice, or has received its payment. A charge of a
 * former link that awaits removal doesn't count: that bank may no longer answer.
 */
const isTaken = (linkId: number) => sql`exists (select from pix_charge p where p.invoice_id = i.id
  and (p.state in ${STANDING} or (p.state = 'REMOVING' and p.link_id = ${linkId}) or ${keepsPayment('p')}))`;

/**
 * Pending invoices without a charge, the next due first. One whose charge was paid gets another only after that payment
 * was given back: until then it waits in the queue of payments to resolve.
 */
export async function findUncharged(db: Db, linkId: number, today: CalendarDate, limit: number) {
  const { rows } = await sql<Chargeable>`
    select ${CHARGEABLE} from invoice i join client c on c.id = i.user_id
    where i.status = 'PENDING' and i.deleted_at is null and i.price + i.fees > 0
      and not ${isTaken(linkId)} and not ${hasCode(today)} and not ${paymentWaits(sql`i.id`)}
      and not exists (select from pix_charge p where p.invoice_id = i.id and p.kind = 'cob' and p.state = 'QUEUED')
    order by i.due_date, i.id limit ${limit}`.execute(db);
  return rows;
}

/** Immediate charges whose turn has come: the bank holds no other charge of their invoice. */
export async function findQueued(db: Db, linkId: number, today: CalendarDate, limit: number) {
  const { rows } = await sql<Standing>`
    select ${CHARGEABLE}, p.id as charge_id, p.version as charge_version
    from pix_charge p join invoice i on i.id = p.invoice_id join client c on c.id = i.user_id
    where p.link_id = ${linkId} and p.kind = 'cob' and p.state = 'QUEUED' and p.expires_at > now()
      and i.status = 'PENDING' and i.deleted_at is null
      and not exists (select from pix_charge other where other.invoice_id = i.id and other.id <> p.id
        and (other.state in ${STANDING} or (other.state = 'REMOVING' and other.link_id = ${linkId}) or ${keepsPayment('other')}))
      and not ${hasCode(today)} and not ${paymentWaits(sql`i.id`)}
    order by p.id limit ${limit}`.execute(db);
  return rows;
}

export type Standing = Chargeable & { charge_id: number; charge_version: number };

/**
 * Charges with due date whose invoice changed, whose amount is no longer that of the day, or which were refused an hour
 * ago.
 */
export async function findOutdated(db: Db, linkId: number, today: CalendarDate, after: number, limit: number) {
  const { rows } = await sql<Standing>`
    select ${CHARGEABLE}, p.id as charge_id, p.version as charge_version
    from pix_charge p join invoice i on i.id = p.invoice_id join client c on c.id = i.user_id
    where p.link_id = ${linkId} and p.kind = 'cobv' and p.state in ${STANDING} and p.id > ${after}
      and i.status = 'PENDING' and i.deleted_at is null
      and (i.version <> p.invoice_version or p.due_date + p.valid_days < ${today}::date
        or (p.state = 'REFUSED' and p.next_try_at <= now()))
    order by p.id limit ${limit}`.execute(db);
  return rows;
}

export type NewCharge = PixChargeTerms & {
  invoice_id: number;
  invoice_version: number;
  txid: string;
  problem: string | null;
};

/** Skips invoices whose charge another server has inserted meanwhile. */
export const insertCharges = (trx: Db, linkId: number, charges: readonly NewCharge[]) =>
  sql`insert into pix_charge (link_id, invoice_id, invoice_version, txid, due_date, amount, valid_days, state, problem, next_try_at)
    select ${linkId}::bigint, invoice_id, invoice_version, txid, due_date, amount, valid_days,
      case when problem is null then 'WAITING' else 'REFUSED' end, problem,
      case when problem is null then now() else now() + interval '1 hour' end
    from jsonb_to_recordset(${JSON.stringify(charges)}::jsonb) as made (invoice_id bigint, invoice_version int, txid text, due_date date,
      amount bigint, valid_days int, problem text)
    order by invoice_id
    on conflict (invoice_id) where state in ('WAITING', 'ACTIVE', 'REFUSED') do nothing`.execute(trx);

export type ChangedCharge = PixChargeTerms & {
  id: number;
  version: number;
  invoice_version: number;
  problem: string | null;
};

/**
 * Writes the terms of charges that no other server has changed meanwhile. A queued immediate charge becomes due for
 * sending; an active charge is sent again only with new terms.
 */
export const changeCharges = (trx: Db, charges: readonly ChangedCharge[]) =>
  sql`update pix_charge set due_date = now_due.due_date, amount = now_due.amount, valid_days = now_due.valid_days,
      invoice_version = now_due.invoice_version, problem = now_due.problem, version = pix_charge.version + 1,
      next_try_at = case when now_due.problem is null then now() else now() + interval '1 hour' end,
      state = case
        when now_due.problem is not null then 'REFUSED'
        when pix_charge.state = 'ACTIVE' and (pix_charge.due_date, pix_charge.amount, pix_charge.valid_days)
          = (now_due.due_date, now_due.amount, now_due.valid_days) then 'ACTIVE'
        else 'WAITING' end
    from jsonb_to_recordset(${JSON.stringify(charges)}::jsonb) as now_due (id bigint, version int, invoice_version int, due_date date,
      amount bigint, valid_days int, problem text)
    where pix_charge.id = now_due.id and pix_charge.version = now_due.version`.execute(trx);

/**
 * Columns that withdraw a charge. A charge that was never sent is removed without a call; one in flight is removed once
 * its answer arrives, or its lease expires.
 */
const WITHDRAWN = sql`state = case when code is null and tries = 0 then 'REMOVED' else 'REMOVING' end,
  next_try_at = case when state = 'WAITING' and tries > 0 then greatest(next_try_at, now()) else now() end,
  version = pix_charge.version + 1`;

/**
 * Withdraws the charges of invoices that are no longer to be paid, those with due date of invoices that get an
 * immediate one, or all those of a former link.
 */
export const withdrawCharges = (trx: Db, linkId: number, { all, today }: { all: boolean; today: CalendarDate }) =>
  sql`update pix_charge set problem = null, ${WITHDRAWN}
    where link_id = ${linkId} and (state in ${STANDING} or (${all} and state = 'QUEUED'))
      and (${all} or exists (select from invoice i where i.id = pix_charge.invoice_id
          and (i.status <> 'PENDING' or i.deleted_at is not null or ${hasCode(today)}))
        or (kind = 'cobv' and exists (select from pix_charge queued where queued.invoice_id = pix_charge.invoice_id
          and queued.kind = 'cob' and queued.state = 'QUEUED' and queued.link_id = ${linkId})))`.execute(trx);

/** Immediate charges with what decides whether they are still in force. */
export async function findUnderway(db: Db, linkId: number, today: CalendarDate) {
  const { rows } = await sql<{
    id: number;
    version: number;
    state: Underway['state'];
    expires_at: string;
    charge_problem: string | null;
    is_open: boolean;
    is_same: boolean;
    recurrence_state: RecurrenceState;
    canceling: boolean;
    problem: string | null;
  }>`
    select p.id, p.version, p.state, p.expires_at, p.problem as charge_problem, r.state as recurrence_state, r.canceling, r.problem,
      i.status = 'PENDING' and i.deleted_at is null and not ${hasCode(today)} as is_open,
      i.version = p.invoice_version and p.due_date + p.valid_days >= ${today}::date as is_same
    from pix_charge p join invoice i on i.id = p.invoice_id join recurrence r on r.id = p.recurrence_id
    where p.link_id = ${linkId} and p.kind = 'cob' and p.state in ${UNDERWAY}
    order by p.id`.execute(db);
  return rows;
}

/** Withdraws immediate charges that no other server has changed meanwhile, and keeps why the bank refused them. */
export const endImmediate = (trx: Db, over: readonly { id: number; version: number; problem: string | null }[]) =>
  sql`update pix_charge set problem = over.problem, ${WITHDRAWN}
    from jsonb_to_recordset(${JSON.stringify(over)}::jsonb) as over (id bigint, version int, problem text)
    where pix_charge.id = over.id and pix_charge.version = over.version
      and state in ${UNDERWAY}`.execute(trx);

export type DueCharge = PixChargeTerms & {
  id: number;
  version: number;
  kind: ChargeKind;
  txid: string;
  /** Remaining lifetime of an immediate charge. */
  seconds: number | null;
  state: 'WAITING' | 'REMOVING';
  code: string | null;
  tenant: string;
  tenant_document: string;
  reference: Reference;
};

/** Whether a charge (`call`) can be sent to the bank or removed there. */
export const isCallable = (linkId: number) =>
  sql`call.link_id = ${linkId} and (call.state = 'REMOVING' or call.kind = 'cobv' or call.expires_at > now())`;

export async function findDue(db: Db, ids: readonly number[]) {
  const { rows } = await sql<DueCharge>`
    select t.id, t.version, t.kind, t.txid, t.state, t.code, t.due_date, t.amount, t.valid_days, c.name as tenant,
      c.cpf_cnpj as tenant_document, i.reference, extract(epoch from t.expires_at - now())::int as seconds
    from pix_charge t join invoice i on i.id = t.invoice_id join client c on c.id = i.user_id
    where t.id = any(${ids}::bigint[]) order by t.id`.execute(db);
  return rows;
}

/** What the bank answered of a charge. */
export type Told = {
  id: number;
  version: number;
  state: 'ACTIVE' | 'REFUSED' | 'REMOVED' | 'PAID';
  code: string | null;
  problem: string | null;
};

/**
 * Writes answers of the bank. If the terms changed meanwhile, only the code is kept, and the charge is sent again; a
 * refused charge is planned again after an hour. The recurrence of an immediate charge becomes due.
 */
export const writeTold = (trx: Db, told: readonly Told[]) =>
  sql`with written as (
    update pix_charge set code = coalesce(told.code, pix_charge.code),
      state = case when pix_charge.version = told.version then told.state else pix_charge.state end,
      problem = case
        when pix_charge.version <> told.version or (pix_charge.kind = 'cob' and told.state = 'REMOVED') then pix_charge.problem
        else told.problem end,
      next_try_at = case
        when pix_charge.version <> told.version then now()
        when told.state = 'REFUSED' then now() + interval '1 hour'
        else next_try_at end
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (id bigint, version int, state text, code text, problem text)
    where pix_charge.id = told.id and pix_charge.state in ('WAITING', 'REMOVING')
    returning pix_charge.recurrence_id)
  update recurrence set next_try_at = now(), version = version + 1
  where id in (select recurrence_id from written) and state in ('WAITING', 'CREATED', 'APPROVED')`.execute(trx);

/** Marks charges as paid. The recurrence that an immediate charge may have authorised becomes due for a poll. */
export const markPaid = (trx: Db, txids: readonly string[]) =>
  sql`with paid as (
    update pix_charge set state = 'PAID', problem = null, version = version + 1
      where txid = any(${txids}::text[]) and state <> 'PAID' returning recurrence_id)
  update recurrence set next_try_at = now(), version = version + 1
  where id in (select recurrence_id from paid) and state in ('WAITING', 'CREATED', 'APPROVED')`.execute(trx);

/** The invoice of each charge, by txid. */
export async function findInvoicesOf(trx: Db, txids: readonly string[]): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('pix_charge')
    .select(['txid', 'invoice_id'])
    .where('txid', '=', sql<string>`any(${txids}::text[])`)
    .execute();
  return new Map(rows.map(({ txid, invoice_id }) => [txid, invoice_id]));
}

/** States of the charges that a counter of the link stands for. */
const LISTED = { WAITING: ['QUEUED', 'WAITING', 'REMOVING'], REFUSED: ['REFUSED'] } satisfies Record<
  string,
  PixChargeState[]
>;

export async function countStates(db: Db, linkId: number) {
  const rows = await db
    .selectFrom('pix_charge')
    .select((q) => ['state', q.fn.countAll<number>().as('charges')])
    .where('link_id', '=', linkId)
    .groupBy('state')
    .execute();
  const of = (states: string[]) =>
    rows.reduce((total, row) => (states.includes(row.state) ? total + row.charges : total), 0);
  return {
    waiting: of(LISTED.WAITING),
    active: of(['ACTIVE']),
    refused: of(LISTED.REFUSED),
    paid: of(['PAID']),
  };
}

const listed = (db: Db, linkId: number, state: 'REFUSED' | 'WAITING') =>
  db.selectFrom('pix_charge').where('pix_charge.link_id', '=', linkId).where('pix_charge.state', 'in', LISTED[state]);

export async function findCharges(
  db: Db,
  { linkId, state, page, size }: { linkId: number; state: 'REFUSED' | 'WAITING'; page: number; size: number },
) {
  const [rows, { total }] = await Promise.all([
    listed(db, linkId, state)
      .innerJoin('invoice', 'invoice.id', 'pix_charge.invoice_id')
      .innerJoin('client', 'client.id', 'invoice.user_id')
      .select(['pix_charge.id', 'pix_charge.invoice_id', 'invoice.reference', 'client.name as tenant'])
      .select(['pix_charge.due_date', 'pix_charge.amount', 'pix_charge.state', 'pix_charge.problem'])
      .orderBy('pix_charge.id')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    listed(db, linkId, state)
      .select((q) => q.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

/** Sends a refused charge again; undefined when it isn't refused. */
export const retryCharge = (trx: Db, id: number) =>
  trx
    .updateTable('pix_charge')
    .set((q) => ({ next_try_at: sql<string>`now()`, version: q('version', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'REFUSED')
    .returning('invoice_id')
    .executeTakeFirst();

export const findCharge = (db: Db, id: number) =>
  db.selectFrom('pix_charge').select('id').where('id', '=', id).executeTakeFirst();

/** The invoice's charge with due date, once the bank has accepted its present terms. */
export const findCode = (db: Db, invoiceId: number) =>
  db
    .selectFrom('pix_charge')
    .select(['code', 'amount', 'due_date', 'valid_days'])
    .where('invoice_id', '=', invoiceId)
    .where('kind', '=', 'cobv')
    .where('state', '=', 'ACTIVE')
    .executeTakeFirst();

/** The last immediate charge of an invoice, unless its payment was given back. */
export const findImmediate = (db: Db, invoiceId: number) =>
  db
    .selectFrom('pix_charge')
    .select(['id', 'state', 'joint_code', 'amount', 'problem'])
    .select((q) => q.ref('expires_at').$notNull().as('expires_at'))
    .where('invoice_id', '=', invoiceId)
    .where('kind', '=', 'cob')
    .where((where) => where.or([where('state', '<>', 'PAID'), keepsPayment('pix_charge')]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whether an immediate charge of the invoice is being made, can be paid, or is being removed. */
export async function isImmediateChargeOpen(db: Db, invoiceId: number): Promise<boolean> {
  const found = await db
    .selectFrom('pix_charge')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .where('kind', '=', 'cob')
    .where('state', 'in', [...IMMEDIATE_UNDERWAY, 'REMOVING'])
    .executeTakeFirst();
  return found !== undefined;
}

type NewImmediate = PixChargeTerms & {
  invoice_id: number;
  invoice_version: number;
  txid: string;
  recurrence_id: number;
  expires_at: string;
};

/**
 * Queues an immediate charge. Returns false when the invoice or the recurrence already has one, or when the bank holds
 * no charge with due date for it to replace.
 */
export async function insertImmediate(trx: Db, linkId: number, charge: NewImmediate): Promise<boolean> {
  const { invoice_id, invoice_version, txid, due_date, amount, valid_days, recurrence_id, expires_at } = charge;
  const { rows } = await sql<{ id: number }>`
    insert into pix_charge (link_id, invoice_id, invoice_version, txid, due_date, amount, valid_days, kind, state, recurrence_id, expires_at)
    select ${linkId}, ${invoice_id}, ${invoice_version}, ${txid}, ${due_date}, ${amount}, ${valid_days}, 'cob', 'QUEUED', ${recurrence_id},
      ${expires_at}
    from pix_charge p where p.invoice_id = ${invoice_id} and p.link_id = ${linkId} and p.kind = 'cobv' and p.state = 'ACTIVE'
    on conflict do nothing returning id`.execute(trx);
  return rows.length > 0;
}

/** Ends an immediate charge before its time; undefined when none is in force. */
export const giveUpImmediate = (trx: Db, invoiceId: number) =>
  trx
    .updateTable('pix_charge')
    .set((q) => ({ expires_at: sql<string>`now()`, version: q('version', '+', 1) }))
    .where('invoice_id', '=', invoiceId)
    .where('kind', '=', 'cob')
    .where('state', 'in', IMMEDIATE_GIVEN_UP_FROM)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('id')
    .executeTakeFirst();

/** Keeps the codes that pay an immediate charge and authorise its recurrence. */
export const writeJointCodes = (trx: Db, codes: readonly { charge_id: number; joint_code: string }[]) =>
  sql`update pix_charge set joint_code = told.joint_code
      from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as told (charge_id bigint, joint_code text)
      where pix_charge.id = told.charge_id and pix_charge.state = 'ACTIVE'`.execute(trx);

/** Contract of an invoice. */
export const findContractOf = (db: Db, invoiceId: number) =>
  db.selectFrom('invoice').select('proposal_id').where('id', '=', invoiceId).executeTakeFirst();

/** Locks the open invoice that an immediate charge is about to be created for. */
export async function lockInvoice(trx: Db, invoiceId: number) {
  const { rows } = await sql<Chargeable & { proposal_id: number; user_id: number }>`
    select ${CHARGEABLE}, i.proposal_id, i.user_id from invoice i join client c on c.id = i.user_id
    where i.id = ${invoiceId} and i.status = 'PENDING' and i.deleted_at is null for update of i`.execute(trx);
  return rows[0];
}

export const findSetting = (db: Db) => readAgency(db, ['late_from_business_day']);

/** Whether the notices of the link are refused for today. */
export async function hasRefusedNotices(db: Db, linkId: number): Promise<boolean> {
  const { rows } = await sql`select from (select from pix_payment where link_id = ${linkId} and read_at is null
    and noticed_at > now() - interval '1 day' limit ${MOST_UNKNOWN}) recent having count(*) >= ${MOST_UNKNOWN}`.execute(
    db,
  );
  return rows.length > 0;
}
