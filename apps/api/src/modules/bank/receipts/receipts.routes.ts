import { bankLink } from '@morada/contract/bank/bank-link';
import { boletoLink } from '@morada/contract/bank/boleto-link';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import * as boletos from './boleto-receipts.service.ts';
import * as boletoWork from './boleto-work.service.ts';
import { noteNotice } from './pix-receipts.service.ts';
import * as work from './pix-work.service.ts';

export function receiptsModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, bankLink.check, (_, { ctx }) => work.checkLink(ctx));
  route(app, deps, bankLink.tasks, (_, { ctx }) => work.tasksOf(ctx));
  route(app, deps, bankLink.notice, ({ params, body }) =>
    noteNotice(
      deps,
      params.token,
      body.pix.map(({ endToEndId }) => endToEndId),
    ),
  );
  route(app, deps, boletoLink.tasks, (_, { ctx }) => boletoWork.tasksOf(ctx));
  route(app, deps, boletoLink.notice, ({ params, body }) => boletos.noteNotice(deps, params.token, body));
}
