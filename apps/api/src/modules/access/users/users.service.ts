import { type AdminUserChange, type AdminUserCreate, userProblems } from '@morada/contract/users';
import { type Grant, mayGrant } from '@morada/domain/access/permissions';
import type * as z from 'zod/mini';
import type { Context, Db } from '#api/context.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { violates } from '#api/db/unique.ts';
import { checkVersion } from '#api/db/version.ts';
import { notify, SESSIONS } from '#api/live/notify.ts';
import { insertUser } from '../accounts/accounts.service.ts';
import { requireConfirmed } from '../credentials/confirmed.service.ts';
import { hashChosen } from '../credentials/passwords.service.ts';
import { forgetOrigins, staffAccount } from '../credentials/tries.service.ts';
import { dropSecondFactor } from '../second-factor/second-factor.service.ts';
import { signOut } from '../session/own-sessions.service.ts';
import { endPasswordLinks } from '../session/password-links.service.ts';
import { hasAdministrator, lockStaff } from './staff.service.ts';
import * as queries from './users.queries.ts';
import { movesMoney, tellAdministrators } from './watch.service.ts';

const presented = ({ actor }: Context, user: queries.FoundUser) => ({
  id: user.id,
  name: user.name,
  email: user.email,
  group: { id: user.group_id, name: user.group_name },
  self: user.id === actor.id,
  second_factor: Boolean(user.second_factor),
  sessions: user.sessions ?? 0,
  editable: mayGrant(actor.permissions, user.permissions),
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

export async function createUser(ctx: Context, { password, groupId, ...input }: z.output<typeof AdminUserCreate>) {
  const password_hash = await hashChosen(ctx.db, password, input);
  return change(ctx, async (trx) => {
    const group = await groupToGive(trx, await lockStaff(trx, ctx), groupId);
    const { id } = await unlessTaken(insertUser(trx, { ...input, group_id: group.id, password_hash }));
    await leaveTrail(trx, ctx, 'admin_user', id, 'create', { name: input.name, email: input.email, group: group.name });
    if (movesMoney(group.permissions))
      await tellAdministrators(trx, ctx, `cadastrou ${input.name} no grupo ${group.name}`);
    return (await reread(trx, ctx, id)).user;
  });
}

type Change = z.output<typeof AdminUserChange>;

export async function updateUser(ctx: Context, id: number, { password, password_temporary, ...input }: Change) {
  const password_hash = password && (await hashChosen(ctx.db, password, { ...(await findUser(ctx.db, id)), ...input }));
  return change(ctx, async (trx) => {
    const held = await lockStaff(trx, ctx);
    const user = await findUser(trx, id);
    await checkVersion(trx, ctx, 'admin_user', user);
    if (!mayGrant(held, user.permissions)) throw userProblems.ADMIN_BEYOND();
    await save(trx, ctx, user, input, held);
    if (password_hash) await resetPassword(trx, ctx, id, { password_hash, password_temporary });
    return reread(trx, ctx, id);
  });
}

async function save(
  trx: Db,
  ctx: Context,
  user: queries.FoundUser,
  { groupId = user.group_id, name, email }: Change,
  held: readonly string[],
) {
  const moves = groupId !== user.group_id;
  if (moves && user.id === ctx.actor.id) throw userProblems.ADMIN_SELF_GROUP();
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

/** The own password is changed on its own page, which may ask for the present one first. */
async function resetPassword(
  trx: Db,
  ctx: Context,
  id: number,
  given: { password_hash: string; password_temporary: boolean | undefined },
) {
  if (id === ctx.actor.id) throw userProblems.ADMIN_SELF_PASSWORD();
  requireConfirmed(ctx);
  await queries.updateUser(trx, id, given);
  await signOut(trx, id);
  const { email, name, permissions } = await findUser(trx, id);
  await forgetOrigins(trx, staffAccount(email));
  await leaveTrail(trx, ctx, 'admin_user', id, 'password');
  if (movesMoney(permissions)) await tellAdministrators(trx, ctx, `trocou a senha de ${name}`);
}

/** Deletes a person; their past actions keep the name. */
export function deleteUser(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const user = await findOther(trx, ctx, id, userProblems.ADMIN_SELF_DELETE);
    await checkVersion(trx, ctx, 'admin_user', user);
    await queries.updateUser(trx, id, { deleted_at: new Date() });
    if (!(await hasAdministrator(trx))) throw userProblems.ADMIN_LAST();
    await signOut(trx, id);
    await leaveTrail(trx, ctx, 'admin_user', id, 'delete', { name: user.name });
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
  return change(ctx, async (trx) => {
    const { name, permissions } = await findOther(trx, ctx, id, userProblems.ADMIN_SELF_FACTOR);
    if (!(await dropSecondFactor(trx, id))) throw userProblems.ADMIN_FACTOR_OFF();
    await signOut(trx, id);
    await leaveTrail(trx, ctx, 'admin_user', id, 'second-factor-reset');
    if (movesMoney(permissions)) await tellAdministrators(trx, ctx, `tirou a segunda etapa de ${name}`);
  });
}
