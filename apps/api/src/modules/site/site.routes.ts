import { listingPath } from '@morada/domain/property';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../context.ts';
import { asProblem } from '../../http/problem-details.ts';
import { type Asset, readAssets } from './assets.ts';
import { layout, type Page } from './layout.ts';
import { listingPage } from './listing-page.ts';
import { failurePage, notFoundPage } from './message-page.ts';
import { originOf, sendText } from './send.ts';
import * as service from './site.service.ts';
import { isSomebody } from './visitor.ts';

type Options = {
  /** The address that people type (`PUBLIC_URL`); without one each request says under which name it came. */
  publicUrl?: string;
  /** Folder of the built browser app, whose letters the pages share. */
  web?: string;
};

const HTML = 'text/html; charset=utf-8';
const A_MINUTE = 'public, max-age=60';
const FOR_EVER = 'public, max-age=31536000, immutable';

/** `/imovel/alugar/12`, with any last part: the record says what it should be. */
const LISTING = /^\/imovel\/(?:alugar|comprar)\/([1-9]\d{0,14})(?:\/[^/]*)?\/?$/;

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '';
/** 0 names no property. */
const idIn = (request: FastifyRequest) => Number(LISTING.exec(pathOf(request))?.[1] ?? 0);

/** The pages that anybody may open, beside the API and the staff app: rendered here, whole without a script. */
export async function siteModule(app: FastifyInstance, deps: Deps, { publicUrl, web }: Options) {
  const assets = await readAssets(web);
  const rendered = (page: Page) => layout(assets, page).text;

  const notFound = (reply: FastifyReply, agency: string) =>
    reply
      .status(404)
      .headers({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' })
      .type(HTML)
      .send(rendered(notFoundPage(agency)));

  app.setErrorHandler((error, request, reply) => {
    const { status } = asProblem(error);
    if (status === 500) request.log.error({ err: error }, 'unexpected');
    return reply.status(status).header('cache-control', 'no-store').type(HTML).send(rendered(failurePage()));
  });

  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const { agency, listing } = await service.openListing(deps, idIn(request));
    if (!listing) return notFound(reply, agency);
    const path = listingPath(listing);
    // A browser may keep where it was sent, but a rent that becomes a sale is sent the other way.
    if (pathOf(request) !== path) return reply.header('cache-control', A_MINUTE).redirect(path, 301);
    const page = listingPage(agency, listing, originOf(request, publicUrl));
    return sendText(request, reply, { body: rendered(page), type: HTML, cache: A_MINUTE });
  };

  /** Nobody waits for the count: it follows the answer. */
  const count = async (request: FastifyRequest, { statusCode }: FastifyReply) => {
    const seen = request.method === 'GET' && (statusCode === 200 || statusCode === 304);
    if (!seen || !isSomebody(request.headers)) return;
    await service.countView(deps, idIn(request), { ip: request.ip, agent: String(request.headers['user-agent']) });
  };

  for (const url of ['/imovel', '/imovel/*']) app.get(url, { onResponse: count }, show);
  for (const asset of [assets.style, assets.gallery]) app.get(asset.path, serve(asset));
}

const serve =
  ({ body, type }: Asset) =>
  (request: FastifyRequest, reply: FastifyReply) =>
    sendText(request, reply, { body, type, cache: FOR_EVER });
