import { LIMITS } from '@morada/contract/base/limits';
import { readCheckQuery } from '@morada/domain/signature/check-code';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkPath, checkSignature } from '#api/modules/desk/signatures/check.service.ts';
import { agencyName } from '#api/modules/doors/site/site.service.ts';
import { faceOf } from '#api/modules/registry/agency/face.service.ts';
import type { Deps } from '../../context.ts';
import { limiter } from '../../http/limiter.ts';
import { reportedProblem } from '../../http/problem-details.ts';
import { readAssets } from '../kit/assets.ts';
import { CHECK_PATH } from '../kit/footer.ts';
import { layout, type Page } from '../kit/layout.ts';
import { failurePage, messagePage } from '../kit/message-page.ts';
import { checkedPage, searchPage } from './check.page.ts';

/** Forbids caching, and sends no referrer. */
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

const UNREADABLE = 'Digite os 16 caracteres do código, ou os 64 do SHA-256.';
const UNKNOWN_CODE = 'Nenhum documento assinado tem este código. Confira se ele foi copiado inteiro.';
const UNKNOWN_HASH =
  'Nenhum documento assinado aqui é este arquivo. Se ele deveria ser, foi mudado depois de assinado, ou é outra versão.';

/** Anybody checks a signed paper here: by its code, its hash, or the file, which stays in the browser. */
export async function checkPages(app: FastifyInstance, deps: Deps, { web }: { web?: string | undefined }) {
  const assets = await readAssets(web);
  const limit = limiter(app, LIMITS.link);

  const send = async (reply: FastifyReply, page: Page, status = 200) => {
    const face = page.agency === undefined ? undefined : await faceOf(deps);
    return reply
      .status(status)
      .headers(PRIVATE)
      .type('text/html; charset=utf-8')
      .send(layout(assets, face, page).text);
  };

  app.setErrorHandler((error, request, reply) => {
    const { status, message } = reportedProblem(request, error);
    return send(
      reply,
      status < 500 ? messagePage(undefined, 'Não foi possível abrir esta página', message) : failurePage(request.id),
      status,
    );
  });

  const shown = async () => ({ agency: await agencyName(deps), script: assets.check });
  const search = async (reply: FastifyReply, value: string, error?: string) =>
    send(reply, searchPage(await shown(), { value, error }), error ? 404 : 200);

  app.get(CHECK_PATH, async (request, reply) => {
    const refusal = await limit(request, reply);
    if (refusal) throw refusal;
    const typed = textOf(request, 'busca');
    if (typed === undefined) return search(reply, '');
    const query = readCheckQuery(typed);
    if (!query) return search(reply, typed, UNREADABLE);
    const found = await checkSignature(deps, query);
    if (!found) return search(reply, typed, 'code' in query ? UNKNOWN_CODE : UNKNOWN_HASH);
    const compared = 'sha256' in query ? `?sha256=${query.sha256}` : '';
    return reply.headers(PRIVATE).redirect(`${checkPath(found.code)}${compared}`, 303);
  });

  app.get(`${CHECK_PATH}/:code`, async (request, reply) => {
    const refusal = await limit(request, reply);
    if (refusal) throw refusal;
    const { code } = request.params as { code: string };
    const query = readCheckQuery(code);
    const checked = query && 'code' in query ? await checkSignature(deps, query) : undefined;
    if (!checked) return search(reply, code.slice(0, LONGEST), UNKNOWN_CODE);
    const typed = textOf(request, 'sha256');
    const hash = typed === undefined ? undefined : readCheckQuery(typed);
    const sent = hash && 'sha256' in hash ? { hash: hash.sha256 } : typed !== undefined && { error: UNREADABLE_HASH };
    return send(reply, checkedPage(await shown(), checked, sent || undefined));
  });
}

const UNREADABLE_HASH = 'O SHA-256 tem 64 caracteres, de 0 a 9 e de a a f.';
const LONGEST = 200;

/** A field of the address, as far as anybody would type it; undefined where it isn't there. */
function textOf({ query }: FastifyRequest, name: string): string | undefined {
  const value = (query as Record<string, unknown>)[name];
  return typeof value === 'string' ? value.trim().slice(0, LONGEST) : undefined;
}
