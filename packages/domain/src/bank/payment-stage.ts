import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';

/** How far a payment is: its cancellation, its approval, and its transfers by what became of them. */
export type PaymentProgress = {
  canceled: boolean;
  /** Whether it waits for another person; null: made before there were approvals. */
  approval: 'WAITING' | 'APPROVED' | 'REJECTED' | null;
  /** Transfers it was made of, those concluded in it, and those that it still orders; the rest was released. */
  transfers: number;
  done: number;
  pending: number;
};

/**
 * Stages of a payment by file or list. WHOLE: nothing of it was concluded or released; PARTLY: something was, and something is
 * still to be paid; DONE: all that it orders is paid; RELEASED: it orders nothing any more. The bank's file holds every transfer
 * for ever, so it is given out only while all of them are to be paid; the list names those that still are.
 */
export const paymentLife = lifeCycle({
  WAITING: {
    approve: to('WHOLE'),
    reject: to('REJECTED', 'freeTransfers'),
    giveOutFile: refuse('PAYOUT_WAITING'),
    giveOutList: refuse('PAYOUT_WAITING'),
    conclude: refuse('PAYOUT_WAITING'),
    cancel: to('CANCELED', 'freeTransfers'),
  },
  WHOLE: {
    approve: refuse('PAYOUT_DECIDED'),
    reject: refuse('PAYOUT_DECIDED'),
    giveOutFile: to('WHOLE', 'leaveTheHouse'),
    giveOutList: to('WHOLE', 'leaveTheHouse'),
    conclude: to('DONE', 'concludeTransfers'),
    cancel: to('CANCELED', 'freeTransfers'),
  },
  PARTLY: {
    approve: refuse('PAYOUT_DECIDED'),
    reject: refuse('PAYOUT_DECIDED'),
    giveOutFile: refuse('PAYMENT_STARTED'),
    giveOutList: to('PARTLY', 'leaveTheHouse'),
    conclude: to('DONE', 'concludeTransfers'),
    cancel: to('DONE', 'freeTransfers'),
  },
  DONE: {
    approve: refuse('PAYOUT_DECIDED'),
    reject: refuse('PAYOUT_DECIDED'),
    giveOutFile: refuse('PAYMENT_CONCLUDED'),
    giveOutList: refuse('PAYMENT_CONCLUDED'),
    conclude: refuse('PAYMENT_CONCLUDED'),
    cancel: refuse('PAYMENT_CONCLUDED'),
  },
  RELEASED: {
    approve: refuse('PAYOUT_DECIDED'),
    reject: refuse('PAYOUT_DECIDED'),
    giveOutFile: refuse('PAYMENT_RELEASED'),
    giveOutList: refuse('PAYMENT_RELEASED'),
    conclude: refuse('PAYMENT_RELEASED'),
    cancel: refuse('PAYMENT_RELEASED'),
  },
  CANCELED: {
    approve: refuse('PAYOUT_DECIDED'),
    reject: refuse('PAYOUT_DECIDED'),
    giveOutFile: refuse('PAYMENT_CANCELED'),
    giveOutList: refuse('PAYMENT_CANCELED'),
    conclude: refuse('PAYMENT_CANCELED'),
    cancel: refuse('PAYMENT_CANCELED'),
  },
  REJECTED: {
    approve: refuse('PAYOUT_DECIDED'),
    reject: refuse('PAYOUT_DECIDED'),
    giveOutFile: refuse('PAYMENT_CANCELED'),
    giveOutList: refuse('PAYMENT_CANCELED'),
    conclude: refuse('PAYMENT_CANCELED'),
    cancel: refuse('PAYMENT_CANCELED'),
  },
});
export type PaymentStage = StateOf<typeof paymentLife>;

export function paymentStage({ canceled, approval, transfers, done, pending }: PaymentProgress): PaymentStage {
  if (approval === 'REJECTED') return 'REJECTED';
  if (canceled) return 'CANCELED';
  if (approval === 'WAITING') return 'WAITING';
  if (pending === 0) return done > 0 ? 'DONE' : 'RELEASED';
  return pending === transfers ? 'WHOLE' : 'PARTLY';
}
