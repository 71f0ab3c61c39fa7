import { sessionProblems } from '@morada/contract/session';
import type { Context } from '../../context.ts';

/** What turns money or rights elsewhere asks for the password again, once it was given more than ten minutes ago. */
export function requireConfirmed({ actor }: Context): void {
  if (actor.confirmed === false) throw sessionProblems['reauth-required']();
}
