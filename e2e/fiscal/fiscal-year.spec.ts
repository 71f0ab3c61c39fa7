import { readFile } from 'node:fs/promises';
import { test } from '../demo.ts';
import { expect } from '../fixtures.ts';
import { LONG } from '../long.ts';

test(
  'what blocks DIMOB leads to its record; mended, the file is made and its receipt noted',
  LONG,
  async ({ page, enter, demo }) => {
    await demo.db.updateTable('agency').set({ dimob_responsible: null }).execute();
    await enter('/fiscal');
    await expect(page.getByText('DIMOB de 2026: entregar até 26/02/2027')).toBeVisible();
    const blocking = page.getByRole('region', { name: 'Impede a DIMOB' });
    await expect(blocking).toContainText(
      'O CPF do responsável pela imobiliária perante a Receita falta ou não é válido',
    );
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
      .getByRole('button', { name: /^Registrar o recibo do arquivo/ })
      .first()
      .click();
    const drawer = page.getByRole('dialog', { name: 'Recibo de DIMOB26.TXT' });
    await drawer.getByLabel('Número do recibo').fill('0123456789');
    await drawer.getByRole('button', { name: 'Registrar recibo' }).click();
    await expect(page.getByRole('table', { name: 'Arquivos gerados' })).toContainText('0123456789');
  },
);

test('the income statement of an owner is opened, and the file of all is made', LONG, async ({ page, enter, demo }) => {
  await enter('/fiscal/statements?year=2026');
  const { data } = await demo.call<{ data: { name: string }[] }>('GET', '/fiscal/statements?year=2026');
  const [owner] = data;
  const row = page.getByRole('table', { name: 'Proprietários' }).getByRole('row').filter({ hasText: owner?.name });
  await expect(row.first()).toBeVisible();
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page
      .getByRole('button', { name: `Abrir o informe de ${owner?.name} em PDF` })
      .first()
      .click(),
  ]);
  await opened.close();
  await page.getByRole('tab', { name: /^Inquilinos/ }).click();
  await expect(page).toHaveURL(/party=TENANT/);
  await expect(page.getByRole('columnheader', { name: 'Aluguel pago' })).toBeVisible();
});

test('tax that the agency withheld is a DARF, marked as paid and taken back', LONG, async ({ page, enter, demo }) => {
  const { db, call } = demo;
  const found = await db
    .selectFrom('invoice')
    .innerJoin('property_owner', 'property_owner.property_id', 'invoice.property_id')
    .select(['invoice.id', 'invoice.proposal_id', 'invoice.user_id', 'property_owner.client_id'])
    .where('invoice.status', '=', 'PENDING')
    .where('invoice.deleted_at', 'is', null)
    .where('property_owner.position', '=', 0)
    .orderBy('invoice.price', 'desc')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('client')
    .set({ person_type: 'JURIDICA', cpf_cnpj: '11444777000161', name: 'Padaria Boa Vista Ltda.' })
    .where('id', '=', found.user_id)
    .execute();
  await db.updateTable('client').set({ person_type: 'FISICA' }).where('id', '=', found.client_id).execute();
  await db.updateTable('proposal').set({ withholding: 'AGENCY' }).where('id', '=', found.proposal_id).execute();
  await call('PATCH', `/invoice/${found.id}/down`, { paid_amount: 9_000 });

  await enter('/fiscal/withholding');
  const darf = page.getByRole('table', { name: 'DARFs' }).getByRole('row').filter({ hasText: 'Padaria Boa Vista' });
  await darf.getByRole('button', { name: 'Marcar como pago' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Marcar como pago' }).click();
  await expect(darf.getByRole('button', { name: 'Desfazer' })).toBeVisible();
  await darf.getByRole('button', { name: 'Desfazer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desfazer pagamento' }).click();
  await expect(darf.getByRole('button', { name: 'Marcar como pago' })).toBeVisible();
});

test('a new validity of a fiscal table is entered, and removed before it begins', LONG, async ({ page, enter }) => {
  await enter('/fiscal/tables');
  await page.getByRole('button', { name: 'Nova vigência' }).click();
  const drawer = page.getByRole('dialog', { name: 'Nova vigência: imposto na fonte' });
  await drawer.getByLabel('Vigora desde').fill('01/01/2028');
  await drawer.getByLabel('Fonte').fill('Lei de teste, de 2027');
  await drawer.getByRole('button', { name: 'Cadastrar vigência' }).click();
  const entered = page.getByRole('region', { name: 'Desde 01/01/2028' });
  await expect(entered).toContainText('Ainda não começou');
  await entered.getByRole('button', { name: 'Remover a vigência de 01/01/2028' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remover vigência' }).click();
  await expect(entered).toBeHidden();
});
