import type { Cents } from '../base/money.ts';

/** What stands between an order of payment and the money. Null amounts: no such rule. */
export type PayoutSafeguards = {
  /** A payment above this amount needs a second person. */
  approve_over: Cents | null;
  /** Most that may go out on one day. */
  daily_limit: Cents | null;
  /** A payment to an account that is new or changed: as any other, after `wait_hours`, or by a second person. */
  new_account: 'FREE' | 'WAIT' | 'APPROVE';
  wait_hours: number;
};

export const APPROVAL_REASONS = ['AMOUNT', 'ACCOUNT'] as const;
export type ApprovalReason = (typeof APPROVAL_REASONS)[number];

/** An account as the payment finds it. */
export type PaidAccountAge = {
  /** It was paid before, to the same payee. */
  known: boolean;
  /** Latest change of the account, its holder or the owners, in milliseconds; null without a recent one. */
  changed_at: number | null;
};

const HOUR_MS = 3_600_000;

const isNew = ({ known, changed_at }: PaidAccountAge) => !known || changed_at !== null;

/**
 * What a payment has to wait for: a second person, with the reasons, and a moment, in milliseconds. An account that was
 * never paid waits from now, a changed one from its change.
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

/** Whether a payment fits into what is left of its day. */
export const fitsTheDay = ({ daily_limit }: PayoutSafeguards, paid: Cents, amount: Cents): boolean =>
  daily_limit === null || paid + amount <= daily_limit;

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
