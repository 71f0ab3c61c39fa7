import type { Locator } from '@playwright/test';
import { client } from '../clients.ts';
import { expect, notice, settled, test } from '../fixtures.ts';
import { hold } from '../held-requests.ts';
import { LONG } from '../long.ts';

/** Opacity and size of an element `ms` milliseconds into its animation, by the animation's own clock. */
const after = (place: Locator, ms: number) =>
  place.evaluate((element, at) => {
    const felt = element.getAnimations().filter((one) => one instanceof CSSAnimation && /felt/.test(one.animationName));
    if (felt.length !== 1) throw new Error(`${felt.length} of them wait on ${element.outerHTML.slice(0, 200)}`);
    for (const one of felt) {
      one.pause();
      one.currentTime = at;
    }
    const { width, height } = element.getBoundingClientRect();
    return { opacity: Number(getComputedStyle(element).opacity), room: [width, height] };
  }, ms);

async function expectSeenLate(place: Locator, turned: 'comes' | 'goes' = 'comes') {
  const [before, later] = [await after(place, 199), await after(place, 202)];
  expect([before.opacity, later.opacity]).toEqual(turned === 'comes' ? [0, 1] : [1, 0]);
  expect(later.room, 'nothing moves when it shows').toEqual(before.room);
}

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test.describe(`with ${reducedMotion}`, reducedMotion === 'reduce' ? LONG : {}, () => {
    test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion }));

    test('a loading list keeps its space, and shows its skeleton after 200 ms', LONG, async ({ page, enter }) => {
      await enter('/');
      const letGo = await hold(page, /\/api\/user\?/);
      await page.goto('/app/clients');
      const rows = page.locator('main [aria-busy="true"] tbody tr');
      await expect(rows).toHaveCount(8);
      await expectSeenLate(rows.first());
      letGo();
      await settled(page);
    });

    test('a busy button keeps its label, and shows a spinner after 200 ms', LONG, async ({ page, enter, call }) => {
      const id = await client(call, { name: 'Aurora Demorada' });
      await enter(`/clients?open=${id}`);
      await page.getByRole('dialog').getByLabel('Telefone').first().fill('32999990000');
      const letGo = await hold(page, new RegExp(`/api/user/${id}/`));
      const save = page.getByRole('button', { name: 'Salvar alterações' });
      const width = (await save.boundingBox())?.width;
      await save.click();
      const busy = page.locator('.mantine-Button-root[data-loading]');
      await expectSeenLate(busy.locator('.mantine-Loader-root'));
      await expectSeenLate(busy.locator('.mantine-Button-inner'), 'goes');
      expect((await busy.boundingBox())?.width).toBe(width);
      letGo();
      await expect(notice(page, 'Dados atualizados')).toBeVisible();
    });

    test(
      'a field with a lookup keeps its arrow, and shows a spinner after 200 ms',
      LONG,
      async ({ page, enter, call }) => {
        await client(call, { name: 'Zoraide Procurada' });
        await enter('/contracts/create');
        await settled(page);
        const letGo = await hold(page, /\/api\/user\?/);
        const field = page.getByRole('combobox', { name: 'Inquilino' });
        await field.fill('Zoraide');
        const spinner = page.locator('.mantine-Input-section .mantine-Loader-root').first();
        await expectSeenLate(spinner);
        await expectSeenLate(page.locator('.mantine-Input-section span:has(> svg)').first(), 'goes');
        letGo();
        await expect(page.getByRole('option', { name: /Zoraide/ }).first()).toBeVisible();
      },
    );
  });
}
