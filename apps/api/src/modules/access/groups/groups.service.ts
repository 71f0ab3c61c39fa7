import { type GroupCreate, groupProblems } from '@morada/contract/access/groups';
import { ALL, type Grant, mayGrant } from '@morada/domain/access/permissions';
import { movesMoney, shiftsPower } from '@morada/domain/access/second-person';
import type * as z from 'zod/mini';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { violates } from '#api/db/unique.ts';
import { checkVersion } from '#api/db/version.ts';
import { notify, SESSIONS } from '#api/live/notify.ts';
import { insertGroup } from '../accounts/accounts.service.ts';
import { requireConfirmed } from '../credentials/confirmed.service.ts';
import { askSecondPerson, changeOrAsk } from '../users/second-person.service.ts';
import { hasAdministrator, lockStaff } from '../users/staff.service.ts';
import { tellAdministrators } from '../users/watch.service.ts';
import * as queries from './groups.queries.ts';

type Given = z.output<typeof GroupCreate>;

const presented = ({ actor }: Context, mine: number | undefined, group: queries.FoundGroup) => ({
  id: group.id,
  name: group.name,
  permissions: group.permissions,
  users: group.users,
  mine: group.id === mine,
  grantable: mayGrant(actor.permissions, group.permissions),
});

export async function listGroups(ctx: Context, grant: Grant) {
  const [groups, mine] = await Promise.all([queries.findGroups(ctx.db), queries.findGroupOf(ctx.db, ctx.actor.id)]);
  return groups.map((group) => {
    const full = presented(ctx, mine, group);
    return grant === 'full' ? full : { id: full.id, name: full.name, grantable: full.grantable };
  });
}

async function findGroup(db: Db, id: number) {
  const group = await queries.findGroup(db, id);
  if (!group) throw groupProblems.GROUP_NOT_FOUND();
  return group;
}

async function reread(db: Db, ctx: Context, id: number) {
  const [group, mine] = [await findGroup(db, id), await queries.findGroupOf(db, ctx.actor.id)];
  return { group: presented(ctx, mine, group), version: group.version };
}

export const showGroup = (ctx: Context, id: number) => reread(ctx.db, ctx, id);

const unlessTaken = <T>(write: Promise<T>) =>
  write.catch(violates('permission_group_name_key', groupProblems.GROUP_NAME_TAKEN));

export function createGroup(ctx: Context, input: Given) {
  return change(ctx, async (trx) => {
    const held = await lockStaff(trx, ctx);
    if (!mayGrant(held, input.permissions)) throw groupProblems.GROUP_BEYOND();
    if (input.permissions.includes(ALL)) requireConfirmed(ctx);
    const { id } = await unlessTaken(insertGroup(trx, input));
    await leaveTrail(trx, ctx, 'permission_group', id, 'create', input);
    return (await reread(trx, ctx, id)).group;
  });
}

const sameCodes = (one: readonly string[], other: readonly string[]) =>
  one.toSorted().join() === other.toSorted().join();

/** The caller must hold every permission that the group has before and after the change. */
export function updateGroup(ctx: Context, id: number, { name, permissions: given }: Partial<Given>) {
  return changeOrAsk(ctx, async (trx) => {
    const held = await lockStaff(trx, ctx);
    const group = await findGroup(trx, id);
    await checkVersion(trx, ctx, 'permission_group', group);
    if (!mayGrant(held, [...group.permissions, ...(given ?? [])])) throw groupProblems.GROUP_BEYOND();
    const renamed = name !== undefined && name !== group.name;
    if (given) await checkOwn(trx, ctx, group, given);
    // Every member of the group gains the added permissions.
    if (given && !mayGrant(group.permissions, given)) requireConfirmed(ctx);
    const waits = given && (await askForMembers(trx, ctx, group, given));
    const permissions = waits ? undefined : given;
    const regranted = permissions !== undefined && !sameCodes(permissions, group.permissions);
    if (renamed || regranted) {
      await unlessTaken(queries.updateGroup(trx, id, { name, permissions }));
      await leaveTrail(trx, ctx, 'permission_group', id, 'update', {
        ...(renamed && { name: [group.name, name] }),
        ...(regranted && { permissions: [group.permissions, permissions] }),
      });
    }
    if (regranted && movesMoney(permissions) && !movesMoney(group.permissions))
      await tellAdministrators(trx, ctx, `deu ao grupo ${name ?? group.name} permissões de pagamento`);
    if (regranted) {
      if (!(await hasAdministrator(trx))) throw groupProblems.GROUP_LAST();
      await notify(trx, SESSIONS);
    }
    return waits ?? reread(trx, ctx, id);
  });
}

/** Stores a change that gives power over money to the group's people, or takes everything from them; a group without any is free. */
async function askForMembers(trx: Db, ctx: Context, group: queries.FoundGroup, permissions: readonly string[]) {
  if (group.users === 0 || !shiftsPower(group.permissions, permissions)) return undefined;
  return askSecondPerson(trx, ctx, {
    ...{ kind: 'GROUP_UPDATE', record_id: group.id, about: null, input: { permissions } },
    what: `mudar o que o grupo ${group.name} pode em pagamentos e na administração`,
  });
}

async function checkOwn(trx: Db, ctx: Context, group: queries.FoundGroup, permissions: readonly string[]) {
  const mine = await queries.findGroupOf(trx, ctx.actor.id);
  if (group.id === mine && !mayGrant(permissions, group.permissions)) throw groupProblems.GROUP_OWN();
}

export function deleteGroup(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const held = await lockStaff(trx, ctx);
    const group = await findGroup(trx, id);
    await checkVersion(trx, ctx, 'permission_group', group);
    if (!mayGrant(held, group.permissions)) throw groupProblems.GROUP_ABOVE();
    if (group.users > 0) throw groupProblems.GROUP_IN_USE();
    await queries.deleteGroup(trx, id);
    await leaveTrail(trx, ctx, 'permission_group', id, 'delete', { name: group.name });
  });
}
