import type { Page } from '@playwright/test';

export const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' });
/** The entry that opens the settings in place. */
export const settings = (page: Page) => mainMenu(page).getByRole('button', { name: 'Configurações', exact: true });
/** The pages that share an entry of the menu with the one in sight. */
export const tabs = (page: Page) => page.getByRole('navigation', { name: /^Abas de / });

export async function openSettings(page: Page) {
  if ((await settings(page).getAttribute('aria-expanded')) === 'false') await settings(page).click();
}

/** Presses the menu's entry, at any width, and then the tab. */
export async function goByMenu(page: Page, label: string, tab?: string) {
  const burger = page.getByRole('button', { name: 'Abrir menu' });
  if (await burger.isVisible()) await burger.click();
  const entry = mainMenu(page).getByTitle(label, { exact: true });
  await mainMenu(page).getByTitle('Dashboard').waitFor();
  if (!(await entry.isVisible())) await openSettings(page);
  await entry.click();
  if (tab) await tabs(page).getByRole('link', { name: tab }).click();
}
