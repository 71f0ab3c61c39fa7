import type { Cents } from '../../base/money.ts';

/** Safeguards of payment orders. A null amount disables its rule. */
export type PayoutSafeguards = {
  /** A payment above this amount needs a second person. */
  approve_over: Cents | null;
  /** Maximum total of one day. */
  daily_limit: Cents | null;
  /** Payment to a new or changed account. FREE: as any other; WAIT: after `wait_hours`; APPROVE: by a second person. */
  new_account: 'FREE' | 'WAIT' | 'APPROVE';
  wait_hours: number;
  /**
   * Days for which two people count as one after one had the access of the other in hand, and for which safeguards that were
   * eased go on as they were. 0: no such pause.
   */
  people_days: number;
};

export const APPROVAL_REASONS = ['AMOUNT', 'ACCOUNT'] as const;
export type ApprovalReason = (typeof APPROVAL_REASONS)[number];

/** History of an account at the time of the payment. */
export type PaidAccountAge = {
  /** It was paid before, to the same payee. */
  known: boolean;
  /** Latest change of the account, its holder or the owners, in milliseconds; null without a recent one. */
  changed_at: number | null;
};

const HOUR_MS = 3_600_000;

const isNew = ({ known, changed_at }: PaidAccountAge) => !known || changed_at !== null;

/**
 * Conditions of a payment: approval by a second person, with the reasons, and its earliest moment, in milliseconds.
 * The wait counts from now for an account that was never paid, and from the change for a changed one.
 */
export function payoutHurdles(
  safeguards: PayoutSafeguards,
  { amount, accounts, now }: { amount: Cents; accounts: readonly PaidAccountAge[]; now: number },
): { reasons: ApprovalReason[]; not_before: number | null } {
  const { approve_over, new_account, wait_hours } = safeguards;
  const fresh = accounts.filter(isNew);
  const reasons: ApprovalReason[] = [];
  if (approve_over !== null && amount > approve_over) reasons.push('AMOUNT');
  if (new_account === 'APPROVE' && fresh.length > 0) reasons.push('ACCOUNT');
  if (new_account !== 'WAIT' || fresh.length === 0) return { reasons, not_before: null };
  const waits = fresh.map(({ known, changed_at }) => (known && changed_at !== null ? changed_at : now));
  const until = Math.max(...waits) + wait_hours * HOUR_MS;
  return { reasons, not_before: until > now ? until : null };
}

/**
 * Whether the return of a paid Pix, which frees its transfers to be paid again, needs a second person: where the payment
 * needed one, or would now, and always where the first may not approve payments.
 */
export const returnNeedsSecond = (
  safeguards: PayoutSafeguards,
  payment: { amount: Cents; reasons: readonly ApprovalReason[] },
  approves: boolean,
): boolean =>
  !approves ||
  payment.reasons.length > 0 ||
  payoutHurdles(safeguards, { amount: payment.amount, accounts: [], now: 0 }).reasons.length > 0;

/** Whether a payment fits into the rest of the day's limit. */
export const fitsTheDay = ({ daily_limit }: PayoutSafeguards, paid: Cents, amount: Cents): boolean =>
  daily_limit === null || paid + amount <= daily_limit;

/** Which of the payments, in their order, fit into the rest of the day's limit, and which are left for another day. */
export function withinTheDay(
  safeguards: PayoutSafeguards,
  paid: Cents,
  payments: readonly { id: number; amount: Cents }[],
): { fit: number[]; left: number[] } {
  const fit: number[] = [];
  const left: number[] = [];
  let total = paid;
  for (const { id, amount } of payments) {
    if (fitsTheDay(safeguards, total, amount)) {
      total += amount;
      fit.push(id);
    } else left.push(id);
  }
  return { fit, left };
}

/** What an agency's own transfers say of it; null without any. */
export type UsualPayments = {
  /** Amount that nineteen of twenty payments to one payee don't pass. */
  transfer: Cents | null;
  /** Sum of a day that nineteen of twenty days with payments don't pass. */
  day: Cents | null;
  /** People who may approve payments. */
  approvers: number;
};

const STEP = 10_000;
const roundedUp = (amount: Cents | null) => (amount === null ? null : Math.ceil(amount / STEP) * STEP);

/** Safeguards that an agency is offered before its first payment: above what is usual another person looks. */
export const proposedSafeguards = ({ transfer, day, approvers }: UsualPayments): PayoutSafeguards => ({
  // The one person of a small agency can't approve by another.
  approve_over: approvers > 1 ? roundedUp(transfer) : null,
  daily_limit: roundedUp(day),
  new_account: approvers > 1 ? 'APPROVE' : 'WAIT',
  wait_hours: 24,
  people_days: 7,
});

/** Whether nothing stands between one person and the money. */
export const isUnguarded = ({ approve_over, daily_limit, new_account }: PayoutSafeguards): boolean =>
  approve_over === null && daily_limit === null && new_account === 'FREE';

const STRENGTH = { FREE: 0, WAIT: 1, APPROVE: 2 } as const;
const lower = (one: Cents | null, other: Cents | null) =>
  one === null ? other : other === null ? one : Math.min(one, other);

const longest = ({ new_account, wait_hours }: PayoutSafeguards, hours: number) =>
  new_account === 'WAIT' ? Math.max(wait_hours, hours) : hours;

/** What holds where both do: for each rule the stricter of the two. */
export const strictest = (one: PayoutSafeguards, other: PayoutSafeguards): PayoutSafeguards => ({
  approve_over: lower(one.approve_over, other.approve_over),
  daily_limit: lower(one.daily_limit, other.daily_limit),
  new_account: STRENGTH[one.new_account] < STRENGTH[other.new_account] ? other.new_account : one.new_account,
  // Hours that no rule asked for hold nothing back.
  wait_hours: other.new_account === 'WAIT' ? longest(one, other.wait_hours) : one.wait_hours,
  people_days: Math.max(one.people_days, other.people_days),
});

/** A change of safeguards: how long ago, what was in its fields before, and whether a second person stood behind it. */
export type SafeguardChange = { days_ago: number; before: Partial<PayoutSafeguards>; agreed?: boolean };

/**
 * Safeguards that hold for a payment made now: those that are set, and those that one person eased within the pause, so that
 * none is switched off for the length of a payment. What two people agreed on holds at once. Changes in any order.
 */
export function safeguardsInForce(set: PayoutSafeguards, changes: readonly SafeguardChange[]): PayoutSafeguards {
  const latest = changes.toSorted((one, other) => one.days_ago - other.days_ago);
  const agreed = latest.findIndex((change) => change.agreed);
  const alone = agreed < 0 ? latest : latest.slice(0, agreed);
  const pauses = alone.flatMap(({ days_ago, before: { people_days = 0 } }) =>
    days_ago < people_days ? people_days : [],
  );
  const pause = Math.max(set.people_days, ...pauses);
  let held = set;
  let then = set;
  for (const { days_ago, before } of alone) {
    then = { ...then, ...before };
    if (days_ago < pause) held = strictest(held, then);
  }
  return held;
}
