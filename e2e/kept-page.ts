import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { BARE } from './sign-in.ts';

type KeptPage = { context: BrowserContext; page: Page; devtools: CDPSession; isSpent: boolean };

/**
 * A page for each server, which the stories of a worker use one after another, in order of last use. A browser keeps
 * the scripts and styles of a page that it has loaded; in a new context the app takes twice the time to load.
 */
export type KeptPages = Map<string, KeptPage>;

/** Maximum of kept pages: for the run's server, the demonstration and a story's own agency. */
const MOST = 3;

/** Calls that can't be undone: after one of them the next story gets another page. */
const LASTING = {
  context: ['addInitScript', 'exposeFunction', 'exposeBinding', 'newCDPSession', 'setExtraHTTPHeaders'],
  page: ['addInitScript', 'exposeFunction', 'exposeBinding', 'setExtraHTTPHeaders', 'setDefaultTimeout'],
} as const;

/** Events that stories listen to. */
const EVENTS = [
  ...['console', 'dialog', 'download', 'filechooser', 'framenavigated', 'page', 'pageerror', 'popup', 'websocket'],
  ...['request', 'requestfailed', 'requestfinished', 'response'],
];

/** The context of the kept page of a server, opened when there is none. */
export async function keptContext(
  kept: KeptPages,
  origin: string,
  open: () => Promise<BrowserContext>,
): Promise<BrowserContext> {
  const one = kept.get(origin) ?? (await openPage(open));
  kept.delete(origin);
  kept.set(origin, one);
  const [oldest] = kept.keys();
  if (oldest && kept.size > MOST) await discard(kept, oldest);
  return one.context;
}

async function openPage(open: () => Promise<BrowserContext>): Promise<KeptPage> {
  const context = await open();
  const page = await context.newPage();
  const kept = { context, page, devtools: await context.newCDPSession(page), isSpent: false };
  const noted = (one: object, name: string) => {
    const own: (...given: never[]) => unknown = Reflect.get(one, name).bind(one);
    Reflect.set(one, name, (...given: never[]) => {
      kept.isSpent = true;
      return own(...given);
    });
  };
  for (const name of LASTING.context) noted(context, name);
  for (const name of LASTING.page) noted(page, name);
  return kept;
}

/** Leaves nothing of a story for the next one: address, storage, cookies, routes, listeners, other pages. */
export async function clean(kept: KeptPages, origin: string): Promise<void> {
  const opened = kept.get(origin);
  if (!opened) return;
  const { context, page, devtools, isSpent } = opened;
  if (isSpent || page.isClosed() || new URL(page.url()).origin !== origin) return discard(kept, origin);
  // By name: Playwright has listeners of its own, without which a page never closes.
  for (const event of EVENTS) {
    page.removeAllListeners(event);
    context.removeAllListeners(event);
  }
  const others = context.pages().filter((other) => other !== page);
  await Promise.all([...others.map((other) => other.close()), page.unrouteAll(), context.unrouteAll()]);
  await Promise.all([context.setOffline(false), context.clearPermissions(), context.clearCookies()]);
  // The app is left first: its pending writes would restore what is cleared.
  await page.goto(origin + BARE);
  await page.evaluate(() => sessionStorage.clear());
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devtools.send('Page.resetNavigationHistory');
  await page.setViewportSize({ width: 1366, height: 860 });
  const media = { media: null, colorScheme: null, forcedColors: null, contrast: null } as const;
  await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
}

export async function discard(kept: KeptPages, origin: string): Promise<void> {
  await kept.get(origin)?.context.close();
  kept.delete(origin);
}
