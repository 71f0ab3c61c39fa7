import { applicationTasks } from '@morada/contract/lease/application-tasks';
import { applications } from '@morada/contract/lease/applications';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { APPLICATION_LIST } from './applications.export.ts';
import * as service from './applications.service.ts';

export function applicationsModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, applicationTasks.list, (_, { ctx }) => service.listTasks(ctx));
  route(app, deps, applications.export, savedList(APPLICATION_LIST));
  route(app, deps, applications.list, ({ query }, { ctx }) => service.listApplications(ctx, query));
  route(app, deps, applications.create, ({ body }, { ctx }) => service.createApplication(ctx, body));
  route(app, deps, applications.rules, (_, { ctx }) => service.showRules(ctx));
  route(app, deps, applications.saveRules, ({ body }, { ctx }) => service.saveRules(ctx, body));
  route(app, deps, applications.show, ({ params }, { ctx }) => service.showApplication(ctx, params.id));
  route(app, deps, applications.update, ({ params, body }, { ctx }) => service.updateApplication(ctx, params.id, body));
  route(app, deps, applications.addParty, ({ params, body }, { ctx }) => service.addParty(ctx, params.id, body));
  route(app, deps, applications.send, ({ params }, { ctx }) => service.send(ctx, params.id));
  route(app, deps, applications.renew, ({ params }, { ctx }) => service.renew(ctx, params.id));
  route(app, deps, applications.analyse, ({ params }, { ctx }) => service.analyse(ctx, params.id));
  route(app, deps, applications.withdraw, ({ params }, { ctx }) => service.withdraw(ctx, params.id));
  route(app, deps, applications.decide, ({ params, body }, { ctx }) => service.decide(ctx, params.id, body));
  route(app, deps, applications.erase, ({ params }, { ctx }) => service.erase(ctx, params.id));
  route(app, deps, applications.renewLink, ({ params }, { ctx }) => service.renewLink(ctx, params.id));
  route(app, deps, applications.closeLink, ({ params }, { ctx }) => service.closeLink(ctx, params.id));
  route(app, deps, applications.ask, ({ params }, { ctx }) => service.ask(ctx, params.id));
  route(app, deps, applications.reopen, ({ params, body }, { ctx }) => service.reopen(ctx, params.id, body.note));
  route(app, deps, applications.code, ({ params }, { ctx }) => service.giveCode(ctx, params.id));
  route(app, deps, applications.check, ({ params, body }, { ctx }) => service.check(ctx, params.id, body));
  route(app, deps, applications.addReport, ({ params, file }, { ctx }) => service.addReport(ctx, params.id, file));
  route(app, deps, applications.removeDocument, ({ params }, { ctx }) => service.removeDocument(ctx, params.id));
}
