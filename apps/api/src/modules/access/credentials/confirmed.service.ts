import { sessionProblems } from '@morada/contract/access/session';
import type { Context } from '#api/context.ts';

/**
 * Requires the password again when it was last given more than ten minutes ago, for changes that redirect money or
 * permissions. Only calls listed in the table of consequences may ask, which keeps the table complete.
 */
export function requireConfirmed({ actor, consequence }: Context): void {
  if (consequence && !consequence.confirm)
    throw new Error('the table of consequences does not say that this call asks');
  if (actor.confirmed === false) throw sessionProblems['reauth-required']();
}
