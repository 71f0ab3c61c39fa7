import { lifeCycle, refuse, to } from '../base/life-cycle.ts';

/**
 * Life of a deposit in money. OWED: the sheet of the end returns it. RETURNED: the tenant has it. LEFT: the contract was
 * closed at once without it, so it is returned beside the system.
 */
export const depositLife = lifeCycle({
  HELD: {
    change: to('HELD', 'amount'),
    end: to('OWED', 'refund'),
    leave: to('LEFT'),
    undo: refuse('TERMINATION_NOT_FOUND'),
    pay: refuse('TRANSFER_NOT_FOUND'),
    takeBack: refuse('TRANSFER_NOT_FOUND'),
  },
  OWED: {
    change: refuse('PROPOSAL_CLOSED'),
    end: refuse('PROPOSAL_CLOSED'),
    leave: refuse('PROPOSAL_CLOSED'),
    undo: to('HELD', 'refund'),
    pay: to('RETURNED', 'payout'),
    takeBack: refuse('TRANSFER_NOT_DONE'),
  },
  RETURNED: {
    change: refuse('PROPOSAL_CLOSED'),
    end: refuse('PROPOSAL_CLOSED'),
    leave: refuse('PROPOSAL_CLOSED'),
    undo: refuse('REFUND_DONE'),
    pay: refuse('TRANSFER_ALREADY_DONE'),
    takeBack: to('OWED', 'payout'),
  },
  LEFT: {
    change: refuse('PROPOSAL_CLOSED'),
    end: refuse('PROPOSAL_CLOSED'),
    leave: refuse('PROPOSAL_CLOSED'),
    undo: refuse('TERMINATION_NOT_FOUND'),
    pay: refuse('TRANSFER_NOT_FOUND'),
    takeBack: refuse('TRANSFER_NOT_FOUND'),
  },
});
