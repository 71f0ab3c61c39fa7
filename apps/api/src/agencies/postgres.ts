import { randomBytes } from 'node:crypto';
import { type ClientBase, escapeIdentifier as id, escapeLiteral as literal } from 'pg';
import { addressFault } from '../base/database-address.ts';
import { connectionTo, PrimaryClient } from '../db/connection/primary.ts';
import { LOCKS } from '../db/locks.ts';
import { type Account, databaseAddress, databaseOf, isSameServer } from './address.ts';
import { AgencyRefused } from './refused.ts';

/** Sessions of one agency: a server's pool and its two others, with room for a command beside it. */
const MAX_SESSIONS = 40;
/** Sessions of the role that owns its tables: a start and some commands at once. */
const MAX_OWNER_SESSIONS = 5;

/** Time to wait for another command. A move to the same server, named in other words, would wait for itself. */
const TURN_SECONDS = 30;

/** A shared PostgreSQL and an administrator's session there. */
export type Host = { url: string; admin: ClientBase };

/** Database of an agency, and the role of the same name that owns it. */
export const databaseName = (agency: string) => `morada_${agency.replaceAll('-', '_')}`;

/** Role that an agency's server works with; earlier agencies have none. Never equals a `databaseName`. */
const servingName = (agency: string) => `app_${databaseName(agency)}`;
const rolesOf = (agency: string) => [databaseName(agency), servingName(agency)];

/**
 * Runs the work with an administrator's session. Work on the same server takes turns, so that two commands never choose
 * the same port or name.
 * @throws AgencyRefused when the server is unreachable or the account may not create databases and roles.
 */
export async function withHost<T>(url: string, work: (host: Host) => Promise<T>): Promise<T> {
  const address = addressFault(url) === undefined ? databaseAddress(url, databaseOf(url)) : undefined;
  if (address === undefined)
    throw new AgencyRefused(
      'O endereço do PostgreSQL não está na forma postgres://USUARIO:SENHA@SERVIDOR:PORTA/postgres.',
    );
  const admin = new PrimaryClient({ ...connectionTo(address), connectionTimeoutMillis: 10_000 });
  await admin.connect().catch((error: Error) => {
    throw new AgencyRefused(`O PostgreSQL das imobiliárias não responde: ${error.message}. Nada foi mudado.`);
  });
  // A session that breaks fails its next query; without a listener the error would end the process.
  admin.on('error', () => {});
  try {
    const { rows } = await admin.query<{ may: boolean }>(
      'select rolsuper or (rolcreatedb and rolcreaterole) as may from pg_roles where rolname = current_user',
    );
    if (!rows[0]?.may)
      throw new AgencyRefused(
        'O usuário do endereço do PostgreSQL não pode criar bancos e usuários (CREATEDB e CREATEROLE). Nada foi mudado.',
      );
    await admin.query(`set lock_timeout = '${TURN_SECONDS}s'`);
    await admin.query('select pg_advisory_lock($1)', [LOCKS.agencies]).catch((error: Error & { code?: string }) => {
      if (error.code !== '55P03') throw error;
      throw new AgencyRefused('Outro comando trabalha neste PostgreSQL. Espere que termine e tente de novo.');
    });
    await admin.query('reset lock_timeout');
    return await work({ url, admin });
  } finally {
    await admin.end();
  }
}

/** Runs the work with sessions on two servers. @throws AgencyRefused too when both addresses name the same servers. */
export function withHosts<T>(
  from: string,
  to: string,
  work: (hosts: { from: Host; to: Host }) => Promise<T>,
): Promise<T> {
  // The second session would wait for the first one's turn to end.
  if (isSameServer(from, to)) throw new AgencyRefused('A imobiliária já está nesse PostgreSQL. Nada foi mudado.');
  return withHost(from, (first) => withHost(to, (second) => work({ from: first, to: second })));
}

/** The administrator's address of an agency's database. */
export const adminAddress = ({ url }: Host, agency: string) => databaseAddress(url, databaseName(agency)) ?? url;

/** Whether a role or the database of an agency exists. */
export async function findTraces({ admin }: Host, agency: string): Promise<{ role: boolean; database: boolean }> {
  const { rows } = await admin.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = any($1)) as role,
       exists (select from pg_database where datname = $2) as database`,
    [rolesOf(agency), databaseName(agency)],
  );
  return rows[0] ?? { role: false, database: false };
}

/** The addresses that an agency's server connects to. */
export type Addresses = { DATABASE_URL: string; MIGRATION_DATABASE_URL: string };

/** The roles that own and serve, each with a password of its own. */
export async function createRoles({ url, admin }: Host, agency: string): Promise<Addresses> {
  const [owner, serving] = [databaseName(agency), servingName(agency)].map((user) => ({
    user,
    password: randomBytes(24).toString('base64url'),
  })) as [Account, Account];
  const roleOf = ({ user, password }: Account, limit: number) =>
    `create role ${id(user)} login nosuperuser nocreatedb nocreaterole noreplication
     connection limit ${limit} password ${literal(password)}`;
  await admin.query(`${roleOf(owner, MAX_OWNER_SESSIONS)}; ${roleOf(serving, MAX_SESSIONS)}`);
  const addressOf = (account: Account) => databaseAddress(url, databaseName(agency), account) ?? url;
  return { DATABASE_URL: addressOf(serving), MIGRATION_DATABASE_URL: addressOf(owner) };
}

/** A database of the agency's owner, which no other agency's roles may connect to. */
export async function createDatabase({ admin }: Host, agency: string): Promise<void> {
  const name = id(databaseName(agency));
  // An administrator that is no superuser may only give a database to a role that it is a member of.
  await admin.query(`grant ${name} to current_user`);
  await admin.query(`create database ${name} owner ${name} encoding 'UTF8'`);
  await admin.query(`revoke connect, temporary on database ${name} from public`);
}

/** Without `force` a database that a session is connected to stays, with an error. */
export const dropDatabase = ({ admin }: Host, agency: string, { force = false } = {}) =>
  admin.query(`drop database if exists ${id(databaseName(agency))}${force ? ' with (force)' : ''}`);

export const dropRoles = ({ admin }: Host, agency: string) =>
  admin.query(`drop role if exists ${rolesOf(agency).map(id).join(', ')}`);

/** Allows or forbids new sessions of the agency's roles. Open sessions stay. */
export async function setLogin({ admin }: Host, agency: string, may: boolean): Promise<void> {
  const { rows } = await admin.query<{ name: string }>('select rolname as name from pg_roles where rolname = any($1)', [
    rolesOf(agency),
  ]);
  for (const { name } of rows) await admin.query(`alter role ${id(name)} ${may ? 'login' : 'nologin'}`);
}

/** @throws AgencyRefused while a server or a command is connected to the agency's database. */
export async function refuseInUse({ admin }: Host, agency: string): Promise<void> {
  const { rows } = await admin.query(
    // The type of another role's session is hidden from an administrator that is no superuser.
    `select from pg_stat_activity where datname = $1 and usesysid is not null
       and coalesce(backend_type, 'client backend') = 'client backend' limit 1`,
    [databaseName(agency)],
  );
  if (rows.length > 0)
    throw new AgencyRefused(
      `O servidor de ${agency}, ou um comando, está trabalhando. Pare-o (systemctl stop morada@${agency}) e tente de novo.`,
    );
}
