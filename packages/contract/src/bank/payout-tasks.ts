import * as z from 'zod/mini';
import { HeldChange } from '../access/held-changes.ts';
import { endpoints } from '../base/endpoint.ts';
import { instant, money } from '../base/fields.ts';

/** Permissions to make payments of transfers, and to approve them. */
export const PAYOUT_PEOPLE = ['PAYOUT_EDIT', 'PAYOUT_APPROVE'] as const;

export const PayoutState = z.enum([
  'WAITING_APPROVAL',
  'APPROVED',
  'SENT',
  'PAID',
  'RETURN_ASKED',
  'REFUSED',
  'RETURNED',
  'CANCELED',
]);

/** Why the caller may not approve a payment, or confirm the return of one. */
export const ApprovalRefusal = z.nullable(z.enum(['MAKER', 'CHANGER', 'TIED']));

export const PayoutRow = z.object({
  id: z.int(),
  batch_id: z.int(),
  /** Identifier, as in the lines of its payment. */
  identifier: z.string(),
  amount: money,
  owner: z.string(),
  state: PayoutState,
  /** Whether the bank has confirmed that it has the order. */
  answered: z.boolean(),
  /** State as the bank words it. */
  bank_state: z.nullable(z.string()),
  end_to_end_id: z.nullable(z.string()),
  problem: z.nullable(z.string()),
  sent_at: z.nullable(instant),
  /** A person says that the money came back, and another one has to confirm it. */
  return_asked: z.nullable(z.object({ by: z.nullable(z.string()), reason: z.string(), refusal: ApprovalRefusal })),
});
export type PayoutRow = z.output<typeof PayoutRow>;

/** A module of its own: the dashboard loads it without the other calls of payouts. */
export const payoutTasks = endpoints('payouts', {
  list: {
    method: 'GET',
    path: '/payout/tasks',
    access: PAYOUT_PEOPLE,
    summary: 'O que os pagamentos pedem a uma pessoa: aprovar, recusados, devolvidos, sem resposta, falha',
    response: z.object({
      waiting: z.int(),
      /** Changes of the last days by others, by which one person could move money alone; only for those who may do everything. */
      changes: z.array(
        z.object({
          id: z.int(),
          at: instant,
          by: z.string(),
          /** The safeguards, the access of a person who moves money, or where tenants' money arrives. */
          what: z.enum(['SAFEGUARDS', 'ACCESS', 'RECEIVING']),
          of: z.nullable(z.string()),
        }),
      ),
      /** Changes that wait for a second person, or for their pause; only for those who may do everything. */
      held: z.array(HeldChange),
      /** Sent long ago, and the bank has not answered. */
      unanswered: z.array(PayoutRow),
      /** Refused or returned, with transfers that are still to be paid. */
      failed: z.array(PayoutRow),
      /** Returns that wait for another person. */
      returns: z.array(PayoutRow),
      failing_since: z.nullable(instant),
      problem: z.nullable(z.string()),
    }),
  },
});
