import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import { STAFF } from '../../apps/api/bench/demo-server.ts';

export const WIDTHS = { 1366: 860, 390: 844 } as const;
export type Width = keyof typeof WIDTHS;
export type Theme = 'light' | 'dark';

/** Browser of the given width and theme, with reduced motion. */
export const openContext = (browser: Browser, origin: string, width: Width = 1366, theme: Theme = 'light') =>
  browser.newContext({
    baseURL: origin,
    viewport: { width, height: WIDTHS[width] },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });

/** Pending requests of each page that is watched. */
const ASKED = new WeakMap<Page, Set<Request>>();

/** Notes the page's requests, which `settled` waits for. */
export function watchRequests(page: Page) {
  if (ASKED.has(page)) return;
  const asked = new Set<Request>();
  ASKED.set(page, asked);
  // The event stream stays open; a chart is loaded as a script.
  page.on('request', (request) => /\/(?:api\/(?!live)|assets\/)/.test(request.url()) && asked.add(request));
  const answered = (request: Request) => asked.delete(request);
  page.on('requestfinished', answered).on('requestfailed', answered);
}

export async function signedIn(
  context: BrowserContext,
  [email, password]: readonly [email: string, password: string] = STAFF,
): Promise<Page> {
  const page = await context.newPage();
  watchRequests(page);
  await page.goto('/app/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL((url) => url.pathname === '/app/');
  return page;
}

/** Visible content has loaded: data, images and fonts. Requests that an answer leads to are waited for too. */
export async function settled(page: Page) {
  watchRequests(page);
  const asked = ASKED.get(page);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  do {
    while (asked?.size) await page.waitForEvent('requestfinished', { timeout: 1_000 }).catch(() => undefined);
    await page.waitForFunction(() => {
      const inSight = (place: Element) => {
        const { top, bottom, left, right } = place.getBoundingClientRect();
        // Lazy photographs beside the screen, in a row that scrolls sideways, are loaded when they come near.
        return place.checkVisibility() && top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
      };
      return (
        [...document.querySelectorAll('[aria-busy="true"]')].every((place) => !inSight(place)) &&
        [...document.images].every((image) => image.complete || !inSight(image))
      );
    });
    await page.evaluate(async () => {
      await document.fonts.ready;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
  } while (asked?.size);
}

export type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** Calls of the API as the demonstration's administrator. */
export async function callsOf(origin: string): Promise<Call> {
  const [email, password] = STAFF;
  let token = '';
  const call: Call = async (method, path, body) => {
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? undefined : answer.json();
  };
  token = (await call<{ token: string }>('POST', '/user/admin/session', { email, password })).token;
  return call;
}
