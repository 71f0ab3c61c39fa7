import { places } from '@morada/contract/registry/places';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { addressOfCep, geocode, listBanks, placesSettings, showPlace, suggestPlaces } from './places.service.ts';

export function placesModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, places.settings, async (_, { ctx }) => placesSettings(ctx));
  route(app, deps, places.cep, ({ params }, { ctx }) => addressOfCep(ctx, params.cep));
  route(app, deps, places.geocode, ({ query }, { ctx }) => geocode(ctx, query));
  route(app, deps, places.suggest, ({ query }, { ctx }) => suggestPlaces(ctx, query.query));
  route(app, deps, places.show, ({ params }, { ctx }) => showPlace(ctx, params.id));
  route(app, deps, places.banks, (_, { ctx }) => listBanks(ctx));
}
