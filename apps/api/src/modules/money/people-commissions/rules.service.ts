import type { Received } from '@morada/contract/base/endpoint';
import { peopleCommissionProblems, type peopleCommissions, type Rule } from '@morada/contract/money/people-commissions';
import { formatPercent } from '@morada/domain/base/money';
import { addressLine } from '@morada/domain/property/property';
import { agencyShare, COMMISSION_ROLES, type RuleShare } from '@morada/domain/rent/people/share';
import { present } from '#api/base/present.ts';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import * as queries from './rules.queries.ts';

export const listRules = (ctx: Context) =>
  snapshot(ctx.db, async (trx) => {
    const rules = await queries.findRules(trx);
    const nameOf = await namesOf(
      trx,
      rules.flatMap(({ shares }) => shares),
    );
    const data = rules.map(
      ({ street, number, complement, shares, ...rule }): Rule => ({
        ...rule,
        property: street === null ? null : addressLine({ street, number, complement }),
        shares: shares.map((share) => ({ ...share, name: nameOf(share.admin_user_id) })),
        agency: agencyShare(shares),
      }),
    );
    return { data, staff: await queries.findStaff(trx) };
  });

async function namesOf(db: Db, shares: readonly RuleShare[]) {
  const ids = shares.flatMap(({ admin_user_id }) => admin_user_id ?? []);
  const names = new Map((ids.length === 0 ? [] : await queries.findNames(db, ids)).map(({ id, name }) => [id, name]));
  return (id: number | null) => (id === null ? null : (names.get(id) ?? null));
}

/** `Captador: Ana Prado 30%; Corretor: 20%`. */
async function inWords(db: Db, shares: readonly RuleShare[]): Promise<string> {
  const nameOf = await namesOf(db, shares);
  return shares
    .map(({ role, admin_user_id, share }) =>
      [`${COMMISSION_ROLES[role]}:`, nameOf(admin_user_id), formatPercent(share)].filter(Boolean).join(' '),
    )
    .join('; ');
}

/** Puts a rule in place of the one there was. What was received keeps the shares by which it was divided. */
export const saveRule = (
  ctx: Context,
  { kind, property_id = null, proposal_id = null, shares }: Received<typeof peopleCommissions.saveRule>['body'],
) =>
  change(ctx, async (trx) => {
    const scope = { kind, property_id, proposal_id };
    if (!(await queries.lockScope(trx, scope))) throw peopleCommissionProblems.RULE_NOT_FOUND();
    const before = await queries.findRule(trx, scope);
    const known = new Set(before?.shares.map(({ admin_user_id }) => admin_user_id));
    const added = shares.flatMap(({ admin_user_id: id }) => (id === null || known.has(id) ? [] : [id]));
    const found = added.length === 0 ? [] : await queries.findNames(trx, added);
    if (added.some((id) => !found.some((one) => one.id === id && one.deleted_at === null)))
      throw peopleCommissionProblems.RULE_PERSON_GONE();
    const { id } = present(await queries.putRule(trx, scope, shares), 'the rule');
    const [old, now] = [before && (await inWords(trx, before.shares)), await inWords(trx, shares)];
    if (old !== now)
      await leaveTrail(trx, ctx, 'commission_rule', id, before ? 'update' : 'create', {
        kind,
        ...(property_id !== null && { property_id }),
        ...(proposal_id !== null && { proposal_id }),
        shares: before ? [old ?? null, now] : now,
      });
    return { id };
  });

export const removeRule = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const gone = await queries.deleteRule(trx, id);
    if (!gone) throw peopleCommissionProblems.RULE_NOT_FOUND();
    const { shares, kind, property_id, proposal_id } = gone;
    await leaveTrail(trx, ctx, 'commission_rule', id, 'delete', {
      ...{ kind, property_id, proposal_id, shares: [await inWords(trx, shares), null] },
    });
  });
