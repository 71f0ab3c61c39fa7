import { readFileSync } from 'node:fs';
import { STAFF_PATH } from '@morada/contract/base/addresses';
import { expect, type Page } from '@playwright/test';
import ts from 'typescript';

/** The encrypted storage of the app as a script for a page, so that the app reads what a test writes. */
const SEALED_STORAGE = ts
  .transpile(readFileSync(new URL('../apps/web/src/lib/session/sealed-storage.ts', import.meta.url), 'utf8'), {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
  })
  .replaceAll(/^export (?!\{)/gm, '');

/** A file of the app's origin, where nothing runs. The page that stories share is left there. */
export const BARE = '/favicon.svg';

type Person = { email: string; password: string };

/**
 * Opens a session through the API and seals it in the vault of the browser, without the app. Skips the sign-in page,
 * which e2e/access/access.spec.ts and e2e/access/identity.spec.ts go through.
 */
export async function sealSession(page: Page, person: Person) {
  const answer = await page.request.post('/api/user/admin/session', { data: person });
  expect(answer.ok(), `${person.email} signs in: ${answer.status()}`).toBe(true);
  const session = JSON.stringify({ ...(await answer.json()), email: person.email });
  // A file of the same origin: a page of the app would read the vault before it is written.
  if (!page.url().endsWith(BARE)) await page.goto(BARE);
  await page.evaluate(
    `(async () => { ${SEALED_STORAGE}; await openSealedStorage(); await save({ ...(await load()), session: ${session} }); })()`,
  );
}

/** Goes to `address` of the staff's app with a new session. */
export async function openSession(page: Page, address: string, person: Person) {
  await sealSession(page, person);
  await page.goto(STAFF_PATH + address);
  const heading = page.getByRole('heading', { level: 1 });
  // An assertion would describe the whole page at each of its tries.
  await heading.waitFor();
  await expect(heading).not.toHaveText('Autentifique-se');
}
