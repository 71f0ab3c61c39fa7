import { join } from 'node:path';
import { STAFF_PATH } from '@morada/contract/base/addresses';
import type { Locator, Page } from '@playwright/test';
import { faultsOnWholePage } from '../accessible.ts';
import { type Demo, test } from '../demo.ts';
import { DESK, followTo } from '../everybody.ts';
import { expect } from '../fixtures.ts';
import { cutOff, focusUnseen, moving, outOfReach, PHONE, smallTargets, spaced, ZOOMED } from '../looks.ts';
import { BRIEF, WALK } from '../routes.ts';
import { settled, watchRequests } from '../shots/camera.ts';
import { ON_DESK_ALONE, WINDOW_FILES, WINDOWS, type Window } from '../windows.ts';

/** Overlays. */
const OVER = '[role="dialog"], [role="menu"], [role="listbox"]';
/** Windows of one test, so that the tests spread over the workers. */
const PORTION = 7;
const BRIEF_PORTION = 6;

/** `GALLERY=folder npm run walk -- windows`: pictures of all windows in the place of the walk. */
const { GALLERY } = process.env;

test.describe.configure({ timeout: 240_000 });
test.beforeEach(({ page }) => watchRequests(page));

test('every window of the app is opened here', () => {
  expect(WINDOW_FILES.length).toBeGreaterThan(60);
  expect([...new Set(ONCE.map(({ file }) => file))].toSorted()).toEqual(WINDOW_FILES);
});

test('every window is measured on a phone, but for those that a phone has no use for', () => {
  const measured = new Set(WINDOWS.filter(({ only }) => only !== 'desk').map(({ file }) => file));
  expect(WINDOW_FILES.filter((file) => !measured.has(file))).toEqual(Object.keys(ON_DESK_ALONE));
});

/** Opens the window by the controls of its page. */
async function open(page: Page, { press, entry: name, list, shown }: Window) {
  const place = press(page);
  // On a phone the control is behind "⋯" in the page's header; on a desk it is waited for, since its part may be loading.
  const folded = page.locator('[data-page-actions]').getByRole('button', { name: 'Mais ações', exact: true });
  if (page.viewportSize()?.width === DESK.width) await place.waitFor();
  else if (!(await place.isVisible()) && (await folded.isVisible())) await folded.click();
  await place.focus();
  if (list) await list(page);
  else if (name === '?') await page.keyboard.press('?');
  else {
    await page.keyboard.press('Enter');
    if (name) {
      const entry = page.getByRole('menuitem', { name }).or(page.getByRole('button', { name, exact: true }));
      // An entry can't be focused while it is hidden, and loses the focus to a menu that is about to take it.
      await entry.waitFor();
      if ((await place.getAttribute('aria-haspopup')) === 'menu') await expect(place).not.toBeFocused();
      // The window may have a button of the same name.
      const pressed = await entry.elementHandle();
      await entry.focus();
      await page.keyboard.press('Enter');
      await pressed?.waitForElementState('hidden');
    }
  }
  const window = shown?.(page) ?? page.getByRole('dialog').last();
  // An assertion would describe the whole page at each of its tries.
  await window.waitFor();
  await expect(window.locator('[aria-busy="true"]:visible')).toHaveCount(0);
  return { place, window };
}

/** Opens the window, looks at it and closes it by Escape, which gives the focus back. */
async function faultsAt(
  page: Page,
  entry: Window,
  look: (page: Page, entry: Window, window: Locator) => Promise<string[]>,
): Promise<string[]> {
  const { place, window } = await open(page, entry);
  const found = [...(await look(page, entry, window)), ...(await faultsOnWholePage(page, OVER))];
  if (!entry.list && !entry.stays)
    await window.evaluate((element) => element.querySelector<HTMLElement>('button, input, [tabindex]')?.focus());
  await page.keyboard.press('Escape');
  await window.waitFor({ state: 'hidden' });
  const back = entry.back?.(page) ?? place;
  const isBack = () => back.evaluate((element) => element === document.activeElement);
  await expect.poll(isBack, `${entry.file} gives the focus back`).toBe(true);
  return found;
}

/** Faults found by keyboard in the open window, light and dark, and animations. */
async function faultsByKeyboard(page: Page, entry: Window, window: Locator): Promise<string[]> {
  const found: string[] = [];
  // Where the page under the window is inert, the browser's own controls follow the window's last one.
  const holds = () =>
    window.evaluate(
      (element) =>
        element.contains(document.activeElement) ||
        (document.activeElement === document.body && document.querySelector('main')?.closest('[inert]') !== null),
    );
  if (!entry.list && !entry.stays) {
    // The focus goes in after the window is drawn.
    await expect.poll(holds, 'the focus goes in').toBe(true);
    for (const [end, key] of [
      ['last', 'Tab'],
      ['first', 'Shift+Tab'],
    ] as const) {
      await window.evaluate((element, from) => {
        const controls = [
          ...element.querySelectorAll<HTMLElement>(
            'a[href], button, input, select, textarea, [tabindex], [contenteditable="true"]',
          ),
        ].filter((control) => control.tabIndex >= 0 && !control.matches(':disabled') && control.checkVisibility());
        controls.at(from === 'last' ? -1 : 0)?.focus();
      }, end);
      await page.keyboard.press(key);
      if (!(await holds())) found.push(`${key} leaves it`);
    }
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      found.push(...(await focusUnseen(page, window)));
    }
  }
  found.push(...(await moving(page)));
  return found;
}

const SIZES = { 1366: DESK, 390: { width: 390, height: 844 } };

/** How it looks, for people to look at. */
async function photograph(page: Page, demo: Demo, entry: Window, folder: string) {
  const name = entry.file.replace(/^features\/|\.tsx$/g, '').replaceAll('/', '-');
  const many = WINDOWS.filter(({ file }) => file === entry.file);
  const file = many.length > 1 ? `${name}-${many.indexOf(entry) + 1}` : name;
  for (const [width, size] of Object.entries(SIZES)) {
    if (entry.only && (entry.only === 'phone') !== (width === '390')) continue;
    await goTo(page, demo, entry);
    // Opened before the resize, since on a phone some of the controls that open a window are behind "⋯".
    await open(page, entry);
    await page.setViewportSize(size);
    await settled(page);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await drawn(page);
      await page.screenshot({ path: join(folder, `${file}-${width}-${colorScheme}.png`) });
    }
  }
}

/** Layout and paint after a change of size or position are done. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Faults of the open window while the page is zoomed, and on a phone. */
async function faultsZoomed(page: Page, entry: Window): Promise<string[]> {
  let { place, window } = await open(page, entry);
  const found: string[] = [];
  for (const [name, size] of Object.entries({ ...ZOOMED, phone: PHONE })) {
    await page.setViewportSize(size);
    await drawn(page);
    // A popover is hidden while its anchor is out of sight.
    if (await place.isVisible()) await place.scrollIntoViewIfNeeded();
    await drawn(page);
    // On a phone a list has other rows: a window anchored to one disappears with it, and is opened again.
    if (!(await window.isVisible())) {
      if (entry.only === 'desk') break;
      ({ place, window } = await open(page, entry));
    }
    const faults = [
      ...(await cutOff(window)),
      ...(await spaced(page, () => cutOff(window))),
      ...(await outOfReach(window)),
      ...(entry.list ? [] : await focusUnseen(page, window)),
      ...(name === 'phone' ? await smallTargets(window) : []),
    ];
    found.push(...faults.map((fault) => `${name}: ${fault}`));
  }
  return found;
}

const isOnPhone = ({ only }: Window) => only === 'phone';
const sizeOf = (window: Window) => (isOnPhone(window) ? ZOOMED.narrow : DESK);

async function goTo(page: Page, demo: Demo, window: Window, address?: string) {
  const { at, first } = window;
  await page.unrouteAll();
  await page.setViewportSize(sizeOf(window));
  await page.goto(STAFF_PATH + (address ?? (typeof at === 'string' ? at : await at(demo))));
  await settled(page);
  await first?.(page, demo);
}

const portionsOf = (size: number, windows = WINDOWS) =>
  Array.from({ length: Math.ceil(windows.length / size) }, (_, number) =>
    windows.slice(number * size, (number + 1) * size),
  );
/** Listed before for the same page, or the phone's entry of such a window: the long form alone opens it once more. */
const isOpenedBefore = (window: Window, before: Window[]) =>
  before.some(({ file, at }) => file === window.file && (at === window.at || isOnPhone(window)));
const ONCE = WINDOWS.filter((window, index) => !isOpenedBefore(window, WINDOWS.slice(0, index)));
/**
 * Windows of every thirtieth page, the others in the long form. Those of one page follow one another, so that it is opened
 * once, and once more on a phone.
 */
const EVERY_THIRTIETH = [...Map.groupBy(ONCE, ({ at }) => at).values()].filter((_, place) => place % 30 === 0);
const BY_PAGE = EVERY_THIRTIETH.flatMap((windows) => [
  ...windows.filter((window) => !isOnPhone(window)),
  ...windows.filter(isOnPhone),
]);
const nameOf = ({ file }: Window) => file.replace(/^.*\/|\.tsx$/g, '');

/** Goes to each of these windows; a window that does not open is a fault like others. */
async function faultsOfAll(entries: Window[], look: (entry: Window) => Promise<string[]>) {
  const found: string[] = [];
  for (const entry of entries) {
    const note = (faults: string[]) => found.push(...faults.map((fault) => `${entry.file}: ${fault}`));
    await test
      .step(entry.file, async () => note(await look(entry)))
      .catch((error: unknown) => note([String(error).slice(0, 300)]));
  }
  return found;
}

/** An address of the app, with the window that was closed there without a fault, so that the page is as before. */
type Place = { address: string; window?: Window };

/** Two small pages: the app goes to one of them in between when a page must be rendered again. */
const ASIDE = ['/account', '/contacts'] as const;

/** Goes to the page of a window as a link does, without loading the app again, or stays on it. */
async function goOn(page: Page, demo: Demo, { window, address }: Required<Place>, from: Place | undefined) {
  const left = from?.window;
  if (!from || left?.unsaved) return goTo(page, demo, window, address);
  const isSame = from.address === address && page.url().endsWith(address);
  if (isSame && left && !left.first && !window.first && isOnPhone(left) === isOnPhone(window)) return;
  await page.unrouteAll();
  await page.setViewportSize(sizeOf(window));
  // The page is left first, since it would keep its contents until the other record or view has loaded.
  const route = routeOf(from.address);
  if (route === routeOf(address)) await followTo(page, route === ASIDE[0] ? ASIDE[1] : ASIDE[0]);
  await followTo(page, address);
  await window.first?.(page, demo);
}

const routeOf = (address: string) => address.replace(/\?.*$/, '').replaceAll(/\d+/g, '$id');

for (const entries of portionsOf(BRIEF_PORTION, BY_PAGE))
  test(`axe finds nothing in ${entries.map(nameOf).join(', ')}`, BRIEF, async ({ page, enter, demo }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // All addresses are resolved first: some create records that their page shows, and the app caches what it has read.
    const addresses = new Map<Window['at'], string>();
    for (const { at } of entries)
      if (!addresses.has(at)) addresses.set(at, typeof at === 'string' ? at : await at(demo));
    await enter(ASIDE[0]);
    let from: Place | undefined = { address: ASIDE[0] };
    const look = async (window: Window) => {
      const place = { window, address: addresses.get(window.at) ?? '' };
      await goOn(page, demo, place, from).finally(() => {
        from = undefined;
      });
      const faults = await faultsAt(page, window, async (_, __, shown) => cutOff(shown));
      if (faults.length === 0) from = place;
      return faults;
    };
    expect(await faultsOfAll(entries, look)).toEqual([]);
  });

for (const entries of portionsOf(PORTION))
  test(`no faults in ${entries.map(nameOf).join(', ')}`, WALK, async ({ page, signIn, demo }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn();
    const look = async (entry: Window) => {
      if (GALLERY) {
        await photograph(page, demo, entry, GALLERY);
        return [];
      }
      await goTo(page, demo, entry);
      const found = await faultsAt(page, entry, faultsByKeyboard);
      // On a phone another entry opens the counterpart of this window.
      if (entry.only === 'desk' && WINDOWS.some(({ file, only }) => file === entry.file && only === 'phone'))
        return found;
      await goTo(page, demo, entry);
      return [...found, ...(await faultsZoomed(page, entry))];
    };
    expect(await faultsOfAll(entries, look)).toEqual([]);
  });
