import { heldChangeProblems } from '@morada/contract/access/held-changes';
import { Problem } from '@morada/contract/base/problem';
import { confirmationRefusal, type HeldChangeState, heldChangeLife } from '@morada/domain/access/second-person';
import { eachTried } from '#api/base/every-step.ts';
import { actorId, type Context, type Db, type Deps, inside } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change, inSavepoint } from '#api/db/transaction.ts';
import { updateGroup } from '#api/modules/access/groups/groups.service.ts';
import { actorStill } from '#api/modules/access/session/on-behalf.service.ts';
import * as held from '#api/modules/access/users/second-person.service.ts';
import { createHashed, deleteUser, resetSecondFactor, updateHashed } from '#api/modules/access/users/users.service.ts';
import { updateAgency } from '#api/modules/registry/agency/agency.service.ts';
import { setAgreement } from '#api/modules/registry/agency/agreement.service.ts';
import { saveSafeguards } from './safeguards.service.ts';

type Input<Act extends (...given: never[]) => unknown> =
  Parameters<Act> extends [...unknown[], infer Last] ? Last : never;

/** What each kind of change carries out, in the name of the person who asked. */
const ACTS: Readonly<Record<held.HeldKind, (ctx: Context, id: number, input: unknown) => Promise<unknown>>> = {
  USER_CREATE: (ctx, _, input) => createHashed(ctx, input as Input<typeof createHashed>),
  USER_UPDATE: (ctx, id, input) => updateHashed(ctx, id, input as Input<typeof updateHashed>),
  USER_DELETE: (ctx, id) => deleteUser(ctx, id),
  FACTOR_RESET: (ctx, id) => resetSecondFactor(ctx, id),
  GROUP_UPDATE: (ctx, id, input) => updateGroup(ctx, id, input as Input<typeof updateGroup>),
  SAFEGUARDS: (ctx, _, input) => saveSafeguards(ctx, input as Input<typeof saveSafeguards>),
  PIX_KEY: (ctx, _, input) => updateAgency(ctx, input as Input<typeof updateAgency>),
  AGREEMENT: (ctx, _, input) => setAgreement(ctx, input as Input<typeof setAgreement>),
};

const accessOf = async (db: Db) => held.findAccessChanges(db, await held.findPause(db));

/** Changes that wait, and why the caller may not confirm each. */
export async function listHeldChanges(ctx: Context) {
  const found = await held.findOpen(ctx.db);
  const access = found.length > 0 ? await accessOf(ctx.db) : [];
  return found.map(({ asked_by, about, ...row }) => ({
    ...row,
    refusal: confirmationRefusal({ asked_by, about, access }, actorId(ctx)) ?? null,
  }));
}

const REFUSALS = {
  ASKER: heldChangeProblems.CHANGE_OWN,
  SUBJECT: heldChangeProblems.CHANGE_ABOUT,
  TIED: heldChangeProblems.CHANGE_TIED,
};

type Open = NonNullable<Awaited<ReturnType<typeof held.lockChange>>> & { state: HeldChangeState };

async function lockOpen(trx: Db, id: number): Promise<Open> {
  const found = await held.lockChange(trx, id);
  if (!found) throw heldChangeProblems.CHANGE_NOT_FOUND();
  if (!heldChangeLife.can(found.state as HeldChangeState, 'reject')) throw heldChangeProblems.CHANGE_DECIDED();
  return found as Open;
}

/** Makes the change by its own service, with the rights that the person who asked has now. */
async function carryOut(trx: Db, ctx: Context, { kind, record_id, asked_by, input }: Open) {
  const actor = await actorStill(trx, asked_by, 'login');
  await ACTS[kind as held.HeldKind](
    { ...inside(ctx, trx), consequence: undefined, actor, agreed: true },
    record_id ?? 0,
    input,
  );
}

/** WAITING or PAUSED → APPLIED, by a second person. */
export function confirmHeldChange(ctx: Context, id: number) {
  const decided_by = actorId(ctx);
  return change(ctx, async (trx) => {
    const found = await lockOpen(trx, id);
    const { asked_by, about, state } = found;
    const refusal = confirmationRefusal({ asked_by, about, access: await accessOf(trx) }, decided_by);
    if (refusal) throw REFUSALS[refusal]();
    await held.decide(trx, id, state, { state: heldChangeLife.next(state, 'confirm'), decided_by });
    await leaveTrail(trx, ctx, 'held_change', id, 'confirm', { what: found.what });
    await carryOut(trx, ctx, found);
  });
}

/** WAITING or PAUSED → REJECTED. The person who asked may reject it too. */
export function rejectHeldChange(ctx: Context, id: number, note: string) {
  return change(ctx, async (trx) => {
    const { state, what } = await lockOpen(trx, id);
    const decided_by = actorId(ctx);
    await held.decide(trx, id, state, { state: heldChangeLife.next(state, 'reject'), decided_by, note });
    await leaveTrail(trx, ctx, 'held_change', id, 'reject', { what, note });
  });
}

/** PAUSED → APPLIED for those whose pause has passed; one that can't be made any more is rejected with the reason. */
export async function carryHeldChanges(deps: Deps): Promise<void> {
  await eachTried(await held.findDue(deps.db), async ({ id }) => {
    const ctx: Context = { ...deps, actor: await actorStill(deps.db, null, '*') };
    await change(ctx, async (trx) => {
      const found = await held.lockChange(trx, id);
      if (found?.state !== 'PAUSED') return;
      const { what } = found;
      const reason = await inSavepoint(trx, () => carryOut(trx, ctx, found as Open)).catch((error: unknown) => {
        if (error instanceof Problem) return error.message;
        throw error;
      });
      if (reason !== undefined) {
        await held.decide(trx, id, 'PAUSED', { state: 'REJECTED', decided_by: null, note: reason });
        await leaveTrail(trx, ctx, 'held_change', id, 'reject', { what, note: reason });
        return;
      }
      await held.decide(trx, id, 'PAUSED', { state: heldChangeLife.next('PAUSED', 'carry'), decided_by: null });
      await leaveTrail(trx, ctx, 'held_change', id, 'carry', { what });
    });
  });
}
