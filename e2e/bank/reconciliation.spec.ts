import { ofx } from '../../apps/api/test/bank/bank-papers.ts';
import { firstDay, referenceOf } from '../../packages/domain/src/base/calendar.ts';
import { test } from '../demo.ts';
import { expect } from '../fixtures.ts';

test('a statement is imported, and its movements explained', async ({ page, enter, demo }) => {
  const { day: last } = await demo.db
    .selectFrom('ledger_entry')
    .select('day')
    .orderBy('day', 'desc')
    .executeTakeFirstOrThrow();
  const month = referenceOf(last);
  const day = firstDay(month);
  await enter(`/financial/reconciliation?month=${month}`);
  await expect(page.getByText('Nenhum extrato lido')).toBeVisible();
  await page.getByRole('button', { name: 'Importar extrato' }).click();
  const movements = [
    { fitid: '1', day, amount: -4_991, memo: 'TAR PACOTE SERVICOS' },
    { fitid: '2', day, amount: 7_777_777, memo: 'TED SOCIO' },
  ];
  await page
    .getByRole('dialog', { name: 'Importar extrato' })
    .getByLabel('Extrato OFX')
    .setInputFiles({ name: 'extrato.ofx', mimeType: 'application/x-ofx', buffer: Buffer.from(ofx(movements)) });
  await page.getByRole('dialog', { name: 'Conta nova' }).getByRole('button', { name: 'Adicionar conta' }).click();

  const table = page.getByRole('table', { name: 'Movimentos do banco' });
  const fee = table.getByRole('row').filter({ hasText: 'TAR PACOTE' });
  await expect(fee).toContainText('Parece tarifa do banco');
  await fee.getByRole('button', { name: /^Identificar/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Identificar movimento' });
  await drawer.getByRole('button', { name: 'Lançar e conciliar' }).click();
  await expect(fee).toContainText('Conciliado');

  const deposit = table.getByRole('row').filter({ hasText: 'TED SOCIO' });
  await deposit.getByRole('button', { name: /^Identificar/ }).click();
  await drawer.getByRole('tab', { name: 'Só um motivo' }).click();
  await drawer.getByRole('textbox', { name: 'Motivo' }).fill('Aporte do sócio');
  await drawer.getByRole('button', { name: 'Guardar motivo' }).click();
  await expect(deposit).toContainText('Aporte do sócio');
  await deposit.getByRole('button', { name: /^Desfazer/ }).click();
  await expect(deposit).toContainText('Sem identificação');
});
