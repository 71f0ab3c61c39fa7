import type { Context } from '../context.ts';
import { deliverNotice, issueNotices } from '../modules/collection/papers/notices.service.ts';
import { registerAct } from '../modules/collection/papers/register.service.ts';
import type { Staff } from './staff.ts';

/** Number of contracts whose debt gets a notice. */
const SHOWN = 2;

/** Registers a notice for the contracts that owe the longest, and a protest of the longest debt. */
export async function registerDebts(ctx: Context, staff: Staff) {
  const acting = { ...ctx, actor: { ...staff, permissions: ['*'] } };
  const owing = await ctx.db
    .selectFrom('invoice')
    .select((q) => ['proposal_id', 'user_id', q.fn.agg<number[]>('jsonb_agg', ['id']).as('invoices')])
    .where('status', '=', 'PENDING')
    .where('deleted_at', 'is', null)
    .where('due_date', '<', ctx.today())
    .groupBy(['proposal_id', 'user_id'])
    .orderBy((q) => q.fn.min('due_date'))
    .orderBy('proposal_id')
    .limit(SHOWN)
    .execute();
  for (const [place, { proposal_id, user_id, invoices }] of owing.entries()) {
    const { ids } = await issueNotices(acting, proposal_id, { clients: [user_id], way: 'HAND' });
    for (const id of ids) await deliverNotice(acting, id, { delivered_on: ctx.today(), protocol: null });
    if (place > 0) continue;
    await registerAct(acting, proposal_id, {
      ...{ kind: 'PROTEST', client_id: user_id, done_on: ctx.today(), body: '1º Tabelionato de Protesto' },
      ...{ protocol: '2026/04417', invoices, reason: null },
    });
  }
}
