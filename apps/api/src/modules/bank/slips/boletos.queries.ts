import type { BoletoRow } from '@morada/contract/bank/boletos';
import type { BoletoSearch } from '@morada/contract/bank/boletos.search';
import { lastPage } from '@morada/contract/base/fields';
import { boletoBank } from '@morada/domain/bank/boleto-banks';
import type { Slip } from '@morada/domain/bank/slip';
import { type CalendarDate, firstDay, lastDay } from '@morada/domain/base/calendar';
import { addressLine } from '@morada/domain/property/property';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '#api/context.ts';
import { listTotal } from '#api/db/reading/list-total.ts';
import { cutPage } from '#api/db/reading/page.ts';
import { matches, peopleFound, type Seen } from '#api/db/reading/search.ts';
import { HELD_BACK } from './life.queries.ts';

/** A boleto as its row and its PDF show it, except the address of its link. */
export type FoundBoleto = Omit<BoletoRow, 'url'> & {
  phone: string | null;
  agreement_id: number;
  bank_code: string;
  number: number;
  issued_on: CalendarDate;
  barcode: string | null;
  digitable_line: string | null;
  pix: string | null;
  /** Last day on which the bank takes its own QR code; null: `pix` pays into the agency's key. */
  hybrid_until: CalendarDate | null;
  slip: Slip;
  status: 'OPEN' | 'PAID' | 'CANCELED';
  cancel_due: boolean;
  /** Sent to the bank by calls of its API, not by file. */
  by_call: boolean;
};

type Row = Omit<FoundBoleto, 'user' | 'property' | 'bank' | 'nosso_numero' | 'state' | 'invoice'> & {
  user_id: number;
  invoice_due: CalendarDate;
  invoice_status: 'PENDING' | 'PAID' | 'REPLACED';
  tenant: string;
  street: string;
  house: string | null;
  complement: string | null;
};

const COLUMNS = sql`
  b.id, b.invoice_id, b.proposal_id, b.agreement_id, b.number, b.issued_on, b.due_date, b.amount, b.barcode, b.digitable_line, b.pix, b.hybrid_until, b.slip,
  b.status, b.registration, b.registration_note, b.cancel_due, b.created_at, a.bank as bank_code, i.reference, i.user_id, i.due_date as invoice_due,
  i.status as invoice_status, exists (select from boleto_call told where told.boleto_id = b.id) as by_call, c.name as tenant, coalesce(c.cellphone, c.phone) as phone,
  p.street, p.number as house, p.complement`;
const JOINS = sql`
  join bank_agreement a on a.id = b.agreement_id join invoice i on i.id = b.invoice_id join client c on c.id = i.user_id
  join property p on p.id = i.property_id`;

const shown =
  (today: CalendarDate) =>
  ({ user_id, tenant, street, house, complement, invoice_due, invoice_status, ...row }: Row): FoundBoleto => ({
    ...row,
    user: { id: user_id, name: tenant },
    invoice: { id: row.invoice_id, reference: row.reference, due_date: invoice_due, status: invoice_status },
    property: addressLine({ street, number: house, complement }),
    bank: boletoBank(row.bank_code)?.name ?? row.bank_code,
    nosso_numero: row.slip.nosso_numero,
    state: row.status === 'OPEN' && row.due_date < today ? 'LATE' : row.status,
  });

type Search = z.output<typeof BoletoSearch> & { seen: Seen };

const NUMBER = /^[\d\s./-]+$/;
/** Shorter numbers are ids of records. */
const MIN_DIGITS = 6;
/** How many digits of wallet or agency may stand before a number: `109/00000012-3`, `0001/110/0000000012-3`. */
const WALLET_LENGTHS = [0, 2, 3, 7];

/** Candidate numbers of a boleto, with or without wallet and check digit. */
function numbersIn(digits: string): string[] {
  return [digits, digits.slice(0, -1)].flatMap((number) => WALLET_LENGTHS.map((length) => number.slice(length)));
}

/** The invoices of the boletos with this nosso número, plain or as printed, or this digitable line; newest first. */
export async function findInvoiceIdsOfNumber(db: Db, query: string, limit: number): Promise<number[]> {
  if (!NUMBER.test(query)) return [];
  const digits = query.replace(/\D/g, '');
  if (digits.length < MIN_DIGITS) return [];
  const { rows } = await sql<{ id: number }>`
    select invoice_id as id from boleto where nosso_numero = any(${numbersIn(digits).filter(Boolean)}) or digitable_line = ${digits}
    group by invoice_id order by max(id) desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

function found(query: string, seen: Seen): RawBuilder<unknown> {
  const tenants = peopleFound(query, seen);
  const properties = sql`select id from property where ${matches(sql`search`, query)}`;
  const invoices = sql`b.invoice_id in (select id from invoice where user_id in (${tenants}) or property_id in (${properties}))`;
  if (!NUMBER.test(query)) return invoices;
  const digits = query.replace(/\D/g, '');
  const numbers = numbersIn(digits).filter(Boolean);
  const ofInvoice = digits.length <= 15 && digits !== '' ? Number(digits) : 0;
  return sql`(${invoices} or b.nosso_numero = any(${numbers}) or b.digitable_line = ${digits} or b.invoice_id = ${ofInvoice})`;
}

function selection({ state = 'OPEN', registration, query, month, seen }: Search, today: CalendarDate) {
  const conditions = [sql`b.status = ${state === 'LATE' ? 'OPEN' : state}`];
  if (state === 'LATE') conditions.push(sql`b.due_date < ${today}`);
  if (registration) conditions.push(sql`b.registration = ${registration}`);
  if (month) conditions.push(sql`b.due_date between ${firstDay(month)} and ${lastDay(month)}`);
  if (query) conditions.push(found(query, seen));
  const isOpen = state === 'OPEN' || state === 'LATE';
  return { where: sql.join(conditions, sql` and `), order: isOpen ? sql`b.due_date, b.id` : sql`b.id desc` };
}

/** Cuts the page of ids before any join. */
export async function findBoletos(db: Db, search: Search, today: CalendarDate) {
  const { where, order } = selection(search, today);
  const cut = search.page === undefined ? sql`` : cutPage(search.page);
  const { rows } = await sql<Row>`
    with cut as (select b.id from boleto b where ${where} order by ${order} ${cut})
    select ${COLUMNS} from cut join boleto b on b.id = cut.id ${JOINS} order by ${order}`.execute(db);
  const total = search.page === undefined ? rows.length : await countBoletos(db, search, where);
  const page = search.page ?? 1;
  return { rows: rows.map(shown(today)), page, total, lastPage: search.page === undefined ? 1 : lastPage(total) };
}

/** Ids of all boletos that the filters match, in list order, up to `most` if given. */
export async function findBoletoIds(db: Db, search: Search, today: CalendarDate, most?: number) {
  const { where, order } = selection(search, today);
  const { rows } = await sql<{ id: number }>`
    select b.id from boleto b where ${where} order by ${order} limit ${most ?? null}::bigint`.execute(db);
  return rows.map(({ id }) => id);
}

const OPEN = ['OPEN:NONE', 'OPEN:SENT', 'OPEN:REGISTERED', 'OPEN:REFUSED'] as const;

async function countBoletos(
  db: Db,
  { state = 'OPEN', registration, query, month }: Search,
  where: RawBuilder<unknown>,
) {
  if (state !== 'LATE' && !registration && !query && !month)
    return listTotal(db, 'boleto', state === 'OPEN' ? OPEN : [state]);
  const { rows } = await sql<{ found: number }>`select count(*) as found from boleto b where ${where}`.execute(db);
  return rows[0]?.found ?? 0;
}

type Figure = { count: number; amount: number };
type Figures = Record<'open' | 'late' | 'unregistered', Figure> & { cancellations: number };

export async function findFigures(db: Db, today: CalendarDate) {
  const figure = (which: RawBuilder<unknown>) =>
    sql<Figure>`json_build_object('count', coalesce(sum(rows) filter (where ${which}), 0), 'amount', coalesce(sum(amount) filter (where ${which}), 0))`;
  const { rows } = await sql<Figures & { bank: string | null }>`
    select ${figure(sql`true`)} as open, ${figure(sql`day < ${today}`)} as late,
      ${figure(sql`kind in ('OPEN:NONE', 'OPEN:REFUSED')`)} as unregistered,
      (select count(*) from boleto where cancel_due and ${HELD_BACK} is not true) as cancellations,
      (select bank from bank_agreement where active) as bank
    from list_total where list = 'boleto' and kind = any(${OPEN})`.execute(db);
  const none = { count: 0, amount: 0 };
  const { bank, ...figures } = rows[0] ?? { open: none, late: none, unregistered: none, cancellations: 0, bank: null };
  return { ...figures, agreement: bank && (boletoBank(bank)?.name ?? bank) };
}

async function findWhere(db: Db, today: CalendarDate, which: RawBuilder<unknown>) {
  const { rows } = await sql<Row>`select ${COLUMNS} from boleto b ${JOINS} where ${which} order by b.id desc`.execute(
    db,
  );
  return rows.map(shown(today));
}

export const findBoleto = async (db: Db, id: number, today: CalendarDate) =>
  (await findWhere(db, today, sql`b.id = ${id}`))[0];

/** Boletos with the given ids, in the given order. */
export async function findBoletosAt(db: Db, ids: readonly number[], today: CalendarDate) {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from unnest(${ids}::bigint[]) with ordinality as wanted(id, place) join boleto b on b.id = wanted.id ${JOINS}
    order by wanted.place`.execute(db);
  return rows.map(shown(today));
}

export const findOfInvoice = (db: Db, invoiceId: number, today: CalendarDate) =>
  findWhere(db, today, sql`b.invoice_id = ${invoiceId}`);
