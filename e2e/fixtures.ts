import { STAFF_PATH } from '@morada/contract/base/addresses';
import { test as base, type Locator, type Page } from '@playwright/test';
import { hashPassword } from '../apps/api/src/base/secrets/password-hashing.ts';
import { connect } from '../apps/api/src/db/connection/connect.ts';
import { expect } from './expect.ts';
import { clean, discard, type KeptPages, keptContext } from './kept-page.ts';
import { ADMIN } from './people.ts';
import type { Demo } from './populated-agency.ts';
import { BARE, openSession, sealSession } from './sign-in.ts';

type Person = { email: string; password: string };

type Fixtures = {
  /** Opens the dashboard with a session, by default the administrator's. */
  signIn: (person?: Person) => Promise<void>;
  /** Stores a session in the browser without opening a page: for stories that open another page first. */
  startSession: (person?: Person) => Promise<void>;
  /** Opens this address of the staff's app with a session, by default the administrator's. */
  enter: (address: string, person?: Person) => Promise<void>;
  /** A user with exactly these permissions. */
  staffWith: (...permissions: string[]) => Promise<Person>;
  /** Ages the user's sessions to a sign-in twenty minutes ago. */
  agedSession: (email: string) => Promise<void>;
  /** Ends all of the user's sessions. */
  endedSession: (email: string) => Promise<void>;
  /** API calls as the administrator, for the preconditions of a story. */
  call: <T>(method: string, path: string, body?: unknown) => Promise<T>;
};

/** Calls that ask for a recent sign-in accept a session of this age. */
const RECENT_MS = 5 * 60_000;

let people = 0;

/** Options with which a story uses the kept page; with any other it gets a context of its own. */
const KEPT = JSON.stringify([{ width: 1366, height: 860 }, false, false, true, 'America/Sao_Paulo']);

export const test = base.extend<
  Fixtures & { isFresh: boolean },
  { kept: KeptPages; demo: Demo; tokens: Map<string, { token: string; at: number }> }
>({
  /** A browser that has loaded nothing yet: for stories of loading. */
  isFresh: [false, { option: true }],

  kept: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
    async ({}, use) => use(new Map()),
    { scope: 'worker' },
  ],

  // Defined here, so that one worker runs the stories of e2e/demo.ts too: other worker fixtures require a new worker.
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use, { workerIndex }) => {
      const { withPopulatedAgency } = await import('./populated-agency.ts');
      await withPopulatedAgency(workerIndex, use);
    },
    { scope: 'worker', timeout: 600_000 },
  ],

  context: async (
    { browser, kept, isFresh, baseURL, viewport, hasTouch, isMobile, javaScriptEnabled, timezoneId, permissions },
    use,
    story,
  ) => {
    const options = [viewport, hasTouch, isMobile, javaScriptEnabled, timezoneId];
    if (isFresh || !baseURL || JSON.stringify(options) !== KEPT) {
      const own = await browser.newContext();
      await use(own);
      return own.close();
    }
    const { origin } = new URL(baseURL);
    const context = await keptContext(kept, origin, () => browser.newContext());
    if (permissions) await context.grantPermissions(permissions);
    await use(context);
    if (story.status === story.expectedStatus) await clean(kept, origin);
    else await discard(kept, origin);
  },

  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
  baseURL: async ({}, use) => use(process.env.E2E_URL),

  signIn: ({ enter }, use) => use((person) => enter('/', person)),

  startSession: async ({ page }, use) => {
    await use((person = ADMIN) => sealSession(page, person));
  },

  enter: async ({ page }, use) => {
    await use((address, person = ADMIN) => openSession(page, address, person));
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above
  staffWith: async ({}, use, { workerIndex }) => {
    const { db } = connect(JSON.parse(process.env.E2E_DATABASE ?? '{}'), 1);
    await use(async (...permissions) => {
      people += 1;
      const name = `${workerIndex}-${people}`;
      const person = { email: `staff${name}@morada.test`, password: 'uma-senha-boa' };
      const group = await db
        .insertInto('permission_group')
        .values({ name: `Grupo ${name}`, permissions })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('admin_user')
        .values({
          name: 'Otávio Lima',
          email: person.email,
          password_hash: await hashPassword(person.password),
          group_id: group.id,
        })
        .execute();
      return person;
    });
    await db.destroy();
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above
  agedSession: async ({}, use) => {
    const { db } = connect(JSON.parse(process.env.E2E_DATABASE ?? '{}'), 1);
    await use(async (email) => {
      await db
        .updateTable('session')
        .set({ created_at: new Date(Date.now() - 20 * 60_000), confirmed_at: null })
        .where('admin_user_id', 'in', (q) => q.selectFrom('admin_user').select('id').where('email', '=', email))
        .execute();
    });
    await db.destroy();
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above
  endedSession: async ({}, use) => {
    const { db } = connect(JSON.parse(process.env.E2E_DATABASE ?? '{}'), 1);
    await use(async (email) => {
      await db
        .deleteFrom('session')
        .where('admin_user_id', 'in', (q) => q.selectFrom('admin_user').select('id').where('email', '=', email))
        .execute();
    });
    await db.destroy();
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above
  tokens: [async ({}, use) => use(new Map()), { scope: 'worker' }],

  call: async ({ request, tokens }, use) => {
    const url = process.env.E2E_URL ?? '';
    const signIn = async () => {
      const session = await request.post(`${url}/api/user/admin/session`, { data: ADMIN });
      tokens.set(url, { token: (await session.json()).token, at: Date.now() });
    };
    const send = (method: string, path: string, data: unknown) =>
      request.fetch(`${url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${tokens.get(url)?.token}` },
        data,
      });
    await use(async (method, path, data) => {
      if (Date.now() - (tokens.get(url)?.at ?? 0) > RECENT_MS) await signIn();
      let answer = await send(method, path, data);
      // A story has ended the administrator's sessions.
      if (answer.status() === 401) {
        await signIn();
        answer = await send(method, path, data);
      }
      expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
      return answer.status() === 204 ? undefined : answer.json();
    });
  },
});

/** Removes the session from the browser alone. The page is left first: its pending writes would restore the session. */
export async function removeSession(page: Page) {
  await page.goto(BARE);
  await page.evaluate(() => localStorage.clear());
}

/**
 * Goes to another page of the staff's app as its links do, without loading the app again: `/clients`. Not for the same
 * page with another record, since it waits until the former heading is gone.
 */
export async function follow(page: Page, address: string) {
  const heading = await page.locator('h1').first().elementHandle();
  await page.evaluate((to) => history.pushState({}, '', to), STAFF_PATH + address);
  await heading?.waitForElementState('hidden');
}

/** Loading has finished. The network is never idle: the event stream stays open. */
export const settled = (page: Page) => expect(page.locator('[aria-busy="true"]')).toHaveCount(0);

/** Presses an action in a page's header, where it is a button or behind "⋯". */
export async function pressInHead(page: Page, name: string | RegExp) {
  const head = page.locator('[data-page-actions]');
  const [button, link, entry] = (['button', 'link', 'menuitem'] as const).map((role) =>
    head.getByRole(role, { name, exact: typeof name === 'string' }),
  ) as [Locator, Locator, Locator];
  const action = button.or(link).or(entry);
  const more = head.getByRole('button', { name: /^Mais ações/ });
  await action.or(more).first().waitFor();
  if (!(await action.isVisible())) await more.click();
  await action.click();
}

/** Presses an action of the selection bar; on a phone it is in a menu. */
export async function pressInBar(page: Page, name: string) {
  const bar = page.getByRole('region', { name: 'Itens selecionados' });
  const menu = bar.getByRole('button', { name: 'Ações', exact: true });
  await expect(bar).toBeVisible();
  if (await menu.isVisible()) await menu.click();
  await bar
    .getByRole('button', { name, exact: true })
    .or(bar.getByRole('menuitem', { name, exact: true }))
    .click();
}

/** A notice at the top right. */
export const notice = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

/** Dismisses the offer to undo, so that the removal is final. */
export const settleRemoval = (page: Page, text: string | RegExp) =>
  notice(page, text).getByRole('button', { name: 'Fechar aviso' }).click();

export { expect };
