import { addDays, type CalendarDate } from '@morada/domain/base/calendar';
import { DEFAULT_STEPS } from '@morada/domain/collection/default-steps';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { pauseInvoice, registerCall } from '../modules/collection/ruler/calls.service.ts';
import { saveRuler, switchOn } from '../modules/collection/ruler/ruler.service.ts';

/** Days for which the ruler has been on. */
const SINCE_DAYS = 20;

/**
 * Switches the collection ruler on, dated some days ago, with calls that staff made about late invoices: one was
 * promised for yesterday and not paid, one is contested and one is with the lawyer. No step is run, since steps send
 * messages.
 */
export async function switchRulerOn(ctx: Context) {
  const today = ctx.today();
  const then: Context = { ...ctx, today: () => addDays(today, -SINCE_DAYS) };
  const { version } = await saveRuler(then, { steps: DEFAULT_STEPS.map((step) => ({ ...step, channels: null })) });
  await switchOn(then, { version, from: then.today() });
  const [promised, contested, lawyer] = await lateInvoices(ctx, today);
  const before: Context = { ...ctx, today: () => addDays(today, -4) };
  if (promised !== undefined) {
    await registerCall(before, promised, {
      outcome: 'PROMISED',
      promised_for: addDays(today, -1),
      note: 'Recebe na véspera',
    });
    await sql`update collection_call set called_at = (${before.today()}::date + time '10:40') at time zone 'America/Sao_Paulo'
      where invoice_id = ${promised}`.execute(ctx.db);
  }
  if (contested !== undefined)
    await pauseInvoice(ctx, contested, { reason: 'CONTEST', until: undefined, note: 'Contesta o valor do condomínio' });
  if (lawyer !== undefined)
    await pauseInvoice(ctx, lawyer, { reason: 'LEGAL', until: undefined, note: 'Entregue ao advogado' });
}

/** The invoices least overdue, with the oldest last. */
async function lateInvoices({ db }: Context, today: CalendarDate): Promise<number[]> {
  const late = await db
    .selectFrom('invoice')
    .select('id')
    .where('status', '=', 'PENDING')
    .where('deleted_at', 'is', null)
    .where('due_date', '<', today)
    .orderBy('due_date', 'desc')
    .orderBy('id')
    .execute();
  const ids = late.map(({ id }) => id);
  return [...ids.slice(0, 2), ...ids.slice(2).slice(-1)];
}
