import { readFile } from 'node:fs/promises';
import { test } from './demo.ts';
import { expect, notice } from './fixtures.ts';

test('tenants have their statements as owners do: listed, opened as PDF, and all in one file', async ({
  page,
  enter,
}) => {
  await enter('/fiscal/statements?year=2026');
  await expect(page.getByRole('heading', { level: 1, name: 'Informes de rendimentos' })).toBeVisible();
  await page.getByRole('tab', { name: /^Inquilinos/ }).click();
  const open = page
    .getByRole('table', { name: 'Inquilinos' })
    .getByRole('button', { name: /^Abrir o informe de .+ em PDF$/ });
  const [popup] = await Promise.all([page.waitForEvent('popup'), open.first().click()]);
  await popup.waitForURL(/./);
  await popup.close();

  await page.getByRole('button', { name: 'Baixar todos' }).click();
  await expect(page.getByText(/^Montando o arquivo: \d+ de \d+ informes$/)).toBeVisible();
  const file = page.getByRole('button', { name: /^Baixar informes-2026\.zip/ });
  const [saved] = await Promise.all([page.waitForEvent('download'), file.first().click()]);
  const bytes = await readFile(await saved.path());
  // Names stand in the archive as they are.
  expect(bytes.toString('latin1')).toMatch(/proprietarios\/informe-2026-.+inquilinos\/informe-2026-/s);
});

test('a DARF that the agency pays is marked as paid and undone, and a payment that came later is told', async ({
  page,
  enter,
  demo,
}) => {
  const { id, received_on } = await demo.db
    .selectFrom('transfer')
    .select(['id', 'received_on'])
    .where('received_on', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const withhold = (tax: number) =>
    demo.db
      .updateTable('transfer')
      .set({ tax, tax_by: 'AGENCY', tax_code: '3208', tax_base: 539_280, tax_exclusions: 0 })
      .where('id', '=', id)
      .execute();
  await withhold(39_454);
  await enter(`/fiscal/withholding?month=${received_on?.slice(0, 7)}`);
  const darfs = page.getByRole('table', { name: 'DARFs' });
  await expect(darfs).toContainText('394,54');
  await darfs.getByRole('button', { name: 'Marcar como pago' }).click();
  const drawer = page.getByRole('dialog', { name: /^DARF 3208 de / });
  await expect(drawer).toContainText('R$\u00a0394,54');
  await drawer.getByRole('button', { name: 'Marcar como pago' }).click();
  await expect(notice(page, 'DARF marcado como pago')).toBeVisible();

  await withhold(49_454);
  await page.reload();
  await expect(darfs).toContainText('Um pagamento veio depois: faltam R$\u00a0100,00.');
  await darfs.getByRole('button', { name: 'Desfazer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desfazer pagamento' }).click();
  await expect(darfs.getByRole('button', { name: 'Marcar como pago' })).toBeVisible();
  await withhold(0);
});

test('a new validity of the tax table ends the one before it, and is refused where brackets do not add up', async ({
  page,
  enter,
}) => {
  await enter('/fiscal/tables');
  await page.getByRole('button', { name: 'Nova vigência' }).click();
  const drawer = page.getByRole('dialog', { name: /^Nova vigência/ });
  await drawer.getByLabel('Vigora desde').fill('01/01/2027');
  await drawer.getByLabel('Fonte').fill('Lei de teste');
  const deduct = drawer.getByRole('group', { name: 'Faixa 2' }).getByLabel('A deduzir');
  await deduct.fill('128,16');
  await drawer.getByRole('button', { name: 'Cadastrar vigência' }).click();
  await expect(drawer.getByText(/não confere com as alíquotas: seria R\$\s182,16$/)).toBeVisible();
  await deduct.fill('182,16');
  await drawer.getByRole('button', { name: 'Cadastrar vigência' }).click();
  await expect(notice(page, 'Tabela salva')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Desde 01/01/2027' })).toContainText('Ainda não começou');
  await expect(page.getByRole('region', { name: 'De 01/01/2026 a 31/12/2026' })).toContainText('Em vigor');
  await page.getByRole('button', { name: 'Remover a vigência de 01/01/2027' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remover vigência' }).click();
  await expect(page.getByRole('region', { name: 'Desde 01/01/2026' })).toContainText('Em vigor');
});
