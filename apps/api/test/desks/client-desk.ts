import type { LightMyRequestResponse as Answer, FastifyInstance } from 'fastify';
import { hashOf, newToken } from '#api/base/secrets/secrets.ts';
import { shownAfter } from '../form-answers.ts';
import type { startApp } from '../harness.ts';

const HOST = 'serra.example';
type App = Awaited<ReturnType<typeof startApp>>;

/** Visible text of a page, with blanks collapsed. */
export const wordsOf = ({ body }: Answer) =>
  body
    .slice(body.indexOf('<main'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Error messages, by field. */
export const wrongsIn = ({ body }: Answer) =>
  Object.fromEntries(
    [...body.matchAll(/<p class="wrong" id="\w+-(\w+)-erro">([^<]+)</g)].map(([, field, words]) => [field, words]),
  );

export const noticeIn = ({ body }: Answer) => /<p class="notice" role="alert">([^<]+)</.exec(body)?.[1];

/** The client area as used by a browser, at a new address each time unless given. */
export function clientDesk(app: FastifyInstance) {
  let callers = 0;
  const newAddress = () => `198.51.${Math.floor(++callers / 250)}.${callers % 250}`;

  const call =
    (cookie?: string) =>
    (method: 'GET' | 'POST', url: string, fields?: Record<string, string>, headers: Record<string, string> = {}) =>
      app.inject({
        ...{ method, url, remoteAddress: headers['x-from'] ?? newAddress() },
        headers: {
          host: HOST,
          ...(cookie && { cookie }),
          ...(method === 'POST' && {
            origin: `https://${HOST}`,
            'content-type': 'application/x-www-form-urlencoded',
          }),
          ...headers,
        },
        ...(fields && { payload: new URLSearchParams(fields).toString() }),
      });

  /** A browser with this cookie, or none. */
  const browser = (cookie?: string) => {
    const send = call(cookie);
    return {
      cookie,
      get: (url: string, headers?: Record<string, string>) => send('GET', url, undefined, headers),
      post: async (url: string, fields: Record<string, string> = {}, headers?: Record<string, string>) =>
        shownAfter(app, await send('POST', url, fields, headers), cookie),
    };
  };

  return { browser, anonymous: browser() };
}

/** `cliente=…` of an answer that signs in. */
export const cookieOf = ({ cookies }: Answer) => {
  const [set] = cookies;
  return set?.value ? `${set.name}=${set.value}` : undefined;
};

/** A session row for a client, without signing in. */
export async function clientSession({ db }: Pick<App, 'db'>, clientId: number) {
  const token = newToken();
  await db
    .insertInto('client_session')
    .values({ token_hash: hashOf(token), client_id: clientId })
    .execute();
  return token;
}
