import { properties } from '@morada/contract/registry/properties';
import { propertyRequests } from '@morada/contract/registry/property-requests';
import type { FastifyInstance } from 'fastify';
import type { Context, Deps } from '#api/context.ts';
import { route, Versioned } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { cloneProperty } from './clone.service.ts';
import * as offers from './offers.service.ts';
import * as owners from './owners.service.ts';
import * as parts from './parts.service.ts';
import { addPhotograph, removePhotograph } from './photographs.service.ts';
import { PROPERTY_LIST } from './properties.export.ts';
import * as service from './properties.service.ts';
import { REQUEST_LIST } from './requests.export.ts';

export function propertiesModule(app: FastifyInstance, deps: Deps) {
  const changed = async (ctx: Context, id: number) => {
    const { property, version } = await service.readProperty(ctx, id);
    return new Versioned(property, version);
  };
  route(app, deps, propertyRequests.export, savedList(REQUEST_LIST));
  route(app, deps, properties.list, ({ query }, { ctx, grant }) => service.listProperties(ctx, query, grant));
  route(app, deps, properties.export, savedList(PROPERTY_LIST));
  route(app, deps, propertyRequests.list, ({ query }, { ctx }) => service.listRequests(ctx, query));
  route(app, deps, properties.moveOffer, async ({ params, body }, { ctx }) => {
    await offers.moveOffer(ctx, params.id, body);
    return changed(ctx, params.id);
  });
  route(app, deps, properties.acceptOffer, async ({ params }, { ctx }) => {
    await offers.acceptOffer(ctx, params.id);
    return changed(ctx, params.id);
  });
  route(app, deps, properties.renewOfferLink, async ({ params }, { ctx }) => {
    await offers.renewOfferLink(ctx, params.id);
    return changed(ctx, params.id);
  });
  route(app, deps, properties.create, ({ body }, { ctx }) => service.createProperty(ctx, body));
  route(app, deps, properties.show, async ({ params }, { ctx }) => {
    const { property, version } = await service.showProperty(ctx, params.id);
    return new Versioned(property, version);
  });
  route(app, deps, properties.visits, ({ params, query }, { ctx }) => service.listVisits(ctx, params.id, query.page));
  route(app, deps, properties.update, async ({ params, body }, { ctx }) => {
    await service.updateProperty(ctx, params.id, body);
    return changed(ctx, params.id);
  });
  route(app, deps, properties.updateInformation, async ({ params, body }, { ctx }) => {
    await service.updateInformation(ctx, params.id, body);
    return changed(ctx, params.id);
  });
  route(app, deps, properties.setFeatures, async ({ params, body }, { ctx }) => {
    await parts.setFeatures(ctx, params.id, body);
    return changed(ctx, params.id);
  });
  route(app, deps, properties.setFees, async ({ params, body }, { ctx }) => {
    await parts.setFees(ctx, params.id, body);
    return changed(ctx, params.id);
  });
  route(app, deps, properties.addImage, ({ params, file }, { ctx }) => addPhotograph(ctx, params.id, file));
  route(app, deps, properties.sortFeatures, async ({ params, body }, { ctx }) => {
    await parts.sortParts(ctx, 'features', params.id, body);
    return changed(ctx, params.id);
  });
  route(app, deps, properties.sortFees, async ({ params, body }, { ctx }) => {
    await parts.sortParts(ctx, 'fees', params.id, body);
    return changed(ctx, params.id);
  });
  route(app, deps, properties.sortImages, async ({ params, body }, { ctx }) => {
    await parts.sortParts(ctx, 'images', params.id, body);
    return changed(ctx, params.id);
  });
  route(app, deps, properties.removeFeature, ({ params }, { ctx }) => parts.removePart(ctx, 'features', params.id));
  route(app, deps, properties.removeFee, ({ params }, { ctx }) => parts.removePart(ctx, 'fees', params.id));
  route(app, deps, properties.removeImage, ({ params }, { ctx }) => removePhotograph(ctx, params.id));
  route(app, deps, properties.clone, async ({ params }, { ctx }) => {
    const id = await cloneProperty(ctx, params.id);
    return changed(ctx, id);
  });
  route(app, deps, properties.remove, ({ params }, { ctx }) => service.deleteProperty(ctx, params.id));
  route(app, deps, properties.owners, ({ params }, { ctx }) => owners.listOwners(ctx, params.id));
  route(app, deps, properties.addOwner, ({ params, body }, { ctx }) =>
    owners.addOwner(ctx, params.id, params.clientId, body ?? {}),
  );
  route(app, deps, properties.removeOwner, ({ params, query }, { ctx }) =>
    owners.removeOwner(ctx, params.id, params.clientId, query.from),
  );
}
