import { users } from '@morada/contract/access/users';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route, Versioned } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { USER_LIST } from './users.export.ts';
import * as service from './users.service.ts';

export function usersModule(app: FastifyInstance, deps: Deps) {
  const versioned = async <T>(found: Promise<{ user: T; version: number }>) => {
    const { user, version } = await found;
    return new Versioned(user, version);
  };
  route(app, deps, users.export, savedList(USER_LIST));
  route(app, deps, users.list, (_, { ctx, grant }) => service.listUsers(ctx, grant));
  route(app, deps, users.show, ({ params }, { ctx }) => versioned(service.showUser(ctx, params.id)));
  route(app, deps, users.create, ({ body }, { ctx }) => service.createUser(ctx, body));
  route(app, deps, users.invite, ({ params }, { ctx }) => service.inviteUser(ctx, params.id));
  route(app, deps, users.update, ({ params, body }, { ctx }) => versioned(service.updateUser(ctx, params.id, body)));
  route(app, deps, users.endSessions, ({ params }, { ctx }) => service.endSessions(ctx, params.id));
  route(app, deps, users.resetSecondFactor, ({ params }, { ctx }) => service.resetSecondFactor(ctx, params.id));
  route(app, deps, users.remove, ({ query }, { ctx }) => service.deleteUser(ctx, query.id));
}
