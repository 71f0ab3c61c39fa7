import { type AdminUserChange, type AdminUserCreate, userProblems } from '@morada/contract/access/users';
import { type Grant, mayGrant } from '@morada/domain/access/permissions';
import { movesMoney, shiftsPower } from '@morada/domain/access/second-person';
import type * as z from 'zod/mini';
import { hashPassword } from '#api/base/secrets/password-hashing.ts';
import { newToken } from '#api/base/secrets/secrets.ts';
import type { Context, Db } from '#api/context.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { violates } from '#api/db/unique.ts';
import { checkVersion } from '#api/db/version.ts';
import { notify, SESSIONS } from '#api/live/notify.ts';
import { canMail } from '#api/mail/mail.service.ts';
import { insertUser } from '../accounts/accounts.service.ts';
import { requireConfirmed } from '../credentials/confirmed.service.ts';
import { hashChosen } from '../credentials/passwords.service.ts';
import { forgetOrigins, staffAccount } from '../credentials/tries.service.ts';
import { dropSecondFactor } from '../second-factor/second-factor.service.ts';
import { signOut } from '../session/own-sessions.service.ts';
import { endPasswordLinks, invite } from '../session/password-links.service.ts';
import { askSecondPerson, changeOrAsk } from './second-person.service.ts';
import { hasAdministrator, lockStaff } from './staff.service.ts';
import * as queries from './users.queries.ts';
import { tellAdministrators } from './watch.service.ts';

const presented = (ctx: Context, { invited, ...user }: queries.FoundUser) => ({
  id: user.id,
  name: user.name,
  email: user.email,
  group: { id: user.group_id, name: user.group_name },
  self: user.id === ctx.actor.id,
  second_factor: Boolean(user.second_factor),
  sessions: user.sessions ?? 0,
  invited: invited ? (canMail(ctx) ? ('BY_MAIL' as const) : ('BY_HAND' as const)) : null,
  editable: mayGrant(ctx.actor.permissions, user.permissions),
});

export async function listUsers(ctx: Context, grant: Grant) {
  const users = await queries.findUsers(ctx.db);
  return users.map((user) => (grant === 'full' ? presented(ctx, user) : { id: user.id, name: user.name }));
}

async function findUser(db: Db, id: number) {
  const user = await queries.findUser(db, id);
  if (!user) throw userProblems.ADMIN_NOT_FOUND();
  return user;
}

async function reread(trx: Db, ctx: Context, id: number) {
  const user = await findUser(trx, id);
  return { user: presented(ctx, user), version: user.version };
}

export const showUser = (ctx: Context, id: number) => reread(ctx.db, ctx, id);

/** The group, if a caller with permissions `held` may assign it. */
async function groupToGive(trx: Db, held: readonly string[], id: number) {
  const group = await queries.findGroup(trx, id);
  if (!group) throw userProblems.ADMIN_GROUP_UNKNOWN();
  if (!mayGrant(held, group.permissions)) throw userProblems.ADMIN_GROUP_BEYOND();
  return group;
}

const unlessTaken = <T>(write: Promise<T>) => write.catch(violates('admin_user_email', userProblems.ADMIN_EMAIL_TAKEN));

/** A password as it is stored, in place of the typed one. */
type Hashed<T> = Omit<T, 'password'> & { password_hash?: string | undefined };

export async function createUser(ctx: Context, { password, ...input }: z.output<typeof AdminUserCreate>) {
  // Who is invited chooses a password: until then nobody knows one.
  const password_hash = password ? await hashChosen(ctx.db, password, input) : await hashPassword(newToken());
  return createHashed(ctx, { ...input, invite: !password, password_hash });
}

/** Sends or answers a new link to who was invited and has not chosen a password. */
export const inviteUser = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const held = await lockStaff(trx, ctx);
    const user = await findUser(trx, id);
    if (!mayGrant(held, user.permissions)) throw userProblems.ADMIN_BEYOND();
    if (!user.invited) throw userProblems.ADMIN_NOT_INVITED();
    if (movesMoney(user.permissions)) await tellAdministrators(trx, ctx, `fez um novo convite para ${user.name}`);
    return invite(trx, ctx, user);
  });

export function createHashed(
  ctx: Context,
  input: Hashed<z.output<typeof AdminUserCreate>> & { password_hash: string },
) {
  return changeOrAsk(ctx, async (trx) => {
    const { groupId, invite: invited = false, ...user } = input;
    const group = await groupToGive(trx, await lockStaff(trx, ctx), groupId);
    const waits =
      movesMoney(group.permissions) &&
      (await askSecondPerson(trx, ctx, {
        ...{ kind: 'USER_CREATE', record_id: null, about: null, input },
        what: `cadastrar ${user.name} no grupo ${group.name}`,
      }));
    if (waits) return waits;
    const { id } = await unlessTaken(insertUser(trx, { ...user, invited, group_id: group.id }));
    await leaveTrail(trx, ctx, 'admin_user', id, 'create', { name: user.name, email: user.email, group: group.name });
    if (invited && canMail(ctx)) await invite(trx, ctx, { id, ...user });
    if (movesMoney(group.permissions))
      await tellAdministrators(trx, ctx, `cadastrou ${user.name} no grupo ${group.name}`);
    return (await reread(trx, ctx, id)).user;
  });
}

type Change = z.output<typeof AdminUserChange>;
type HashedChange = Hashed<Change>;

export async function updateUser(ctx: Context, id: number, { password, ...input }: Change) {
  const password_hash = password && (await hashChosen(ctx.db, password, { ...(await findUser(ctx.db, id)), ...input }));
  return updateHashed(ctx, id, { ...input, password_hash });
}

export function updateHashed(ctx: Context, id: number, input: HashedChange) {
  return changeOrAsk(ctx, async (trx) => {
    const held = await lockStaff(trx, ctx);
    const user = await findUser(trx, id);
    await checkVersion(trx, ctx, 'admin_user', user);
    if (!mayGrant(held, user.permissions)) throw userProblems.ADMIN_BEYOND();
    checkOwn(ctx, user, input);
    const { waits, now } = await holdBack(trx, ctx, user, input, held);
    const { password_hash, password_temporary, ...rest } = now;
    await save(trx, ctx, user, rest, held);
    if (password_hash) await resetPassword(trx, ctx, id, { password_hash, password_temporary });
    return waits ?? reread(trx, ctx, id);
  });
}

/** The own group isn't changed, and the own password on its own page, which may ask for the present one first. */
function checkOwn(ctx: Context, user: queries.FoundUser, { groupId, password_hash }: HashedChange) {
  if (user.id !== ctx.actor.id) return;
  if (groupId !== undefined && groupId !== user.group_id) throw userProblems.ADMIN_SELF_GROUP();
  if (password_hash) throw userProblems.ADMIN_SELF_PASSWORD();
}

/** Stores what needs a second person, and answers what is left to be changed now. */
async function holdBack(
  trx: Db,
  ctx: Context,
  user: queries.FoundUser,
  { groupId, email, password_hash, password_temporary, ...rest }: HashedChange,
  held: readonly string[],
): Promise<{ waits?: Awaited<ReturnType<typeof askSecondPerson>>; now: HashedChange }> {
  const given = { groupId, email, password_hash, password_temporary };
  const moves = groupId !== undefined && groupId !== user.group_id;
  const group = moves ? await groupToGive(trx, held, groupId) : undefined;
  const isRank = group !== undefined && shiftsPower(user.permissions, group.permissions);
  const isOther = user.id !== ctx.actor.id && movesMoney(user.permissions);
  const mails = isOther && email !== undefined && email !== user.email;
  const opens = isOther && password_hash !== undefined && password_hash !== '';
  if (!isRank && !mails && !opens) return { now: { ...rest, ...given } };
  requireConfirmed(ctx);
  const later = {
    ...(isRank && { groupId }),
    ...(mails && { email }),
    ...(opens && { password_hash, password_temporary }),
  };
  const name = rest.name ?? user.name;
  const acts = [
    ...(isRank && group ? [`passar ${name} para o grupo ${group.name}`] : []),
    ...(mails ? [`mudar o e-mail de ${name}`] : []),
    ...(opens ? [`trocar a senha de ${name}`] : []),
  ];
  const waits = await askSecondPerson(trx, ctx, {
    ...{ kind: 'USER_UPDATE', record_id: user.id, about: user.id, input: later },
    what: acts.join(', '),
  });
  if (!waits) return { now: { ...rest, ...given } };
  const now = Object.fromEntries(Object.entries(given).filter(([field]) => !(field in later)));
  return { waits, now: { ...rest, ...now } };
}

async function save(
  trx: Db,
  ctx: Context,
  user: queries.FoundUser,
  { groupId = user.group_id, name, email }: Omit<HashedChange, 'password_hash'>,
  held: readonly string[],
) {
  const moves = groupId !== user.group_id;
  const group = moves
    ? await groupToGive(trx, held, groupId)
    : { name: user.group_name, permissions: user.permissions };
  const changes = difference(
    { name: user.name, email: user.email, group: user.group_name },
    { name, email, group: group.name },
  );
  if (!moves && Object.keys(changes).length === 0) return;
  if (moves || changes.email) requireConfirmed(ctx);
  await unlessTaken(queries.updateUser(trx, user.id, { name, email, group_id: groupId }));
  await leaveTrail(trx, ctx, 'admin_user', user.id, 'update', changes);
  if (movesMoney([...user.permissions, ...group.permissions]) && (moves || changes.email))
    await tellAdministrators(
      trx,
      ctx,
      `mudou ${moves ? `o grupo de ${user.name} para ${group.name}` : `o e-mail de ${user.name}`}`,
    );
  // Links that wait were sent to the former address.
  if (changes.email) await endPasswordLinks(trx, user.id);
  if (!moves) return;
  if (!(await hasAdministrator(trx))) throw userProblems.ADMIN_LAST({ field: 'groupId' });
  await notify(trx, SESSIONS);
}

async function resetPassword(
  trx: Db,
  ctx: Context,
  id: number,
  given: { password_hash: string; password_temporary: boolean | undefined },
) {
  requireConfirmed(ctx);
  await queries.updateUser(trx, id, { ...given, invited: false });
  await endPasswordLinks(trx, id);
  await signOut(trx, id);
  const { email, name, permissions } = await findUser(trx, id);
  await forgetOrigins(trx, staffAccount(email));
  await leaveTrail(trx, ctx, 'admin_user', id, 'password');
  if (movesMoney(permissions)) await tellAdministrators(trx, ctx, `trocou a senha de ${name}`);
}

/** Deletes a person; their past actions keep the name. */
export function deleteUser(ctx: Context, id: number) {
  return changeOrAsk(ctx, async (trx) => {
    const user = await findOther(trx, ctx, id, userProblems.ADMIN_SELF_DELETE);
    await checkVersion(trx, ctx, 'admin_user', user);
    const waits =
      shiftsPower(user.permissions, []) &&
      (await askSecondPerson(trx, ctx, {
        ...{ kind: 'USER_DELETE', record_id: id, about: id, input: {} },
        what: `deletar ${user.name}`,
      }));
    if (waits) return waits;
    await queries.updateUser(trx, id, { deleted_at: new Date() });
    if (!(await hasAdministrator(trx))) throw userProblems.ADMIN_LAST();
    await signOut(trx, id);
    await leaveTrail(trx, ctx, 'admin_user', id, 'delete', { name: user.name });
    return undefined;
  });
}

/** Another person, whose group has no permission that the caller lacks. */
async function findOther(trx: Db, ctx: Context, id: number, self: () => Error) {
  const held = await lockStaff(trx, ctx);
  const user = await findUser(trx, id);
  if (id === ctx.actor.id) throw self();
  if (!mayGrant(held, user.permissions)) throw userProblems.ADMIN_BEYOND();
  return user;
}

export function endSessions(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    await findOther(trx, ctx, id, userProblems.ADMIN_SELF_SESSIONS);
    await signOut(trx, id);
    await leaveTrail(trx, ctx, 'admin_user', id, 'end-sessions');
  });
}

/**
 * Removes the second factor of a person who lost both phone and recovery codes; the password alone signs in until they
 * enrol again.
 */
export function resetSecondFactor(ctx: Context, id: number) {
  return changeOrAsk(ctx, async (trx) => {
    const { name, permissions, second_factor } = await findOther(trx, ctx, id, userProblems.ADMIN_SELF_FACTOR);
    const waits =
      movesMoney(permissions) &&
      second_factor &&
      (await askSecondPerson(trx, ctx, {
        ...{ kind: 'FACTOR_RESET', record_id: id, about: id, input: {} },
        what: `tirar a segunda etapa de ${name}`,
      }));
    if (waits) return waits;
    if (!(await dropSecondFactor(trx, id))) throw userProblems.ADMIN_FACTOR_OFF();
    await signOut(trx, id);
    await leaveTrail(trx, ctx, 'admin_user', id, 'second-factor-reset');
    if (movesMoney(permissions)) await tellAdministrators(trx, ctx, `tirou a segunda etapa de ${name}`);
    return undefined;
  });
}
