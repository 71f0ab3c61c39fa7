import type { Page } from '@playwright/test';
import { faultsOnWholePage } from './accessible.ts';
import { follow } from './fixtures.ts';
import { colourOnlyStates, cutOff, focusUnseen, moving, PHONE, smallTargets, spaced, ZOOMED } from './looks.ts';
import { settled } from './shots/camera.ts';

export const DESK = { width: 1366, height: 860 };

/** Goes to another page of the staff's app as its links do, and waits until the page has loaded. */
export async function followTo(page: Page, address: string) {
  await follow(page, address);
  await settled(page);
}

/** Faults of a page on a desktop screen: clipped text, and axe violations in the light theme. */
export const briefFaultsOf = async (page: Page) => [
  ...(await cutOff(page.locator('body'))),
  ...(await faultsOnWholePage(page)),
];

/** All faults of a page: light and dark, by keyboard, zoomed to 200 % and on 320 px. */
export async function faultsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  const note = (where: string, faults: string[]) => found.push(...faults.map((fault) => `${where}: ${fault}`));
  const body = page.locator('body');
  note('desk', await cutOff(body));
  note('still', await moving(page));
  note('colour', await colourOnlyStates(page));
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    note(`keyboard, ${colorScheme}`, await focusUnseen(page, body));
  }
  note('axe', await faultsOnWholePage(page));
  for (const [name, size] of Object.entries(ZOOMED)) {
    await page.setViewportSize(size);
    await settled(page);
    note(name, await cutOff(body));
    note(`${name}, spaced`, await spaced(page, () => cutOff(body)));
    note(`${name}, keyboard`, await focusUnseen(page, body));
  }
  note('narrow, axe', await faultsOnWholePage(page));
  await page.setViewportSize(PHONE);
  await settled(page);
  note('phone', await smallTargets(body));
  await page.setViewportSize(DESK);
  return found;
}
