import { Readable } from 'node:stream';
import { boletos } from '@morada/contract/bank/boletos';
import { common } from '@morada/contract/base/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { agencyName, openLink, printLinked } from '#api/modules/doors/invoice-page/invoice-page.service.ts';
import { type PublicLink, readShortLink } from '#api/modules/money/invoice-links/invoice-links.service.ts';
import { printReceipt } from '#api/modules/money/invoices/invoices.service.ts';
import { faceOf } from '#api/modules/registry/agency/face.service.ts';
import type { Actor, Context, Deps } from '../../context.ts';
import { inlineAs } from '../../http/disposition.ts';
import { reportedProblem, sendProblem } from '../../http/problem-details.ts';
import { route } from '../../http/route.ts';
import { originOf } from '../../http/send.ts';
import { pdfName } from '../../pdf/type.ts';
import { readAssets } from '../kit/assets.ts';
import { layout, type Page } from '../kit/layout.ts';
import { failurePage } from '../kit/message-page.ts';
import { closedPage, invoicePage } from './invoice.page.ts';

/** Forbids caching and indexing, and sends no referrer. */
const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' };

const isBrowser = ({ headers }: FastifyRequest) => String(headers.accept).includes('text/html');

type Options = { web?: string; publicUrl?: string | undefined };

/** Pages that a tenant opens by a link, without a session and without scripts, and the PDFs of boleto and receipt. */
export function invoicePages(app: FastifyInstance, deps: Deps, { web }: Options = {}) {
  // Registered as a plugin of their own, so that their error handler answers no other call.
  app.register(async (pages) => {
    const show = await linkedPages(pages, deps, { web, publicUrl: deps.publicUrl });
    route(pages, deps, boletos.link, async ({ params }, { ctx, request, reply }) =>
      Readable.from([await show(ctx, params, request, reply)]),
    );
    route(pages, deps, boletos.linkPdf, async ({ params }, { ctx, reply }) => {
      const pdf = await printLinked(ctx, params);
      reply.headers(PRIVATE);
      return pdf;
    });
    route(pages, deps, boletos.linkReceipt, async ({ params }, { ctx, reply }) => {
      const pdf = await linkedReceipt(ctx, params);
      reply.headers(PRIVATE);
      return pdf;
    });
  });
}

const VISITOR: Actor = { id: null, name: 'Visitante', permissions: [] };

/** The same pages at their short addresses, `/f/fa-0vQx7ZkYb3nL9mRtW2cHfP`. */
export async function shortInvoicePages(app: FastifyInstance, deps: Deps, options: Options) {
  const show = await linkedPages(app, deps, options);
  const ctx: Context = { ...deps, actor: VISITOR };
  const linkIn = ({ params }: FastifyRequest) => {
    const link = readShortLink((params as { link: string }).link);
    if (!link) throw common.NOT_FOUND();
    return link;
  };
  const sendPdf = async (reply: FastifyReply, pdf: NodeJS.ReadableStream) =>
    reply
      .headers({ ...PRIVATE, 'content-disposition': inlineAs(pdfName(pdf) ?? 'fatura.pdf') })
      .type('application/pdf')
      .send(pdf);
  app.get('/f/:link', async (request, reply) => {
    const page = await show(ctx, linkIn(request), request, reply);
    return reply.type('text/html; charset=utf-8').send(page);
  });
  app.get('/f/:link/pdf', async (request, reply) => sendPdf(reply, await printLinked(ctx, linkIn(request))));
  app.get('/f/:link/recibo', async (request, reply) => sendPdf(reply, await linkedReceipt(ctx, linkIn(request))));
}

/** Receipt of a paid invoice; 404 before it is paid. */
async function linkedReceipt(ctx: Context, link: PublicLink) {
  const { invoice, owed } = await openLink(ctx, link);
  if (owed) throw common.NOT_FOUND();
  return printReceipt(ctx, invoice.id);
}

/** Sets the error page of a plugin and returns the function that renders an invoice. */
async function linkedPages(app: FastifyInstance, deps: Deps, { web, publicUrl }: Options) {
  const assets = await readAssets(web);
  const rendered = async (page: Page) =>
    layout(assets, page.agency === undefined ? undefined : await faceOf(deps), page).text;

  app.setErrorHandler(async (error, request, reply: FastifyReply) => {
    const problem = reportedProblem(request, error);
    reply.headers(PRIVATE);
    if (!isBrowser(request)) return sendProblem(reply, problem);
    const closed = problem.status === 404 || problem.status === 410;
    const page = closed ? closedPage(await agencyName(deps), problem.code) : failurePage(request.id);
    return reply
      .status(problem.status)
      .type('text/html; charset=utf-8')
      .send(await rendered(page));
  });

  return async (ctx: Context, link: PublicLink, request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0]?.replace(/\/$/, '') ?? '';
    const shown = { path, origin: originOf(request, publicUrl), copying: assets.copy };
    const page = await rendered(invoicePage(await openLink(ctx, link), shown));
    reply.headers(PRIVATE);
    return page;
  };
}
