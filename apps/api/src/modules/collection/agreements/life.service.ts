import type { Problem } from '@morada/contract/base/problem';
import { invoiceProblems } from '@morada/contract/money/invoices';
import { instalmentLife, instalmentStateOf } from '@morada/domain/debt-agreement/instalment-life';
import { refusalOf } from '#api/base/transition.ts';
import type { Actor, Context, Db } from '#api/context.ts';
import type { TrailEntry } from '#api/db/trail.ts';
import * as queries from './life.queries.ts';

type Instalment = { debt_agreement_id: number | null };

const agreementsOf = (invoices: readonly Instalment[]) => [
  ...new Set(invoices.flatMap(({ debt_agreement_id }) => debt_agreement_id ?? [])),
];

/** Ends the agreements whose last open instalment was settled. Runs inside the settlement; returns the trail's entries. */
export async function whenPaid(
  trx: Db,
  { today }: Pick<Context, 'today'>,
  settled: readonly { actor: Actor; invoice: Instalment }[],
): Promise<TrailEntry[]> {
  const ids = agreementsOf(settled.map(({ invoice }) => invoice));
  if (ids.length === 0) return [];
  const kept = await queries.keepPaid(trx, ids, today());
  return kept.flatMap((id): TrailEntry[] => {
    const payment = settled.findLast(({ invoice }) => invoice.debt_agreement_id === id);
    return payment ? [{ actor: payment.actor, record: 'debt_agreement', record_id: id, action: 'keep' }] : [];
  });
}

/** Reopens the agreements that these refunds leave with an open instalment. Returns the trail's entries. */
export async function whenReopened(
  trx: Db,
  { actor }: Pick<Context, 'actor'>,
  refunded: readonly Instalment[],
): Promise<TrailEntry[]> {
  const ids = agreementsOf(refunded);
  if (ids.length === 0) return [];
  const reopened = await queries.reopenKept(trx, ids);
  return reopened.map((id) => ({ actor, record: 'debt_agreement', record_id: id, action: 'reopen' }));
}

/**
 * Refusals of the refund of instalments whose agreement was broken or cancelled: its debt has returned, reduced by the
 * payments.
 */
export async function findUndone(
  db: Db,
  instalments: readonly (Instalment & { id: number })[],
): Promise<ReadonlyMap<number, Problem>> {
  const ids = agreementsOf(instalments);
  const undone = new Set(ids.length === 0 ? [] : await queries.findUndone(db, ids));
  const paid = instalmentStateOf({ status: 'PAID', rest_fate: null }, { state: 'BROKEN' });
  const refusal = refusalOf(instalmentLife.cell(paid, 'refund'), invoiceProblems);
  return new Map(
    instalments.flatMap(({ id, debt_agreement_id }) =>
      refusal && debt_agreement_id !== null && undone.has(debt_agreement_id) ? [[id, refusal]] : [],
    ),
  );
}

/**
 * Agreements, offered or in force, that contain these invoices as debt or as an instalment. Debt in an accepted
 * agreement is not collected in any case, since its invoices are REPLACED and no longer open.
 */
export const invoicesUnderAgreement = (db: Db, invoiceIds: readonly number[]): Promise<queries.Under[]> =>
  invoiceIds.length === 0 ? Promise.resolve([]) : queries.findUnder(db, invoiceIds);
