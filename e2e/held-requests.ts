import type { Page } from '@playwright/test';

/** Holds requests to `path`; the returned function lets them go. */
export async function hold(page: Page, path: string | RegExp): Promise<() => void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}
