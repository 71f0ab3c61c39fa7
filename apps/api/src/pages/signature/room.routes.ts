import { fastifyCookie } from '@fastify/cookie';
import formbody from '@fastify/formbody';
import { LIMITS } from '@morada/contract/base/limits';
import {
  RoomChannel,
  RoomEntry,
  RoomRead,
  RoomRefusal,
  RoomSignature,
  roomProblems,
} from '@morada/contract/desk/signature-room';
import { DRAWING_LETTERS } from '@morada/domain/signature/drawing';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as service from '#api/modules/desk/signatures/room.service.ts';
import { signaturePath } from '#api/modules/desk/signatures/signature-link.service.ts';
import { draftStore } from '#api/modules/doors/form-drafts/form-drafts.service.ts';
import { agencyName } from '#api/modules/doors/site/site.service.ts';
import { faceOf } from '#api/modules/registry/agency/face.service.ts';
import type { Deps } from '../../context.ts';
import { inlineAs } from '../../http/disposition.ts';
import { limiter } from '../../http/limiter.ts';
import { reportedProblem } from '../../http/problem-details.ts';
import { readAssets } from '../kit/assets.ts';
import { formDrafts } from '../kit/form-drafts.ts';
import { type FormOutcome, readValues, takeForm, type Values } from '../kit/form-values.ts';
import { layout, type Page } from '../kit/layout.ts';
import { failurePage, messagePage } from '../kit/message-page.ts';
import { documentPage, endedPage, entryPage, isEnded, receiptPage, signingPage } from './room.page.ts';
import { formPath, viewOf, viewPath } from './room.paths.ts';

/** Forbids caching and indexing, and sends no referrer. */
const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' };
/** A served document may run no scripts and load nothing external. */
const SERVED_FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";
const HTML = 'text/html; charset=utf-8';
/** A drawing, percent-encoded, and the other fields. */
const FORM_BYTES = 2 * DRAWING_LETTERS + 16_384;
const LINK = /^([1-9]\d{0,14})-([\w-]{43})$/;
const WORD = /^[\w-]{43}$/;
/** Seconds for which a browser in which the CPF was typed needs it no more. */
const COOKIE_SECONDS = 24 * 60 * 60;

/** The room of a signer, by a link without an account; it works without scripts. */
export async function signaturePages(app: FastifyInstance, deps: Deps, { web }: { web?: string | undefined }) {
  const assets = await readAssets(web);
  await app.register(formbody, { bodyLimit: FORM_BYTES });
  const reads = limiter(app, LIMITS.link);
  const sheets = limiter(app, LIMITS.sheet);
  const changes = limiter(app, LIMITS.room);
  const drafts = formDrafts(draftStore(deps), { ...deps, limit: limiter(app, LIMITS.draft) });
  const secure = deps.publicUrl?.startsWith('https:') ?? false;
  const cookie = secure ? '__Secure-assinar' : 'assinar';

  const send = async (reply: FastifyReply, page: Page, status?: number) => {
    const face = page.agency === undefined ? undefined : await faceOf(deps);
    if (status !== undefined) reply.status(status);
    return reply
      .headers(PRIVATE)
      .type(HTML)
      .send(layout(assets, face, page).text);
  };
  const closed = async (reply: FastifyReply) => send(reply, endedPage(await agencyName(deps), 'CLOSED'), 404);

  app.setErrorHandler((error, request, reply) => {
    const { status, message } = reportedProblem(request, error);
    return send(
      reply,
      status < 500 ? messagePage(undefined, 'Não foi possível abrir esta página', message) : failurePage(request.id),
      status,
    );
  });

  const open = async (request: FastifyRequest) => {
    const [, id, word] = LINK.exec((request.params as { link: string }).link) ?? [];
    if (id === undefined || word === undefined) return undefined;
    const kept = fastifyCookie.parse(request.headers.cookie ?? '')[cookie] ?? '';
    const room = await service.openRoom(deps, Number(id), word, WORD.test(kept) ? kept : undefined);
    return room && { room, path: signaturePath(room.id, word) };
  };
  type Opened = NonNullable<Awaited<ReturnType<typeof open>>>;

  const onTo = (reply: FastifyReply, address: string) => reply.headers(PRIVATE).redirect(address, 303);
  const formOf = ({ room }: Opened, part: string) => `assinar-${room.id}-${part}`;
  const placeOf = ({ ip, headers }: FastifyRequest) => service.placeOf(ip, headers['user-agent']);

  /** Shows a form again with what was typed; a code is typed anew. */
  const again = (
    reply: FastifyReply,
    opened: Opened,
    part: string,
    {
      address = opened.path,
      values = {},
      ...outcome
    }: FormOutcome & { address?: string; values?: Values; note?: string },
  ) => {
    const { codigo: _, ...kept } = values;
    return drafts.redirect(reply.headers(PRIVATE), address, { form: formOf(opened, part), values: kept, ...outcome });
  };

  /**
   * Runs the work of a form that is sent: of a link that opens, and in a browser in which the CPF was typed unless
   * `anywhere`. A form whose stage is over leads to the page that says so: what was sent twice was done once.
   */
  const post = (
    url: string,
    work: (opened: Opened, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
    { anywhere = false } = {},
  ) =>
    app.post(`/assinar/:link${url}`, { bodyLimit: FORM_BYTES }, async (request, reply) => {
      const refusal = await changes(request, reply);
      if (refusal) throw refusal;
      const opened = await open(request);
      if (!opened) return closed(reply);
      const isDue = anywhere || opened.room.stage === 'READ' || opened.room.stage === 'SIGN';
      return isDue && (anywhere || opened.room.isKnown) ? work(opened, request, reply) : onTo(reply, opened.path);
    });

  app.get('/assinar/:link', async (request, reply) => {
    const refusal = await reads(request, reply);
    if (refusal) throw refusal;
    const opened = await open(request);
    if (!opened) return closed(reply);
    const { room, path } = opened;
    const agency = await agencyName(deps);
    if (isEnded(room.stage)) return send(reply, endedPage(agency, room.stage, service.endOf(room)));
    const draftOf = (part: string) => drafts.find(request, reply, formOf(opened, part));
    const typedIn = (draft: Awaited<ReturnType<typeof draftOf>>) => ({
      values: draft?.values ?? {},
      errors: draft?.errors ?? {},
      note: draft?.note,
    });
    if (!room.isKnown)
      return send(reply, entryPage({ agency, room, path, dress: assets.room }, typedIn(await draftOf('entrar'))));
    const shown = { agency, room: await service.furnished(deps, room), path, dress: assets.room };
    const view = viewOf(room.stage, (request.query as { ver?: unknown }).ver);
    const refusing = { refusal: typedIn(await draftOf('recusar')), script: assets.signing };
    if (view === 'assinar')
      return send(reply, signingPage({ ...shown, ...refusing, signing: typedIn(await draftOf('assinar')) }));
    if (view === undefined && room.stage !== 'WAITING')
      return send(reply, receiptPage({ ...shown, script: assets.copy }));
    const texts = view === 'texto' ? await service.roomTexts(deps, room) : undefined;
    return send(reply, documentPage({ ...shown, ...refusing, texts, reading: typedIn(await draftOf('ler')) }));
  });

  /** What only a browser in which the CPF was typed is given. */
  const known = async (request: FastifyRequest, reply: FastifyReply, limit: typeof reads) => {
    const refusal = await limit(request, reply);
    if (refusal) throw refusal;
    const opened = await open(request);
    if (!opened?.room.isKnown || isEnded(opened.room.stage)) throw roomProblems.ROOM_FILE();
    return opened.room;
  };

  app.get('/assinar/:link/pagina/:page', async (request, reply) => {
    const room = await known(request, reply, sheets);
    const { page } = request.params as { page: string };
    if (!/^[1-9]\d{0,3}$/.test(page)) throw roomProblems.ROOM_FILE();
    const { bytes, media_type } = await service.roomPicture(deps, room, Number(page));
    return reply.headers(PRIVATE).type(media_type).send(bytes);
  });

  for (const [url, which] of [
    ['documento', 'paper'],
    ['assinado', 'signed'],
  ] as const)
    app.get(`/assinar/:link/${url}`, async (request, reply) => {
      const room = await known(request, reply, reads);
      const stream = await service.roomFile(deps, room, which);
      const name = `${which === 'paper' ? 'documento' : 'documento assinado'}.pdf`;
      return reply
        .headers({ ...PRIVATE, 'content-security-policy': SERVED_FILE_POLICY, 'content-disposition': inlineAs(name) })
        .type('application/pdf')
        .send(stream);
    });

  post(
    '/entrar',
    async (opened, request, reply) => {
      let word: string | undefined;
      const outcome = await takeForm(RoomEntry, readValues(request.body), async ({ cpf }) => {
        word = await service.enterRoom(deps, opened.room, cpf, placeOf(request));
      });
      if (word === undefined) return again(reply, opened, 'entrar', outcome);
      const kept = { httpOnly: true, sameSite: 'lax', secure, path: opened.path, maxAge: COOKIE_SECONDS } as const;
      reply.header('set-cookie', fastifyCookie.serialize(cookie, word, kept));
      return onTo(reply, opened.path);
    },
    { anywhere: true },
  );

  post('/lido', async (opened, request, reply) => {
    const { room, path } = opened;
    const outcome = await takeForm(RoomRead, readValues(request.body), ({ como }) =>
      service.markRead(deps, room, como, placeOf(request)),
    );
    if (outcome.status >= 400) return again(reply, opened, 'ler', { ...outcome, address: formPath(path, 'ler') });
    return onTo(reply, viewPath(path, 'assinar'));
  });

  post('/codigo', async (opened, request, reply) => {
    const { room, path } = opened;
    const outcome = await takeForm(RoomChannel, readValues(request.body), ({ canal }) =>
      service.askCode(deps, room, canal, placeOf(request)),
    );
    const address = formPath(path, 'codigo');
    return outcome.status >= 400 ? again(reply, opened, 'assinar', { ...outcome, address }) : onTo(reply, address);
  });

  post('/assinar', async (opened, request, reply) => {
    const { room, path } = opened;
    const values = readValues(request.body);
    const outcome = await takeForm(RoomSignature, { modo: 'digitar', ...values }, (signature) => {
      const written =
        signature.modo === 'desenhar'
          ? ({ kind: 'DRAWN', data: signature.desenho } as const)
          : ({ kind: 'TYPED', data: signature.nome } as const);
      return service.sign(deps, room, { code: signature.codigo, ...written }, placeOf(request));
    });
    if (outcome.status >= 400)
      return again(reply, opened, 'assinar', { ...outcome, values, address: formPath(path, 'codigo') });
    await drafts.drop(request);
    return onTo(reply, path);
  });

  post('/recusar', async (opened, request, reply) => {
    const { room, path } = opened;
    const values = readValues(request.body);
    const outcome = await takeForm(RoomRefusal, values, ({ motivo }) =>
      service.refuse(deps, room, motivo, placeOf(request)),
    );
    if (outcome.status >= 400) {
      const view = viewOf(room.stage, undefined) ?? 'documento';
      return again(reply, opened, 'recusar', { ...outcome, values, address: `${viewPath(path, view)}#recusar` });
    }
    return onTo(reply, path);
  });
}
