import type { Received } from '@morada/contract/base/endpoint';
import { lastPage, PAGE_SIZE } from '@morada/contract/base/fields';
import {
  type DarfRow,
  type ReinfRow,
  type withholding,
  withholdingProblems,
} from '@morada/contract/fiscal/fiscal-withholding';
import {
  addToReference,
  type CalendarDate,
  firstDay,
  formatReference,
  lastDay,
  type Reference,
  referenceOf,
} from '@morada/domain/base/calendar';
import { type Cents, sum } from '@morada/domain/base/money';
import type { FiscalObligation } from '@morada/domain/fiscal/fiscal-calendar';
import { OBLIGATIONS } from '@morada/domain/fiscal/fiscal-tables';
import { tableOn } from '@morada/domain/fiscal/validity';
import { type Darf, darfOf, reinfPayments } from '@morada/domain/fiscal/withholding';
import { taxPaymentPostings } from '@morada/domain/ledger/ledger';
import { present } from '#api/base/present.ts';
import { actorId, type Context, type Db } from '#api/context.ts';
import { readFiscalTables } from '#api/db/fiscal-tables.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import * as ledger from '#api/modules/ledger/postings/ledger.service.ts';
import { lockPayers } from '#api/modules/money/withholding/withholding.service.ts';
import * as queries from './darf.queries.ts';

type Search = { month?: Reference | undefined; page?: number | undefined };

const monthOf = (ctx: Context, { month }: Search) => month ?? referenceOf(ctx.today());

type Taxes = Awaited<ReturnType<typeof queries.findTaxes>>;

/** Minimum amount of a DARF, and the day of the next month on which a month's tax is due. */
async function rulesOf(db: Db, month: Reference): Promise<{ minimum: Cents; dueDay: number }> {
  const day = lastDay(month);
  const withholding = tableOn(await readFiscalTables(db, 'WITHHOLDING'), day)?.figures as
    | { minimum: Cents }
    | undefined;
  const calendar = tableOn(await readFiscalTables(db, 'CALENDAR'), day)?.figures as
    | { obligations: FiscalObligation[] }
    | undefined;
  const darf = calendar?.obligations.find(
    ({ name, rule }) => OBLIGATIONS.DARF.test(name) && rule.kind === 'DAY_OR_EARLIER_BUSINESS_DAY',
  );
  if (!withholding || darf?.rule.kind !== 'DAY_OR_EARLIER_BUSINESS_DAY') throw withholdingProblems.NO_TABLE();
  return { minimum: withholding.minimum, dueDay: darf.rule.day };
}

const PAYERS = ['AGENCY', 'TENANT'] as const;

/** DARFs of one payer: tax paid by the agency and tax paid by tenants accumulate separately. */
const darfsBy = (payer: (typeof PAYERS)[number], taxes: Taxes, rules: { minimum: Cents; dueDay: number }) =>
  darfOf(
    taxes.filter((tax) => tax.payer === payer),
    rules,
  );

/** The DARFs of a month, in order of tenant: all of them, or those of some tenants. */
export async function darfRows(
  { db }: Pick<Context, 'db'>,
  month: Reference,
  tenants?: readonly number[],
): Promise<DarfRow[]> {
  const taxes = await queries.findTaxes(db, month, tenants);
  if (taxes.length === 0) return [];
  const [rules, paid] = [await rulesOf(db, month), await queries.findPaid(db, month)];
  const people = await peopleOf(
    db,
    taxes.map(({ tenant_id }) => tenant_id),
  );
  const rows = PAYERS.flatMap((payer) =>
    darfsBy(payer, taxes, rules)
      .filter((darf) => darf.month === month)
      .map(({ tenant_id, month: reference, ...darf }): DarfRow => {
        const first = taxes.find(
          (tax) =>
            tax.tenant_id === tenant_id && tax.code === darf.code && tax.payer === payer && tax.month === reference,
        );
        const done = payer === 'AGENCY' && paid.find((one) => one.tenant_id === tenant_id && one.code === darf.code);
        return {
          ...{ id: present(first, 'the tax').id, tenant: people(tenant_id), reference, payer, ...darf },
          paid: done ? { id: done.id, paid_on: done.paid_on, amount: done.amount, user: done.user } : null,
        };
      }),
  );
  return rows.toSorted((one, other) => one.tenant.name.localeCompare(other.tenant.name, 'pt-BR') || one.id - other.id);
}

async function peopleOf(db: Db, ids: readonly number[]) {
  const people = new Map((await queries.findPeople(db, [...new Set(ids)])).map((person) => [person.id, person]));
  return (id: number) => present(people.get(id), 'the person');
}

const cut = <Row>(rows: readonly Row[], page = 1) => ({
  data: rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
  ...{ page, lastPage: lastPage(rows.length), total: rows.length },
});

/** A page of the month's DARFs; the totals are of all pages. */
export async function darfs(ctx: Context, search: Search) {
  const month = monthOf(ctx, search);
  const { page = 1 } = search;
  const { total, withheld, undeducted, paid } = await queries.findTotals(ctx.db, month);
  const keys = await queries.findKeys(ctx.db, month, { page, size: PAGE_SIZE });
  const rows = keys.length === 0 ? [] : await darfRows(ctx, month, [...new Set(keys.map((key) => key.tenant_id))]);
  // These tenants may have other DARFs, which are on another page.
  const byId = new Map(rows.map((row) => [row.id, row]));
  const data = keys.map(({ id }) => present(byId.get(id), 'the DARF'));
  const agency = total === 0 ? 0 : await dueByAgency(ctx, month);
  return { ...{ data, page, lastPage: lastPage(total), total, month }, withheld, undeducted, agency, paid };
}

/** What the agency has to pay of a month, of all tenants. */
async function dueByAgency({ db }: Context, month: Reference): Promise<Cents> {
  const rules = await rulesOf(db, month);
  const all = darfOf(await queries.findAgencyTaxes(db, month, rules.minimum), rules);
  return sum(all.filter((darf) => darf.month === month).map(({ due }) => due));
}

/** Payments of a month for the tenants' R-4010, in order of tenant, owner and day. */
export async function reinfRows({ db }: Pick<Context, 'db'>, month: Reference): Promise<ReinfRow[]> {
  const found = await queries.findPayments(db, month);
  const people = await peopleOf(
    db,
    found.flatMap(({ tenant_id, owner_id }) => [tenant_id, owner_id]),
  );
  const keyOf = (tenant: number, owner: number, day: CalendarDate) => `${tenant} ${owner} ${day}`;
  const source = new Map(found.map((row) => [keyOf(row.tenant_id, row.owner_id, row.received_on), row]));
  return reinfPayments(found).map(({ tenant_id, owner_id, ...payment }) => {
    const { id, code } = present(source.get(keyOf(tenant_id, owner_id, payment.paid_on)), 'the payment');
    return { id, code, tenant: people(tenant_id), owner: people(owner_id), ...payment };
  });
}

export async function reinf(ctx: Context, search: Search) {
  const month = monthOf(ctx, search);
  return { ...cut(await reinfRows(ctx, month), search.page), month };
}

/**
 * Marks a DARF as paid and posts its entry, by owner. The payer is locked, so that a settlement of the same tenant, or
 * another payment of the DARF, waits.
 */
export const payDarf = (
  ctx: Context,
  { tenant_id, code, reference, paid_on }: Received<typeof withholding.pay>['body'],
) =>
  change(ctx, async (trx) => {
    await lockPayers(trx, [tenant_id]);
    if (paid_on > ctx.today() || paid_on < firstDay(reference)) throw withholdingProblems.DARF_DAY();
    const taxes = (await queries.findTaxes(trx, reference, [tenant_id])).filter((tax) => tax.code === code);
    const all = darfsBy('AGENCY', taxes, await rulesOf(trx, reference));
    const darf = all.find(({ month }) => month === reference);
    if (!darf) throw withholdingProblems.DARF_NONE();
    if (darf.due === 0) throw withholdingProblems.DARF_BELOW();
    const since = firstCovered(all, darf);
    const id = await insert(trx, ctx, { tenant_id, code, reference, since, amount: darf.due, paid_on });
    const covered = taxes.filter(({ payer, month }) => payer === 'AGENCY' && since <= month);
    const description = `DARF ${code} de ${formatReference(reference)}`;
    await ledger.post(trx, ctx, { kind: 'DARF', darf_id: id, day: paid_on, description }, postingsOf(covered));
    await leaveTrail(trx, ctx, 'darf', id, 'create', { tenant_id, code, reference, amount: darf.due, paid_on });
    return { id };
  });

async function insert(trx: Db, ctx: Context, darf: Omit<Parameters<typeof queries.insertDarf>[1], 'admin_user_id'>) {
  const inserted = await queries.insertDarf(trx, { ...darf, admin_user_id: actorId(ctx) });
  if (!inserted) throw withholdingProblems.DARF_PAID();
  return inserted.id;
}

/** First month that the DARF covers: the earliest one with tax after the last DARF that was due. */
function firstCovered(all: readonly Darf[], { month }: Darf): Reference {
  const before = all.findLast((darf) => darf.month < month && darf.due > 0);
  const [first] = all.filter((darf) => before === undefined || darf.month > before.month);
  return first?.month ?? (before ? addToReference(before.month, 1) : month);
}

function postingsOf(taxes: Taxes) {
  const owners = Map.groupBy(taxes, ({ owner_id }) => owner_id);
  return taxPaymentPostings(
    [...owners].map(([client_id, own]) => ({ client_id, amount: sum(own.map(({ tax }) => tax)) })),
  );
}

/** Undoes the payment of a DARF, and reverses its entry. */
export const undoDarf = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const undone = await queries.markUndone(trx, id);
    if (!undone) {
      const found = await queries.findDarf(trx, id);
      throw found ? withholdingProblems.DARF_UNDONE() : withholdingProblems.DARF_NOT_FOUND();
    }
    await ledger.reverse(trx, ctx, 'DARF', id);
    await leaveTrail(trx, ctx, 'darf', id, 'undo', undone);
  });

/**
 * Refusals for those of the invoices, about to be refunded, whose withheld tax the agency has already paid. Locks the
 * payers after the caller's contracts, so that no DARF is paid meanwhile.
 */
export async function taxesPaid(trx: Db, invoices: readonly number[]) {
  const payers = await queries.findWithheldPayers(trx, invoices);
  if (payers.length === 0) return new Map<number, ReturnType<typeof withholdingProblems.TAX_PAID>>();
  await lockPayers(trx, payers);
  const paid = await queries.findTaxPaid(trx, invoices);
  return new Map(
    paid.map(({ invoice_id, code, reference, tenant }) => [
      invoice_id,
      withholdingProblems.TAX_PAID({
        message: `O imposto desta fatura está no DARF ${code} de ${formatReference(reference)} de ${tenant}, que já foi pago. Desfaça antes o pagamento dele em Imposto retido.`,
      }),
    ]),
  );
}
