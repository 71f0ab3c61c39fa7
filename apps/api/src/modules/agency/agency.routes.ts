import { agency } from '@morada/contract/agency';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../context.ts';
import { route, Versioned } from '../../http/route.ts';
import { showAgency, updateAgency } from './agency.service.ts';
import { setAgreement } from './agreement.service.ts';
import { openLogo, removeLogo, setLogo } from './logo.service.ts';

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
  route(app, deps, agency.setLogo, ({ file }, { ctx }) => setLogo(ctx, file));
  route(app, deps, agency.removeLogo, (_, { ctx }) => removeLogo(ctx));
  route(app, deps, agency.logo, async ({ query }, { ctx, reply }) => {
    const { stream, isNamed } = await openLogo(ctx, query.v);
    reply.headers({ ...HEADERS, 'cache-control': kept(isNamed) });
    return stream;
  });
}
