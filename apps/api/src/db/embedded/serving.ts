import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import type { ClientBase } from 'pg';

/** Role that the server works with on the embedded database; the one that owns it is `USER`. */
export const SERVING_USER = 'morada_app';

const ITERATIONS = 4_096;

/** Derived from the owner's password: there is no second file to lose, and a restored cluster brings both. */
export const servingPassword = (owner: string) => hmac(owner, SERVING_USER).toString('base64url');

/** Makes the role that serves, or gives it the password that belongs to the owner's present one. */
export async function ensureServingRole(owner: ClientBase, password: string): Promise<void> {
  const verifier = verifierOf(password);
  const { rows } = await owner.query<{ rolpassword: string | null }>(
    'select rolpassword from pg_authid where rolname = $1',
    [SERVING_USER],
  );
  const [role] = rows;
  if (role?.rolpassword === verifier) return;
  await owner.query(
    role
      ? `alter role ${SERVING_USER} password '${verifier}'`
      : `create role ${SERVING_USER} login password '${verifier}';
         revoke all on database morada, postgres, template1 from public`,
  );
}

/** SCRAM verifier of a password, as PostgreSQL stores it (RFC 5803). A salt from the password makes it comparable. */
function verifierOf(password: string): string {
  const salt = createHash('sha256').update(password).digest().subarray(0, 16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const stored = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64');
  const server = hmac(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`;
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
