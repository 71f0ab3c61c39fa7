import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { STARTER_GROUPS } from '@morada/domain/access/starter-groups';
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
  for (const [name, { stranger, group, set }] of chosen) {
    const context = await openContext(browser, origin);
    const page = stranger
      ? await context.newPage()
      : await signedIn(context, group ? await colleague(call, group) : undefined);
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

const PASSWORD = 'demonstracao';

/** Sign-in of the colleague of a starter group, who is added for the first picture. */
async function colleague(call: Call, name: string): Promise<readonly [email: string, password: string]> {
  const email = `${name.toLowerCase()}@demo.morada`;
  const users = await call<{ email: string }[]>('GET', '/user/admin/users');
  if (!users.some((user) => user.email === email)) {
    const groups = await call<{ id: number; name: string }[]>('GET', '/user/admin/groups');
    const group =
      groups.find((known) => known.name === name) ??
      (await call<{ id: number }>(
        'POST',
        '/user/admin/group',
        STARTER_GROUPS.find((starter) => starter.name === name),
      ));
    await call('POST', '/user/admin/user', { name: `Equipe ${name}`, email, password: PASSWORD, groupId: group.id });
  }
  return [email, PASSWORD];
}
