import multipart from '@fastify/multipart';
import type { UploadedFile } from '@morada/contract/base/endpoint';
import { LIMITS } from '@morada/contract/base/limits';
import { Problem } from '@morada/contract/base/problem';
import { IMAGE_UPLOAD } from '@morada/contract/registry/images';
import type { PhotographMove } from '@morada/domain/property/property';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { draftStore } from '#api/modules/doors/form-drafts/form-drafts.service.ts';
import { agencyName } from '#api/modules/doors/site/site.service.ts';
import { offerPath } from '#api/modules/registry/properties/offer-link.service.ts';
import {
  addOfferPhotograph,
  moveOfferPhotograph,
  type OpenOffer,
  openOffer,
  photographName,
  removeOfferPhotograph,
  withdrawOffer,
} from '#api/modules/registry/properties/offered.service.ts';
import { present } from '../../../base/present.ts';
import type { Deps } from '../../../context.ts';
import { limiter } from '../../../http/limiter.ts';
import { originOf } from '../../../http/send.ts';
import { type Admission, drain } from '../../../http/upload-gate.ts';
import type { Assets } from '../../kit/assets.ts';
import { formDrafts } from '../../kit/form-drafts.ts';
import { readValues } from '../../kit/form-values.ts';
import type { Page } from '../../kit/layout.ts';
import { closedOfferPage, type Notice, offeredPage, PHOTOGRAPHS_AT_ONCE, photographId } from './offered.page.ts';

/** Forbids caching and indexing, and sends no referrer. */
const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' };
const FORM_BYTES = 4_096;
/** Photographs of one form, and what stands around them. */
const PHOTOGRAPHS_BYTES = PHOTOGRAPHS_AT_ONCE * IMAGE_UPLOAD.maxBytes + 20_000;

/** Query of the page that follows the form. */
export const FRESH = 'novo=sim';
/** Query of the page that follows a form that was not taken. */
const REFUSED = 'recusa=sim';

type Options = { assets: Assets; rendered: (page: Page) => Promise<string>; publicUrl: string | undefined };
type Params = { id: string; word: string };

/** The owner's page of an offer, by its link. A plugin of its own, so that other pages take no files. */
export async function offeredPages(app: FastifyInstance, deps: Deps, { assets, rendered, publicUrl }: Options) {
  // A file that is too large is reported by name, and doesn't prevent storing the others.
  await app.register(multipart, { throwFileSizeLimit: false });
  const reads = limiter(app, LIMITS.link);
  const changes = limiter(app, LIMITS.form);
  const moves = limiter(app, LIMITS.move);

  const send = async (reply: FastifyReply, page: Page) =>
    reply
      .headers(PRIVATE)
      .type('text/html; charset=utf-8')
      .send(await rendered(page));
  const drafts = formDrafts(draftStore(deps), { ...deps, limit: limiter(app, LIMITS.draft) });

  const show = async (request: FastifyRequest, reply: FastifyReply, notice?: Notice) => {
    const { params, query } = request as { params: Params; query: { novo?: unknown } };
    const [agency, offer] = await Promise.all([agencyName(deps), find(params)]);
    if (!offer) return send(reply.status(404), closedOfferPage(agency));
    const { word } = params;
    const isFresh = query.novo === 'sim';
    const scripts = [assets.copy, assets.photographs];
    return send(
      reply,
      offeredPage({ agency, offer, word, isFresh, notice, origin: originOf(request, publicUrl), scripts }),
    );
  };

  const find = async ({ id, word }: Params): Promise<OpenOffer | undefined> =>
    /^[1-9]\d{0,14}$/.test(id) && /^[\w-]{43}$/.test(word) ? openOffer(deps, Number(id), word) : undefined;

  /** Shows the page again with what was refused, a line each. */
  const again = (reply: FastifyReply, params: Params, lines: readonly string[], status: number, note?: string) => {
    const errors = Object.fromEntries(lines.map((line, index) => [`${index}`, line]));
    const draft = { form: formOf(params), values: {}, errors, status, note };
    return drafts.redirect(reply.headers(PRIVATE), `${pathOf(params)}?${REFUSED}`, draft);
  };
  const refuse = (reply: FastifyReply, params: Params, { message, status }: Problem) =>
    again(reply, params, [message], status);

  app.get('/o/:id/:word', async (request, reply) => {
    const refusal = await reads(request, reply);
    if (refusal) throw refusal;
    const { fotos, removida, recusa } = request.query as Record<string, unknown>;
    const draft = recusa === 'sim' && (await drafts.find(request, reply, formOf(request.params as Params)));
    if (draft) return show(request, reply, { good: draft.note, wrong: Object.values(draft.errors) });
    if (removida === 'sim') return show(request, reply, { good: 'Foto removida.' });
    const added = typeof fotos === 'string' && /^\d{1,2}$/.test(fotos) ? Number(fotos) : 0;
    return show(request, reply, added > 0 ? { good: receivedWords(added) } : undefined);
  });

  app.post('/o/:id/:word/fotos', { bodyLimit: PHOTOGRAPHS_BYTES }, async (request, reply) => {
    const params = request.params as Params;
    const refusal = await changes(request, reply);
    const offer = refusal ? undefined : await find(params);
    if (!offer) {
      drain(request);
      return refusal ? refuse(reply, params, refusal) : redirect(reply, params, '');
    }
    const { uploads } = request.server;
    const admission = { kind: 'visitor', caller: `offer ${params.id}`, most: PHOTOGRAPHS_BYTES } as const;
    const { added, refused } = await uploads.within(request, admission, (admitted) =>
      takePhotographs(deps, offer, request, admitted),
    );
    if (refused.length === 0) return redirect(reply, params, `?fotos=${added}#fotos`);
    return again(reply, params, refused, 422, added > 0 ? receivedWords(added) : undefined);
  });

  app.post('/o/:id/:word/fotos/:photograph/remover', { bodyLimit: FORM_BYTES }, async (request, reply) => {
    const params = request.params as Params & { photograph: string };
    const refusal = await changes(request, reply);
    if (refusal) return refuse(reply, params, refusal);
    const offer = await find(params);
    if (!offer) return redirect(reply, params, '');
    const problem = await removeOfferPhotograph(deps, offer, params.photograph).catch(asProblemOf);
    if (problem) return refuse(reply, params, problem);
    return redirect(reply, params, '?removida=sim#fotos');
  });

  app.post('/o/:id/:word/fotos/:photograph/mover', { bodyLimit: FORM_BYTES }, async (request, reply) => {
    const params = request.params as Params & { photograph: string };
    const refusal = await moves(request, reply);
    if (refusal) return refuse(reply, params, refusal);
    const offer = await find(params);
    if (!offer) return redirect(reply, params, '');
    const move = MOVES.get(readValues(request.body).para ?? '');
    if (!move) return again(reply, params, ['Aperte um dos botões da foto.'], 422);
    const problem = await moveOfferPhotograph(deps, offer, params.photograph, move).catch(asProblemOf);
    if (problem) return refuse(reply, params, problem);
    return redirect(reply, params, `#${photographId(encodeURIComponent(params.photograph))}`);
  });

  app.post('/o/:id/:word/desistir', { bodyLimit: FORM_BYTES }, async (request, reply) => {
    const params = request.params as Params;
    const refusal = await changes(request, reply);
    if (refusal) return refuse(reply, params, refusal);
    const offer = await find(params);
    if (!offer) return redirect(reply, params, '');
    if (readValues(request.body).confirma !== 'sim')
      return again(reply, params, ['Para desistir, marque a caixa e aperte o botão de novo.'], 422);
    if (!(await withdrawOffer(deps, offer)))
      return again(reply, params, ['Esta oferta já tinha sido respondida.'], 409);
    return redirect(reply, params, '');
  });

  const redirect = (reply: FastifyReply, params: Params, rest: string) =>
    reply.headers(PRIVATE).redirect(`${pathOf(params)}${rest}`, 303);
}

/** Path of an offer's page; of an address that leads nowhere it keeps what may stand in one. */
const pathOf = ({ id, word }: Params) => offerPath(Number.parseInt(id, 10) || 0, encodeURIComponent(word));
const formOf = ({ id }: Params) => `oferta-${id}`;

const MOVES: ReadonlyMap<string, PhotographMove> = new Map([
  ['capa', 'first'],
  ['antes', 'earlier'],
  ['depois', 'later'],
]);

const receivedWords = (count: number) => (count === 1 ? 'Recebemos 1 foto.' : `Recebemos ${count} fotos.`);

/** Stores the photographs one by one, as they arrive, and says which were not taken and why. */
async function takePhotographs(deps: Deps, offer: OpenOffer, request: FastifyRequest, admitted: Admission) {
  let added = 0;
  let found = 0;
  const refused: string[] = [];
  const limits = { fileSize: IMAGE_UPLOAD.maxBytes, files: PHOTOGRAPHS_AT_ONCE, fields: 5, fieldSize: 1_000 };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') continue;
      const file = await admitted.receive(part);
      if (file.bytes === 0) continue;
      found += 1;
      const name = photographName(file.name);
      if (file.truncated) refused.push(`${name} passa de ${IMAGE_UPLOAD.maxBytes / 1_000_000} MB.`);
      else if (part.fieldname === 'fotos') {
        const add = ([photograph]: UploadedFile[]) =>
          addOfferPhotograph(deps, offer, { name, bytes: present(photograph, 'the photograph').bytes });
        const problem = await admitted.read([file], add).catch(asProblemOf);
        if (problem) refused.push(`${name}: ${problem.message}`);
        else added += 1;
      }
    }
  } catch (error) {
    drain(request);
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'FST_FILES_LIMIT') throw error;
    refused.push(`Mande até ${PHOTOGRAPHS_AT_ONCE} fotos por vez.`);
  }
  if (found === 0 && refused.length === 0) refused.push('Escolha ao menos uma foto.');
  return { added, refused };
}

function asProblemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}
