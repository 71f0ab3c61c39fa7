import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import { STAFF_PATH } from '@morada/contract/base/addresses';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const PAGES = ['index.html', 'login.html'];
/** Entry pages, served as a light page of their own that loads before the app. */
const ENTRY_PAGES = ['/login', '/setup'].map((path) => STAFF_PATH + path);

const DAY_SECONDS = 24 * 60 * 60;
const YEAR_SECONDS = 365 * DAY_SECONDS;
/** Browsers request it again at every navigation. */
const ICON = 'favicon.svg';

function kept(path: string): string {
  if (path.includes('/assets/')) return `public, max-age=${YEAR_SECONDS}, immutable`;
  return path.endsWith(ICON) ? `public, max-age=${DAY_SECONDS}` : 'no-cache';
}

/** Names of the files that are served as they are. A compressed copy is chosen by the request's header. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return names.filter((name) => !PAGES.includes(name) && !/^\.|\.(br|gz)$/.test(name));
}

/**
 * Serves the built web app: hashed assets as immutable, and its page for every path below `STAFF_PATH`. With a frozen
 * civil day the page gets the day, so that both sides agree and a banner can show it.
 */
export async function webApp(app: FastifyInstance, folder: string, frozenDay?: CalendarDate) {
  const told = (page: string) =>
    frozenDay ? page.replace('<head>', `<head><meta name="clock" content="${frozenDay}">`) : page;
  const [appPage, loginPage] = await Promise.all(PAGES.map((name) => readFile(join(folder, name), 'utf8').then(told)));
  await app.register(staticFiles, {
    root: folder,
    serve: false,
    index: false,
    preCompressed: true,
    setHeaders: (response, path) => {
      response.header('cache-control', kept(path));
    },
  });
  // One route for all assets: hundreds of routes would take 10 MB. A named parameter ends after 100 characters, and names of
  // shared styles are longer.
  const assets = new Set(await filesIn(join(folder, 'assets')));
  app.get<{ Params: { '*': string } }>('/assets/*', ({ params: { '*': name } }, reply) =>
    assets.has(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound(),
  );
  for (const name of await filesIn(folder)) app.get(`/${name}`, (_, reply) => reply.sendFile(name));
  const show = (request: FastifyRequest, reply: FastifyReply) => {
    const page = ENTRY_PAGES.includes(request.url.split('?', 1)[0] ?? '') ? loginPage : appPage;
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  };
  for (const url of [STAFF_PATH, `${STAFF_PATH}/*`]) app.get(url, show);
}
