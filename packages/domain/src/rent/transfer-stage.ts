import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';

/**
 * Stages of a transfer, as its status, its payment and the bank have it. ORDERED: in a payment by file or list that may leave;
 * WAITING: in one that waits for a person; AT_BANK: a bank pays it by Pix; DONE: concluded by hand, also within a payment;
 * PAID: a bank has paid it, and only the return of its money makes it pending again, or has returned it to the tenant by itself;
 * GONE: its invoice's payment was undone.
 */
export const transferStages = lifeCycle({
  PENDING: {
    order: to('ORDERED', 'hold'),
    orderPix: to('AT_BANK', 'hold'),
    release: refuse('PAYMENT_RELEASED'),
    conclude: to('DONE', 'book'),
    pay: refuse('PAYOUT_STATE'),
    undo: refuse('TRANSFER_NOT_DONE'),
    giveBack: refuse('PAYOUT_STATE'),
    reschedule: to('PENDING', 'move'),
    refundInvoice: to('GONE'),
  },
  ORDERED: {
    order: refuse('TRANSFER_ORDERED'),
    orderPix: refuse('TRANSFER_ORDERED'),
    release: to('PENDING', 'hold'),
    conclude: to('DONE', 'book'),
    pay: refuse('PAYOUT_STATE'),
    undo: refuse('TRANSFER_NOT_DONE'),
    giveBack: refuse('PAYOUT_STATE'),
    reschedule: to('ORDERED', 'move'),
    refundInvoice: refuse('TRANSFER_ORDERED'),
  },
  WAITING: {
    order: refuse('TRANSFER_ORDERED'),
    orderPix: refuse('TRANSFER_ORDERED'),
    release: to('PENDING', 'hold'),
    conclude: refuse('PAYOUT_WAITING'),
    pay: refuse('PAYOUT_STATE'),
    undo: refuse('TRANSFER_NOT_DONE'),
    giveBack: refuse('PAYOUT_STATE'),
    reschedule: to('WAITING', 'move'),
    refundInvoice: refuse('TRANSFER_ORDERED'),
  },
  AT_BANK: {
    order: refuse('TRANSFER_ORDERED'),
    orderPix: refuse('TRANSFER_ORDERED'),
    release: refuse('PAYOUT_AT_BANK'),
    conclude: refuse('PAYOUT_AT_BANK'),
    pay: to('PAID', 'book'),
    undo: refuse('TRANSFER_NOT_DONE'),
    giveBack: refuse('PAYOUT_STATE'),
    reschedule: to('AT_BANK', 'move'),
    refundInvoice: refuse('TRANSFER_ORDERED'),
  },
  DONE: {
    order: refuse('TRANSFER_ORDERED'),
    orderPix: refuse('TRANSFER_ORDERED'),
    release: refuse('PAYMENT_CONCLUDED'),
    conclude: refuse('TRANSFER_ALREADY_DONE'),
    pay: refuse('PAYOUT_STATE'),
    undo: to('PENDING', 'book', 'hold'),
    giveBack: refuse('PAYOUT_STATE'),
    reschedule: refuse('TRANSFER_ALREADY_DONE'),
    refundInvoice: refuse('TRANSFER_DONE'),
  },
  PAID: {
    order: refuse('TRANSFER_ORDERED'),
    orderPix: refuse('TRANSFER_ORDERED'),
    release: refuse('PAYMENT_CONCLUDED'),
    conclude: refuse('TRANSFER_ALREADY_DONE'),
    pay: refuse('PAYOUT_STATE'),
    undo: refuse('PAYOUT_PAID'),
    giveBack: to('PENDING', 'book', 'hold'),
    reschedule: refuse('TRANSFER_ALREADY_DONE'),
    refundInvoice: refuse('PAYOUT_PAID'),
  },
  GONE: {
    order: refuse('TRANSFER_NOT_PAYABLE'),
    orderPix: refuse('TRANSFER_NOT_PAYABLE'),
    release: refuse('PAYMENT_RELEASED'),
    conclude: refuse('TRANSFER_NOT_FOUND'),
    pay: refuse('PAYOUT_STATE'),
    undo: refuse('TRANSFER_NOT_FOUND'),
    giveBack: refuse('PAYOUT_STATE'),
    reschedule: refuse('TRANSFER_NOT_FOUND'),
    refundInvoice: refuse('INVOICE_NOT_PAID'),
  },
});

/** The stage as far as a transfer's own record tells it: that of a payment tells WAITING and AT_BANK from ORDERED. */
export function transferStage({
  status,
  payment_id,
  paid_by_bank,
  returned_by_bank,
}: {
  status: 'PENDING' | 'DONE';
  payment_id: number | null;
  paid_by_bank: boolean;
  returned_by_bank: boolean;
}): StateOf<typeof transferStages> {
  if (status === 'DONE') return paid_by_bank || returned_by_bank ? 'PAID' : 'DONE';
  return payment_id === null ? 'PENDING' : 'ORDERED';
}
