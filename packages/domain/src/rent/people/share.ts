import { allocate, type BasisPoints, type Cents, ratio, sum, WHOLE } from '../../base/money.ts';

/** What people get a part of: the agency's fee for a letting, and its commission of a sale. */
export const COMMISSION_KINDS = { LETTING: 'Locação', SALE: 'Venda' } as const;
export type CommissionKind = keyof typeof COMMISSION_KINDS;

export const COMMISSION_ROLES = { CAPTOR: 'Captador', BROKER: 'Corretor' } as const;
export type CommissionRole = keyof typeof COMMISSION_ROLES;

/** A share of a rule. `admin_user_id` null: whoever has the role at the property. */
export type RuleShare = { role: CommissionRole; admin_user_id: number | null; share: BasisPoints };
/** A share with its person. */
export type PersonShare = { role: CommissionRole; admin_user_id: number; share: BasisPoints };

/** People have all together at most the whole; the rest is the agency's. */
export const MAX_SHARES = 10;

export const agencyShare = (shares: readonly { share: BasisPoints }[]): BasisPoints =>
  WHOLE - sum(shares.map(({ share }) => share));

/** The rule that holds: the contract's own, else the property's, else the agency's. */
export const ruleInForce = <Rule extends { property_id: number | null; proposal_id: number | null }>(
  rules: readonly Rule[],
): Rule | undefined =>
  rules.find(({ proposal_id }) => proposal_id !== null) ??
  rules.find(({ property_id }) => property_id !== null) ??
  rules[0];

/** The shares that have a person. What has none stays with the agency. */
export function personShares(shares: readonly RuleShare[], captor: number | null): PersonShare[] {
  return shares.flatMap(({ role, admin_user_id, share }): PersonShare[] => {
    const person = admin_user_id ?? (role === 'CAPTOR' ? captor : null);
    return person === null || share === 0 ? [] : [{ role, admin_user_id: person, share }];
  });
}

/**
 * How much of a letting's fee was received. A rent received in part brings its proportion, as long as an invoice is open
 * that brings the rest; otherwise the fee is received whole, since the owner was charged the whole. Rent that the end of the
 * contract gave back takes its proportion back. One rounding, of the sum of all payments.
 */
export function feeReceived(
  fee: Cents,
  { price, rent, isOpen, returned }: { price: Cents; rent: Cents; isOpen: boolean; returned: Cents },
): Cents {
  if (price <= 0) return fee;
  const kept = Math.max(0, (isOpen ? Math.min(rent, price) : price) - returned);
  return ratio(fee, kept, price);
}

/** What stands of a letting or a sale under the same shares: what was received, and each share's part of it. */
export type Standing = { received: Cents; parts: readonly Cents[] };

/**
 * Each share's part of a further amount. The sum of all amounts is divided and what stands is subtracted, so that many
 * small payments come to the same as a single one. A part may be a centavo below zero.
 */
export function partsOfNext(shares: readonly { share: BasisPoints }[], standing: Standing, amount: Cents): Cents[] {
  const weights = [...shares.map(({ share }) => share), agencyShare(shares)];
  const whole = allocate(standing.received + amount, weights);
  return shares.map((_, index) => (whole[index] ?? 0) - (standing.parts[index] ?? 0));
}

/** What was received, by the payments that brought it: the newest first gives up what is taken back. */
export function takenBack<Receipt extends { amount: Cents }>(
  receipts: readonly Receipt[],
  amount: Cents,
): { receipt: Receipt; amount: Cents }[] {
  let left = amount;
  return receipts.toReversed().flatMap((receipt) => {
    const part = Math.min(left, receipt.amount);
    left -= part;
    return part > 0 ? [{ receipt, amount: part }] : [];
  });
}

/** Rent given back of one month, of all that an end gave back: months that were not lived come first, the newest before. */
export function rentReturned(months: readonly { id: number; rent: Cents }[], returned: Cents, of: number): Cents {
  let left = returned;
  for (const { id, rent } of months) {
    const part = Math.min(left, rent);
    if (id === of) return part;
    left -= part;
  }
  return 0;
}

/** What a payment to a person comes to: what is due, less what is owed back. Rent that an end gave back is due below zero. */
export function payable(entries: readonly { state: string; amount: Cents }[]): {
  due: Cents;
  debit: Cents;
  amount: Cents;
} {
  const open = entries.flatMap(({ state, amount }) =>
    state === 'EARNED' ? [amount] : state === 'OWED' ? [0 - amount] : [],
  );
  const due = sum(open.filter((amount) => amount > 0));
  const amount = sum(open);
  return { due, debit: due - amount, amount };
}

export type Withholdings = { inss: Cents; irrf: Cents; iss: Cents };
export const netOf = (amount: Cents, { inss, irrf, iss }: Withholdings): Cents => amount - inss - irrf - iss;

/** A receipt of an autonomous worker, or a note that the person issued. */
export const PAYMENT_PAPERS = { RPA: 'RPA', NOTE: 'Nota fiscal' } as const;
export type PaymentPaper = keyof typeof PAYMENT_PAPERS;
