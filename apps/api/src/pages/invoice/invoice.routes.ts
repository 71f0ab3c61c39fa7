import { Readable } from 'node:stream';
import { boletos } from '@morada/contract/boletos';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../context.ts';
import { asProblem, sendProblem } from '../../http/problem-details.ts';
import { route } from '../../http/route.ts';
import { faceOf } from '../../modules/agency/face.service.ts';
import { agencyName, openLink, printLinked } from '../../modules/boletos/public.service.ts';
import { readAssets } from '../kit/assets.ts';
import { layout, type Page } from '../kit/layout.ts';
import { failurePage } from '../kit/message-page.ts';
import { closedPage, invoicePage } from './invoice.page.ts';

/** Forbids caching and indexing, and sends no referrer. */
const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' };

const isBrowser = ({ headers }: FastifyRequest) => String(headers.accept).includes('text/html');

/** Pages that a tenant opens by a link, without a session and without scripts, and the PDF of the boleto. */
export function invoicePages(app: FastifyInstance, deps: Deps, { web }: { web?: string } = {}) {
  // Registered as a plugin of their own, so that their error handler answers no other call.
  app.register((pages) => linkedPages(pages, deps, web));
}

async function linkedPages(app: FastifyInstance, deps: Deps, web: string | undefined) {
  const assets = await readAssets(web);
  const rendered = async (page: Page) =>
    layout(assets, page.agency === undefined ? undefined : await faceOf(deps), page).text;

  app.setErrorHandler(async (error, request, reply: FastifyReply) => {
    const problem = asProblem(error);
    if (problem.status === 500) request.log.error({ err: error }, 'unexpected');
    reply.headers(PRIVATE);
    if (!isBrowser(request)) return sendProblem(reply, problem);
    const closed = problem.status === 404 || problem.status === 410;
    const page = closed ? closedPage(await agencyName(deps), problem.code) : failurePage();
    return reply
      .status(problem.status)
      .type('text/html; charset=utf-8')
      .send(await rendered(page));
  });

  route(app, deps, boletos.link, async ({ params }, { ctx, request, reply }) => {
    const path = request.url.split('?', 1)[0]?.replace(/\/$/, '') ?? '';
    const page = invoicePage(await openLink(ctx, params), path, assets.copy);
    reply.headers(PRIVATE);
    return Readable.from([await rendered(page)]);
  });
  route(app, deps, boletos.linkPdf, async ({ params }, { ctx, reply }) => {
    const pdf = await printLinked(ctx, params);
    reply.headers(PRIVATE);
    return pdf;
  });
}
