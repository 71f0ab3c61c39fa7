import { reconciliation } from '@morada/contract/bank/reconciliation';
import { reconciliationTasks } from '@morada/contract/bank/reconciliation-tasks';
import { statementLink } from '@morada/contract/bank/statement-link';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import * as explaining from './explaining.service.ts';
import { fetchFeed, listFeeds } from './feeds.service.ts';
import { listLinks, removeLink, saveLink } from './links.service.ts';
import { matchAgain } from './matching.service.ts';
import { MOVEMENT_LIST } from './reconciliation.export.ts';
import * as service from './reconciliation.service.ts';
import { importStatement, setBegin, setMain } from './statements.service.ts';

export function reconciliationModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, reconciliation.show, ({ query }, { ctx }) => service.showMonth(ctx, query));
  route(app, deps, reconciliation.movements, ({ query }, { ctx }) => service.listMovements(ctx, query));
  route(app, deps, reconciliation.exportMovements, savedList(MOVEMENT_LIST));
  route(app, deps, reconciliation.entries, ({ query }, { ctx }) => service.listEntries(ctx, query));
  route(app, deps, reconciliation.choices, ({ params }, { ctx }) => service.listChoices(ctx, params.id));
  route(app, deps, reconciliation.imports, ({ query }, { ctx }) => service.listImports(ctx, query.account));
  route(app, deps, reconciliation.import, ({ file, query }, { ctx }) =>
    importStatement(ctx, file, { addAccount: query.add === '1' }),
  );
  route(app, deps, reconciliation.feeds, (_, { ctx }) => listFeeds(ctx));
  route(app, deps, reconciliation.fetch, ({ params }, { ctx }) => fetchFeed(ctx, params.id));
  route(app, deps, statementLink.list, (_, { ctx }) => listLinks(ctx));
  route(app, deps, statementLink.save, ({ body }, { ctx }) => saveLink(ctx, body));
  route(app, deps, statementLink.remove, ({ params }, { ctx }) => removeLink(ctx, params.id));
  route(app, deps, reconciliation.match, (_, { ctx }) => matchAgain(ctx));
  route(app, deps, reconciliation.setMain, ({ params }, { ctx }) => setMain(ctx, params.id));
  route(app, deps, reconciliation.setBegin, ({ params, body }, { ctx }) => setBegin(ctx, params.id, body.begins_on));
  route(app, deps, reconciliation.explain, ({ params, body }, { ctx }) => explaining.explain(ctx, params.id, body));
  route(app, deps, reconciliation.record, ({ params, body }, { ctx }) => explaining.record(ctx, params.id, body));
  route(app, deps, reconciliation.mark, ({ params, body }, { ctx }) => explaining.mark(ctx, params.id, body.reason));
  route(app, deps, reconciliation.markEntry, ({ params, body }, { ctx }) =>
    explaining.markEntry(ctx, params.id, body.reason),
  );
  route(app, deps, reconciliation.undo, ({ params }, { ctx }) => explaining.undo(ctx, params.id));
  route(app, deps, reconciliationTasks.list, (_, { ctx }) => service.listTasks(ctx));
}
