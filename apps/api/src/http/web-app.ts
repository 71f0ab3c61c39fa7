import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import { STAFF_PATH } from '@morada/contract/addresses';
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
    wildcard: false,
    index: false,
    globIgnore: [...PAGES, '.stamp', '.vite/**', '**/*.{br,gz}'],
    preCompressed: true,
    setHeaders: (response, path) => {
      response.header('cache-control', kept(path));
    },
  });
  const show = (request: FastifyRequest, reply: FastifyReply) => {
    const page = ENTRY_PAGES.includes(request.url.split('?', 1)[0] ?? '') ? loginPage : appPage;
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  };
  for (const url of [STAFF_PATH, `${STAFF_PATH}/*`]) app.get(url, show);
}
