import { type StateOf, stateMachine } from '../base/state-machine.ts';

/**
 * Life of a payment that a bank makes by a call. SENT: the bank may have it, whether or not it has answered. RETURNED: paid,
 * and given back by the payee's bank.
 */
export const payoutLife = stateMachine({
  WAITING_APPROVAL: { approve: 'APPROVED', cancel: 'CANCELED' },
  APPROVED: { send: 'SENT', cancel: 'CANCELED' },
  SENT: { pay: 'PAID', refuse: 'REFUSED', withdraw: 'APPROVED' },
  PAID: { giveBack: 'RETURNED' },
  REFUSED: {},
  RETURNED: {},
  CANCELED: {},
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
