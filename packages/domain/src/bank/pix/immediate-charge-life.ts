import { lifeCycle, refuse, type StateOf, to } from '../../base/life-cycle.ts';

/**
 * Life of an immediate charge, which pays an invoice and authorises Pix Automático. QUEUED: the bank still holds the invoice's
 * own charge; WAITING: it is to be sent; REMOVING: its removal is. While it can be paid it stands in the own charge's place,
 * which comes back (`ownCharge`) once it is gone. `settle`: the invoice is settled by hand.
 */
export const immediateChargeLife = lifeCycle({
  QUEUED: {
    pay: refuse('UNKNOWN_AT_BANK'),
    giveUp: to('REMOVED'),
    expire: to('REMOVED'),
    settle: to('REMOVED', 'moveInvoice'),
    giveBack: refuse('NOT_PAID'),
    refund: refuse('INVOICE_NOT_PAID'),
  },
  WAITING: {
    pay: refuse('UNKNOWN_AT_BANK'),
    giveUp: to('REMOVED', 'ownCharge'),
    expire: to('REMOVED', 'ownCharge'),
    settle: to('REMOVED', 'moveInvoice'),
    giveBack: refuse('NOT_PAID'),
    refund: refuse('INVOICE_NOT_PAID'),
  },
  ACTIVE: {
    pay: to('PAID', 'moveInvoice', 'authorise'),
    giveUp: to('REMOVED', 'ownCharge'),
    expire: to('REMOVED', 'ownCharge'),
    settle: to('REMOVED', 'moveInvoice'),
    giveBack: refuse('NOT_PAID'),
    refund: refuse('INVOICE_NOT_PAID'),
  },
  REFUSED: {
    pay: refuse('UNKNOWN_AT_BANK'),
    giveUp: refuse('RECURRENCE_NO_PAYMENT'),
    expire: to('REMOVED', 'ownCharge'),
    settle: to('REMOVED', 'moveInvoice'),
    giveBack: refuse('NOT_PAID'),
    refund: refuse('INVOICE_NOT_PAID'),
  },
  REMOVING: {
    pay: to('PAID', 'moveInvoice', 'authorise'),
    giveUp: refuse('RECURRENCE_NO_PAYMENT'),
    expire: to('REMOVED', 'ownCharge'),
    settle: to('REMOVED', 'moveInvoice'),
    giveBack: refuse('NOT_PAID'),
    refund: refuse('INVOICE_NOT_PAID'),
  },
  REMOVED: {
    pay: refuse('REMOVED_AT_BANK'),
    giveUp: refuse('RECURRENCE_NO_PAYMENT'),
    expire: refuse('REMOVED_AT_BANK'),
    settle: to('REMOVED', 'moveInvoice'),
    giveBack: refuse('NOT_PAID'),
    refund: refuse('INVOICE_NOT_PAID'),
  },
  PAID: {
    pay: refuse('PAID_AT_BANK'),
    giveUp: refuse('RECURRENCE_NO_PAYMENT'),
    expire: refuse('PAID_AT_BANK'),
    settle: refuse('INVOICE_ALREADY_PAID'),
    giveBack: to('PAID', 'moveInvoice', 'ownCharge'),
    refund: to('PAID', 'moveInvoice'),
  },
});
export type ImmediateState = StateOf<typeof immediateChargeLife>;

/** States in which the bank holds, or is to get, the charge. */
export const IMMEDIATE_UNDERWAY = ['QUEUED', 'WAITING', 'ACTIVE', 'REFUSED'] as const satisfies ImmediateState[];
/** States in which the tenant may give the charge up. */
export const IMMEDIATE_GIVEN_UP_FROM = immediateChargeLife.states.filter((state) =>
  immediateChargeLife.can(state, 'giveUp'),
);
