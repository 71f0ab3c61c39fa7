import { postPath } from '@morada/domain/property/post';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as service from '#api/modules/doors/site/blog.service.ts';
import { countView } from '#api/modules/doors/site/site.service.ts';
import { present } from '../../base/present.ts';
import type { Deps } from '../../context.ts';
import { originOf, sendText } from '../../http/send.ts';
import type { Face } from '../kit/face.ts';
import type { Page } from '../kit/layout.ts';
import { blogPage, postPage } from './blog.page.ts';
import { isPersonView } from './visitor.request.ts';

type Options = {
  rendered: (page: Page, face?: Face, reply?: FastifyReply) => Promise<string>;
  publicUrl: string | undefined;
  missing: (reply: FastifyReply, agency: string) => Promise<FastifyReply>;
};

const HTML = 'text/html; charset=utf-8';
const A_MINUTE = 'public, max-age=60';
const MAX_PAGE = 10_000;

/** `/blog/12`, with any slug: the record gives the canonical one. */
const POST = /^\/blog\/([1-9]\d{0,14})(?:\/[^/]*)?\/?$/;

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '';
/** Undefined when the path doesn't match. */
function idIn(request: FastifyRequest): number | undefined {
  const id = POST.exec(pathOf(request))?.[1];
  return id === undefined ? undefined : Number(id);
}

/** An invalid page is the first one, so that an edited address still opens. */
function pageIn({ query }: FastifyRequest) {
  const { pagina } = query as { pagina?: unknown };
  const page = typeof pagina === 'string' && /^\d{1,5}$/.test(pagina) ? Number(pagina) : 1;
  return page >= 1 && page <= MAX_PAGE ? page : 1;
}

/** The blog's pages. */
export function blogPages(app: FastifyInstance, deps: Deps, { rendered, publicUrl, missing }: Options) {
  const send = async (request: FastifyRequest, reply: FastifyReply, page: Page) =>
    sendText(request, reply, { body: await rendered(page, undefined, reply), type: HTML, cache: A_MINUTE });

  /** Counts the view after the response was sent. */
  const count = async (request: FastifyRequest, { statusCode }: FastifyReply) => {
    const seen = request.method === 'GET' && (statusCode === 200 || statusCode === 304);
    if (!seen || !isPersonView(request.headers)) return;
    await countView(deps, 'post', present(idIn(request), 'the id of the post'), {
      ip: request.ip,
      agent: String(request.headers['user-agent']),
    });
  };

  app.get('/blog', async (request, reply) =>
    send(
      request,
      reply,
      blogPage({ ...(await service.openBlog(deps, pageIn(request))), origin: originOf(request, publicUrl) }),
    ),
  );
  app.get('/blog/*', { onResponse: count }, async (request, reply) => {
    const { agency, post, others } = await service.openPost(deps, idIn(request));
    if (!post) return missing(reply, agency);
    const path = postPath(post);
    // Cached briefly, since the title may change back.
    if (pathOf(request) !== path) return reply.header('cache-control', A_MINUTE).redirect(path, 301);
    return send(request, reply, postPage({ agency, post, others, origin: originOf(request, publicUrl) }));
  });
}
