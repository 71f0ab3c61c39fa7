import { collection } from '@morada/contract/collection/collection';
import { collectionTasks } from '@morada/contract/collection/collection-tasks';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route, Versioned } from '#api/http/route.ts';
import * as board from './board.service.ts';
import * as calls from './calls.service.ts';
import * as rulers from './ruler.service.ts';

export function collectionModule(app: FastifyInstance, deps: Deps) {
  const versioned = ({ ruler, version }: Awaited<ReturnType<typeof rulers.showRuler>>) => new Versioned(ruler, version);
  route(app, deps, collection.ruler, async (_, { ctx }) => versioned(await rulers.showRuler(ctx)));
  route(app, deps, collection.saveRuler, async ({ body }, { ctx }) => versioned(await rulers.saveRuler(ctx, body)));
  route(app, deps, collection.simulate, (_, { ctx }) => rulers.simulateRuler(ctx));
  route(app, deps, collection.switchOn, ({ body }, { ctx }) => rulers.switchOn(ctx, body));
  route(app, deps, collection.switchOff, (_, { ctx }) => rulers.switchOff(ctx));
  route(app, deps, collection.board, ({ query }, { ctx }) => board.showBoard(ctx, query));
  route(app, deps, collection.stage, ({ query }, { ctx }) => board.showStage(ctx, query));
  route(app, deps, collectionTasks.list, (_, { ctx }) => board.showTasks(ctx));
  route(app, deps, collection.show, ({ params }, { ctx }) => board.showInvoice(ctx, params.id));
  route(app, deps, collection.call, ({ params, body }, { ctx }) => calls.registerCall(ctx, params.id, body));
  route(app, deps, collection.pause, ({ params, body }, { ctx }) => calls.pauseInvoice(ctx, params.id, body));
  route(app, deps, collection.pauseContract, ({ params, body }, { ctx }) => calls.pauseContract(ctx, params.id, body));
  route(app, deps, collection.resume, ({ params }, { ctx }) => calls.resume(ctx, params.id));
  route(app, deps, collection.exception, ({ params }, { ctx }) => rulers.showException(ctx, params.id));
  route(app, deps, collection.saveException, ({ params, body }, { ctx }) => rulers.saveException(ctx, params.id, body));
}
