import { sessionProblems } from '@morada/contract/session';
import { isGuessable } from '@morada/domain/access/password';
import type { Db } from '../../context.ts';
import { hashPassword } from '../../password-hashing.ts';
import { isCommon } from './common-passwords.ts';
import { findAgencyName } from './session.queries.ts';

/** The hash of a password that somebody chose: none of those that have been counted in leaks. */
export async function hashNew(password: string) {
  if (await isCommon(password)) throw sessionProblems.PASSWORD_COMMON();
  return hashPassword(password);
}

/** The same of somebody of the staff: what stands in their name, their e-mail or the agency's name is none either. */
export async function hashChosen(db: Db, password: string, person: { name: string; email?: string | null }) {
  const own = [person.name, person.email ?? '', await findAgencyName(db)];
  if (isGuessable(password, own)) throw sessionProblems.PASSWORD_OWN();
  return hashNew(password);
}
