import { lifeCycle, refuse, type StateOf, to } from '../../base/life-cycle.ts';

/**
 * Life of a person's part of a commission that was received. EARNED: due to the person. PAID: within a payment. OWED: paid,
 * and what it came from was undone since: the person's next payment takes it back. COLLECTED: a later payment took it back.
 * REVERSED: undone before it was paid. `undoPayment` is that of the payment that paid it, `undoCollection` of the one that
 * took it back.
 */
export const commissionLife = lifeCycle({
  EARNED: {
    reverse: to('REVERSED'),
    pay: to('PAID', 'payment'),
    undoPayment: refuse('COMMISSION_NOT_PAID'),
    undoCollection: refuse('COMMISSION_NOT_PAID'),
  },
  PAID: {
    reverse: to('OWED'),
    pay: refuse('COMMISSION_NOTHING_DUE'),
    undoPayment: to('EARNED', 'payment'),
    undoCollection: refuse('COMMISSION_NOT_PAID'),
  },
  OWED: {
    reverse: refuse('COMMISSION_GONE'),
    pay: to('COLLECTED', 'payment'),
    undoPayment: to('REVERSED', 'payment'),
    undoCollection: refuse('COMMISSION_NOT_PAID'),
  },
  COLLECTED: {
    reverse: refuse('COMMISSION_GONE'),
    pay: refuse('COMMISSION_NOTHING_DUE'),
    undoPayment: refuse('COMMISSION_COLLECTED'),
    undoCollection: to('OWED', 'payment'),
  },
  REVERSED: {
    reverse: refuse('COMMISSION_GONE'),
    pay: refuse('COMMISSION_NOTHING_DUE'),
    undoPayment: refuse('COMMISSION_NOT_PAID'),
    undoCollection: refuse('COMMISSION_NOT_PAID'),
  },
});
export type CommissionState = StateOf<typeof commissionLife>;

export const COMMISSION_STATES: Readonly<Record<CommissionState, string>> = {
  EARNED: 'A pagar',
  PAID: 'Paga',
  OWED: 'A descontar',
  COLLECTED: 'Descontada',
  REVERSED: 'Desfeita',
};
