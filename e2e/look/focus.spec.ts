import { connect } from '../../apps/api/src/db/connection/connect.ts';
import { lease } from '../contracts.ts';
import { expect, notice, settled, test } from '../fixtures.ts';
import { LONG } from '../long.ts';
import { property, tag } from '../properties.ts';

test('filters open without a list over them, by mouse and by keyboard', LONG, async ({ page, signIn }) => {
  await signIn();
  await page.goto('/app/settings/audit');
  await settled(page);
  await page.getByRole('button', { name: 'Filtrar' }).click();
  const filters = page.getByRole('dialog', { name: 'Filtrar' });
  const first = filters.getByRole('combobox').first();
  const list = page.getByRole('listbox');
  await expect(first).toBeVisible();
  await expect(list).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
  await expect(list).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await expect(list).toBeVisible();
});

test('overlays of a row open by keyboard and return the focus', LONG, async ({ page, signIn, staffWith, call }) => {
  const { id, street, tenant } = await lease(call);
  await signIn(await staffWith('PROPOSAL_VIEW'));
  await page.goto(`/app/contracts?query=${encodeURIComponent(tenant.name)}`);
  const more = page.getByRole('button', { name: `Mais ações do contrato ${id}` });
  await more.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: `Mais ações do contrato ${id}` });
  await expect(menu.getByRole('menuitem', { name: 'Contas do contrato' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('menuitem', { name: 'Documentos' })).toBeFocused();
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(more).toBeFocused();
  await expect(more).toHaveAttribute('aria-expanded', 'false');

  const number = page.getByRole('button', { name: `${id}, conta e imóvel` });
  await number.focus();
  await page.keyboard.press('Enter');
  const which = page.getByRole('dialog', { name: `${id}, conta e imóvel` });
  await expect(which).toContainText(street);
  await page.keyboard.press('Escape');
  await expect(which).toHaveCount(0);
  await expect(number).toBeFocused();
  // By mouse, and closed by a click outside.
  await more.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('dismissing a notification moves the focus to its neighbour', LONG, async ({ page, signIn, staffWith, call }) => {
  const name = `Recesso ${tag()}`;
  const made: number[] = [];
  for (const day of ['quinta', 'sexta'])
    made.push(
      (await call<{ id: number }>('POST', '/notification/system', { name: `${name} ${day}`, message: 'Fechamos.' })).id,
    );
  await signIn(await staffWith('CLIENT_VIEW'));
  const bell = page.getByRole('button', { name: /^Notificações/ });
  const panel = page.getByRole('dialog', { name: 'Notificações' });
  await bell.click();
  await panel.getByRole('button', { name: `Dispensar ${name} sexta` }).click();
  await expect(panel.getByText(`${name} sexta`)).toHaveCount(0);
  await expect(panel.getByRole('button', { name: `Dispensar ${name} quinta` })).toBeVisible();
  await expect(panel.locator('li button:focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(bell).toBeFocused();

  await bell.click();
  // Repeats until none is left: parallel stories send notices too.
  await expect(async () => {
    await panel
      .getByRole('button', { name: /^Dispensar/ })
      .last()
      .click({ timeout: 500 });
    await expect(panel.getByText('Nenhuma notificação nova')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  for (const id of made) await call('DELETE', `/notification/system/${id}`);
});

test(
  'who brought a property in is chosen among the staff, or typed freely',
  LONG,
  async ({ page, signIn, staffWith, call }) => {
    const id = await property(call, { type: 'SALE', price: 480_000 });
    await call('PATCH', `/property/${id}`, { pickup: 'Rui, que já saiu', commission: 6 });
    await signIn(await staffWith('PROPERTY_VIEW', 'PROPERTY_EDIT'));
    await page.goto(`/app/properties/info/${id}`);
    const pickup = page.getByRole('combobox', { name: 'Captador' });
    await expect(pickup).toHaveValue('Rui, que já saiu');
    await pickup.fill('Mari');
    await page.getByRole('option', { name: 'Mariana Dias' }).first().click();
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await expect(notice(page, 'Imóvel atualizado!')).toBeVisible();
    expect(await call('GET', `/property/${id}/admin`)).toMatchObject({ pickup: 'Mariana Dias' });
    await pickup.fill('Nair, corretora parceira');
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await expect(page.getByRole('button', { name: 'Salvar alterações' })).toBeHidden();
    expect(await call('GET', `/property/${id}/admin`)).toMatchObject({ pickup: 'Nair, corretora parceira' });
  },
);

test('an imported property is saved without what its file lacked', LONG, async ({ page, signIn, staffWith, call }) => {
  const id = await property(call, { price: 1_500 });
  const { db } = connect(JSON.parse(process.env.E2E_DATABASE ?? '{}'), 1);
  await db
    .insertInto('import_record')
    .values({ kind: 'property', code: '', fingerprint: `imóvel ${id}`, record_id: id })
    .execute();
  await db.destroy();
  await signIn(await staffWith('PROPERTY_VIEW', 'PROPERTY_EDIT'));
  await page.goto(`/app/properties/info/${id}`);
  await page.getByRole('tab', { name: 'Informações' }).click();
  const missing = page.getByText('Imóvel importado. Falta informar:');
  await expect(missing).toContainText('área do terreno, área construída, Energisa e Copasa.');
  await page.getByLabel('Descrição').fill('Sala com copa.');
  await page.getByLabel('Copasa').fill('não tem');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(notice(page, 'Imóvel atualizado!')).toBeVisible();
  await expect(missing).toContainText('área do terreno, área construída e Energisa.');
  expect(await call('GET', `/property/${id}/admin`)).toMatchObject({
    imported: true,
    information: { description: 'Sala com copa.', copasa: 'não tem', energisa: null, building_area: null },
  });
});
