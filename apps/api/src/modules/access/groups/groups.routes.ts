import { groups } from '@morada/contract/access/groups';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route, Versioned } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { GROUP_LIST } from './groups.export.ts';
import * as service from './groups.service.ts';

export function groupsModule(app: FastifyInstance, deps: Deps) {
  const versioned = async <T>(found: Promise<{ group: T; version: number }>) => {
    const { group, version } = await found;
    return new Versioned(group, version);
  };
  route(app, deps, groups.export, savedList(GROUP_LIST));
  route(app, deps, groups.list, (_, { ctx, grant }) => service.listGroups(ctx, grant));
  route(app, deps, groups.show, ({ params }, { ctx }) => versioned(service.showGroup(ctx, params.id)));
  route(app, deps, groups.create, ({ body }, { ctx }) => service.createGroup(ctx, body));
  route(app, deps, groups.update, ({ params, body }, { ctx }) => versioned(service.updateGroup(ctx, params.id, body)));
  route(app, deps, groups.remove, ({ query }, { ctx }) => service.deleteGroup(ctx, query.id));
}
