import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { violations } from './properties.ts';

/** As the page stands, light and dark. */
export async function expectAccessible(page: Page) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violations(page)).toEqual([]);
  }
}
