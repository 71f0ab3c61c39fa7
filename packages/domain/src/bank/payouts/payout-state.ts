import { lifeCycle, refuse, type StateOf, to } from '../../base/life-cycle.ts';

/**
 * Life of a payment that a bank makes by a call. SENT: the bank may have it, whether or not it has answered. RETURNED: paid,
 * and given back by the payee's bank. RETURN_ASKED: a person says that it came back, and another one confirms it.
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
    askReturn: refuse('PAYOUT_STATE'),
    keepPaid: refuse('PAYOUT_RETURN_NOT_ASKED'),
  },
  APPROVED: {
    approve: refuse('PAYOUT_DECIDED'),
    cancel: to('CANCELED', 'freeTransfers'),
    send: to('SENT', 'orderAtBank'),
    pay: refuse('PAYOUT_STATE'),
    refuse: refuse('PAYOUT_STATE'),
    withdraw: refuse('PAYOUT_STATE'),
    giveBack: refuse('PAYOUT_STATE'),
    askReturn: refuse('PAYOUT_STATE'),
    keepPaid: refuse('PAYOUT_RETURN_NOT_ASKED'),
  },
  SENT: {
    approve: refuse('PAYOUT_DECIDED'),
    cancel: refuse('PAYOUT_AT_BANK'),
    send: refuse('PAYOUT_STATE'),
    pay: to('PAID', 'concludeTransfers'),
    refuse: to('REFUSED', 'freeTransfers'),
    withdraw: to('APPROVED'),
    giveBack: refuse('PAYOUT_STATE'),
    askReturn: refuse('PAYOUT_STATE'),
    keepPaid: refuse('PAYOUT_RETURN_NOT_ASKED'),
  },
  PAID: {
    approve: refuse('PAYOUT_DECIDED'),
    cancel: refuse('PAYMENT_CONCLUDED'),
    send: refuse('PAYOUT_STATE'),
    pay: refuse('PAYOUT_STATE'),
    refuse: refuse('PAYOUT_STATE'),
    withdraw: refuse('PAYOUT_STATE'),
    giveBack: to('RETURNED', 'reopenTransfers', 'freeTransfers'),
    askReturn: to('RETURN_ASKED'),
    keepPaid: refuse('PAYOUT_RETURN_NOT_ASKED'),
  },
  RETURN_ASKED: {
    approve: refuse('PAYOUT_DECIDED'),
    cancel: refuse('PAYMENT_CONCLUDED'),
    send: refuse('PAYOUT_STATE'),
    pay: refuse('PAYOUT_STATE'),
    refuse: refuse('PAYOUT_STATE'),
    withdraw: refuse('PAYOUT_STATE'),
    giveBack: to('RETURNED', 'reopenTransfers', 'freeTransfers'),
    askReturn: refuse('PAYOUT_RETURN_ASKED'),
    keepPaid: to('PAID'),
  },
  REFUSED: {
    approve: refuse('PAYOUT_DECIDED'),
    cancel: refuse('PAYMENT_RELEASED'),
    send: refuse('PAYOUT_STATE'),
    pay: refuse('PAYOUT_STATE'),
    refuse: refuse('PAYOUT_STATE'),
    withdraw: refuse('PAYOUT_STATE'),
    giveBack: refuse('PAYOUT_STATE'),
    askReturn: refuse('PAYOUT_STATE'),
    keepPaid: refuse('PAYOUT_RETURN_NOT_ASKED'),
  },
  RETURNED: {
    approve: refuse('PAYOUT_DECIDED'),
    cancel: refuse('PAYMENT_RELEASED'),
    send: refuse('PAYOUT_STATE'),
    pay: refuse('PAYOUT_STATE'),
    refuse: refuse('PAYOUT_STATE'),
    withdraw: refuse('PAYOUT_STATE'),
    giveBack: refuse('PAYOUT_STATE'),
    askReturn: refuse('PAYOUT_STATE'),
    keepPaid: refuse('PAYOUT_RETURN_NOT_ASKED'),
  },
  CANCELED: {
    approve: refuse('PAYOUT_DECIDED'),
    cancel: refuse('PAYMENT_CANCELED'),
    send: refuse('PAYOUT_STATE'),
    pay: refuse('PAYOUT_STATE'),
    refuse: refuse('PAYOUT_STATE'),
    withdraw: refuse('PAYOUT_STATE'),
    giveBack: refuse('PAYOUT_STATE'),
    askReturn: refuse('PAYOUT_STATE'),
    keepPaid: refuse('PAYOUT_RETURN_NOT_ASKED'),
  },
});
export type PayoutState = StateOf<typeof payoutLife>;

/** The state of a stored payment: a return that waits for another person is kept beside it. */
export const payoutStateOf = (stored: PayoutState, return_reason: string | null): PayoutState =>
  stored === 'PAID' && return_reason !== null ? 'RETURN_ASKED' : stored;

/** `Enviado, sem resposta`: `answered` says whether the bank has confirmed that it has the order. */
export function payoutStateWords(state: PayoutState, answered: boolean): string {
  if (state === 'SENT') return answered ? 'Em andamento no banco' : 'Enviado, sem resposta';
  return WORDS[state];
}

const WORDS: Readonly<Record<Exclude<PayoutState, 'SENT'>, string>> = {
  WAITING_APPROVAL: 'Aguardando aprovação',
  APPROVED: 'Aprovado, a enviar',
  PAID: 'Pago',
  RETURN_ASKED: 'Devolução a confirmar',
  REFUSED: 'Recusado pelo banco',
  RETURNED: 'Devolvido',
  CANCELED: 'Cancelado',
};
