import { type Cents, sum } from '../base/money.ts';

/** Debit increases assets and expenses, credit the rest. */
export const LEDGER_ACCOUNTS = {
  CASH: { name: 'Caixa', kind: 'ASSET' },
  OWNERS: { name: 'Valores de proprietários', kind: 'LIABILITY' },
  TENANTS: { name: 'Valores a devolver a inquilinos', kind: 'LIABILITY' },
  DEPOSITS: { name: 'Cauções e créditos de inquilinos', kind: 'LIABILITY' },
  FEES_HELD: { name: 'Taxas de imóveis a pagar', kind: 'LIABILITY' },
  WITHHELD_TAX: { name: 'IRRF retido de proprietários', kind: 'LIABILITY' },
  LEASE_TAX: { name: 'IBS e CBS de proprietários', kind: 'LIABILITY' },
  ADMIN_FEES: { name: 'Taxas de administração', kind: 'REVENUE' },
  LATE_CHARGES: { name: 'Multas e juros', kind: 'REVENUE' },
  EXTRA_VALUES: { name: 'Deduções e acréscimos', kind: 'REVENUE' },
  OTHER_INCOME: { name: 'Outras entradas', kind: 'REVENUE' },
  SALES: { name: 'Vendas', kind: 'REVENUE' },
  EXPENSES: { name: 'Despesas', kind: 'EXPENSE' },
  PEOPLE_COMMISSIONS: { name: 'Comissões de pessoas', kind: 'EXPENSE' },
  OWNER_ADVANCES: { name: 'Adiantamentos a proprietários', kind: 'ASSET' },
} as const satisfies Record<string, { name: string; kind: 'ASSET' | 'LIABILITY' | 'REVENUE' | 'EXPENSE' }>;

export type LedgerAccount = keyof typeof LEDGER_ACCOUNTS;

/** One side of a double entry: debit is positive, credit negative. */
export type Posting = { account: LedgerAccount; amount: Cents; client_id?: number };

type OwnerAmount = { client_id: number; amount: Cents };

/** @internal The database refuses an entry that is not balanced; tests of the rules need no database to check it. */
export function isBalanced(postings: readonly Posting[]): boolean {
  return sum(postings.map((posting) => posting.amount)) === 0;
}

/** Reversal of an entry: the ledger is append-only. */
export function mirror(postings: readonly Posting[]): Posting[] {
  return postings.map((posting) => ({ ...posting, amount: 0 - posting.amount }));
}

const nonZero = (postings: readonly Posting[]) => postings.filter((posting) => posting.amount !== 0);

/** Receipt of an invoice: the account of each centavo received. */
export function settlementPostings(received: {
  paid: Cents;
  owners: readonly OwnerAmount[];
  fees_held: Cents;
  admin_fee: Cents;
  /** The agency's share of late charges. */
  late: Cents;
  /** Extra values received from the tenant, less those passed on to the owners. */
  extra_values: Cents;
  /** Amount paid from the tenant's money held by the agency (a deposit or a credit): below zero. */
  deposit?: { client_id?: number | undefined; amount: Cents };
  /** Amount paid beyond what was owed: kept for the next invoice, or returned. */
  excess?: { account: 'DEPOSITS' | 'TENANTS'; client_id?: number | undefined; amount: Cents };
  /** Income tax withheld from owners. What the tenant withheld never reaches the agency: it is posted in and out. */
  withheld?: { owners: readonly OwnerAmount[]; by_tenant: { client_id?: number | undefined; amount: Cents } };
  /** IBS and CBS paid by the tenant `client_id` and passed on within the owners' amounts: posted in and out. */
  lease_tax?: { client_id?: number | undefined; owners: readonly OwnerAmount[] };
}): Posting[] {
  return nonZero([
    { account: 'CASH', amount: received.paid },
    ...received.owners.map((owner): Posting => credit('OWNERS', owner)),
    { account: 'FEES_HELD', amount: -received.fees_held },
    { account: 'ADMIN_FEES', amount: -received.admin_fee },
    { account: 'LATE_CHARGES', amount: -received.late },
    { account: 'EXTRA_VALUES', amount: -received.extra_values },
    ...(received.deposit ? [ofTenant({ account: 'DEPOSITS', ...received.deposit })] : []),
    ...(received.excess ? [ofTenant(received.excess)] : []),
    ...(received.withheld?.owners.map((owner): Posting => credit('WITHHELD_TAX', owner)) ?? []),
    ...(received.withheld ? [ofTenant({ account: 'WITHHELD_TAX', ...negated(received.withheld.by_tenant) })] : []),
    ...(received.lease_tax ? leaseTaxPostings(received.lease_tax) : []),
  ]);
}

function leaseTaxPostings({ client_id, owners }: { client_id?: number | undefined; owners: readonly OwnerAmount[] }) {
  const amount = sum(owners.map((owner) => owner.amount));
  return [ofTenant({ account: 'LEASE_TAX', client_id, amount }), ...owners.map((owner) => debit('LEASE_TAX', owner))];
}

const debit = (account: LedgerAccount, { client_id, amount }: OwnerAmount): Posting => ({ account, client_id, amount });
const credit = (account: LedgerAccount, { client_id, amount }: OwnerAmount): Posting => ({
  account,
  client_id,
  amount: -amount,
});

const negated = <T extends { amount: Cents }>(one: T): T => ({ ...one, amount: 0 - one.amount });

function ofTenant(held: { account: LedgerAccount; client_id?: number | undefined; amount: Cents }): Posting {
  const { account, client_id, amount } = held;
  return { account, amount: -amount, ...(client_id !== undefined && { client_id }) };
}

/** A concluded transfer: its payee has the money. `account` is the account it was owed from. */
export function payoutPostings(transfer: OwnerAmount, account: 'OWNERS' | 'TENANTS' = 'OWNERS'): Posting[] {
  return nonZero([debit(account, transfer), { account: 'CASH', amount: -transfer.amount }]);
}

/**
 * Postings of a termination's refund, by source: the owners' part is advanced until their debits collect it, the
 * agency's is its own result, and a deposit held by the agency is already the tenant's.
 */
export function refundPostings(refund: {
  tenant: number;
  owners: readonly OwnerAmount[];
  agency: Cents;
  deposit: Cents;
}): Posting[] {
  const { tenant, owners, agency, deposit } = refund;
  const amount = agency + deposit + sum(owners.map((owner) => owner.amount));
  return nonZero([
    ...owners.map((owner) => debit('OWNER_ADVANCES', owner)),
    { account: 'EXTRA_VALUES', amount: agency },
    { account: 'DEPOSITS', amount: deposit, client_id: tenant },
    credit('TENANTS', { client_id: tenant, amount }),
  ]);
}

/**
 * An owner's part of the end of a contract: what the tenant's refund advanced is collected, a fee is the agency's, and
 * the rest are extra values. IBS and CBS that go back to the tenant are posted in and out, as they were when they came.
 */
export function ownerAtEndPostings(
  part: OwnerAmount & { advanced: Cents; admin_fee: Cents; lease_tax: Cents },
  tenant: number,
): Posting[] {
  const { client_id, amount, advanced, admin_fee, lease_tax } = part;
  return nonZero([
    ...leaseTaxPostings({ client_id: tenant, owners: [{ client_id, amount: 0 - lease_tax }] }),
    credit('OWNERS', { client_id, amount }),
    credit('OWNER_ADVANCES', { client_id, amount: advanced }),
    { account: 'ADMIN_FEES', amount: 0 - admin_fee },
    { account: 'EXTRA_VALUES', amount: amount + advanced + admin_fee },
  ]);
}

/** A transfer added by hand: owed to the owner with no invoice behind it. */
export function manualTransferPostings(transfer: OwnerAmount): Posting[] {
  return nonZero([debit('OWNER_ADVANCES', transfer), credit('OWNERS', transfer)]);
}

/** A DARF that the agency paid: the tax that it withheld from these owners. */
export function taxPaymentPostings(owners: readonly OwnerAmount[]): Posting[] {
  const amount = sum(owners.map((owner) => owner.amount));
  return nonZero([...owners.map((owner) => debit('WITHHELD_TAX', owner)), { account: 'CASH', amount: -amount }]);
}

/** An entry of the cash book; any output is an expense, and the commissions of people have an account of their own. */
export function movimentationPostings(movimentation: {
  type: 'INPUT' | 'OUTPUT';
  subtype: 'SALE' | 'OTHER';
  price: Cents;
  of_people?: boolean;
}): Posting[] {
  const { type, subtype, price, of_people = false } = movimentation;
  if (type === 'OUTPUT') {
    return nonZero([
      { account: of_people ? 'PEOPLE_COMMISSIONS' : 'EXPENSES', amount: price },
      { account: 'CASH', amount: -price },
    ]);
  }
  return nonZero([
    { account: 'CASH', amount: price },
    { account: subtype === 'SALE' ? 'SALES' : 'OTHER_INCOME', amount: -price },
  ]);
}
