import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';

/** A change of bank account that an owner asks for: confirmed by a code, then by the agency. */
export const accountRequestLife = lifeCycle({
  WAITING_CODE: {
    confirm: to('WAITING_AGENCY'),
    cancel: to('CANCELLED'),
    apply: refuse('ACCOUNT_REQUEST_STATE'),
    refuse: refuse('ACCOUNT_REQUEST_STATE'),
  },
  WAITING_AGENCY: {
    confirm: refuse('ACCOUNT_REQUEST_STATE'),
    cancel: to('CANCELLED'),
    apply: to('APPLIED'),
    refuse: to('REFUSED'),
  },
  APPLIED: {
    confirm: refuse('ACCOUNT_REQUEST_STATE'),
    cancel: refuse('ACCOUNT_REQUEST_STATE'),
    apply: refuse('ACCOUNT_REQUEST_STATE'),
    refuse: refuse('ACCOUNT_REQUEST_STATE'),
  },
  REFUSED: {
    confirm: refuse('ACCOUNT_REQUEST_STATE'),
    cancel: refuse('ACCOUNT_REQUEST_STATE'),
    apply: refuse('ACCOUNT_REQUEST_STATE'),
    refuse: refuse('ACCOUNT_REQUEST_STATE'),
  },
  CANCELLED: {
    confirm: refuse('ACCOUNT_REQUEST_STATE'),
    cancel: refuse('ACCOUNT_REQUEST_STATE'),
    apply: refuse('ACCOUNT_REQUEST_STATE'),
    refuse: refuse('ACCOUNT_REQUEST_STATE'),
  },
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
