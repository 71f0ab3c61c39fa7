import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';

/**
 * Life of a payment that a bank makes by a call. SENT: the bank may have it, whether or not it has answered. RETURNED: paid,
 * and given back by the payee's bank.
 */
export const payoutLife = lifeCycle({
  WAITING_APPROVAL: {
    approve: to('APPROVED'),
    cancel: to('CANCELED', 'freeTransfers'),
    send: refuse('PAYOUT_STATE'),
    pay: refuse('PAYOUT_STATE'),
    refuse: refuse('PAYOUT_STATE'),
    withdraw: refuse('PAYOUT_STATE'),
    giveBack: refuse('PAYOUT_STATE'),
  },
  APPROVED: {
    approve: refuse('PAYOUT_DECIDED'),
    cancel: to('CANCELED', 'freeTransfers'),
    send: to('SENT', 'orderAtBank'),
    pay: refuse('PAYOUT_STATE'),
    refuse: refuse('PAYOUT_STATE'),
    withdraw: refuse('PAYOUT_STATE'),
    giveBack: refuse('PAYOUT_STATE'),
  },
  SENT: {
    approve: refuse('PAYOUT_DECIDED'),
    cancel: refuse('PAYOUT_AT_BANK'),
    send: refuse('PAYOUT_STATE'),
    pay: to('PAID', 'concludeTransfers'),
    refuse: to('REFUSED', 'freeTransfers'),
    withdraw: to('APPROVED'),
    giveBack: refuse('PAYOUT_STATE'),
  },
  PAID: {
    approve: refuse('PAYOUT_DECIDED'),
    cancel: refuse('PAYMENT_CONCLUDED'),
    send: refuse('PAYOUT_STATE'),
    pay: refuse('PAYOUT_STATE'),
    refuse: refuse('PAYOUT_STATE'),
    withdraw: refuse('PAYOUT_STATE'),
    giveBack: to('RETURNED', 'reopenTransfers', 'freeTransfers'),
  },
  REFUSED: {
    approve: refuse('PAYOUT_DECIDED'),
    cancel: refuse('PAYMENT_RELEASED'),
    send: refuse('PAYOUT_STATE'),
    pay: refuse('PAYOUT_STATE'),
    refuse: refuse('PAYOUT_STATE'),
    withdraw: refuse('PAYOUT_STATE'),
    giveBack: refuse('PAYOUT_STATE'),
  },
  RETURNED: {
    approve: refuse('PAYOUT_DECIDED'),
    cancel: refuse('PAYMENT_RELEASED'),
    send: refuse('PAYOUT_STATE'),
    pay: refuse('PAYOUT_STATE'),
    refuse: refuse('PAYOUT_STATE'),
    withdraw: refuse('PAYOUT_STATE'),
    giveBack: refuse('PAYOUT_STATE'),
  },
  CANCELED: {
    approve: refuse('PAYOUT_DECIDED'),
    cancel: refuse('PAYMENT_CANCELED'),
    send: refuse('PAYOUT_STATE'),
    pay: refuse('PAYOUT_STATE'),
    refuse: refuse('PAYOUT_STATE'),
    withdraw: refuse('PAYOUT_STATE'),
    giveBack: refuse('PAYOUT_STATE'),
  },
});
export type PayoutState = StateOf<typeof payoutLife>;

/** `Enviado, sem resposta`: `answered` says whether the bank has confirmed that it has the order. */
export function payoutStateWords(state: PayoutState, answered: boolean): string {
  if (state === 'SENT') return answered ? 'Em andamento no banco' : 'Enviado, sem resposta';
  return WORDS[state];
}

const WORDS: Readonly<Record<Exclude<PayoutState, 'SENT'>, string>> = {
  WAITING_APPROVAL: 'Aguardando aprovação',
  APPROVED: 'Aprovado, a enviar',
  PAID: 'Pago',
  REFUSED: 'Recusado pelo banco',
  RETURNED: 'Devolvido',
  CANCELED: 'Cancelado',
};
