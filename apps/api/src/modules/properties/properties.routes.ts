import { properties } from '@morada/contract/properties';
import type { FastifyInstance } from 'fastify';
import type { Context, Deps } from '../../context.ts';
import { route, Versioned } from '../../http/route.ts';
import * as service from './properties.service.ts';

export function propertiesModule(app: FastifyInstance, deps: Deps) {
  const changed = async (ctx: Context, id: number) => {
    const { property, version } = await service.readProperty(ctx, id);
    return new Versioned(property, version);
  };
  route(app, deps, properties.list, ({ query }, { ctx, grant }) => service.listProperties(ctx, query, grant));
  route(app, deps, properties.create, ({ body }, { ctx }) => service.createProperty(ctx, body));
  route(app, deps, properties.show, async ({ params }, { ctx }) => {
    const { property, version } = await service.showProperty(ctx, params.id);
    return new Versioned(property, version);
  });
  route(app, deps, properties.update, async ({ params, body }, { ctx }) => {
    await service.updateProperty(ctx, params.id, body);
    return changed(ctx, params.id);
  });
  route(app, deps, properties.updateInformation, async ({ params, body }, { ctx }) => {
    await service.updateInformation(ctx, params.id, body);
    return changed(ctx, params.id);
  });
  route(app, deps, properties.setFees, async ({ params, body }, { ctx }) => {
    await service.setFees(ctx, params.id, body);
    return changed(ctx, params.id);
  });
  route(app, deps, properties.remove, ({ params }, { ctx }) => service.deleteProperty(ctx, params.id));
  route(app, deps, properties.owners, ({ params }, { ctx }) => service.listOwners(ctx, params.id));
  route(app, deps, properties.addOwner, ({ params, body }, { ctx }) =>
    service.addOwner(ctx, params.id, params.clientId, body?.share),
  );
  route(app, deps, properties.removeOwner, ({ params }, { ctx }) =>
    service.removeOwner(ctx, params.id, params.clientId),
  );
}
