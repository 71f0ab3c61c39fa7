import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';

/**
 * Life of a payment that a bank told of and that no run settled, or whose settlement was refunded. GIVEN_BACK: the bank
 * gave the money back, and no door settles it any more.
 */
export const openLineLife = lifeCycle({
  OPEN: {
    settle: to('SETTLED', 'moveInvoice'),
    ignore: to('IGNORED'),
    restore: refuse('OPEN_LINE_NOT_IGNORED'),
    giveBack: to('GIVEN_BACK'),
    refund: refuse('INVOICE_NOT_PAID'),
  },
  SETTLED: {
    settle: refuse('OPEN_LINE_CLOSED'),
    ignore: refuse('OPEN_LINE_CLOSED'),
    restore: refuse('OPEN_LINE_NOT_IGNORED'),
    giveBack: to('GIVEN_BACK', 'moveInvoice'),
    refund: to('OPEN', 'moveInvoice'),
  },
  IGNORED: {
    settle: refuse('OPEN_LINE_CLOSED'),
    ignore: refuse('OPEN_LINE_CLOSED'),
    restore: to('OPEN'),
    giveBack: to('GIVEN_BACK'),
    refund: refuse('INVOICE_NOT_PAID'),
  },
  GIVEN_BACK: {
    settle: refuse('OPEN_LINE_GIVEN_BACK'),
    ignore: refuse('OPEN_LINE_GIVEN_BACK'),
    restore: refuse('OPEN_LINE_GIVEN_BACK'),
    giveBack: refuse('OPEN_LINE_GIVEN_BACK'),
    refund: refuse('INVOICE_NOT_PAID'),
  },
});
export type OpenLineState = StateOf<typeof openLineLife>;
