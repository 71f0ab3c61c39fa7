import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';

/**
 * Life of an instalment of a debt agreement. PART_PAID: what is missing of it is an open balance in the same agreement. KEPT:
 * paid as the last one. UNDONE: open as its agreement was broken or cancelled. CREDITED: paid before that, and taken off the debt
 * that returned. What an instalment lacks stays in its agreement, so `carry` and `waive` are refused.
 */
export const instalmentLife = lifeCycle({
  OPEN: {
    pay: to('PAID', 'payOwners'),
    payLast: to('KEPT', 'payOwners', 'keepAgreement'),
    payPartly: to('PART_PAID', 'payOwners'),
    carry: refuse('REST_OF_INSTALMENT'),
    waive: refuse('REST_OF_INSTALMENT'),
    refund: refuse('INVOICE_NOT_PAID'),
    remove: refuse('INSTALMENT_NOT_DELETED'),
    breakAgreement: to('UNDONE', 'returnDebt'),
    cancelAgreement: to('UNDONE', 'returnDebt'),
    reinstate: refuse('DEBT_AGREEMENT_STATE'),
  },
  PART_PAID: {
    pay: refuse('INVOICE_ALREADY_PAID'),
    payLast: refuse('INVOICE_ALREADY_PAID'),
    payPartly: refuse('INVOICE_ALREADY_PAID'),
    carry: refuse('INVOICE_ALREADY_PAID'),
    waive: refuse('INVOICE_ALREADY_PAID'),
    refund: to('OPEN', 'payOwners'),
    remove: refuse('INVOICE_PAID_NOT_DELETED'),
    breakAgreement: to('CREDITED', 'returnDebt'),
    cancelAgreement: to('CREDITED', 'returnDebt'),
    reinstate: refuse('DEBT_AGREEMENT_STATE'),
  },
  PAID: {
    pay: refuse('INVOICE_ALREADY_PAID'),
    payLast: refuse('INVOICE_ALREADY_PAID'),
    payPartly: refuse('INVOICE_ALREADY_PAID'),
    carry: refuse('INVOICE_ALREADY_PAID'),
    waive: refuse('INVOICE_ALREADY_PAID'),
    refund: to('OPEN', 'payOwners'),
    remove: refuse('INVOICE_PAID_NOT_DELETED'),
    breakAgreement: to('CREDITED', 'returnDebt'),
    cancelAgreement: to('CREDITED', 'returnDebt'),
    reinstate: refuse('DEBT_AGREEMENT_STATE'),
  },
  KEPT: {
    pay: refuse('INVOICE_ALREADY_PAID'),
    payLast: refuse('INVOICE_ALREADY_PAID'),
    payPartly: refuse('INVOICE_ALREADY_PAID'),
    carry: refuse('INVOICE_ALREADY_PAID'),
    waive: refuse('INVOICE_ALREADY_PAID'),
    refund: to('OPEN', 'payOwners', 'keepAgreement'),
    remove: refuse('INVOICE_PAID_NOT_DELETED'),
    breakAgreement: refuse('DEBT_AGREEMENT_STATE'),
    cancelAgreement: refuse('DEBT_AGREEMENT_STATE'),
    reinstate: refuse('DEBT_AGREEMENT_STATE'),
  },
  UNDONE: {
    pay: refuse('INVOICE_REPLACED'),
    payLast: refuse('INVOICE_REPLACED'),
    payPartly: refuse('INVOICE_REPLACED'),
    carry: refuse('INVOICE_REPLACED'),
    waive: refuse('INVOICE_REPLACED'),
    refund: refuse('INVOICE_NOT_PAID'),
    remove: refuse('INVOICE_REPLACED'),
    breakAgreement: refuse('DEBT_AGREEMENT_STATE'),
    cancelAgreement: refuse('DEBT_AGREEMENT_STATE'),
    reinstate: to('OPEN', 'returnDebt'),
  },
  CREDITED: {
    pay: refuse('INVOICE_ALREADY_PAID'),
    payLast: refuse('INVOICE_ALREADY_PAID'),
    payPartly: refuse('INVOICE_ALREADY_PAID'),
    carry: refuse('INVOICE_ALREADY_PAID'),
    waive: refuse('INVOICE_ALREADY_PAID'),
    refund: refuse('AGREEMENT_UNDONE'),
    remove: refuse('INVOICE_PAID_NOT_DELETED'),
    breakAgreement: refuse('DEBT_AGREEMENT_STATE'),
    cancelAgreement: refuse('DEBT_AGREEMENT_STATE'),
    reinstate: to('PAID', 'returnDebt'),
  },
});
export type InstalmentState = StateOf<typeof instalmentLife>;

/** State of an instalment, by its own record and its agreement's. */
export function instalmentStateOf(
  { status, rest_fate }: { status: 'PENDING' | 'PAID' | 'REPLACED'; rest_fate: string | null },
  agreement: { state: string },
): InstalmentState {
  if (status === 'PENDING') return 'OPEN';
  if (status === 'REPLACED') return 'UNDONE';
  if (agreement.state === 'KEPT') return 'KEPT';
  if (agreement.state !== 'ACCEPTED') return 'CREDITED';
  return rest_fate === 'OPEN_BALANCE' ? 'PART_PAID' : 'PAID';
}
