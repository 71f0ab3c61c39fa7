import type { Context } from '../context.ts';
import { change } from '../db/transaction.ts';
import { issueForMany } from '../modules/bank/slips/issue.service.ts';
import { applyRegistrations } from '../modules/bank/slips/registrations.service.ts';
import { remit } from '../modules/bank/slips/remittances.service.ts';

/** Share of a month's boletos that the bank refuses, in thousandths. */
const REFUSED = 12;

/**
 * Issues boletos for pending invoices, remits them to the bank, and processes its answer on the same day. Only for an
 * invented agency, since it uses the agency's own agreement.
 */
export async function collect(ctx: Context) {
  const { created } = await issueForMany(ctx, undefined);
  if (created === 0) return;
  const { remittance } = await remit(ctx);
  if (!remittance) return;
  const sent = await ctx.db
    .selectFrom('remittance_boleto')
    .select('boleto_id')
    .where('remittance_id', '=', remittance.id)
    .where('movement', '=', 'REGISTER')
    .execute();
  await change(ctx, async (trx) => {
    await applyRegistrations(
      trx,
      ctx,
      sent.map(({ boleto_id }) =>
        (boleto_id * 7) % 1_000 < REFUSED
          ? { boleto_id, told: 'REFUSED', note: 'CEP do pagador inválido' }
          : { boleto_id, told: 'REGISTERED', note: null },
      ),
    );
  });
}
