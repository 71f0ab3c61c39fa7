import { bankFiles } from '@morada/contract/bank/bank-files';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { Encoded, route } from '#api/http/route.ts';
import * as service from './bank-files.service.ts';
import * as openLines from './open-lines.service.ts';
import { settle, undo } from './runs.service.ts';
import { previewBankFile, settleBankFile } from './staging.service.ts';

export function bankFilesModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, bankFiles.down, async ({ file, query }, { ctx }) =>
    query.preview === '1' ? new Encoded(await previewBankFile(ctx, file)) : settleBankFile(ctx, file),
  );
  route(app, deps, bankFiles.list, (_, { ctx }) => service.listFiles(ctx));
  route(app, deps, bankFiles.show, async ({ params }, { ctx }) => new Encoded(await service.showFile(ctx, params.id)));
  route(app, deps, bankFiles.settle, ({ params, body }, { ctx }) => settle(ctx, params.id, body));
  route(app, deps, bankFiles.open, ({ query }, { ctx }) => openLines.listOpen(ctx, query));
  route(app, deps, bankFiles.openLine, ({ params, query }, { ctx }) =>
    openLines.showOpen(ctx, params.id, query.invoice_id),
  );
  route(app, deps, bankFiles.settleOpen, ({ params, body }, { ctx }) => openLines.settleOpen(ctx, params.id, body));
  route(app, deps, bankFiles.ignoreOpen, ({ params, body }, { ctx }) =>
    openLines.ignoreOpen(ctx, params.id, body.reason),
  );
  route(app, deps, bankFiles.restoreOpen, ({ params }, { ctx }) => openLines.restoreOpen(ctx, params.id));
  route(
    app,
    deps,
    bankFiles.assign,
    async ({ params, body }, { ctx }) => new Encoded(await service.assign(ctx, params, body.invoice_id)),
  );
  route(app, deps, bankFiles.undo, ({ params }, { ctx }) => undo(ctx, params.id));
  route(app, deps, bankFiles.discard, ({ params }, { ctx }) => service.discard(ctx, params.id));
}
