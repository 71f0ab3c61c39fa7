import { withholding } from '@morada/contract/fiscal/fiscal-withholding';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { DARF_LIST, REINF_LIST } from './darf.export.ts';
import { darfs, payDarf, reinf, undoDarf } from './darf.service.ts';

export function darfModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, withholding.darfs, ({ query }, { ctx }) => darfs(ctx, query));
  route(app, deps, withholding.exportDarfs, savedList(DARF_LIST));
  route(app, deps, withholding.pay, ({ body }, { ctx }) => payDarf(ctx, body));
  route(app, deps, withholding.undo, ({ params }, { ctx }) => undoDarf(ctx, params.id));
  route(app, deps, withholding.payments, ({ query }, { ctx }) => reinf(ctx, query));
  route(app, deps, withholding.exportPayments, savedList(REINF_LIST));
}
