import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';
import type { RestFate } from './rest-fate.ts';

/**
 * Life of the difference that a settlement left. BALANCE: an open invoice of its own, then paid, in an agreement (AGREED), or in
 * the sheet of the contract's end (IN_SHEET). CARRIED and CREDIT wait for the next invoice, until one takes them. RETURN: to be
 * paid to the tenant. GONE: the settlement was refunded. `bill`: the next invoice is issued. `payRest` and `reopenRest`: the open
 * balance; `payBack` and `takeBack`: the return.
 */
export const restLife = lifeCycle({
  BALANCE: {
    refund: to('GONE', 'reopen'),
    bill: to('BALANCE'),
    payRest: to('BALANCE_PAID'),
    reopenRest: refuse('INVOICE_NOT_PAID'),
    payBack: refuse('TRANSFER_NOT_FOUND'),
    takeBack: refuse('TRANSFER_NOT_FOUND'),
    agree: to('AGREED'),
    endLease: to('BALANCE'),
    makeSheet: to('IN_SHEET'),
  },
  BALANCE_PAID: {
    refund: refuse('BALANCE_PAID'),
    bill: to('BALANCE_PAID'),
    payRest: refuse('INVOICE_ALREADY_PAID'),
    reopenRest: to('BALANCE'),
    payBack: refuse('TRANSFER_NOT_FOUND'),
    takeBack: refuse('TRANSFER_NOT_FOUND'),
    agree: refuse('DEBT_CHANGED'),
    endLease: to('BALANCE_PAID'),
    makeSheet: to('BALANCE_PAID'),
  },
  AGREED: {
    refund: refuse('BALANCE_REPLACED'),
    bill: to('AGREED'),
    payRest: refuse('INVOICE_REPLACED'),
    reopenRest: refuse('INVOICE_NOT_PAID'),
    payBack: refuse('TRANSFER_NOT_FOUND'),
    takeBack: refuse('TRANSFER_NOT_FOUND'),
    agree: refuse('DEBT_CHANGED'),
    endLease: to('AGREED'),
    makeSheet: to('AGREED'),
  },
  IN_SHEET: {
    refund: refuse('INVOICE_GIVEN_BACK'),
    bill: refuse('PROPOSAL_CLOSED'),
    payRest: refuse('INVOICE_NOT_FOUND'),
    reopenRest: refuse('INVOICE_NOT_FOUND'),
    payBack: refuse('TRANSFER_NOT_FOUND'),
    takeBack: refuse('TRANSFER_NOT_FOUND'),
    agree: refuse('DEBT_CHANGED'),
    endLease: refuse('PROPOSAL_CLOSED'),
    makeSheet: refuse('PROPOSAL_CLOSED'),
  },
  CARRIED: {
    refund: to('GONE', 'reopen'),
    bill: to('TAKEN'),
    payRest: refuse('INVOICE_NOT_FOUND'),
    reopenRest: refuse('INVOICE_NOT_FOUND'),
    payBack: refuse('TRANSFER_NOT_FOUND'),
    takeBack: refuse('TRANSFER_NOT_FOUND'),
    agree: refuse('DEBT_CHANGED'),
    endLease: to('TAKEN'),
    makeSheet: to('TAKEN'),
  },
  CREDIT: {
    refund: to('GONE', 'reopen'),
    bill: to('TAKEN'),
    payRest: refuse('INVOICE_NOT_FOUND'),
    reopenRest: refuse('INVOICE_NOT_FOUND'),
    payBack: refuse('TRANSFER_NOT_FOUND'),
    takeBack: refuse('TRANSFER_NOT_FOUND'),
    agree: refuse('DEBT_CHANGED'),
    endLease: to('TAKEN'),
    makeSheet: to('TAKEN'),
  },
  TAKEN: {
    refund: refuse('REST_USED'),
    bill: to('TAKEN'),
    payRest: refuse('INVOICE_NOT_FOUND'),
    reopenRest: refuse('INVOICE_NOT_FOUND'),
    payBack: refuse('TRANSFER_NOT_FOUND'),
    takeBack: refuse('TRANSFER_NOT_FOUND'),
    agree: refuse('DEBT_CHANGED'),
    endLease: to('TAKEN'),
    makeSheet: to('TAKEN'),
  },
  WAIVED: {
    refund: to('GONE', 'reopen'),
    bill: to('WAIVED'),
    payRest: refuse('INVOICE_NOT_FOUND'),
    reopenRest: refuse('INVOICE_NOT_FOUND'),
    payBack: refuse('TRANSFER_NOT_FOUND'),
    takeBack: refuse('TRANSFER_NOT_FOUND'),
    agree: refuse('DEBT_CHANGED'),
    endLease: to('WAIVED'),
    makeSheet: to('WAIVED'),
  },
  RETURN: {
    refund: to('GONE', 'reopen'),
    bill: to('RETURN'),
    payRest: refuse('INVOICE_NOT_FOUND'),
    reopenRest: refuse('INVOICE_NOT_FOUND'),
    payBack: to('RETURNED'),
    takeBack: refuse('TRANSFER_NOT_DONE'),
    agree: refuse('DEBT_CHANGED'),
    endLease: to('RETURN'),
    makeSheet: to('RETURN'),
  },
  RETURNED: {
    refund: refuse('TRANSFER_DONE'),
    bill: to('RETURNED'),
    payRest: refuse('INVOICE_NOT_FOUND'),
    reopenRest: refuse('INVOICE_NOT_FOUND'),
    payBack: refuse('TRANSFER_ALREADY_DONE'),
    takeBack: to('RETURN'),
    agree: refuse('DEBT_CHANGED'),
    endLease: to('RETURNED'),
    makeSheet: to('RETURNED'),
  },
  GONE: {
    refund: refuse('INVOICE_NOT_PAID'),
    bill: to('GONE'),
    payRest: refuse('INVOICE_NOT_FOUND'),
    reopenRest: refuse('INVOICE_NOT_FOUND'),
    payBack: refuse('TRANSFER_NOT_FOUND'),
    takeBack: refuse('TRANSFER_NOT_FOUND'),
    agree: refuse('DEBT_CHANGED'),
    endLease: to('GONE'),
    makeSheet: to('GONE'),
  },
});
export type RestState = StateOf<typeof restLife>;

/** State of the difference of a paid invoice. */
export function restStateOf({
  fate,
  balance,
  taken,
  returned,
}: {
  fate: RestFate;
  /** Of the open balance; null: it went into a sheet. */
  balance: 'PENDING' | 'PAID' | 'REPLACED' | null;
  /** Whether an invoice or a transfer has taken what was carried. */
  taken: boolean;
  /** Whether the return is paid. */
  returned: boolean;
}): RestState {
  if (fate === 'OPEN_BALANCE') {
    if (balance === null) return 'IN_SHEET';
    return balance === 'PENDING' ? 'BALANCE' : balance === 'PAID' ? 'BALANCE_PAID' : 'AGREED';
  }
  if (fate === 'WAIVED') return 'WAIVED';
  if (fate === 'RETURN') return returned ? 'RETURNED' : 'RETURN';
  if (taken) return 'TAKEN';
  return fate === 'CREDIT' ? 'CREDIT' : 'CARRIED';
}
