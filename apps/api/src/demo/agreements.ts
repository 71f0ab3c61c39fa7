import { addDays, type CalendarDate, later } from '@morada/domain/base/calendar';
import type { Context } from '../context.ts';
import { acceptOnline } from '../modules/collection/agreements/acceptance.service.ts';
import { followAgreements } from '../modules/collection/agreements/daily.service.ts';
import { offer } from '../modules/collection/agreements/offers.service.ts';
import { payInvoice } from '../modules/money/invoices/invoices.service.ts';

type LateInvoice = { id: number; proposal_id: number; due_date: CalendarDate; tenant: string };

/** Late invoices, one of each contract, the oldest first. */
async function findLate({ db, today }: Context): Promise<LateInvoice[]> {
  const late = await db
    .selectFrom('invoice')
    .innerJoin('client', 'client.id', 'invoice.user_id')
    .innerJoin('proposal', 'proposal.id', 'invoice.proposal_id')
    .select(['invoice.id', 'invoice.proposal_id', 'invoice.due_date', 'client.name as tenant'])
    .where('invoice.status', '=', 'PENDING')
    .where('invoice.deleted_at', 'is', null)
    .where('invoice.due_date', '<', addDays(today(), -1))
    .where('proposal.withholding', '=', 'NONE')
    .orderBy('invoice.due_date')
    .orderBy('invoice.id')
    .execute();
  return [...new Map(late.toReversed().map((invoice) => [invoice.proposal_id, invoice])).values()].toReversed();
}

const terms = { first_amount: undefined, rent_off: 0, monthly_interest: 0 };

/** Accepts an offer made on the clock's day, by the tenant, and returns its instalments. */
async function agreeOn(ctx: Context, { id, proposal_id, tenant }: LateInvoice, instalments: number) {
  const first_due = addDays(ctx.today(), 1);
  const agreement = await offer(ctx, {
    ...terms,
    proposal_id,
    invoices: [id],
    instalments,
    first_due,
    charges_off: 5_000,
  });
  await acceptOnline(ctx, agreement, { name: tenant, address: '203.0.113.7', version: 1 });
  return ctx.db
    .selectFrom('invoice')
    .select(['id', 'amount'])
    .where('debt_agreement_id', '=', agreement)
    .orderBy('instalment')
    .execute();
}

/** Three agreements on late invoices: one broken, one in force with its first instalment paid, and one offered. */
export async function makeAgreements(ctx: Context, clock: { day: CalendarDate }, today: CalendarDate) {
  clock.day = today;
  const [first, second, third] = await findLate(ctx);
  if (!first || !second || !third) return;
  // Its first instalment was never paid.
  clock.day = later(addDays(today, -10), addDays(first.due_date, 1));
  await agreeOn(ctx, first, 4);
  clock.day = later(addDays(today, -3), addDays(second.due_date, 1));
  const [paid] = await agreeOn(ctx, second, 3);
  clock.day = today;
  if (paid) await payInvoice(ctx, paid.id, { paid_amount: paid.amount, payment_method: 'PIX' });
  await followAgreements(ctx);
  await offer(ctx, {
    ...{ ...terms, proposal_id: third.proposal_id, invoices: [third.id], instalments: 3 },
    ...{ first_due: addDays(today, 5), charges_off: 10_000 },
  });
}
