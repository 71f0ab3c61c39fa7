import { billing } from '@morada/contract/money/billing';
import { invoices } from '@morada/contract/money/invoices';
import type { FastifyInstance } from 'fastify';
import type { Context, Deps } from '#api/context.ts';
import { seenBy } from '#api/db/reading/search.ts';
import { route, Versioned } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { issueTicket } from '#api/modules/access/session/session.service.ts';
import { showBilling, startBilling } from './billing-runs.service.ts';
import { INVOICE_LIST } from './invoices.export.ts';
import { findInvoices, findInvoicesOfProposal } from './invoices.queries.ts';
import * as service from './invoices.service.ts';
import type { Shown } from './showing.service.ts';

export function invoicesModule(app: FastifyInstance, deps: Deps) {
  const versioned = ({ invoice, version }: Shown) => new Versioned(invoice, version);
  const shown = async (ctx: Context, id: number) => versioned(await service.showInvoice(ctx, id));
  route(app, deps, invoices.export, savedList(INVOICE_LIST));
  route(app, deps, invoices.list, ({ query }, { ctx }) =>
    findInvoices(ctx.db, { ...query, seen: seenBy(ctx) }, ctx.today()),
  );
  route(app, deps, invoices.show, async ({ params, query }, { ctx }) =>
    versioned(await service.showInvoice(ctx, params.id, query)),
  );
  route(app, deps, invoices.sent, ({ params, body }, { ctx }) => service.keepSent(ctx, params.id, body));
  route(app, deps, invoices.ofProposal, ({ params }, { ctx }) => findInvoicesOfProposal(ctx.db, params.id));
  route(app, deps, invoices.pay, async ({ params, body }, { ctx }) =>
    versioned(await service.payInvoice(ctx, params.id, body)),
  );
  route(app, deps, invoices.refund, async ({ params }, { ctx }) =>
    shown(ctx, await service.refundInvoice(ctx, params.id)),
  );
  route(app, deps, invoices.remove, ({ params }, { ctx }) => service.deleteInvoice(ctx, params.id));
  route(app, deps, invoices.anticipate, async ({ body }, { ctx }) =>
    shown(ctx, await service.anticipateInvoice(ctx, body)),
  );
  route(app, deps, invoices.months, ({ params }, { ctx }) => service.monthsToAnticipate(ctx, params.id));
  route(app, deps, billing.show, (_, { ctx }) => showBilling(ctx));
  route(app, deps, billing.start, (_, { ctx }) => startBilling(ctx));
  route(app, deps, invoices.receipt, async ({ params }, { ctx }) => {
    await service.receiptOf(ctx, params.id);
    return issueTicket(ctx, `/api/receipt/invoice/${params.id}`);
  });
  route(app, deps, invoices.receiptFile, ({ params }, { ctx }) => service.printReceipt(ctx, params.id));
}
