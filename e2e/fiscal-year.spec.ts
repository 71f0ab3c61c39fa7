import { readFile } from 'node:fs/promises';
import { test } from './demo.ts';
import { expect } from './fixtures.ts';

test('what blocks DIMOB leads to its record; mended, the file is made and its receipt noted', async ({
  page,
  enter,
  demo,
}) => {
  await demo.db.updateTable('agency').set({ dimob_responsible: null }).execute();
  await enter('/fiscal');
  await expect(page.getByText('DIMOB de 2026: entregar até 26/02/2027')).toBeVisible();
  const blocking = page.getByRole('region', { name: 'Impede a DIMOB' });
  await expect(blocking).toContainText('O CPF do responsável pela imobiliária perante a Receita falta ou não é válido');
  await blocking.getByRole('link', { name: /^Abrir a imobiliária/ }).click();
  await expect(page.getByLabel('CPF do responsável pela DIMOB')).toBeVisible();

  await demo.db.updateTable('agency').set({ dimob_responsible: '52998224725' }).execute();
  await page.goBack();
  await expect(blocking).toBeHidden();
  await page.getByRole('button', { name: 'Gerar DIMOB' }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Gerar e baixar' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('DIMOB26.TXT');
  const lines = (await readFile(await saved.path(), 'latin1')).split('\r\n');
  expect(lines[0]).toMatch(/^DIMOB {369}$/);
  expect(lines.at(-2)).toMatch(/^T9 {100}$/);

  await page
    .getByRole('button', { name: /^Anotar o recibo do arquivo/ })
    .first()
    .click();
  const drawer = page.getByRole('dialog', { name: 'Recibo de DIMOB26.TXT' });
  await drawer.getByLabel('Número do recibo').fill('0123456789');
  await drawer.getByRole('button', { name: 'Anotar recibo' }).click();
  await expect(page.getByRole('table', { name: 'Arquivos gerados' })).toContainText('0123456789');
});
