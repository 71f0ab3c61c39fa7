import { transfers } from '@morada/contract/money/transfers';
import type { FastifyInstance } from 'fastify';
import type { Context, Deps } from '#api/context.ts';
import { seenBy } from '#api/db/reading/search.ts';
import { route, Versioned } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { issueTicket } from '#api/modules/access/session/session.service.ts';
import { addAttachment, removeAttachment, removeAttachments } from './attachments.service.ts';
import { TRANSFER_LIST } from './transfers.export.ts';
import { findEvents, findFigures, findPending } from './transfers.queries.ts';
import * as service from './transfers.service.ts';

export function transfersModule(app: FastifyInstance, deps: Deps) {
  const shown = async (ctx: Context, id: number) => {
    const { transfer, version } = await service.showTransfer(ctx, id);
    return new Versioned(transfer, version);
  };
  route(app, deps, transfers.export, savedList(TRANSFER_LIST));
  route(app, deps, transfers.overview, async ({ query }, { ctx }) => {
    const [figures, events, pending] = await Promise.all([
      findFigures(ctx.db, ctx.today()),
      // Turning pages of the pending list leaves the calendar as it is.
      query.page === undefined || query.start || query.end ? findEvents(ctx.db, query, ctx.today()) : [],
      findPending(ctx.db, { ...query, seen: seenBy(ctx) }),
    ]);
    return { ...figures, events, ...pending };
  });
  route(app, deps, transfers.show, ({ params }, { ctx }) => shown(ctx, params.id));
  route(app, deps, transfers.update, async ({ params: { id }, body }, { ctx }) =>
    shown(
      ctx,
      body.receipt === null ? await removeAttachments(ctx, id) : await service.concludeTransfer(ctx, id, body.pay_day),
    ),
  );
  route(app, deps, transfers.refund, async ({ params }, { ctx }) =>
    shown(ctx, await service.undoTransfer(ctx, params.id)),
  );
  route(app, deps, transfers.reschedule, async ({ params, body }, { ctx }) =>
    shown(ctx, await service.rescheduleTransfer(ctx, params.id, body.date)),
  );
  route(app, deps, transfers.create, async ({ body }, { ctx }) => shown(ctx, await service.addTransfer(ctx, body)));
  route(app, deps, transfers.receipt, async ({ params }, { ctx }) => {
    await service.receiptOf(ctx, params.id);
    return issueTicket(ctx, `/api/receipt/transfer/${params.id}`);
  });
  route(app, deps, transfers.receiptFile, ({ params }, { ctx }) => service.printReceipt(ctx, params.id));
  route(app, deps, transfers.addFile, ({ params, file }, { ctx }) => addAttachment(ctx, params.id, file));
  route(app, deps, transfers.removeFile, ({ params }, { ctx }) => removeAttachment(ctx, params.fileId));
}
