import { lifeCycle, refuse, type StateOf, to } from '../../base/life-cycle.ts';

/**
 * Life of a charge with due date at the bank of Pix. WAITING: it is to be sent; REMOVING: its removal is. A charge that was
 * paid stays PAID: the money given back opens its invoice, which then gets another charge; a refund by hand opens it too, and
 * the payment waits for a person while no other charge is made.
 */
export const pixChargeLife = lifeCycle({
  WAITING: {
    pay: refuse('UNKNOWN_AT_BANK'),
    withdraw: to('REMOVED', 'moveInvoice'),
    giveBack: refuse('NOT_PAID'),
    refund: refuse('INVOICE_NOT_PAID'),
    changeKey: to('REMOVED', 'anotherCharge'),
  },
  ACTIVE: {
    pay: to('PAID', 'moveInvoice'),
    withdraw: to('REMOVED', 'moveInvoice'),
    giveBack: refuse('NOT_PAID'),
    refund: refuse('INVOICE_NOT_PAID'),
    changeKey: to('REMOVED', 'anotherCharge'),
  },
  REFUSED: {
    pay: refuse('UNKNOWN_AT_BANK'),
    withdraw: to('REMOVED', 'moveInvoice'),
    giveBack: refuse('NOT_PAID'),
    refund: refuse('INVOICE_NOT_PAID'),
    changeKey: to('REMOVED', 'anotherCharge'),
  },
  REMOVING: {
    pay: to('PAID', 'waitForPerson'),
    withdraw: refuse('INVOICE_ALREADY_PAID'),
    giveBack: refuse('NOT_PAID'),
    refund: to('REMOVED', 'moveInvoice', 'anotherCharge'),
    changeKey: to('REMOVED'),
  },
  REMOVED: {
    pay: refuse('REMOVED_AT_BANK'),
    withdraw: refuse('INVOICE_ALREADY_PAID'),
    giveBack: refuse('NOT_PAID'),
    refund: to('REMOVED', 'moveInvoice', 'anotherCharge'),
    changeKey: to('REMOVED'),
  },
  PAID: {
    pay: refuse('PAID_AT_BANK'),
    withdraw: refuse('INVOICE_ALREADY_PAID'),
    giveBack: to('PAID', 'moveInvoice', 'anotherCharge'),
    refund: to('PAID', 'moveInvoice', 'waitForPerson'),
    changeKey: to('PAID'),
  },
});
export type PixChargeLifeState = StateOf<typeof pixChargeLife>;
