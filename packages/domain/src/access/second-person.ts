import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';
import { ALL } from './permissions.ts';

/** Access of a person that another one had in hand: made them, or changed their password, second factor, address or group. */
export type AccessChange = { by: number; of: number };

/** Whether two people may be one: one had the access of the other in hand, or a third that of both. */
export function areTied(changes: readonly AccessChange[], one: number, other: number): boolean {
  const hands = [one, other, ...changes.map(({ by }) => by)];
  const holds = (hand: number, person: number) =>
    hand === person || changes.some(({ by, of }) => by === hand && of === person);
  return hands.some((hand) => holds(hand, one) && holds(hand, other));
}

/** Permissions by which money leaves. */
const MONEY = ['PAYOUT_EDIT', 'PAYOUT_APPROVE'];

const rightsOver = (permissions: readonly string[]) =>
  permissions.includes(ALL) ? [ALL, ...MONEY] : MONEY.filter((code) => permissions.includes(code));

/** Whether people with these permissions make or approve payments, or may give themselves the right. */
export const movesMoney = (permissions: readonly string[]): boolean => rightsOver(permissions).length > 0;

/**
 * Whether a change of permissions needs a second person: a right over payments is given, or the right to everything taken.
 * Taking a right to pay needs none: no one gains by it.
 */
export function shiftsPower(before: readonly string[], after: readonly string[]): boolean {
  const had = rightsOver(before);
  const gets = rightsOver(after);
  return gets.some((code) => !had.includes(code)) || (had.includes(ALL) && !gets.includes(ALL));
}

/**
 * A change of who moves money, or of the safeguards. WAITING: another person who may do everything confirms it. PAUSED: there
 * was none, so it holds once its days have passed.
 */
export const heldChangeLife = lifeCycle({
  WAITING: {
    confirm: to('APPLIED', 'carryOut'),
    reject: to('REJECTED'),
    carry: refuse('CHANGE_DECIDED'),
  },
  PAUSED: {
    confirm: to('APPLIED', 'carryOut'),
    reject: to('REJECTED'),
    carry: to('APPLIED', 'carryOut'),
  },
  APPLIED: {
    confirm: refuse('CHANGE_DECIDED'),
    reject: refuse('CHANGE_DECIDED'),
    carry: refuse('CHANGE_DECIDED'),
  },
  REJECTED: {
    confirm: refuse('CHANGE_DECIDED'),
    reject: refuse('CHANGE_DECIDED'),
    carry: refuse('CHANGE_DECIDED'),
  },
});
export type HeldChangeState = StateOf<typeof heldChangeLife>;

type Confirmation = {
  asked_by: number;
  /** The person whom the change is about. */
  about: number | null;
  /** Changes of people's access within the pause. */
  access: readonly AccessChange[];
};

/** Why a person may not confirm a change; undefined: may. */
export function confirmationRefusal(
  { asked_by, about, access }: Confirmation,
  person: number,
): 'ASKER' | 'SUBJECT' | 'TIED' | undefined {
  if (person === asked_by) return 'ASKER';
  if (person === about) return 'SUBJECT';
  return areTied(access, asked_by, person) ? 'TIED' : undefined;
}
