import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { inLongForm } from './long.ts';

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>;
type Axe = { run: (context: Document | { include: string[][] }, options: object) => Promise<Results> };

type Scope = {
  /** These rules alone. */
  only?: string[];
  /** Measures targets too (WCAG 2.5.8), which axe does on request. */
  targets?: boolean;
  /** Within this selector alone. */
  within?: string;
};

const { resolve } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const AXE = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Runs axe in the page and returns the violations alone: the details that the builder returns for each rule cost as
 * much again as the rules. Pages have no frames of other sites, so that one run covers everything.
 */
async function violations(page: Page, { only, targets = false, within }: Scope = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // Axe collects violations alone, and no selectors, which in long lists take longer than the rules.
  const options = {
    resultTypes: ['violations'],
    selectors: false,
    ...(only && { runOnly: { type: 'rule', values: only } }),
    ...(targets && { rules: { 'target-size': { enabled: true } } }),
  };
  return page.evaluate(
    async ([options, within]) => {
      const { axe } = window as unknown as { axe: Axe };
      const { violations } = await axe.run(within ? { include: [[within]] } : document, options);
      return violations.map(({ id, nodes }) => {
        const said = nodes.map(({ html, any, all, none }) =>
          [html.slice(0, 140), ...[...any, ...all, ...none].map(({ message }) => message)].join(' '),
        );
        return `${id}: ${said.join(' | ')}`;
      });
    },
    [options, within] as const,
  );
}

/** Dark mode changes colours alone. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Checks the page with axe, light and dark, in the long form only. In the short one the walk checks each page once. */
export async function expectAccessible(page: Page) {
  if (!inLongForm()) return;
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await violations(page, { only: COLOURS })).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await violations(page)).toEqual([]);
}

/**
 * Violations found by axe on a screen so high that no sticky bar covers anything. The short form checks the light theme
 * alone, and of a page with something open over it (`over`) only that, since it walks each page once without it.
 */
export async function faultsOnWholePage(page: Page, over?: string): Promise<string[]> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const isHigher = height > size.height;
  if (isHigher) await page.setViewportSize({ ...size, height });
  // Scrolls back: some pages are a little higher than the highest screen.
  await page.evaluate(() => window.scrollTo({ top: 0 }));
  const found = inLongForm() ? await inBothThemes(page, over) : await violations(page, { targets: true, within: over });
  if (isHigher) await page.setViewportSize(size);
  return found;
}

async function inBothThemes(page: Page, over: string | undefined): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await violations(page, { only: COLOURS });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  // Targets of the page under a window are measured without it.
  const targets = await violations(page, { only: ['target-size'], within: over });
  return [...dark.map((fault) => `dark, ${fault}`), ...(await violations(page)), ...targets];
}
