import { AccessRequest, ClientCredentials, FirstPassword } from '@morada/contract/doors/client-area';
import type { FastifyRequest } from 'fastify';
import { canMail } from '#api/mail/mail.service.ts';
import * as sessions from '#api/modules/registry/clients/sessions.service.ts';
import { readValues, takeForm } from '../../kit/form-values.ts';
import { isComeback, PATHS } from '../client-area.paths.ts';
import { type ClientAreaServer, isAsked, isRight, onTo } from '../client-area.request.ts';
import * as pages from './entry.page.ts';

const tokenIn = ({ params }: FastifyRequest) => (params as { token?: string }).token ?? '';

/** Sign-in, sign-out and password reset. */
export function entryRoutes(server: ClientAreaServer) {
  const { deps, cookie, guests, send, again, draftOf, host, from, enter, leave, spent } = server;
  const signIn = async (filled: pages.Filled, comeback: string | undefined, notice?: string) =>
    pages.signInPage({ ...(await host()), ...filled, comeback, notice, demo: deps.demoClient });

  guests.get(PATHS.signIn, async (request, reply) => {
    if (request.client) return onTo(reply, PATHS.home);
    const { voltar } = request.query as { voltar?: unknown };
    const notice = isAsked(request, 'saiu') ? 'Você saiu da sua conta.' : undefined;
    const filled = (await draftOf(request, reply, PATHS.signIn)) ?? pages.BLANK;
    return send(reply, await signIn(filled, isComeback(voltar) ? voltar : undefined, notice));
  });

  guests.post(PATHS.signIn, async (request, reply) => {
    const values = readValues(request.body);
    const comeback = isComeback(values.voltar) ? values.voltar : undefined;
    let told = false;
    const taken = await takeForm(ClientCredentials, values, async (input) => {
      const origin = from(request);
      const { token, tries } = await sessions.signIn(deps, input, origin);
      enter(reply, token, origin);
      told = tries > 0;
    });
    // Only the home page shows the notice of failed attempts.
    if (isRight(taken)) return onTo(reply, told ? `${PATHS.home}?tentativas=sim` : (comeback ?? PATHS.home));
    const path = comeback ? `${PATHS.signIn}?voltar=${encodeURIComponent(comeback)}` : PATHS.signIn;
    return again(reply, path, values, taken);
  });

  guests.post(PATHS.signOut, async (request, reply) => {
    const token = request.cookies[cookie];
    if (token) await sessions.signOut(deps, token);
    leave(reply);
    return onTo(reply, `${PATHS.signIn}?saiu=sim`);
  });

  guests.get(PATHS.access, async (request, reply) => {
    const speaker = await host();
    if (isAsked(request, 'enviado')) return send(reply, pages.sentPage(speaker));
    const filled = (await draftOf(request, reply, PATHS.access)) ?? pages.BLANK;
    return send(reply, pages.accessPage({ ...speaker, ...filled, byMail: canMail(deps) }));
  });

  guests.post(PATHS.access, async (request, reply) => {
    const values = readValues(request.body);
    let sendLink = async () => {};
    const taken =
      (await spent(request, reply)) ??
      (await takeForm(AccessRequest, values, async ({ email }) => {
        sendLink = await sessions.requestAccessLink(deps, email);
      }));
    if (!isRight(taken)) return again(reply, PATHS.access, values, taken);
    // Answers before it sends the mail: the time of the answer doesn't reveal who is registered.
    await onTo(reply, `${PATHS.access}?enviado=sim`);
    await sendLink().catch((error) => request.log.error({ err: error }, 'unexpected'));
    return reply;
  });

  const newPassword = async (request: FastifyRequest, errors: pages.Filled['errors']) =>
    pages.newPasswordPage({
      ...(await host()),
      client: await sessions.openLink(deps, tokenIn(request)),
      path: `${PATHS.access}/${tokenIn(request)}`,
      values: {},
      errors,
    });

  const passwordPath = (request: FastifyRequest) => `${PATHS.access}/${tokenIn(request)}`;
  guests.get(`${PATHS.access}/:token`, async (request, reply) => {
    const filled = await draftOf(request, reply, passwordPath(request));
    return send(reply, await newPassword(request, filled?.errors ?? {}));
  });

  guests.post(`${PATHS.access}/:token`, async (request, reply) => {
    await sessions.openLink(deps, tokenIn(request));
    const taken = await takeForm(FirstPassword, readValues(request.body), async ({ password }) => {
      const origin = from(request);
      enter(reply, await sessions.consumeLink(deps, tokenIn(request), password, origin), origin);
    });
    if (isRight(taken)) return onTo(reply, PATHS.home);
    return again(reply, passwordPath(request), {}, taken);
  });
}
