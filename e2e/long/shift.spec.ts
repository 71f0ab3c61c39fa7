import { STAFF_PATH } from '@morada/contract/base/addresses';
import { client } from '../clients.ts';
import { expect, test } from '../fixtures.ts';
import { labelsOffCentre } from '../looks.ts';
import { STAFF_PATHS } from '../routes.ts';

/** "Good" by Web Vitals. */
const MAX_SHIFT = 0.1;
/** Staff pages without a record of their own, by the router's paths. */
const PAGES = STAFF_PATHS.filter((path) => !path.includes('$'));

for (const [screen, viewport] of Object.entries({
  desk: { width: 1366, height: 860 },
  phone: { width: 390, height: 844 },
})) {
  test(`nothing moves while pages come, and labels stand in the middle of their buttons: ${screen}`, async ({
    page,
    enter,
    call,
  }) => {
    test.setTimeout(240_000);
    expect(PAGES.length).toBeGreaterThan(25);
    for (const name of ['Ana Parada', 'Bruno Quieto', 'Clara Firme']) await client(call, { name });
    await page.setViewportSize(viewport);
    await page.addInitScript(() => {
      const shifts: { value: number; what: string }[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node?: Element }[];
        })[]) {
          if (entry.hadRecentInput) continue;
          const what = entry.sources
            .map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 90) : ''))
            .join(' | ');
          shifts.push({ value: entry.value, what });
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await enter('/');
    const moved: string[] = [];
    const offCentre: string[] = [];
    for (const path of PAGES) {
      await page.goto(STAFF_PATH + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // Waits for the visible part only: a map further down loads on scrolling.
      await page.waitForFunction(() =>
        [...document.querySelectorAll('[aria-busy="true"]')].every(
          (place) => place.getBoundingClientRect().top > innerHeight,
        ),
      );
      await page.evaluate(() =>
        document.fonts.ready.then(() => new Promise((resolve) => requestAnimationFrame(resolve))),
      );
      const shifts = await page.evaluate(
        () => (globalThis as unknown as { shifts: { value: number; what: string }[] }).shifts,
      );
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      if (sum >= MAX_SHIFT) moved.push(`${path}: ${sum.toFixed(3)} ${shifts.map(({ what }) => what).join(' || ')}`);
      offCentre.push(...(await labelsOffCentre(page)).map((fault) => `${path}: ${fault}`));
    }
    expect(moved).toEqual([]);
    expect(offCentre).toEqual([]);
  });
}
