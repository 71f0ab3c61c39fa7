import type { BankCharges, Slip } from '@morada/domain/bank/slip';
import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

/** Adds open boletos of an agreement that are not registered at its bank. */
export const insertCalls = (trx: Db, linkId: number, agreementId: number) =>
  sql`insert into boleto_call (boleto_id, link_id, state)
    select b.id, ${linkId}::bigint, 'WAITING' from boleto b
    where b.agreement_id = ${agreementId} and b.status = 'OPEN' and b.registration in ('NONE', 'REFUSED')
      and not exists (select from boleto_call c where c.boleto_id = b.id)
    order by b.id on conflict do nothing`.execute(trx);

/** Drops calls of a former link that were never made, so that the boletos can go by file or by another link. */
export const dropUntold = (trx: Db, linkId: number) =>
  sql`delete from boleto_call where link_id = ${linkId} and state = 'WAITING' and tries = 0`.execute(trx);

/** Schedules the cancellation of these boletos at the bank. */
export const markRemoving = (trx: Db, linkId: number, ids: readonly number[]) =>
  sql`update boleto_call set state = 'REMOVING', next_try_at = now(), problem = null
    where link_id = ${linkId} and boleto_id = any(${ids}::bigint[]) and state in ('WAITING', 'PENDING', 'ACTIVE')`.execute(
    trx,
  );

/** Marks cancelled boletos that never got to the bank, or that it refused, as removed without a call. */
export const markGone = (trx: Db, linkId: number) =>
  sql`update boleto_call set state = 'REMOVED', problem = null
    where link_id = ${linkId} and (state = 'REFUSED' or (state = 'WAITING' and tries = 0))
      and exists (select from boleto b where b.id = boleto_call.boleto_id and b.status = 'CANCELED')`.execute(trx);

/** Schedules the registration of boletos that were reopened, as by the undo of a settlement. */
export const markReopened = (trx: Db, linkId: number) =>
  sql`update boleto_call set state = 'WAITING', next_try_at = now(), problem = null
    where link_id = ${linkId} and state in ('REMOVING', 'REMOVED')
      and exists (select from boleto b where b.id = boleto_call.boleto_id and b.status = 'OPEN')`.execute(trx);

/**
 * Schedules boletos that were refused an hour ago, or whose retry was requested. They go as new orders, since the
 * handle of a declined one is of no use. The registration queries a number that the bank already knows.
 */
export async function takeRefused(trx: Db, linkId: number): Promise<number[]> {
  const { rows } = await sql<{ boleto_id: number }>`
    update boleto_call set state = 'WAITING', next_try_at = now(), handle = null
    where link_id = ${linkId} and state = 'REFUSED' and next_try_at <= now()
      and exists (select from boleto b where b.id = boleto_call.boleto_id and b.status = 'OPEN')
    returning boleto_id`.execute(trx);
  return rows.map(({ boleto_id }) => boleto_id);
}

export type DueCall = {
  boleto_id: number;
  handle: string | null;
  state: 'WAITING' | 'PENDING' | 'REMOVING';
  nosso_numero: string | null;
  issued_on: CalendarDate;
  due_date: CalendarDate;
  invoice_due_date: CalendarDate;
  amount: number;
  payer: Slip['payer'];
  bank_charges: BankCharges | null;
};

/** Whether a boleto (`call`) is due for a call that its state allows. */
export const isCallable = (linkId: number) => sql`call.link_id = ${linkId} and (call.state = 'REMOVING'
  or exists (select from boleto b where b.id = call.boleto_id and b.status = 'OPEN'))`;

export async function findDue(trx: Db, ids: readonly number[]) {
  const { rows } = await sql<DueCall>`
    select t.boleto_id, t.handle, t.state, b.nosso_numero, b.issued_on, b.due_date, b.amount, b.slip->'payer' as payer,
      b.slip->'bank_charges' as bank_charges, i.due_date as invoice_due_date
    from boleto_call t join boleto b on b.id = t.boleto_id join invoice i on i.id = b.invoice_id
    where t.boleto_id = any(${ids}::bigint[]) order by t.boleto_id`.execute(trx);
  return rows;
}

/** The bank's answer for a boleto. `again`: seconds until the next call. */
export type Told = {
  boleto_id: number;
  handle: string | null;
  state: 'PENDING' | 'ACTIVE' | 'REFUSED' | 'REMOVING' | 'REMOVED' | 'PAID';
  problem: string | null;
  again: number | null;
};

/** Writes answers of the bank, except for boletos whose state changed meanwhile. */
export const writeTold = (trx: Db, told: readonly (Told & { was: DueCall['state'] })[]) =>
  sql`update boleto_call set handle = coalesce(told.handle, boleto_call.handle), state = told.state, problem = told.problem,
      next_try_at = case when told.again is null then next_try_at else now() + told.again * interval '1 second' end
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (boleto_id bigint, handle text, state text, problem text,
      again int, was text)
    where boleto_call.boleto_id = told.boleto_id and boleto_call.state = told.was`.execute(trx);

type Listed = 'REFUSED' | 'WAITING';

const listed = (db: Db, linkId: number, state: Listed) =>
  db
    .selectFrom('boleto_call as c')
    .where('c.link_id', '=', linkId)
    .where((where) =>
      state === 'REFUSED'
        ? where.or([where('c.state', '=', 'REFUSED'), where('c.problem', 'is not', null)])
        : where('c.state', 'in', ['WAITING', 'PENDING', 'REMOVING']),
    );

export type ListedCall = {
  id: number;
  invoice_id: number;
  reference: Reference;
  tenant: string;
  due_date: CalendarDate;
  amount: number;
  state: DueCall['state'] | 'REFUSED';
  problem: string | null;
};

export async function findCalls(
  db: Db,
  { linkId, state, page, size }: { linkId: number; state: Listed; page: number; size: number },
) {
  const [rows, { total }] = await Promise.all([
    listed(db, linkId, state)
      .innerJoin('boleto as b', 'b.id', 'c.boleto_id')
      .innerJoin('invoice', 'invoice.id', 'b.invoice_id')
      .innerJoin('client', 'client.id', 'invoice.user_id')
      .select(['b.id', 'b.invoice_id', 'invoice.reference', 'client.name as tenant', 'b.due_date', 'b.amount'])
      .select([sql<ListedCall['state']>`c.state`.as('state'), 'c.problem'])
      .orderBy('c.boleto_id')
      .limit(size)
      .offset((page - 1) * size)
      .$castTo<ListedCall>()
      .execute(),
    listed(db, linkId, state)
      .select((q) => q.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

export async function countRefused(db: Db, linkId: number): Promise<number> {
  const { total } = await listed(db, linkId, 'REFUSED')
    .select((q) => q.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Has a refused boleto sent again; undefined when it isn't refused. */
export const askAgain = (trx: Db, id: number) =>
  trx
    .updateTable('boleto_call')
    .set({ next_try_at: sql<string>`now()` })
    .where('boleto_id', '=', id)
    .where((where) => where.or([where('state', '=', 'REFUSED'), where('problem', 'is not', null)]))
    .returning('boleto_id')
    .executeTakeFirst();

export const findCall = (db: Db, id: number) =>
  db.selectFrom('boleto_call').select('boleto_id').where('boleto_id', '=', id).executeTakeFirst();

/** Makes pending boletos due for a poll, and returns their handles. */
export async function wakePending(trx: Db, linkId: number, handles: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ handle: string }>`
    update boleto_call set next_try_at = now()
    where link_id = ${linkId} and handle = any(${handles}::text[]) and state = 'PENDING' returning handle`.execute(trx);
  return rows.map(({ handle }) => handle);
}

/** Writes what the bank reports of boletos, whatever their calls. */
export const setCallState = (
  trx: Db,
  linkId: number,
  handles: readonly string[],
  state: 'PAID' | 'ACTIVE' | 'REMOVED',
) =>
  sql`update boleto_call set state = ${state}, problem = null
      where boleto_id in (select boleto_id from boleto_call where link_id = ${linkId} and handle = any(${handles}::text[]) order by boleto_id for update)`.execute(
    trx,
  );
