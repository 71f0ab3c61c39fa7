import type { CalendarDate } from '../base/calendar.ts';
import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';

/** Roles of people in a contract. Owners stand at the property. */
export const PARTY_ROLES = {
  TENANT: 'Inquilino',
  SPOUSE: 'Cônjuge',
  GUARANTOR: 'Fiador',
  PROCURATOR: 'Procurador',
  USUFRUCTUARY: 'Usufrutuário',
} as const;
export type PartyRole = keyof typeof PARTY_ROLES;

/** Roles in which a client stands in a contract, the property's owners included. */
export const CONTRACT_ROLES = { ...PARTY_ROLES, OWNER: 'Proprietário' } as const;
export type ContractRole = keyof typeof CONTRACT_ROLES;

/** Roles that are somebody's: a spouse's, or who acts for another. */
export const isOfSomebody = (role: PartyRole): role is 'SPOUSE' | 'PROCURATOR' =>
  role === 'SPOUSE' || role === 'PROCURATOR';

/**
 * Life of a party. PRINCIPAL: the tenant to whom invoices are issued. SUCCEEDED: a former one, kept as it was. TENANT: another
 * tenant. OTHER: spouse, procurator or usufructuary. ENDED_…: its last day is set. MISTAKEN: it was entered by mistake, and never
 * stood. `promote` gives the contract to the person, whose time as principal tenant is a row of its own.
 */
export const partyLife = lifeCycle({
  PRINCIPAL: {
    promote: refuse('PARTY_IS_PRINCIPAL'),
    end: refuse('PRINCIPAL_STAYS'),
    reopen: refuse('PARTY_STANDS'),
    discard: refuse('PRINCIPAL_STAYS'),
  },
  SUCCEEDED: {
    promote: to('SUCCEEDED', 'principal'),
    end: refuse('PARTY_SUCCEEDED'),
    reopen: refuse('PARTY_SUCCEEDED'),
    discard: refuse('PARTY_SUCCEEDED'),
  },
  TENANT: {
    promote: to('ENDED_TENANT', 'principal'),
    end: to('ENDED_TENANT', 'dependants'),
    reopen: refuse('PARTY_STANDS'),
    discard: to('MISTAKEN', 'dependants'),
  },
  GUARANTOR: {
    promote: refuse('TENANT_IS_GUARANTOR'),
    end: to('ENDED_GUARANTOR', 'dependants'),
    reopen: refuse('PARTY_STANDS'),
    discard: to('MISTAKEN', 'dependants'),
  },
  OTHER: {
    promote: to('OTHER', 'principal'),
    end: to('ENDED_OTHER', 'dependants'),
    reopen: refuse('PARTY_STANDS'),
    discard: to('MISTAKEN', 'dependants'),
  },
  ENDED_TENANT: {
    promote: to('ENDED_TENANT', 'principal'),
    end: to('ENDED_TENANT', 'dependants'),
    reopen: to('TENANT'),
    discard: to('MISTAKEN', 'dependants'),
  },
  ENDED_GUARANTOR: {
    promote: to('ENDED_GUARANTOR', 'principal'),
    end: to('ENDED_GUARANTOR', 'dependants'),
    reopen: to('GUARANTOR'),
    discard: to('MISTAKEN', 'dependants'),
  },
  ENDED_OTHER: {
    promote: to('ENDED_OTHER', 'principal'),
    end: to('ENDED_OTHER', 'dependants'),
    reopen: to('OTHER'),
    discard: to('MISTAKEN', 'dependants'),
  },
  MISTAKEN: {
    promote: to('MISTAKEN', 'principal'),
    end: refuse('PARTY_NOT_FOUND'),
    reopen: refuse('PARTY_NOT_FOUND'),
    discard: refuse('PARTY_NOT_FOUND'),
  },
});

/** Time of a party, both days included. Null: since the contract's beginning, and for as long as it runs. */
export type Validity = { valid_from: CalendarDate | null; valid_to: CalendarDate | null };

/** Whether it was entered by mistake: it ends before it begins. */
export const isMistaken = ({ valid_from, valid_to }: Validity): boolean =>
  valid_from !== null && valid_to !== null && valid_to < valid_from;

export const standsOn = ({ valid_from, valid_to }: Validity, day: CalendarDate): boolean =>
  (valid_from === null || valid_from <= day) && (valid_to === null || valid_to >= day);

/** Whether both stand on some day. One that never stood shares none. */
export const overlap = (one: Validity, other: Validity): boolean =>
  !isMistaken(one) &&
  !isMistaken(other) &&
  (one.valid_from === null || other.valid_to === null || one.valid_from <= other.valid_to) &&
  (other.valid_from === null || one.valid_to === null || other.valid_from <= one.valid_to);

export type PartyStage = StateOf<typeof partyLife>;

export function partyStage(party: Validity & { role: PartyRole; principal: boolean }): PartyStage {
  if (isMistaken(party)) return 'MISTAKEN';
  if (party.principal) return party.valid_to === null ? 'PRINCIPAL' : 'SUCCEEDED';
  const kind = party.role === 'TENANT' || party.role === 'GUARANTOR' ? party.role : 'OTHER';
  return party.valid_to === null ? kind : (`ENDED_${kind}` as const);
}
