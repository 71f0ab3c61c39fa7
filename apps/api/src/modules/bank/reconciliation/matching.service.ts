import {
  type Books,
  candidatesOf,
  certain,
  DAYS_APART,
  type Movement,
  type Own,
} from '@morada/domain/bank/reconciliation/explain';
import { addDays } from '@morada/domain/base/calendar';
import type { Span } from '@morada/domain/base/span';
import type { Context, Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { writeTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import * as queries from './explaining.queries.ts';
import { lockAccounts } from './statements.queries.ts';

/** Days of the ledger that may explain movements. */
function spanAround(movements: readonly Pick<Movement, 'day'>[]): Span | undefined {
  const days = movements.map(({ day }) => day).sort();
  const [first] = days;
  const last = days.at(-1);
  return first && last && { start: addDays(first, -DAYS_APART), end: addDays(last, DAYS_APART) };
}

async function readBooks(db: Db, span: Span): Promise<Books> {
  const lines = await queries.findLines(db, span);
  const files = await queries.findFileBundles(db, span);
  const payments = await queries.findPaymentBundles(db, span);
  return { lines, bundles: [...files, ...payments], pix: await queries.findPix(db, span), own: await ownNames(db) };
}

async function ownNames(db: Db): Promise<Own> {
  const { name, cnpj } = await readAgency(db, ['name', 'cnpj']);
  return { names: [name], documents: cnpj ? [cnpj] : [] };
}

/** Possible explanations of each of these unexplained movements. */
export async function proposalsFor(db: Db, movements: readonly Movement[]) {
  const span = spanAround(movements);
  if (!span) return new Map<number, never>();
  return candidatesOf(movements, await readBooks(db, span), await queries.findOpenWithin(db, span));
}

/**
 * Explains the movements of all accounts whose only possible explanation is certain, in the caller's transaction. Returns
 * how many were explained.
 * @param again also those whose explanation a person has undone.
 */
export async function explainCertain(trx: Db, ctx: Context, { again = false } = {}): Promise<number> {
  await lockAccounts(trx);
  const open = await queries.findOpen(trx);
  const span = spanAround(open);
  if (!span) return 0;
  const found = certain(open, await readBooks(trx, span), again);
  if (found.length === 0) return 0;
  const made = found.map(({ id, candidate: { kind, entries } }) => ({
    ...{ kind, movement_id: id, entries, is_automatic: true },
  }));
  const { ids, taken } = await queries.insertExplanations(trx, ctx.actor.id, made);
  await writeTrail(
    trx,
    ids.map((record_id, place) => ({
      ...{ actor: ctx.actor, record: 'movement_explanation', record_id, action: 'create' },
      changes: { movement_id: made[place]?.movement_id, entries: made[place]?.entries.length, automatic: true },
    })),
  );
  return taken;
}

export const matchAgain = (ctx: Context) =>
  change(ctx, async (trx) => ({ explained: await explainCertain(trx, ctx, { again: true }) }));
