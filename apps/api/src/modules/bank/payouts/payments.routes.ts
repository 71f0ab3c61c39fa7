import { payments } from '@morada/contract/money/payments';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { asDownload, route } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { concludePayment } from './conclusion.service.ts';
import { PAYMENT_LIST } from './payments.export.ts';
import * as service from './payments.service.ts';

export function paymentsModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, payments.export, savedList(PAYMENT_LIST));
  route(app, deps, payments.preview, ({ body }, { ctx }) => service.previewPayment(ctx, body));
  route(app, deps, payments.create, async ({ body }, { ctx }) =>
    service.batchOf(ctx, await service.createPayment(ctx, body)),
  );
  route(app, deps, payments.list, (_, { ctx }) => service.listPayments(ctx));
  route(app, deps, payments.show, ({ params }, { ctx }) => service.showPayment(ctx, params.id));
  route(app, deps, payments.file, async ({ params }, { ctx }) =>
    asDownload(await service.savePaymentFile(ctx, params.id, params.number)),
  );
  route(app, deps, payments.sheet, async ({ params }, { ctx }) =>
    asDownload(await service.savePaymentSheet(ctx, params.id)),
  );
  route(app, deps, payments.conclude, ({ params, body }, { ctx }) => concludePayment(ctx, params.id, body));
  route(app, deps, payments.cancel, ({ params }, { ctx }) => service.cancelPayment(ctx, params.id));
}
