import { addDays, formatDate } from '../../packages/domain/src/base/calendar.ts';
import { test } from '../demo.ts';
import { expect } from '../fixtures.ts';
import { LONG } from '../long.ts';
import { TODAY } from '../people.ts';

test(
  'a promise keeps the ruler away, and the ruler is switched on after its simulation',
  LONG,
  async ({ page, enter, demo }) => {
    const { id } = await demo.db
      .selectFrom('invoice')
      .select('id')
      .where('status', '=', 'PENDING')
      .where('deleted_at', 'is', null)
      .where('due_date', '>', TODAY)
      .orderBy('due_date')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    await enter(`/financial/collection?open=${id}`);
    const record = page.getByRole('dialog', { name: `Cobrança da fatura ${id}` });
    await expect(record.getByRole('heading', { name: 'O que vem' })).toBeVisible();
    await record.getByRole('button', { name: 'Registrar ligação' }).click();
    const drawer = page.getByRole('dialog', { name: 'Registrar ligação' });
    await drawer.getByText('Prometeu pagar', { exact: true }).click();
    const day = addDays(TODAY, 3);
    await drawer.getByRole('textbox', { name: 'Dia prometido' }).fill(formatDate(day));
    await drawer.getByRole('button', { name: 'Registrar' }).click();
    await expect(record.getByText(`Prometeu pagar até ${formatDate(day)}`)).toBeVisible();
    await record.getByRole('button', { name: 'Voltar à régua' }).click();
    await expect(record.getByRole('heading', { name: 'O que vem' })).toBeVisible();
    await record.getByText('Fechar', { exact: true }).click();

    await page.getByRole('link', { name: 'Régua', exact: true }).click();
    await page.getByRole('button', { name: 'Desligar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Desligar a régua' }).click();
    await expect(page.getByText('Desligada: nada é enviado')).toBeVisible();
    await page.getByRole('button', { name: 'Simular e ligar' }).click();
    const simulation = page.getByRole('dialog', { name: 'Simulação dos próximos 30 dias' });
    await expect(simulation.getByText(/passos com mensagem/)).toBeVisible();
    await simulation.getByRole('button', { name: 'Ligar a régua' }).click();
    await expect(page.getByText(`Ligada desde ${formatDate(TODAY)}`)).toBeVisible();
  },
);
