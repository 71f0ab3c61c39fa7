import { agency } from '@morada/contract/registry/agency';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { Download, route, Versioned } from '#api/http/route.ts';
import { showAgency, updateAgency } from './agency.service.ts';
import { setAgreement } from './agreement.service.ts';
import { openLogo, openVariant, removePicture, setPicture } from './pictures.service.ts';

/** Served with a cross-origin policy, since e-mails and portals embed the logo. */
const HEADERS = {
  'content-disposition': 'inline',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};
/** A URL with a version is immutable; without one it serves the current logo and is cached briefly. */
const kept = (isNamed: boolean) => (isNamed ? 'public, max-age=31536000, immutable' : 'public, max-age=300');

export function agencyModule(app: FastifyInstance, deps: Deps) {
  const versioned = async <T extends { version: number }>(answer: Promise<T>) => {
    const found = await answer;
    return new Versioned(found, found.version);
  };
  route(app, deps, agency.show, (_, { ctx }) => versioned(showAgency(ctx)));
  route(app, deps, agency.update, ({ body }, { ctx }) => versioned(updateAgency(ctx, body)));
  route(app, deps, agency.setAgreement, ({ body }, { ctx }) => versioned(setAgreement(ctx, body)));
  route(app, deps, agency.setLogo, ({ file }, { ctx }) => setPicture(ctx, 'logo', file));
  route(app, deps, agency.removeLogo, (_, { ctx }) => removePicture(ctx, 'logo'));
  route(app, deps, agency.logo, async ({ query }, { ctx, reply }) => {
    const { stream, isNamed } = await openLogo(ctx, query.v);
    reply.headers({ ...HEADERS, 'cache-control': kept(isNamed) });
    return stream;
  });
  route(app, deps, agency.setPicture, ({ params, file }, { ctx }) => setPicture(ctx, params.kind, file));
  route(app, deps, agency.removePicture, ({ params }, { ctx }) => removePicture(ctx, params.kind));
  route(app, deps, agency.picture, async ({ params: { variant, name } }, { ctx, reply }) => {
    const stream = await openVariant(ctx, variant, name);
    reply.headers({ ...HEADERS, 'cache-control': kept(true) });
    return new Download({ stream, name, type: variant === 'share' ? 'image/jpeg' : 'image/png' }, 'inline');
  });
}
