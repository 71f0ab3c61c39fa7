import { accountRequestTasks } from '@morada/contract/registry/account-request-tasks';
import { accountRequests } from '@morada/contract/registry/account-requests';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import * as service from './account-requests.service.ts';

/** Changes of bank account that owners asked for. */
export function accountRequestsModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, accountRequestTasks.list, (_, { ctx }) => service.listRequests(ctx));
  route(app, deps, accountRequests.apply, ({ params }, { ctx }) => service.applyRequest(ctx, params.id));
  route(app, deps, accountRequests.refuse, ({ params, body }, { ctx }) =>
    service.refuseRequest(ctx, params.id, body.reason),
  );
}
