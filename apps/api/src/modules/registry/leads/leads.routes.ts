import { leadTasks } from '@morada/contract/registry/lead-tasks';
import { leads } from '@morada/contract/registry/leads';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route, Versioned } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { LEAD_LIST } from './leads.export.ts';
import * as service from './leads.service.ts';
import * as rules from './rules.service.ts';

export function leadsModule(app: FastifyInstance, deps: Deps) {
  const versioned = async <T>(found: Promise<{ lead: T; version: number }>) => {
    const { lead, version } = await found;
    return new Versioned(lead, version);
  };
  route(app, deps, leads.export, savedList(LEAD_LIST));
  route(app, deps, leads.list, ({ query }, { ctx }) => service.listLeads(ctx, query));
  route(app, deps, leads.board, ({ query }, { ctx }) => service.showBoard(ctx, query));
  route(app, deps, leads.owners, (_, { ctx }) => rules.listOwners(ctx));
  route(app, deps, leads.rules, (_, { ctx }) => rules.showRules(ctx));
  route(app, deps, leads.saveRules, ({ body }, { ctx }) => rules.saveRules(ctx, body));
  route(app, deps, leadTasks.list, (_, { ctx }) => service.listTasks(ctx));
  route(app, deps, leads.show, ({ params }, { ctx }) => versioned(service.showLead(ctx, params.id)));
  route(app, deps, leads.update, ({ params, body }, { ctx }) => versioned(service.updateLead(ctx, params.id, body)));
  route(app, deps, leads.create, ({ body }, { ctx }) => service.createLead(ctx, body));
  route(app, deps, leads.answer, ({ params, body }, { ctx }) => service.answerLead(ctx, params.id, body.note ?? null));
  route(app, deps, leads.put, ({ params, body }, { ctx }) => service.putLead(ctx, params.id, body.stage));
  route(app, deps, leads.win, ({ params, body }, { ctx }) => service.winLead(ctx, params.id, body.note ?? null));
  route(app, deps, leads.lose, ({ params, body }, { ctx }) => service.loseLead(ctx, params.id, body));
  route(app, deps, leads.reopen, ({ params }, { ctx }) => service.reopenLead(ctx, params.id));
  route(app, deps, leads.merge, ({ params, body }, { ctx }) => service.mergeLead(ctx, params.id, body.into_id));
  route(app, deps, leads.take, ({ params }, { ctx }) => service.takeLead(ctx, params.id));
  route(app, deps, leads.assign, ({ params, body }, { ctx }) => service.assignLead(ctx, params.id, body.owner_id));
}
