import formbody from '@fastify/formbody';
import { LIMITS } from '@morada/contract/base/limits';
import { siteProblems } from '@morada/contract/doors/site';
import { isMeasured, measuredPolicy } from '@morada/domain/brand/measurement';
import { listingPath } from '@morada/domain/property/property';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findFreeSlots } from '#api/modules/desk/visits/schedules.service.ts';
import { draftStore } from '#api/modules/doors/form-drafts/form-drafts.service.ts';
import { citySlug, type ListingSearch, type Place } from '#api/modules/doors/site/listing-search.map.ts';
import { findLike, findPlaces, findSimilar } from '#api/modules/doors/site/search.service.ts';
import * as service from '#api/modules/doors/site/site.service.ts';
import { faceOf } from '#api/modules/registry/agency/face.service.ts';
import { present } from '../../base/present.ts';
import type { Deps } from '../../context.ts';
import { limiter } from '../../http/limiter.ts';
import { reportedProblem } from '../../http/problem-details.ts';
import { originOf, sendText } from '../../http/send.ts';
import { type Asset, readAssets } from '../kit/assets.ts';
import type { Face } from '../kit/face.ts';
import { FOR_BACK, formDrafts } from '../kit/form-drafts.ts';
import { type FormOutcome, readValues, refused, type Values } from '../kit/form-values.ts';
import { layout, type Page } from '../kit/layout.ts';
import { failurePage, messagePage } from '../kit/message-page.ts';
import { alertPages } from './alerts.routes.ts';
import { bidPages } from './bid.routes.ts';
import { blogPages } from './blog.routes.ts';
import { facePages } from './face.routes.ts';
import { type Asked, type Taken, takeForm } from './forms.request.ts';
import { listingPage } from './listing/listing.page.ts';
import { type FormResult, isDayChoice, readVisitChoice, withDay } from './listing/listing-forms.part.ts';
import { addressNotFoundPage, notFoundPage, postNotFoundPage } from './message.page.ts';
import { movedTo } from './moved.paths.ts';
import { offerPages } from './offer/offer.routes.ts';
import { offeredPages } from './offer/offered.routes.ts';
import { searchPages } from './search.routes.ts';
import { siteLinks } from './site.paths.ts';
import { NEW_VISIT, visitPages } from './visit.routes.ts';
import { isPersonView } from './visitor.request.ts';
import { whatsappPages } from './whatsapp.routes.ts';

type Options = {
  /** Public address of the installation (`PUBLIC_URL`); without it the request's host is used. */
  publicUrl?: string;
  /** Folder of the built web app, whose fonts the pages share. */
  web?: string;
};

const HTML = 'text/html; charset=utf-8';
const A_MINUTE = 'public, max-age=60';
const FORM_BYTES = 64 * 1024;
const FOR_EVER = 'public, max-age=31536000, immutable';

/** `/imovel/alugar/12`, with any slug: the record gives the canonical one. */
const LISTING = /^\/imovel\/(?:alugar|comprar)\/([1-9]\d{0,14})(?:\/[^/]*)?\/?$/;

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '';
/** Undefined when the path doesn't match. */
function idIn(request: FastifyRequest): number | undefined {
  const id = LISTING.exec(pathOf(request))?.[1];
  return id === undefined ? undefined : Number(id);
}

/** The search that the address of a listing stands for: its purpose, and the city at its end. */
function searchLike(path: string, places: readonly Place[]): ListingSearch {
  const city = places.find((place) => path.replace(/\/$/, '').endsWith(`-${citySlug(place)}`));
  return {
    purpose: path.startsWith('/imovel/comprar/') ? 'comprar' : 'alugar',
    ...(city && { place: citySlug(city) }),
    page: 1,
  };
}

const ASKED: readonly Asked[] = ['visita', 'mensagem'];
const draftName = (asked: Asked, id: number) => `${asked}-${id}`;
const isAsked = (value: unknown): value is Asked => ASKED.some((asked) => asked === value);

/** Whether the page shows a form again, which is what its redirect asks for. */
const isAgain = ({ query }: FastifyRequest) => isAsked((query as { revisar?: unknown }).revisar);

/** The form that was sent, from the parameter of the redirect. */
function sentIn({ query }: FastifyRequest): FormResult | undefined {
  const { enviado } = query as { enviado?: unknown };
  return isAsked(enviado) ? { asked: enviado, sent: true } : undefined;
}

/** The public site: pages rendered on the server that work without scripts. */
export async function sitePages(app: FastifyInstance, deps: Deps, { publicUrl, web }: Options) {
  const assets = await readAssets(web);
  /** `known`: the agency, if the route has read it already. For an error page without an agency nothing is read. */
  const rendered = async (page: Page, known?: Face, reply?: FastifyReply) => {
    const face = known ?? (page.agency === undefined ? undefined : await faceOf(deps));
    if (reply && page.measured && face && isMeasured(face)) {
      const policy = String(reply.raw.getHeader('content-security-policy') ?? '');
      reply.header('content-security-policy', measuredPolicy(policy, face));
    }
    return layout(assets, face, { ...page, links: siteLinks, siteScript: assets.site }).text;
  };

  const notFound = async (reply: FastifyReply, page: Page) =>
    reply
      .status(404)
      .headers({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' })
      .type(HTML)
      .send(await rendered(page));

  /** An address without a listing: what is offered now of its purpose and city, which the address itself names. */
  const noListing = async (request: FastifyRequest, reply: FastifyReply, agency: string) => {
    const search = searchLike(pathOf(request), await findPlaces(deps));
    return notFound(reply, notFoundPage(agency, { search, ...(await findLike(deps, search)) }));
  };

  app.setErrorHandler(async (error, request, reply) => {
    const { status, message } = reportedProblem(request, error);
    // What a form is about is gone: the page that says so is opened, not sent.
    if (status === 404 && request.method === 'POST') return reply.redirect(pathOf(request), 303);
    const agency = status < 500 ? await service.agencyName(deps).catch(() => undefined) : undefined;
    const page =
      status < 500 ? messagePage(agency, 'Não foi possível abrir esta página', message) : failurePage(request.id);
    return reply
      .status(status)
      .header('cache-control', 'no-store')
      .type(HTML)
      .send(await rendered(page));
  });

  const shown = async (request: FastifyRequest, listing: service.FoundListing, face: Face) => {
    const [slots, similar] = await Promise.all([
      findFreeSlots(deps.db, deps, listing.id, face),
      findSimilar(deps, listing),
    ]);
    const visit = readVisitChoice(request.query);
    const map = deps.outside.map && { ...deps.outside.map, script: assets.map.path };
    return { origin: originOf(request, publicUrl), viewing: assets.gallery, face, listing, slots, similar, visit, map };
  };

  const drafts = formDrafts(draftStore(deps), { ...deps, limit: limiter(app, LIMITS.draft) });

  /** A form of a listing that was not taken, as the redirect of its answer shows it. */
  const draftIn = async (request: FastifyRequest, reply: FastifyReply, id: number): Promise<FormResult | undefined> => {
    const { revisar: asked } = request.query as { revisar?: unknown };
    const draft = isAsked(asked) ? await drafts.find(request, reply, draftName(asked, id)) : undefined;
    return draft && { asked: asked as Asked, sent: false, values: draft.values, errors: draft.errors };
  };

  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const [face, listing] = await Promise.all([faceOf(deps), service.openListing(deps, idIn(request))]);
    if (!listing) return noListing(request, reply, face.name);
    const path = listingPath(listing);
    // Cached briefly, since a listing may change between rent and sale.
    if (pathOf(request) !== path) {
      // With the campaign that the address carries.
      const query = request.url.slice(pathOf(request).length);
      return reply.header('cache-control', A_MINUTE).redirect(path + query, 301);
    }
    const again = await draftIn(request, reply, listing.id);
    const page = listingPage({ ...(await shown(request, listing, face)), came: again ?? sentIn(request) });
    const cache = isAgain(request) ? FOR_BACK : A_MINUTE;
    return sendText(request, reply, { body: await rendered(page, face, reply), type: HTML, cache });
  };

  const limit = limiter(app, LIMITS.form);
  const choices = limiter(app, LIMITS.move);

  /**
   * A valid form redirects to the page, so that a reload doesn't submit it again; an invalid one is shown with its
   * errors.
   */
  const take = async (request: FastifyRequest, reply: FastifyReply) => {
    const listing = await service.openListing(deps, idIn(request));
    if (!listing) throw siteProblems.LISTING_NOT_FOUND();
    const values = readValues(request.body);
    const asked = values.pedido === 'visita' ? 'visita' : 'mensagem';
    const again = (kept: Values, { errors, status }: FormOutcome) => {
      const draft = { form: draftName(asked, listing.id), values: kept, errors, status };
      return drafts.redirect(reply, `${listingPath(listing)}?revisar=${asked}#${asked}`, draft);
    };
    if (isDayChoice(values)) {
      const refusal = await choices(request, reply);
      return again(withDay(values), refusal ? refused(refusal) : { errors: {}, status: 200 });
    }
    const refusal = await limit(request, reply);
    const taken: Taken = refusal ? refused(refusal) : await takeForm(deps, asked, listing.id, values, request.ip);
    if (Object.keys(taken.errors).length > 0) return again(values, taken);
    await drafts.drop(request);
    reply.header('cache-control', 'no-store');
    return reply.redirect(
      taken.page ? `${taken.page}?${NEW_VISIT}` : `${listingPath(listing)}?enviado=${asked}#${asked}`,
      303,
    );
  };

  /** Counts the view after the response was sent. */
  const count = async (request: FastifyRequest, { statusCode }: FastifyReply) => {
    const seen = request.method === 'GET' && (statusCode === 200 || statusCode === 304);
    if (!seen || !isPersonView(request.headers)) return;
    await service.countView(deps, 'property', present(idIn(request), 'the id of the listing'), {
      ip: request.ip,
      agent: String(request.headers['user-agent']),
    });
  };

  await app.register(formbody, { bodyLimit: FORM_BYTES });
  app.post('/imovel/*', { bodyLimit: FORM_BYTES }, take);
  searchPages(app, deps, { rendered, publicUrl, mapping: assets.map });
  alertPages(app, deps, { rendered, bodyLimit: FORM_BYTES });
  blogPages(app, deps, {
    rendered,
    publicUrl,
    missing: (reply, agency) => notFound(reply, postNotFoundPage(agency)),
  });
  facePages(app, deps, { assets, rendered, publicUrl });
  visitPages(app, deps, { rendered, publicUrl, bodyLimit: FORM_BYTES });
  whatsappPages(app, deps, { rendered, publicUrl, bodyLimit: FORM_BYTES });
  bidPages(app, deps, { rendered, bodyLimit: FORM_BYTES });
  offerPages(app, deps, { assets, rendered, publicUrl, bodyLimit: FORM_BYTES });
  await app.register((pages) => offeredPages(pages, deps, { assets, rendered, publicUrl }));
  // Set at the root, so that every unknown address gets the agency's page.
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    // Forms of the site's pages may be addressed below `/site/` too; the staff's pages have none.
    const moved = reads || path.startsWith('/site/') ? movedTo(path) : undefined;
    if (moved) {
      const query = request.url.slice(path.length);
      return reply.header('cache-control', A_MINUTE).redirect(moved + query, reads ? 301 : 308);
    }
    // Missing files and posts to unknown addresses get no page.
    if (!reads || path.includes('.')) return reply.status(404).send();
    const agency = await service.agencyName(deps);
    const search: ListingSearch = { purpose: 'alugar', page: 1 };
    return notFound(reply, addressNotFoundPage(agency, { search, ...(await findLike(deps, search)) }));
  });
  for (const url of ['/imovel', '/imovel/*']) app.get(url, { onResponse: count }, show);
  for (const asset of Object.values(assets).filter((asset) => typeof asset === 'object'))
    app.get(asset.path, serve(asset));
}

const serve =
  ({ body, type }: Asset) =>
  (request: FastifyRequest, reply: FastifyReply) =>
    sendText(request, reply, { body, type, cache: FOR_EVER });
