import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';

/** Record of a client. A deleted one is out of sight, and still within the reach of a request for erasure. */
export const clientLife = lifeCycle({
  ACTIVE: {
    change: to('ACTIVE'),
    deactivate: to('INACTIVE'),
    activate: to('ACTIVE'),
    remove: to('DELETED', 'endAccess'),
    anonymise: to('ANONYMISED', 'endAccess', 'clear'),
  },
  INACTIVE: {
    change: to('INACTIVE'),
    deactivate: to('INACTIVE'),
    activate: to('ACTIVE'),
    remove: to('DELETED', 'endAccess'),
    anonymise: to('ANONYMISED', 'endAccess', 'clear'),
  },
  DELETED: {
    change: refuse('CLIENT_NOT_FOUND'),
    deactivate: refuse('CLIENT_NOT_FOUND'),
    activate: refuse('CLIENT_NOT_FOUND'),
    remove: refuse('CLIENT_NOT_FOUND'),
    anonymise: to('ANONYMISED', 'clear'),
  },
  ANONYMISED: {
    change: refuse('CLIENT_ANONYMISED'),
    deactivate: refuse('CLIENT_ANONYMISED'),
    activate: refuse('CLIENT_ANONYMISED'),
    remove: refuse('CLIENT_ANONYMISED'),
    anonymise: refuse('CLIENT_ANONYMISED'),
  },
});
export type ClientState = StateOf<typeof clientLife>;
