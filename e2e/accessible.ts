import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { inLongForm } from './long.ts';

type Faulty = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]['nodes'][number];
const said = ({ html, any, all, none }: Faulty) =>
  [html.slice(0, 140), ...[...any, ...all, ...none].map(({ message }) => message)].join(' ');

const violations = async (page: Page, rules?: string[], within?: string) => {
  // Pages have no frames of other sites, so one run in the page covers everything and axe needs no page of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (rules) axe.withRules(rules);
  if (within) axe.include(within);
  const { violations: found } = await axe.analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(said).join(' | ')}`);
};

/** Dark mode changes colours alone. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Checks the page with axe, light and dark, in the long form only. In the short one the walk checks each page once. */
export async function expectAccessible(page: Page) {
  if (!inLongForm()) return;
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await violations(page, COLOURS)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await violations(page)).toEqual([]);
}

/**
 * Violations found by axe on a screen so high that nothing lies under a sticky bar. Target sizes are checked as well
 * (WCAG 2.5.8), on the whole page or within `sized` alone.
 */
export async function faultsOnWholePage(page: Page, sized = 'body'): Promise<string[]> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...size, height: Math.max(height, size.height) });
  // Scrolls back: some pages are a little higher than the highest screen.
  await page.evaluate(() => window.scrollTo({ top: 0 }));
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await violations(page, COLOURS);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = [...(await violations(page)), ...(await violations(page, ['target-size'], sized))];
  await page.setViewportSize(size);
  return [...dark.map((fault) => `dark, ${fault}`), ...light];
}
