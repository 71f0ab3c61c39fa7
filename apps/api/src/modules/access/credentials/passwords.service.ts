import { sessionProblems } from '@morada/contract/access/session';
import { isGuessable } from '@morada/domain/access/password';
import { hashPassword } from '#api/base/secrets/password-hashing.ts';
import type { Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { isCommon } from './common-passwords.service.ts';

/** Hash of a new password; easily guessed ones, and those common in leaks, are refused (ASVS 6.2.4). */
export async function hashNew(password: string) {
  await refuseCommon(password);
  return hashPassword(password);
}

/**
 * Hash of a staff member's new password; passwords derived from their name, e-mail or the agency's name are refused
 * too.
 */
export async function hashChosen(db: Db, password: string, person: { name: string; email?: string | null }) {
  await refuseCommon(password);
  const own = [person.name, person.email ?? '', (await readAgency(db, ['name'])).name];
  if (isGuessable(password, own)) throw sessionProblems.PASSWORD_OWN();
  return hashPassword(password);
}

async function refuseCommon(password: string) {
  if (isGuessable(password) || (await isCommon(password))) throw sessionProblems.PASSWORD_COMMON();
}
