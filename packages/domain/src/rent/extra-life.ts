import { lifeCycle, refuse, to } from '../base/life-cycle.ts';

/**
 * Life of an extra value. CHARGED: an invoice has taken it. PAID: that invoice is paid. SETTLED: the end of the contract has
 * taken it, by the last invoice, the tenant's refund or the owners' transfers. PAID_AT_END: that last invoice is paid.
 */
export const extraLife = lifeCycle({
  WAITING: {
    bill: to('CHARGED', 'invoices'),
    withdraw: refuse('INVOICE_NOT_FOUND'),
    pay: refuse('INVOICE_NOT_FOUND'),
    refund: refuse('INVOICE_NOT_FOUND'),
    end: to('SETTLED', 'invoices'),
    undoEnd: refuse('TERMINATION_NOT_FOUND'),
    remove: to('REMOVED'),
  },
  CHARGED: {
    bill: refuse('REFERENCE_ALREADY_ISSUED'),
    withdraw: to('WAITING', 'invoices'),
    pay: to('PAID'),
    refund: refuse('INVOICE_NOT_PAID'),
    end: to('SETTLED', 'invoices'),
    undoEnd: refuse('TERMINATION_NOT_FOUND'),
    remove: refuse('EXTRA_USED'),
  },
  PAID: {
    bill: refuse('REFERENCE_ALREADY_ISSUED'),
    withdraw: refuse('INVOICE_PAID_NOT_DELETED'),
    pay: refuse('INVOICE_ALREADY_PAID'),
    refund: to('CHARGED'),
    end: to('PAID', 'invoices'),
    undoEnd: refuse('TERMINATION_NOT_FOUND'),
    remove: refuse('EXTRA_USED'),
  },
  SETTLED: {
    bill: refuse('PROPOSAL_CLOSED'),
    withdraw: refuse('INVOICE_OF_ENDED_CONTRACT'),
    pay: to('PAID_AT_END'),
    refund: refuse('INVOICE_NOT_PAID'),
    end: refuse('PROPOSAL_CLOSED'),
    undoEnd: to('WAITING', 'invoices'),
    remove: refuse('PROPOSAL_CLOSED'),
  },
  PAID_AT_END: {
    bill: refuse('PROPOSAL_CLOSED'),
    withdraw: refuse('INVOICE_PAID_NOT_DELETED'),
    pay: refuse('INVOICE_ALREADY_PAID'),
    refund: to('SETTLED'),
    end: refuse('PROPOSAL_CLOSED'),
    undoEnd: refuse('LAST_INVOICE_PAID'),
    remove: refuse('PROPOSAL_CLOSED'),
  },
  REMOVED: {
    bill: refuse('EXTRA_NOT_FOUND'),
    withdraw: refuse('INVOICE_NOT_FOUND'),
    pay: refuse('INVOICE_NOT_FOUND'),
    refund: refuse('INVOICE_NOT_FOUND'),
    end: refuse('EXTRA_NOT_FOUND'),
    undoEnd: refuse('TERMINATION_NOT_FOUND'),
    remove: refuse('EXTRA_NOT_FOUND'),
  },
});

type Taken = { invoice_id: number | null; transfer_id: number | null };

/** State of an extra value of a contract in force, as far as its own record tells it. */
export const extraStateOf = ({ invoice_id, transfer_id }: Taken): 'WAITING' | 'CHARGED' =>
  invoice_id === null && transfer_id === null ? 'WAITING' : 'CHARGED';
