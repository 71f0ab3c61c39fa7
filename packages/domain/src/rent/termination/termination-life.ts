import { lifeCycle, refuse, to } from '../../base/life-cycle.ts';

/**
 * Life of a contract's sheet of termination. NONE: the contract is in force, or was closed without one. SETTLED: its last
 * invoice is paid, or what goes back. AGREED: a debt agreement took its last invoice in.
 */
export const terminationLife = lifeCycle({
  NONE: {
    apply: to('OPEN', 'lastInvoice', 'property'),
    undo: refuse('TERMINATION_NOT_FOUND'),
    settle: refuse('INVOICE_NOT_FOUND'),
    reopen: refuse('INVOICE_NOT_FOUND'),
    removeInvoice: refuse('INVOICE_NOT_FOUND'),
  },
  OPEN: {
    apply: refuse('PROPOSAL_CLOSED'),
    undo: to('UNDONE', 'lastInvoice', 'property'),
    settle: to('SETTLED', 'owners'),
    reopen: refuse('INVOICE_NOT_PAID'),
    removeInvoice: refuse('INVOICE_OF_ENDED_CONTRACT'),
  },
  SETTLED: {
    apply: refuse('PROPOSAL_CLOSED'),
    undo: refuse('LAST_INVOICE_PAID'),
    settle: refuse('INVOICE_ALREADY_PAID'),
    reopen: to('OPEN', 'owners'),
    removeInvoice: refuse('INVOICE_PAID_NOT_DELETED'),
  },
  AGREED: {
    apply: refuse('PROPOSAL_CLOSED'),
    undo: refuse('LAST_INVOICE_IN_AGREEMENT'),
    settle: refuse('INVOICE_REPLACED'),
    reopen: refuse('INVOICE_NOT_PAID'),
    removeInvoice: refuse('INVOICE_REPLACED'),
  },
  UNDONE: {
    apply: to('OPEN', 'lastInvoice', 'property'),
    undo: refuse('TERMINATION_NOT_FOUND'),
    settle: refuse('INVOICE_NOT_FOUND'),
    reopen: refuse('INVOICE_NOT_FOUND'),
    removeInvoice: refuse('INVOICE_NOT_FOUND'),
  },
});

/** State of a sheet that stands, by its last invoice; null where the end left none. */
export function terminationStateOf(lastInvoice: 'PENDING' | 'PAID' | 'REPLACED' | null) {
  if (lastInvoice === 'PAID') return 'SETTLED';
  return lastInvoice === 'REPLACED' ? 'AGREED' : 'OPEN';
}
