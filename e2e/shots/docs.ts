import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser } from '@playwright/test';
import { writeSmall } from '../../apps/api/test/small-picture.ts';
import { type Call, openContext, settled, signedIn } from './camera.ts';
import { closeBanks, PICTURES } from './pictures.ts';

/** The pictures that the documents show. */
export async function takeDocs(
  browser: Browser,
  origin: string,
  call: Call,
  wanted: { folder: string; only?: string | undefined },
) {
  const chosen = Object.entries(PICTURES).filter(([name]) => name.includes(wanted.only ?? ''));
  for (const [name, { stranger, set }] of chosen) {
    const context = await openContext(browser, origin);
    const page = stranger ? await context.newPage() : await signedIn(context);
    await set(page, call);
    await settled(page);
    const file = join(wanted.folder, `${name}.png`);
    await mkdir(dirname(file), { recursive: true });
    await writeSmall(await page.screenshot(), file);
    console.log(file);
    await context.close();
  }
  await closeBanks();
}
