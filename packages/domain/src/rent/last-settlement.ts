import { allocate, type BasisPoints, type Cents, portion, ratio, sum } from '../base/money.ts';
import { type ExtraValue, type InvoiceFigures, type InvoiceLine, signedExtra } from './invoice.ts';
import { includedOfLines } from './lease-tax.ts';
import { divideAmong, type TransferLine, transferLine } from './settlement.ts';
import {
  isAbatement,
  payersOf,
  type Receivers,
  type SheetLine,
  type SheetPart,
  type TerminationSheet,
} from './termination/termination.ts';

export type Refund = {
  amount: Cents;
  lines: TransferLine[];
  /** The agency's part; with `owners`, `deposit` and what the debits advance it adds up to `amount`. */
  agency: Cents;
  deposit: Cents;
  /** The owners' part, as it is debited to them: below zero. */
  owners: TransferLine[];
  /** Income that the owners give back, and the fee that the agency returns on it. */
  income: Cents;
  fee: Cents;
  /** IBS and CBS that owners give back within it. */
  taxes: OwnerTax[];
};

/** What owners owe at the end of a contract, or get, beside their part of the refund and of the last invoice. */
export type OwnersDebit = {
  /** Absent: the owners of today. */
  former?: Receivers;
  /** Below zero: the owners owe it. */
  lines: TransferLine[];
  /** The part of it that the tenant's refund pays out. */
  advanced: Cents;
  /** Fee that the agency takes on it; below zero: that it gives back. */
  admin_fee: Cents;
  /** Income that the owners give back, and the fee on it; below zero: income that they get. */
  income: Cents;
  fee: Cents;
  /** IBS and CBS that owners give back within it. */
  taxes: OwnerTax[];
};

type OwnerTax = { client_id: number; amount: Cents };

/** IBS and CBS within what these parts give back. */
const taxesOf = (parts: readonly InvoiceLine[]): OwnerTax[] =>
  [...includedOfLines(parts)].map(([client_id, amount]) => ({ client_id, amount: 0 - amount }));

export type LastSettlement = {
  /**
   * Debts of the tenant and the credits that pay them; the total is what is left to pay. Null when nothing was owed.
   */
  invoice: InvoiceFigures | null;
  /** Amount returned to the tenant. Null when nothing is left over. */
  refund: Refund | null;
  /** Rent of former owners that goes back. */
  debits: OwnersDebit[];
};

const amounts = (lines: readonly { amount: Cents }[]) => sum(lines.map((line) => line.amount));

/**
 * Last invoice and refund of a termination sheet, so that owners, agency and third parties get their part even when the
 * deposit pays for everything: every debt enters the last invoice, credits enter it as far as the debts go (in the
 * sheet's order, the deposit last), and the rest is refunded by the payers of each credit. Invoice − refund is the
 * sheet's total, to the centavo; an invoice whose total is zero is settled with zero.
 * @param commission the rate of the fee on rent that no other settlement has passed on.
 */
export function lastSettlement({ lines }: TerminationSheet, commission: BasisPoints = 0): LastSettlement {
  const debts = lines.filter((line) => line.amount >= 0);
  let room = amounts(debts);
  const given = lines.filter((line) => line.amount < 0);
  const credits = [...given.filter(isAbatement), ...given.filter((line) => !isAbatement(line))].map((credit) => {
    const taken = Math.min(room, -credit.amount);
    room -= taken;
    return { credit, ...splitCredit(credit, taken) };
  });
  const parts = [...debts.flatMap((debt) => debt.parts), ...credits.flatMap(({ used }) => used)];
  const refunded = credits.filter(({ left }) => left.length > 0);
  return {
    invoice: parts.length > 0 ? figures(parts) : null,
    refund: refunded.length > 0 ? refundOf(refunded, commission) : null,
    debits: debitsOf(credits),
  };
}

/** What former owners give back: in full, since an owner of today would bear the part that the last invoice deducts. */
function debitsOf(credits: readonly { credit: SheetLine; left: SheetPart[] }[]): OwnersDebit[] {
  const debits = new Map<Receivers, OwnersDebit>();
  for (const { credit, left } of credits) {
    for (const part of credit.parts) {
      const { former, transfer, name, note, amount } = part;
      if (!former) continue;
      const debit: OwnersDebit = debits.get(former) ?? {
        former,
        lines: [],
        advanced: 0,
        admin_fee: 0,
        income: 0,
        fee: 0,
        taxes: [],
      };
      debit.taxes.push(...taxesOf([part]));
      debit.income -= amount;
      if (transfer) debit.lines.push({ kind: 'EXTRA', name, note, amount });
      else debit.fee -= amount;
      debits.set(former, debit);
    }
    for (const { former, transfer, amount } of left) {
      const debit = former && debits.get(former);
      if (debit && transfer) debit.advanced -= amount;
    }
  }
  return [...debits.values()];
}

/** One owner's part of the end of a contract, as one transfer. */
export type OwnerAtEnd = {
  client_id: number;
  /** Below zero: the owner's next transfers are reduced by it. */
  amount: Cents;
  lines: TransferLine[];
  /** The part of it that the tenant's refund pays out. */
  advanced: Cents;
  admin_fee: Cents;
  /** Income that the owner gives back, and the fee on it. */
  income: Cents;
  fee: Cents;
  /** IBS and CBS of the owner that go back with it. */
  lease_tax: Cents;
};

/** Parts of owners, of today and of before, in the refund of a contract that ends and beside it. */
export function ownersAtEnd(refund: Refund | null, debits: readonly OwnersDebit[], owners: Receivers): OwnerAtEnd[] {
  const ofRefund = refund?.owners ?? [];
  const advance: OwnersDebit = {
    ...{ lines: ofRefund, advanced: 0 - amounts(ofRefund), admin_fee: 0 },
    ...{ income: refund?.income ?? 0, fee: refund?.fee ?? 0, taxes: refund?.taxes ?? [] },
  };
  const ends = new Map<number, OwnerAtEnd>();
  for (const one of [advance, ...debits]) {
    if (one.lines.length === 0) continue;
    for (const part of divided(one, one.former ?? owners)) {
      const before = ends.get(part.client_id);
      ends.set(part.client_id, before ? added(before, part) : part);
    }
  }
  const all = withTaxes(
    [...ends.values()],
    [advance, ...debits].flatMap(({ taxes }) => taxes),
  );
  const moved = all.filter(({ amount }) => amount !== 0);
  // What adds up to nothing is kept with one owner, since extra values point to the transfer that took them.
  return moved.length > 0 ? moved : all.slice(0, 1);
}

/** Each owner's tax is the owner's, whatever the shares, and no income. */
const withTaxes = (ends: readonly OwnerAtEnd[], taxes: readonly OwnerTax[]): OwnerAtEnd[] =>
  ends.map((end) => {
    const lease_tax = amounts(taxes.filter(({ client_id }) => client_id === end.client_id));
    return { ...end, lease_tax, income: end.income - lease_tax };
  });

function divided({ lines, advanced, admin_fee, income, fee }: OwnersDebit, owners: Receivers): OwnerAtEnd[] {
  const shares = owners.map(({ share }) => share);
  const [advances, fees] = [allocate(advanced, shares), allocate(admin_fee, shares)];
  const [incomes, incomeFees] = [allocate(income, shares), allocate(fee, shares)];
  return divideAmong(lines, owners).map((part, index) => ({
    ...{ ...part, advanced: advances[index] ?? 0, admin_fee: fees[index] ?? 0 },
    ...{ income: incomes[index] ?? 0, fee: incomeFees[index] ?? 0, lease_tax: 0 },
  }));
}

const added = (one: OwnerAtEnd, other: OwnerAtEnd): OwnerAtEnd => ({
  client_id: one.client_id,
  amount: one.amount + other.amount,
  lines: [...one.lines, ...other.lines],
  advanced: one.advanced + other.advanced,
  admin_fee: one.admin_fee + other.admin_fee,
  income: one.income + other.income,
  fee: one.fee + other.fee,
  lease_tax: one.lease_tax + other.lease_tax,
});

/** Extra values of the owners' transfers that wait at the end of the contract: no later transfer can take them. */
export function waitingOfOwners(
  extras: readonly Pick<ExtraValue, 'description' | 'amount' | 'type' | 'influence'>[],
  commission: BasisPoints,
): OwnersDebit | null {
  if (extras.length === 0) return null;
  const base = sum(extras.filter(({ influence }) => influence === 'RENT').map(signedExtra));
  const fee = Math.sign(base) * portion(Math.abs(base), commission);
  const ofFee: TransferLine = { kind: 'ADMIN_FEE', name: 'Taxa de administração', amount: 0 - fee };
  const lines = extras.map((extra): TransferLine => {
    const { kind, name, note, amount } = transferLine(extra);
    return { kind, name, note, amount };
  });
  return {
    lines: fee === 0 ? lines : [...lines, ofFee],
    ...{ advanced: 0, admin_fee: fee, income: 0 - base, fee: 0 - fee, taxes: [] },
  };
}

/** Splits a credit: `taken`, the amount that the debts can bear, enters the invoice, in proportion from each part. */
function splitCredit({ parts }: SheetLine, taken: Cents): { used: InvoiceLine[]; left: SheetPart[] } {
  const weights = parts.map((part) => -part.amount);
  const inInvoice = allocate(taken, weights);
  const split = parts.map((part, index) => {
    const [whole, used] = [weights[index] ?? 0, inInvoice[index] ?? 0];
    const taxes = (part.included ?? []).map((tax) => ({ tax, used: ratio(tax.amount, used, tax.of) }));
    const of = (amount: Cents, taxOf: (one: (typeof taxes)[number]) => Cents): SheetPart => ({
      ...{ ...part, amount: 0 - amount },
      ...(part.included && { included: taxes.map((one) => ({ ...one.tax, amount: taxOf(one), of: amount })) }),
    });
    return {
      used: of(used, (one) => one.used),
      left: of(whole - used, (one) => one.tax.amount - one.used),
    };
  });
  const isThere = ({ amount }: SheetPart) => amount !== 0;
  return {
    used: split
      .map(({ used }) => used)
      .filter(isThere)
      .map(invoiceLine),
    left: split.map(({ left }) => left).filter(isThere),
  };
}

/** The owners of today bear nothing of a line that former owners give back. */
function invoiceLine({ former, income, included, ...line }: SheetPart): InvoiceLine {
  if (former) return { ...line, transfer: false };
  return { ...line, ...(income && { income }), ...(included && { included }) };
}

function refundOf(refunded: readonly { credit: SheetLine; left: SheetPart[] }[], commission: BasisPoints): Refund {
  const paid = refunded.map(({ credit: { name, note }, left }) => {
    const { agency, deposit } = payersOf(left);
    const own = left.filter(({ former }) => !former);
    const { owners } = payersOf(own);
    // No settlement has passed these on: they lower income and fee as they do in an invoice.
    const asRent = own.filter(({ influence }) => influence === 'RENT');
    const fee = portion(0 - amounts(asRent), commission);
    const income = 0 - amounts(own.filter((part) => part.income || (asRent.includes(part) && part.transfer)));
    const incomeFee = 0 - amounts(own.filter((part) => part.income && !part.transfer));
    const taxes = taxesOf(own);
    return {
      ...{ name, note, amount: 0 - amounts(left), owners: owners - fee, agency: agency + fee, deposit },
      ...{ income, fee: incomeFee + fee, taxes },
    };
  });
  return {
    amount: amounts(paid),
    lines: paid.map(({ name, note, amount }) => ({ kind: 'EXTRA', name, note, amount })),
    agency: sum(paid.map(({ agency }) => agency)),
    deposit: sum(paid.map(({ deposit }) => deposit)),
    income: sum(paid.map(({ income }) => income)),
    fee: sum(paid.map(({ fee }) => fee)),
    taxes: paid.flatMap(({ taxes }) => taxes),
    owners: paid
      .filter(({ owners }) => owners !== 0)
      .map(({ name, note, owners }) => ({ kind: 'EXTRA', name, note, amount: -owners })),
  };
}

function figures(lines: InvoiceLine[]): InvoiceFigures {
  return {
    price: amounts(lines.filter((line) => line.kind === 'RENT')),
    fees: amounts(lines.filter((line) => line.kind !== 'RENT')),
    lines,
  };
}
