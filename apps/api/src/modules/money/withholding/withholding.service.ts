import { type CalendarDate, type Reference, referenceOf } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import { tableOn } from '@morada/domain/fiscal/validity';
import { type WithholdingTable, withholdingOf } from '@morada/domain/fiscal/withholding';
import { ownerWeights, partsOf } from '@morada/domain/lease/ownership';
import type { WithholdingMode } from '@morada/domain/lease/withholding-modes';
import type { InvoiceFigures } from '@morada/domain/rent/invoice';
import type { OwnerTransfer, Withhold } from '@morada/domain/rent/settlement';
import { withTaxLines } from '@morada/domain/rent/tax-lines';
import type { Db } from '#api/context.ts';
import { readFiscalTables } from '#api/db/fiscal-tables.ts';
import * as queries from './withholding.queries.ts';

type PersonType = 'FISICA' | 'JURIDICA';

/** A contract as far as the withholding depends on it. */
type Terms = {
  user_id: number;
  tenant_person_type: PersonType;
  withholding: WithholdingMode;
  withholding_less_fee: boolean;
  withholding_iptu: Cents;
  withholding_condominium: Cents;
  owners: readonly {
    client_id: number;
    share: number | null;
    person_type: PersonType;
    non_resident: boolean;
  }[];
};

/** A payment or an invoice, and the month that its tax belongs to. */
type Taxable = Terms & {
  /** The open balance of an invoice, which the month's exclusions have already reduced. */
  balance_of: number | null;
  debt_agreement_id: number | null;
};

type Settings = { withholding_discount: boolean };

type Sums = { gross: Cents; exclusions: Cents; tax: Cents };
const NONE: Sums = { gross: 0, exclusions: 0, tax: 0 };

const keyOf = (payer: number, owner: number, month: Reference) => `${payer} ${owner} ${month}`;

/** What was withheld in the months of a set; the set's own payments are added to it. */
class Months {
  readonly #sums = new Map<string, Sums>();

  constructor(rows: readonly (Sums & { payer_id: number; owner_id: number; month: Reference })[]) {
    for (const { payer_id, owner_id, month, ...sums } of rows) this.add(payer_id, owner_id, month, sums);
  }

  of = (payer: number, owner: number, month: Reference): Sums => this.#sums.get(keyOf(payer, owner, month)) ?? NONE;

  add(payer: number, owner: number, month: Reference, { gross, exclusions, tax }: Sums) {
    const before = this.of(payer, owner, month);
    this.#sums.set(keyOf(payer, owner, month), {
      gross: before.gross + gross,
      exclusions: before.exclusions + exclusions,
      tax: before.tax + tax,
    });
  }
}

type Tables = readonly { valid_from: CalendarDate; valid_to: CalendarDate | null; figures: WithholdingTable }[];

type Known = { months: Months; tables: Tables; allowsDiscount: boolean };

/** The tax of each owner's part of a payment; undefined where the contract withholds nothing. */
function withholdOf(one: Taxable, day: CalendarDate, { months, tables, allowsDiscount }: Known): Withhold | undefined {
  const { withholding: by } = one;
  const table = tableOn(tables, day)?.figures;
  if (by === 'NONE' || !table) return undefined;
  // The invoice of which this is the open balance has deducted the whole tax of its rent.
  if (by === 'TENANT' && one.balance_of !== null) return undefined;
  const weights = ownerWeights(one.owners);
  const monthly =
    one.balance_of === null && one.debt_agreement_id === null ? one.withholding_iptu + one.withholding_condominium : 0;
  const monthlyOf = partsOf(monthly, weights);
  return ({ client_id, gross, fee }) => {
    const owner = weights.find((each) => each.client_id === client_id);
    if (!owner) return null;
    const exclusions = (monthlyOf.get(client_id) ?? 0) + (one.withholding_less_fee ? fee : 0);
    const { gross: income, ...before } = months.of(one.user_id, client_id, referenceOf(day));
    const withheld = withholdingOf({
      ...{ mode: by, payer: { person_type: one.tenant_person_type }, owner },
      paidBefore: { income, ...before },
      ...{ income: gross, exclusions, table, allowsDiscount },
    });
    if (!withheld) return null;
    const { code, base, tax, note } = withheld;
    return { by, gross, exclusions, code, base, tax, note };
  };
}

const idsOf = (contracts: readonly Terms[]) => ({
  payers: [...new Set(contracts.map(({ user_id }) => user_id))].toSorted((a, b) => a - b),
  owners: [...new Set(contracts.flatMap(({ owners }) => owners.map(({ client_id }) => client_id)))],
});

const spanOf = (days: readonly CalendarDate[]) => ({
  from: referenceOf(days.reduce((a, b) => (a < b ? a : b))),
  to: referenceOf(days.reduce((a, b) => (a > b ? a : b))),
});

const isTaxed = ({ withholding }: Pick<Terms, 'withholding'>) => withholding !== 'NONE';

/**
 * Tax of payments, by what the same tenant paid the same owner in the month of the payment. A caller that makes the
 * payments must have locked the payers.
 */
export async function withholdingOfPayments(
  trx: Db,
  payments: readonly { invoice: Taxable & Settings; pay_day: CalendarDate }[],
) {
  const taxed = payments.filter(({ invoice }) => isTaxed(invoice));
  const [first] = taxed;
  if (!first) return { of: () => undefined, add: () => {} };
  const people = idsOf(taxed.map(({ invoice }) => invoice));
  const months = new Months(
    await queries.findReceived(trx, { ...people, ...spanOf(taxed.map(({ pay_day }) => pay_day)) }),
  );
  const known = { months, tables: await tablesOf(trx), allowsDiscount: first.invoice.withholding_discount };
  return {
    of: (invoice: Taxable, pay_day: CalendarDate) => withholdOf(invoice, pay_day, known),
    /** Adds a payment, so that it counts for later payments of the set. */
    add(invoice: Taxable, pay_day: CalendarDate, transfers: readonly OwnerTransfer[]) {
      for (const { client_id, income } of transfers) {
        const { withheld } = income;
        if (withheld) months.add(invoice.user_id, client_id, referenceOf(pay_day), withheld);
      }
    },
  };
}

const tablesOf = async (db: Db) => (await readFiscalTables(db, 'WITHHOLDING')) as unknown as Tables;

/**
 * Locks the tenants whose payments of a month are taxed together, so that two contracts of one tenant are not taxed as
 * if each were alone. All tenants of a set are locked in one call, after its contracts.
 */
export async function lockTaxedPayers(trx: Db, contracts: readonly Pick<Terms, 'user_id' | 'withholding'>[]) {
  const payers = new Set(contracts.filter(isTaxed).map(({ user_id }) => user_id));
  if (payers.size > 0) await queries.lockPayers(trx, [...payers]);
}

/** Locks tenants by id, as `lockTaxedPayers` locks those of contracts. */
export const lockPayers = async (trx: Db, ids: readonly number[]): Promise<void> => {
  await queries.lockPayers(trx, ids);
};

/** Adds the lines of the tax that tenants withhold to invoices about to be issued, in their order. */
export async function addTaxLines<T extends InvoiceFigures & { contract: { id: number }; due_date: CalendarDate }>(
  trx: Db,
  { withholding_discount: allowsDiscount }: Settings,
  invoices: readonly T[],
): Promise<T[]> {
  const found = await queries.findTenantWithheld(trx, [...new Set(invoices.map(({ contract }) => contract.id))]);
  if (found.length === 0) return [...invoices];
  const contracts = new Map(found.map((contract) => [contract.id, contract]));
  const people = idsOf(found);
  const days = invoices.filter(({ contract }) => contracts.has(contract.id)).map(({ due_date }) => due_date);
  await queries.lockPayers(trx, people.payers);
  const between = { ...people, ...spanOf(days) };
  const months = new Months([
    ...(await queries.findReceived(trx, between)),
    ...(await queries.findIssued(trx, between)),
  ]);
  const known = { months, tables: await tablesOf(trx), allowsDiscount };
  return invoices.map((invoice) => {
    const contract = contracts.get(invoice.contract.id);
    const withhold =
      contract && withholdOf({ ...contract, balance_of: null, debt_agreement_id: null }, invoice.due_date, known);
    if (!contract || !withhold) return invoice;
    const owners = ownerWeights(contract.owners);
    const taxed = withTaxLines(invoice, { contract, owners, withhold });
    for (const { client_id, tax, amount } of taxed.lines) {
      if (client_id !== undefined && tax)
        months.add(contract.user_id, client_id, referenceOf(invoice.due_date), { ...tax, tax: 0 - amount });
    }
    return { ...invoice, ...taxed };
  });
}
