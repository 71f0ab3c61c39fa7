import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { violations } from './properties.ts';

/** As the page stands, light and dark. In the dark only colours are other ones. */
export async function expectAccessible(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await violations(page, ['color-contrast'])).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await violations(page)).toEqual([]);
}
