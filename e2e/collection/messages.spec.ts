import { test } from '../demo.ts';
import { expect } from '../fixtures.ts';
import { LONG } from '../long.ts';

test('staff write a notice, see it with a real case, and note what a client refuses', LONG, async ({ page, enter }) => {
  await enter('/settings/messages?tab=avisos');
  await page.getByRole('button', { name: 'Editar aviso Pagamento recebido' }).click();
  const drawer = page.getByRole('dialog', { name: 'Pagamento recebido' });
  await drawer.getByLabel('Texto').fill('Olá, {{apelido}}');
  await drawer.getByRole('button', { name: 'Salvar aviso' }).click();
  await expect(drawer.getByText(/O campo \{\{apelido\}\} não existe/)).toBeVisible();
  await drawer.getByLabel('Texto').fill('Recebemos {{valor}}, {{nome}}.');
  await drawer.getByRole('button', { name: 'Ver com um caso real' }).click();
  await expect(drawer.getByText(/Recebemos R\$ [\d.,]+, /)).toBeVisible();
  await drawer.getByRole('button', { name: 'Salvar aviso' }).click();
  await expect(page.getByText('Aviso atualizado')).toBeVisible();

  await enter('/clients/info/1?tab=mensagens');
  await page.getByRole('button', { name: 'Registrar recusa' }).click();
  await page.getByRole('dialog').getByLabel('Observação').fill('Pediu por telefone');
  await page.getByRole('dialog').getByRole('button', { name: 'Registrar recusa' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Pediu por telefone' })).toContainText('Qualquer mensagem');
});
