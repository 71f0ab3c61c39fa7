import { type Movimentation, movimentations } from '@morada/contract/money/movimentations';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route, Versioned } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { MOVIMENTATION_LIST } from './movimentations.export.ts';
import * as service from './movimentations.service.ts';

export function movimentationsModule(app: FastifyInstance, deps: Deps) {
  const versioned = (row: Movimentation) => new Versioned(row, row.version);
  route(app, deps, movimentations.export, savedList(MOVIMENTATION_LIST));
  route(app, deps, movimentations.planned, ({ query }, { ctx }) => service.listPlanned(ctx, query));
  route(app, deps, movimentations.settle, async ({ params, body }, { ctx }) =>
    versioned(await service.settleMovimentation(ctx, params.id, body)),
  );
  route(app, deps, movimentations.reopen, async ({ params }, { ctx }) =>
    versioned(await service.reopenMovimentation(ctx, params.id)),
  );
  route(app, deps, movimentations.list, ({ params, query }, { ctx }) =>
    service.listMovimentations(ctx, params.kind, query),
  );
  route(app, deps, movimentations.create, async ({ body }, { ctx }) =>
    versioned(await service.addMovimentation(ctx, body)),
  );
  route(app, deps, movimentations.update, async ({ params, body }, { ctx }) =>
    versioned(await service.updateMovimentation(ctx, params.id, body)),
  );
  route(app, deps, movimentations.remove, ({ params }, { ctx }) => service.removeMovimentation(ctx, params.id));
}
