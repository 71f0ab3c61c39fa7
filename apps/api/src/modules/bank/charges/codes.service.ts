import { addDays } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import type { Context } from '#api/context.ts';
import { findCode, isImmediateChargeOpen } from './charges.queries.ts';

/** BR Code of the charge that the bank holds for an invoice, while it asks for exactly this amount and can be paid. */
export async function registeredCode(
  { db, today }: Pick<Context, 'db' | 'today'>,
  invoiceId: number,
  amount: Cents,
): Promise<string | undefined> {
  const charge = await findCode(db, invoiceId);
  if (!charge?.code || charge.amount !== amount) return undefined;
  return today() <= addDays(charge.due_date, charge.valid_days) ? charge.code : undefined;
}

/** Whether an immediate charge of the invoice is in progress; no other code may be shown or sent meanwhile. */
export const hasOpenImmediateCharge = ({ db }: Pick<Context, 'db'>, invoiceId: number) =>
  isImmediateChargeOpen(db, invoiceId);
