import { Readable } from 'node:stream';
import { punctuality } from '@morada/contract/collection/punctuality';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkPaper } from '#api/modules/collection/punctuality/punctuality.service.ts';
import { agencyName } from '#api/modules/doors/invoice-page/invoice-page.service.ts';
import { faceOf } from '#api/modules/registry/agency/face.service.ts';
import type { Deps } from '../../context.ts';
import { reportedProblem, sendProblem } from '../../http/problem-details.ts';
import { route } from '../../http/route.ts';
import { readAssets } from '../kit/assets.ts';
import { layout, type Page } from '../kit/layout.ts';
import { failurePage, messagePage } from '../kit/message-page.ts';
import { paperPage } from './paper.page.ts';

/** Forbids caching and indexing, and sends no referrer. */
const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' };

const isBrowser = ({ headers }: FastifyRequest) => String(headers.accept).includes('text/html');

/** The page that checks a paper by the code printed on it. */
export function paperPages(app: FastifyInstance, deps: Deps, { web }: { web?: string } = {}) {
  // Registered as a plugin of its own, so that its error handler answers no other call.
  app.register((pages) => checkPages(pages, deps, web));
}

async function checkPages(app: FastifyInstance, deps: Deps, web: string | undefined) {
  const assets = await readAssets(web);
  const rendered = async (page: Page) =>
    layout(assets, page.agency === undefined ? undefined : await faceOf(deps), page).text;

  app.setErrorHandler(async (error, request, reply: FastifyReply) => {
    const problem = reportedProblem(request, error);
    reply.headers(PRIVATE);
    if (!isBrowser(request)) return sendProblem(reply, problem);
    const page =
      problem.status === 404
        ? messagePage(
            await agencyName(deps),
            'Documento não encontrado',
            'Nenhum documento foi emitido com este código. Confira se ele foi copiado inteiro.',
          )
        : failurePage(request.id);
    return reply
      .status(problem.status)
      .type('text/html; charset=utf-8')
      .send(await rendered(page));
  });

  route(app, deps, punctuality.check, async ({ params }, { ctx, reply }) => {
    const page = paperPage(await agencyName(deps), await checkPaper(ctx, params.code));
    reply.headers(PRIVATE);
    return Readable.from([await rendered(page)]);
  });
}
