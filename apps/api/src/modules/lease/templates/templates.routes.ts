import { templates } from '@morada/contract/lease/templates';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route, Versioned } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { composeContract, generateContract } from './generation.service.ts';
import { TEMPLATE_LIST } from './templates.export.ts';
import { findTemplates } from './templates.queries.ts';
import * as service from './templates.service.ts';

export function templatesModule(app: FastifyInstance, deps: Deps) {
  const versioned = async <T extends { version: number }>(template: Promise<T>) => {
    const found = await template;
    return new Versioned(found, found.version);
  };
  route(app, deps, templates.export, savedList(TEMPLATE_LIST));
  route(app, deps, templates.list, (_, { ctx }) => findTemplates(ctx.db));
  route(app, deps, templates.show, ({ params }, { ctx }) => versioned(service.showTemplate(ctx, params.id)));
  route(app, deps, templates.create, ({ body }, { ctx }) => service.createTemplate(ctx, body));
  route(app, deps, templates.update, ({ params, body }, { ctx }) =>
    versioned(service.updateTemplate(ctx, params.id, body)),
  );
  route(app, deps, templates.check, async ({ params, query }, { ctx }) => {
    const { html, missing } = await composeContract(ctx, params.id, query.template_id);
    return { html, missing };
  });
  route(app, deps, templates.generate, ({ params, body }, { ctx }) =>
    generateContract(ctx, params.id, body.template_id),
  );
  route(app, deps, templates.remove, ({ params }, { ctx }) => service.deleteTemplate(ctx, params.id));
}
