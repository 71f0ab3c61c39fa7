import type { Cents } from '../base/money.ts';

/** Safeguards of payment orders. A null amount disables its rule. */
export type PayoutSafeguards = {
  /** A payment above this amount needs a second person. */
  approve_over: Cents | null;
  /** Maximum total of one day. */
  daily_limit: Cents | null;
  /** Payment to a new or changed account. FREE: as any other; WAIT: after `wait_hours`; APPROVE: by a second person. */
  new_account: 'FREE' | 'WAIT' | 'APPROVE';
  wait_hours: number;
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

type Approval = {
  reasons: readonly ApprovalReason[];
  /** People by id: who made the payment, and who changed the accounts that it goes to. */
  made_by: number | null;
  changed_by: readonly number[];
};

/** Why a person may not approve a payment; undefined: may. */
export function approvalRefusal(
  { reasons, made_by, changed_by }: Approval,
  person: number,
): 'MAKER' | 'CHANGER' | undefined {
  if (person === made_by) return 'MAKER';
  return reasons.includes('ACCOUNT') && changed_by.includes(person) ? 'CHANGER' : undefined;
}
