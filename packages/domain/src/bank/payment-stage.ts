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
 * Stage of a payment by file or list. WHOLE: nothing of it was concluded or released; PARTLY: something was, and something is
 * still to be paid; DONE: all that it orders is paid; RELEASED: it orders nothing any more.
 */
export type PaymentStage = 'CANCELED' | 'REJECTED' | 'WAITING' | 'WHOLE' | 'PARTLY' | 'DONE' | 'RELEASED';

export function paymentStage({ canceled, approval, transfers, done, pending }: PaymentProgress): PaymentStage {
  if (approval === 'REJECTED') return 'REJECTED';
  if (canceled) return 'CANCELED';
  if (approval === 'WAITING') return 'WAITING';
  if (pending === 0) return done > 0 ? 'DONE' : 'RELEASED';
  return pending === transfers ? 'WHOLE' : 'PARTLY';
}

/**
 * Whether a paper of the payment may be given out. The bank's file holds every transfer for ever: it is given out only while
 * all of them are to be paid. The list names those that are still to be paid.
 */
export const mayGiveOut = (paper: 'FILE' | 'LIST', stage: PaymentStage): boolean =>
  stage === 'WHOLE' || (paper === 'LIST' && stage === 'PARTLY');
