import { sessionProblems } from '@morada/contract/session';
import type { Context } from '../../context.ts';

/**
 * Asks for the password again once it was given more than ten minutes ago, in the part of a call that turns money or rights
 * elsewhere. The table of consequences says which calls may ask, so that it stays complete.
 */
export function requireConfirmed({ actor, consequence }: Context): void {
  if (consequence && !consequence.confirm)
    throw new Error('the table of consequences does not say that this call asks');
  if (actor.confirmed === false) throw sessionProblems['reauth-required']();
}
