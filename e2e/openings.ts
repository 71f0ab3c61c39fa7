import { STAFF_PATH } from '@morada/contract/base/addresses';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { browserLaunch } from './browser.ts';

// `node e2e/openings.ts ORIGIN E-MAIL PASSWORD`: time from releasing a row to its record painted, for each list and
// pointer type, with the processor four times slower and scripts loaded: eight records opened for the first time, then
// one opened twenty times.
const ROWS = 8;
const TIMES = 20;
const SLOWER = 4;
/** Time a pointer hovers before pressing, and between pressing and releasing. */
const REST = 300;
const PRESS = 80;

type Spot = { x: number; y: number };
type Hand = { name: string; press: (screen: Screen, spot: Spot) => Promise<void>; before?: number; touch?: true };
const HANDS: Hand[] = [
  { name: 'mão que pousa', before: REST, press: click },
  { name: 'clique sem pousar', press: click },
  { name: 'toque', touch: true, press: tap },
];

async function click({ page }: Screen) {
  await page.mouse.down();
  await page.waitForTimeout(PRESS);
  await page.mouse.up();
}

/** Playwright releases a touch at once, so it is simulated here. */
async function tap({ page, slow }: Screen, spot: Spot) {
  await slow.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [spot] });
  await page.waitForTimeout(PRESS);
  await slow.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** `shown`: elements that must be visible for the record to count as shown, its heading and facts. */
type List = { name: string; path: string; row: string; shown: string[] };
const LISTS: List[] = [
  {
    name: 'clientes',
    path: '/clients',
    row: 'tbody tr button[aria-haspopup="dialog"]',
    shown: ['[role="dialog"] h2', '[role="dialog"] h2 a', '[role="dialog"] [role="tablist"]'],
  },
  {
    name: 'faturas',
    path: '/financial/invoices',
    row: 'tbody tr button[aria-haspopup="dialog"][aria-label^="Abrir"]',
    shown: ['[role="dialog"] h2', '[role="dialog"] dl'],
  },
  {
    name: 'imóveis',
    path: '/properties',
    row: 'li > button[aria-haspopup="dialog"]',
    shown: ['[role="dialog"] dl', '[role="dialog"] [role="tablist"]'],
  },
  {
    name: 'contratos',
    path: '/contracts',
    row: 'tbody tr a[aria-label^="Mais detalhes"]',
    shown: ['main h1', 'main [role="tablist"]', 'main dl'],
  },
  {
    name: 'repasses',
    path: '/financial/transfers',
    row: 'tbody tr button[aria-haspopup="dialog"][aria-label^="Abrir"]',
    shown: ['[role="dialog"] h2', '[role="dialog"] dl'],
  },
];

const [origin = '', email = '', password = ''] = process.argv.slice(2);
const browser = await chromium.launch(await browserLaunch());
try {
  // Touch support changes the page, so each pointer type has its own page.
  const withMouse = await signedIn({ hasTouch: false });
  const withFinger = await signedIn({ hasTouch: true });
  console.log('| lista | mão | primeira vez, mediana ms | de novo | p90 | pior |\n|---|---|---|---|---|---|');
  for (const list of LISTS)
    for (const hand of HANDS) {
      const { first, again } = await openRows(hand.touch ? withFinger : withMouse, list, hand);
      const figures = [at(first, 0.5), at(again, 0.5), at(again, 0.9), at(again, 1)];
      console.log(`| ${list.name} | ${hand.name} | ${figures.join(' | ')} |`);
    }
} finally {
  await browser.close();
}

function at(took: number[], part: number): number {
  const sorted = took.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
}

type Screen = { page: Page; slow: CDPSession };

async function signedIn({ hasTouch }: { hasTouch: boolean }): Promise<Screen> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 860 }, locale: 'pt-BR', hasTouch });
  const page = await context.newPage();
  await page.goto(`${origin}/app/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL((url) => url.pathname === '/app/');
  return { page, slow: await context.newCDPSession(page) };
}

async function openRows(screen: Screen, { path, row, shown }: List, hand: Hand) {
  const { page, slow } = screen;
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.goto(origin + STAFF_PATH + path);
  await page.locator(row).first().waitFor();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const took: number[] = [];
  // Rows further down are under the list's footer.
  const rows = Math.min(await page.locator(row).count(), ROWS);
  for (let time = -1; time < rows + TIMES; time += 1) {
    await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const target = page.locator(row).nth(time < 0 ? rows : time % rows);
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error(`${path}: no row`);
    const spot = { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 120) };
    await page.evaluate(waitForPaint, shown);
    if (hand.press === click) await page.mouse.move(spot.x, spot.y);
    if (hand.before) await page.waitForTimeout(hand.before);
    await hand.press(screen, spot);
    const ms = await page.evaluate(() => globalThis.painted);
    // The first opening loads scripts, so it uses another record: the measured one must not be cached.
    if (time >= 0) took.push(ms);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    // The address changes after the frame.
    await page.waitForFunction((list) => location.pathname + location.search !== list, path);
    await page.goBack();
    await page.waitForFunction(
      (selectors) =>
        selectors.every((selector) => !document.querySelector(selector)?.checkVisibility({ opacityProperty: true })),
      shown.slice(1),
    );
    await page.mouse.move(2, 2);
    await page.locator(row).first().waitFor();
  }
  return { first: took.slice(0, rows), again: took.slice(rows) };
}

declare global {
  /** Milliseconds from the click to the frame that shows the record. */
  var painted: Promise<number>;
}

/** Observes the next click, before it is made. Invisible elements do not count. */
function waitForPaint(selectors: string[]) {
  const inSight = (selector: string) =>
    [...document.querySelectorAll(selector)].some(
      (place) =>
        place.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        place.getBoundingClientRect().top < innerHeight,
    );
  globalThis.painted = new Promise((resolve) => {
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const look = () => {
          if (!selectors.every(inSight)) return requestAnimationFrame(look);
          // A message is handled after the frame in which it was posted is painted.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - timeStamp);
          return port2.postMessage(undefined);
        };
        requestAnimationFrame(look);
      },
      { capture: true, once: true },
    );
  });
}
