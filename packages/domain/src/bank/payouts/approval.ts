import { type AccessChange, areTied } from '../../access/second-person.ts';
import { lifeCycle, refuse, type StateOf, to } from '../../base/life-cycle.ts';
import type { ApprovalReason } from './payout-safeguards.ts';

/**
 * Approval of a payment by a second person. `approve` by any other person; `approveOwn` by the one who made the payment,
 * `approveOwnAccount` by one who changed the account that is its reason, `approveTied` by one who counts as one with the maker.
 */
export const approvalLife = lifeCycle({
  WAITING: {
    approve: to('APPROVED', 'countInTheDay'),
    approveOwn: refuse('PAYOUT_OWN'),
    approveOwnAccount: refuse('PAYOUT_OWN_ACCOUNT'),
    approveTied: refuse('PAYOUT_TIED'),
    reject: to('REJECTED', 'freeTransfers'),
    cancel: to('CANCELED', 'freeTransfers'),
  },
  APPROVED: {
    approve: refuse('PAYOUT_DECIDED'),
    approveOwn: refuse('PAYOUT_DECIDED'),
    approveOwnAccount: refuse('PAYOUT_DECIDED'),
    approveTied: refuse('PAYOUT_DECIDED'),
    reject: refuse('PAYOUT_DECIDED'),
    cancel: to('CANCELED', 'freeTransfers'),
  },
  REJECTED: {
    approve: refuse('PAYOUT_DECIDED'),
    approveOwn: refuse('PAYOUT_DECIDED'),
    approveOwnAccount: refuse('PAYOUT_DECIDED'),
    approveTied: refuse('PAYOUT_DECIDED'),
    reject: refuse('PAYOUT_DECIDED'),
    cancel: refuse('PAYMENT_CANCELED'),
  },
  CANCELED: {
    approve: refuse('PAYOUT_DECIDED'),
    approveOwn: refuse('PAYOUT_DECIDED'),
    approveOwnAccount: refuse('PAYOUT_DECIDED'),
    approveTied: refuse('PAYOUT_DECIDED'),
    reject: refuse('PAYOUT_DECIDED'),
    cancel: refuse('PAYMENT_CANCELED'),
  },
});
export type ApprovalState = StateOf<typeof approvalLife>;

/** The state of an approval whose payment may have been canceled. */
export const approvalStateOf = (
  stored: Exclude<ApprovalState, 'CANCELED'>,
  { canceled }: { canceled: boolean },
): ApprovalState => (canceled && stored !== 'REJECTED' ? 'CANCELED' : stored);

export type Approval = {
  reasons: readonly ApprovalReason[];
  /** People by id: who made the payment, and who changed the accounts that it goes to. */
  made_by: number | null;
  changed_by: readonly number[];
  /** Changes of people's access within the pause. */
  access: readonly AccessChange[];
};

export type ApprovalRefusal = 'MAKER' | 'CHANGER' | 'TIED';

/** Why a person may not approve a payment; undefined: may. */
export function approvalRefusal(
  { reasons, made_by, changed_by, access }: Approval,
  person: number,
): ApprovalRefusal | undefined {
  if (person === made_by) return 'MAKER';
  if (reasons.includes('ACCOUNT') && changed_by.includes(person)) return 'CHANGER';
  return made_by !== null && areTied(access, made_by, person) ? 'TIED' : undefined;
}

const BY = { MAKER: 'approveOwn', CHANGER: 'approveOwnAccount', TIED: 'approveTied' } as const;

/** The event that the approval by a person is. */
export const approvalBy = (refusal: ApprovalRefusal | undefined) => (refusal === undefined ? 'approve' : BY[refusal]);
