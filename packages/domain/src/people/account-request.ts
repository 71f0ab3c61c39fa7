import { type StateOf, stateMachine } from '../base/state-machine.ts';

/** A change of bank account that an owner asks for: confirmed by a code, then by the agency. */
export const accountRequestLife = stateMachine({
  WAITING_CODE: { confirm: 'WAITING_AGENCY', cancel: 'CANCELLED' },
  WAITING_AGENCY: { apply: 'APPLIED', refuse: 'REFUSED', cancel: 'CANCELLED' },
  APPLIED: {},
  REFUSED: {},
  CANCELLED: {},
});
export type AccountRequestState = StateOf<typeof accountRequestLife>;

export const ACCOUNT_REQUEST_STATES = {
  WAITING_CODE: 'Falta o código',
  WAITING_AGENCY: 'Aguardando a imobiliária',
  APPLIED: 'Confirmado',
  REFUSED: 'Recusado',
  CANCELLED: 'Cancelado',
} as const satisfies Record<AccountRequestState, string>;

/** Minutes for which a code is good. */
export const CODE_MINUTES = 15;
/** Wrong codes after which a request is over. */
export const MOST_CODE_TRIES = 5;
