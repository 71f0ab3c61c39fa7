import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The secret printed beside the QR code. */
export async function secretShown(page: Page) {
  const shown = page.locator('code');
  await expect(shown).toHaveText(/^[A-Z2-7 ]{39}$/);
  await expect(page.getByRole('img', { name: 'QR Code para o aplicativo de autenticação' })).toBeVisible();
  return ((await shown.textContent()) ?? '').replaceAll(' ', '');
}
