import { secondFactorProblems } from '@morada/contract/access/second-factor';
import { actorId, type Context, type Db, type Deps } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { renewDuty } from '../credentials/duties.service.ts';
import { countTries, forgetTries, keepTry } from '../credentials/tries.service.ts';
import { hashOfCode, newRecoveryCodes } from './recovery-codes.service.ts';
import { placeOf } from './sealing.service.ts';
import * as queries from './second-factor.queries.ts';
import { newSecret, stepOf, uriOf } from './totp.service.ts';

/** Wrong codes before a lock of 15 minutes: at any time three of a million codes are valid. */
const MAX_WRONG_CODES = 5;

export async function showSecondFactor(ctx: Context) {
  const [factor, required] = await Promise.all([queries.findFactor(ctx.db, actorId(ctx)), queries.isRequired(ctx.db)]);
  return {
    on: Boolean(factor?.secret),
    since: factor?.since ?? null,
    recovery_codes_left: factor?.recovery_codes_left ?? 0,
    required,
  };
}

export const hasSecondFactor = async (db: Db, id: number) => Boolean((await queries.findFactor(db, id))?.secret);

/** Sealed; plain only where the installation has no key. @throws SECRETS_KEY_MISSING when its key can't be read */
function storedAs({ secrets }: Deps, column: 'secret' | 'pending', id: number, plain: string) {
  if (secrets.problem) throw secondFactorProblems.SECRETS_KEY_MISSING();
  return secrets.prefix ? secrets.sealText(placeOf(column, id), plain) : plain;
}

/** Creates a secret to be shown; it takes effect once a code confirms it. */
export async function beginSecondFactor(ctx: Context) {
  const secret = newSecret();
  await queries.beginFactor(ctx.db, actorId(ctx), storedAs(ctx, 'pending', actorId(ctx), secret));
  return { secret, uri: uriOf(secret, await queries.findEmail(ctx.db, actorId(ctx))) };
}

/**
 * The pending secret, and the step of a code of it.
 * @throws SECOND_FACTOR_NOT_BEGUN, CODE_NOT_CONFIRMED
 */
function confirmedBy(ctx: Context, code: string, factor: { pending: string | null } | undefined) {
  const pending = factor?.pending && ctx.secrets.openText(placeOf('pending', actorId(ctx)), factor.pending);
  if (!pending) throw secondFactorProblems.SECOND_FACTOR_NOT_BEGUN();
  const step = stepOf(pending, code.replace(/\s/g, ''), Date.now());
  if (step === undefined) throw secondFactorProblems.CODE_NOT_CONFIRMED();
  return { pending, step };
}

export async function confirmSecondFactor(ctx: Context, code: string) {
  // Refused before the ten hashes of new codes, and again under the lock.
  confirmedBy(ctx, code, await queries.findFactor(ctx.db, actorId(ctx)));
  const { codes, salt, hashes } = await newRecoveryCodes();
  return change(ctx, async (trx) => {
    const { pending, step } = confirmedBy(ctx, code, await queries.lockFactor(trx, actorId(ctx)));
    const secret = storedAs(ctx, 'secret', actorId(ctx), pending);
    await queries.confirmFactor(trx, actorId(ctx), { secret, last_step: step, recovery_salt: salt });
    await queries.replaceCodes(trx, actorId(ctx), hashes);
    await renewDuty(trx, actorId(ctx));
    await leaveTrail(trx, ctx, 'admin_user', actorId(ctx), 'second-factor-on');
    return { recovery_codes: codes };
  });
}

export async function renewRecoveryCodes(ctx: Context) {
  // Refused before the ten hashes of new codes, and again under the lock.
  if (!(await hasSecondFactor(ctx.db, actorId(ctx)))) throw secondFactorProblems.SECOND_FACTOR_OFF();
  const { codes, salt, hashes } = await newRecoveryCodes();
  return change(ctx, async (trx) => {
    const factor = await queries.lockFactor(trx, actorId(ctx));
    if (!factor?.secret) throw secondFactorProblems.SECOND_FACTOR_OFF();
    await queries.setSalt(trx, actorId(ctx), salt);
    await queries.replaceCodes(trx, actorId(ctx), hashes);
    await leaveTrail(trx, ctx, 'admin_user', actorId(ctx), 'recovery-codes');
    return { recovery_codes: codes };
  });
}

export function switchOff(ctx: Context) {
  return change(ctx, async (trx) => {
    if (await queries.isRequired(trx)) throw secondFactorProblems.SECOND_FACTOR_KEPT();
    if (!(await queries.deleteFactor(trx, actorId(ctx)))) throw secondFactorProblems.SECOND_FACTOR_OFF();
    await leaveTrail(trx, ctx, 'admin_user', actorId(ctx), 'second-factor-off');
  });
}

/** Removes the second factor of a person who lost it; returns whether there was one. */
export async function dropSecondFactor(trx: Db, id: number): Promise<boolean> {
  await forgetTries(trx, keyOf(id));
  return (await queries.deleteFactor(trx, id)) !== undefined;
}

const keyOf = (id: number) => `code:${id}`;

/**
 * Consumes a code of the authenticator or a recovery code, each valid once.
 * @throws WRONG_CODE, TOO_MANY_CODES, SECOND_FACTOR_UNREADABLE
 */
export async function consumeCode(deps: Deps, person: { id: number; name: string }, typed: string): Promise<void> {
  const refused = await deps.db.transaction().execute(async (trx) => {
    const factor = await queries.lockFactor(trx, person.id);
    if ((await countTries(trx, keyOf(person.id))) >= MAX_WRONG_CODES) return secondFactorProblems.TOO_MANY_CODES();
    if (await isGood(trx, deps, person, typed, factor)) return undefined;
    // Returned, not thrown: the failed attempt must be committed.
    await keepTry(trx, keyOf(person.id));
    return secondFactorProblems.WRONG_CODE();
  });
  if (refused) throw refused;
  await forgetTries(deps.db, keyOf(person.id));
}

async function isGood(
  trx: Db,
  deps: Deps,
  { id, name }: { id: number; name: string },
  typed: string,
  factor: Awaited<ReturnType<typeof queries.lockFactor>>,
): Promise<boolean> {
  if (!factor?.secret || !factor.recovery_salt) return false;
  const code = typed.replace(/\s/g, '');
  if (/^\d{6}$/.test(code)) {
    const secret = deps.secrets.openText(placeOf('secret', id), factor.secret);
    if (!secret) throw secondFactorProblems.SECOND_FACTOR_UNREADABLE();
    const step = stepOf(secret, code, Date.now());
    if (step === undefined || step <= factor.last_step) return false;
    await queries.setStep(trx, id, step);
    return true;
  }
  if (!(await queries.consumeRecoveryCode(trx, id, await hashOfCode(code, factor.recovery_salt)))) return false;
  await leaveTrail(trx, { ...deps, actor: { id, name, permissions: [] } }, 'admin_user', id, 'recovery-code');
  return true;
}
