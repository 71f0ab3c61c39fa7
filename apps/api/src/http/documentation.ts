import { Readable } from 'node:stream';
import { documentation as calls } from '@morada/contract/base/documentation';
import type { Endpoint } from '@morada/contract/base/endpoint';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Deps } from '../context.ts';
import { openApi } from './openapi.ts';
import { openApiPage } from './openapi-page.ts';
import { Encoded, route } from './route.ts';

/** OpenAPI documentation, generated and encoded once from all served endpoints, its own included. */
export function documentation(app: FastifyInstance, deps: Deps, endpoints: readonly Endpoint[]) {
  let made: Encoded | undefined;
  const document = () => {
    made ??= new Encoded(Buffer.from(JSON.stringify(openApi(endpoints))));
    return made;
  };
  route(app, deps, calls.openapi, async () => document());
  route(app, deps, calls.page, async () => Readable.from([openApiPage(endpoints)]));
  route(app, deps, calls.health, async () => {
    await sql`select 1`.execute(deps.db);
    return { ok: true };
  });
}
