import { heldChanges } from '@morada/contract/access/held-changes';
import { type HeldChangeState, heldChangeLife } from '@morada/domain/access/second-person';
import type { EffectOf, EventOf } from '@morada/domain/base/life-cycle';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';
import { carryHeldChanges } from './held-changes.service.ts';

const app = await startApp();
const { as, db, signIn, deps } = app;
const asker = as('*');
const other = as('*', 'CLIENT_VIEW');
afterAll(app.stop);

beforeAll(async () => {
  // An agency that has paid nothing guards nothing.
  await db.insertInto('payment_batch').values({ pay_on: '2026-03-10', amount: 0, transfers: 0, files: '[]' }).execute();
  await Promise.all([asker.get('/dashboard/badges'), other.get('/dashboard/badges')]);
});
// A group that belongs to the asker alone is of no use to a second person.
beforeEach(() => sql`update admin_user set deleted_at = null`.execute(db));

type Subject = { id: number; person: number; group: number };

/** A request to give a person the group of those who approve payments. */
async function asked(): Promise<Subject> {
  const [person, approvers] = [await signIn('PROPOSAL_VIEW'), await signIn('PAYOUT_APPROVE')];
  const answer = await asker.patch(`/user/admin/user/${person.adminId}`, { groupId: approvers.groupId });
  expect(answer.json().code, answer.body).toBe('CHANGE_WAITS');
  const { id } = await db.selectFrom('held_change').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return { id, person: person.adminId, group: approvers.groupId };
}

/** A change that was asked for while there was no other administrator. */
async function paused() {
  await sql`update admin_user u set deleted_at = now() from permission_group g where g.id = u.group_id and g.permissions = '{*,CLIENT_VIEW}'`.execute(
    db,
  );
  const subject = await asked();
  await sql`update admin_user set deleted_at = null`.execute(db);
  return subject;
}

const confirm = ({ id }: Subject) => other.post(`/held-changes/${id}/confirm`, {});
const reject = ({ id }: Subject) => other.post(`/held-changes/${id}/reject`, { note: 'Não combinado' });

lifeCycleMatrix<HeldChangeState, EventOf<typeof heldChangeLife>, EffectOf<typeof heldChangeLife>, Subject>({
  life: heldChangeLife,
  put: {
    WAITING: asked,
    PAUSED: paused,
    async APPLIED() {
      const subject = await asked();
      await confirm(subject);
      return subject;
    },
    async REJECTED() {
      const subject = await asked();
      await reject(subject);
      return subject;
    },
  },
  doors: {
    confirm: [{ by: 'call', call: heldChanges.confirm, act: confirm }],
    reject: [
      { by: 'call', call: heldChanges.reject, act: reject },
      {
        ...{ by: 'call', name: 'the person who asked', call: heldChanges.reject },
        act: ({ id }) => asker.post(`/held-changes/${id}/reject`, { note: 'Desisti' }),
      },
    ],
    carry: [
      {
        by: 'job',
        act: async ({ id }) => {
          await sql`update held_change set not_before = now() where id = ${id} and state = 'PAUSED'`.execute(db);
          await carryHeldChanges(deps);
        },
      },
    ],
  },
  state: async ({ id }) =>
    (await db.selectFrom('held_change').select('state').where('id', '=', id).executeTakeFirstOrThrow())
      .state as HeldChangeState,
  effects: {
    carryOut: ({ person }) => db.selectFrom('admin_user').select('group_id').where('id', '=', person).execute(),
  },
});
