import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import type { CommissionState } from '@morada/domain/rent/people/entry-life';
import type { CommissionKind, PersonShare, RuleShare } from '@morada/domain/rent/people/share';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

/** A fee for a letting that a payment took from the owners' transfers, with the payments of the rent that it came with. */
export type TakenFee = {
  extra_id: number;
  proposal_id: number;
  property_id: number;
  fee: Cents;
  /** The invoice that took it, its rent, and whether it or what followed from it is still owed. */
  invoice_id: number;
  price: Cents;
  rent: Cents;
  isOpen: boolean;
  /** What was received of the fee so far. */
  standing: Cents;
};

/**
 * Fees of contracts that invoices took, with what was received of the rent they came with: by the invoice itself, by the
 * balances of what it was paid short, and by the instalments of agreements that took these over.
 */
export async function findTakenFees(trx: Db, contracts: readonly number[]): Promise<TakenFee[]> {
  const { rows } = await sql<TakenFee>`
    with recursive fee as (
      select x.id as extra_id, x.proposal_id, i.property_id, x.amount as fee, i.id as invoice_id, i.price
      from extra_value x join transfer t on t.id = x.transfer_id join invoice i on i.id = t.invoice_id
      where x.proposal_id = any(${contracts}::bigint[]) and x.brokerage and x.deleted_at is null),
    family as (
      select invoice_id as root, invoice_id as id from fee
      union
      select f.root, next.id from family f join lateral (
        select b.id from invoice b where b.balance_of = f.id and b.deleted_at is null
        union select n.id from debt_agreement_invoice d join invoice n on n.debt_agreement_id = d.agreement_id and n.deleted_at is null
          where d.invoice_id = f.id) next on true)
    select fee.*, coalesce(received.rent, 0) as rent, coalesce(received.open, false) as "isOpen",
      coalesce((select sum(r.amount) from commission_receipt r where r.extra_id = fee.extra_id and r.undone_on is null), 0) as standing
    from fee left join lateral (
      select bool_or(i.status = 'PENDING') as open, sum((select e.rent from ledger_entry e
        where e.invoice_id = i.id and e.kind = 'SETTLEMENT' and not exists (select from ledger_entry u where u.reverses = e.id))) as rent
      from family f join invoice i on i.id = f.id where f.root = fee.invoice_id) received on true
    order by fee.extra_id`.execute(trx);
  return rows;
}

/** Rent that the ends of contracts in force gave back, with the paid months of which it is, the newest first. */
export async function findReturnedRents(trx: Db, contracts: readonly number[]) {
  const { rows } = await sql<{ proposal_id: number; returned: Cents; months: { id: number; rent: Cents }[] }>`
    select t.proposal_id,
      (select coalesce(-sum((line ->> 'amount')::bigint), 0) from jsonb_array_elements(t.sheet -> 'lines') line
        where line ->> 'kind' = 'RENT' and (line ->> 'amount')::bigint < 0) as returned,
      (select coalesce(json_agg(json_build_object('id', i.id, 'rent', e.rent) order by i.reference desc, i.id desc), '[]')
        from invoice i join ledger_entry e on e.invoice_id = i.id and e.kind = 'SETTLEMENT'
          and not exists (select from ledger_entry u where u.reverses = e.id)
        where i.id = any(t.counted)) as months
    from termination t where t.proposal_id = any(${contracts}::bigint[]) and t.undone_at is null`.execute(trx);
  return rows;
}

export type FoundRule = {
  id: number;
  kind: CommissionKind;
  property_id: number | null;
  proposal_id: number | null;
  shares: RuleShare[];
};

/** Rules that may hold for a letting or a sale: of the contract, of the property, of the agency. */
export const findRulesFor = (
  db: Db,
  { kind, property_id, proposal_id }: { kind: CommissionKind; property_id: number; proposal_id: number | null },
): Promise<FoundRule[]> =>
  db
    .selectFrom('commission_rule')
    .select(['id', 'kind', 'property_id', 'proposal_id', 'shares'])
    .where('kind', '=', kind)
    .where((q) =>
      q.or([
        q('proposal_id', '=', proposal_id ?? 0),
        q('property_id', '=', property_id),
        q.and([q('proposal_id', 'is', null), q('property_id', 'is', null)]),
      ]),
    )
    .execute();

/** The one person of the staff with the name of the property's captador; of two of one name neither. */
export async function findCaptor(db: Db, propertyId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select u.id from property p join admin_user u on lower(unaccent(u.name)) = lower(unaccent(btrim(p.pickup))) and u.deleted_at is null
    where p.id = ${propertyId} limit 2`.execute(db);
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

/** What stands of a letting or sale under the same shares, by place. */
export async function findStanding(
  trx: Db,
  of: { kind: CommissionKind; property_id: number; proposal_id: number | null; shares: readonly PersonShare[] },
) {
  const same =
    of.proposal_id === null ? sql`r.property_id = ${of.property_id}` : sql`r.proposal_id = ${of.proposal_id}`;
  const { rows } = await sql<{ received: Cents; parts: { position: number; amount: Cents }[] }>`
    with standing as (
      select r.id, r.amount from commission_receipt r
      where r.kind = ${of.kind} and ${same} and r.undone_on is null and r.shares = ${JSON.stringify(of.shares)}::jsonb)
    select coalesce((select sum(amount) from standing), 0) as received,
      coalesce((select json_agg(part) from (select c.position, sum(c.amount) as amount from people_commission c
        where c.receipt_id in (select id from standing) group by 1) part), '[]') as parts`.execute(trx);
  const [found] = rows;
  const byPlace = new Map(found?.parts.map(({ position, amount }) => [position, amount]));
  return { received: found?.received ?? 0, parts: of.shares.map((_, place) => byPlace.get(place) ?? 0) };
}

export type NewReceipt = {
  kind: CommissionKind;
  property_id: number;
  proposal_id: number | null;
  extra_id: number | null;
  invoice_id: number | null;
  movimentation_id: number | null;
  received_on: CalendarDate;
  amount: Cents;
  shares: readonly PersonShare[];
};

export async function insertReceipt(trx: Db, { shares, ...receipt }: NewReceipt, parts: readonly Cents[]) {
  const { id } = await trx
    .insertInto('commission_receipt')
    .values({ ...receipt, shares: JSON.stringify(shares) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = shares.flatMap((share, position) => {
    const amount = parts[position] ?? 0;
    return amount === 0 ? [] : [{ receipt_id: id, position, ...share, amount }];
  });
  if (rows.length > 0) await trx.insertInto('people_commission').values(rows).execute();
  return id;
}

/** Receipts of a fee that stand, the oldest first. */
export const findReceiptsOfFee = (trx: Db, extraId: number) =>
  trx
    .selectFrom('commission_receipt')
    .select(['id', 'amount', 'shares'])
    .where('extra_id', '=', extraId)
    .where('undone_on', 'is', null)
    .where('amount', '>', 0)
    .orderBy('id')
    .execute();

type Undone = { invoices?: readonly number[]; movimentations?: readonly number[]; endOf?: readonly number[] };

/** Marks receipts undone: those of invoices, of entries of the cash, or what the end of contracts took back. */
export async function undoReceipts(trx: Db, { invoices, movimentations, endOf }: Undone, on: CalendarDate) {
  const which = invoices
    ? sql`invoice_id = any(${invoices}::bigint[])`
    : movimentations
      ? sql`movimentation_id = any(${movimentations}::bigint[])`
      : sql`kind = 'LETTING' and invoice_id is null and proposal_id = any(${endOf ?? []}::bigint[])`;
  const { rows } = await sql<{ id: number; amount: Cents }>`
    update commission_receipt set undone_on = ${on} where ${which} and undone_on is null returning id, amount`.execute(
    trx,
  );
  return rows;
}

/** People's parts of receipts, locked in order, since a payment may take them meanwhile. */
export const lockParts = (trx: Db, receipts: readonly number[]) =>
  trx
    .selectFrom('people_commission')
    .select(['id', 'state'])
    .where('receipt_id', '=', sql<number>`any(${receipts}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

export const moveParts = (trx: Db, ids: readonly number[], from: CommissionState, state: CommissionState) =>
  trx
    .updateTable('people_commission')
    .set({ state })
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('state', '=', from)
    .execute();

export type ExpectedRow = {
  id: number;
  proposal_id: number;
  property_id: number;
  street: string;
  number: string | null;
  complement: string | null;
  amount: Cents;
  rules: FoundRule[];
  captor: number | null;
};

/** Fees for a letting that no payment took yet, the newest contract first. */
export async function findExpectedFees(db: Db, most: number): Promise<ExpectedRow[]> {
  const { rows } = await sql<ExpectedRow>`
    select x.id, x.proposal_id, o.property_id, p.street, p.number, p.complement, x.amount,
      coalesce((select json_agg(json_build_object('id', r.id, 'kind', r.kind, 'property_id', r.property_id, 'proposal_id', r.proposal_id,
        'shares', r.shares)) from commission_rule r where r.kind = 'LETTING'
          and (r.proposal_id = x.proposal_id or r.property_id = o.property_id or (r.proposal_id is null and r.property_id is null))), '[]') as rules,
      (select case when count(*) = 1 then min(u.id) end from admin_user u
        where u.deleted_at is null and lower(unaccent(u.name)) = lower(unaccent(btrim(p.pickup)))) as captor
    from extra_value x join proposal o on o.id = x.proposal_id join property p on p.id = o.property_id
    where x.brokerage and x.deleted_at is null and x.transfer_id is null and o.deleted_at is null and o.status = 'APPROVED'
    order by x.proposal_id desc, x.id limit ${most}`.execute(db);
  return rows;
}

export type SaleRow = {
  id: number;
  date: CalendarDate;
  description: string;
  amount: Cents;
  property_id: number | null;
  street: string | null;
  number: string | null;
  complement: string | null;
  people: Cents;
};

export async function findSales(db: Db, from: CalendarDate, most: number): Promise<SaleRow[]> {
  const { rows } = await sql<SaleRow>`
    select m.id, m.date, m.description, m.price as amount, r.property_id, p.street, p.number, p.complement,
      coalesce((select sum(c.amount) from people_commission c where c.receipt_id = r.id), 0) as people
    from movimentation m left join commission_receipt r on r.movimentation_id = m.id and r.undone_on is null
      left join property p on p.id = r.property_id
    where m.type = 'INPUT' and m.subtype = 'SALE' and m.deleted_at is null and m.date >= ${from}
    order by m.date desc, m.id desc limit ${most}`.execute(db);
  return rows;
}

/** Locks a sold property, so that the entries of one sale are divided one after the other. */
export const lockSoldProperty = (trx: Db, id: number) =>
  trx
    .selectFrom('property')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Entries of the cash that pay people, or that people have a part of. */
export async function findHeldEntries(db: Db, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; pays: boolean }>`
    select movimentation_id as id, true as pays from commission_payment where movimentation_id = any(${ids}::bigint[]) and undone_at is null
    union all
    select movimentation_id, false from commission_receipt where movimentation_id = any(${ids}::bigint[]) and undone_on is null`.execute(
    db,
  );
  return rows;
}
