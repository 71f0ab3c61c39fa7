import { expectAccessible } from '../accessible.ts';
import { newBid, sentBid } from '../bids.ts';
import { client } from '../clients.ts';
import { house } from '../contracts.ts';
import { expect, notice, test } from '../fixtures.ts';
import { LONG } from '../long.ts';

test(
  'a bid is sent, answered by a counter-offer, accepted, and fills the contract in',
  LONG,
  async ({ page, enter, call }) => {
    const { id: property_id, street } = await house(call);
    const tenant = await client(call, { name: 'Tereza Braga' });
    await enter('/contracts/bids?book=new');
    const form = page.getByRole('dialog', { name: 'Nova proposta' });
    await form.getByRole('combobox', { name: 'Imóvel' }).fill(String(property_id));
    await page.getByRole('option').filter({ hasText: street }).click();
    await form.getByLabel('Nome de quem propõe').fill('Tereza B.');
    await form.getByLabel('Aluguel').fill('1400');
    await form.getByRole('combobox', { name: 'Garantia' }).click();
    await page.getByRole('option', { name: 'Caução' }).click();
    await form.getByLabel('Início').fill('01/12/2026');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Cadastrar proposta' }).click();

    const record = page.getByRole('dialog', { name: /^Proposta \d+/ });
    await record.getByRole('button', { name: 'Enviar ao proprietário' }).click();
    await expect(notice(page, 'A proposta aguarda o proprietário.')).toBeVisible();
    await record.getByRole('button', { name: 'Contraproposta' }).click();
    const counter = page.getByRole('dialog', { name: 'Contraproposta' });
    await counter.getByLabel('Aluguel').fill('1450');
    await counter.getByRole('button', { name: 'Registrar contraproposta' }).click();
    await expect(record.getByRole('region', { name: 'Versão 2' })).toContainText('1.450,00');
    await expect(record.getByRole('region', { name: 'Versão 1' })).toContainText('1.400,00');
    await expectAccessible(page);

    await record.getByRole('button', { name: 'Registrar o aceite' }).click();
    await page
      .getByRole('dialog', { name: 'Registrar o aceite' })
      .getByRole('button', { name: 'Registrar o aceite' })
      .click();
    await expect(notice(page, 'Proposta aceita.')).toBeVisible();
    const [, id] = /Proposta (\d+)/.exec((await record.getByRole('heading').first().textContent()) ?? '') ?? [];
    await call('PUT', `/bid/${id}/client`, { client_id: tenant });
    await page.reload();
    await record.getByRole('button', { name: 'Fazer contrato' }).click();
    await expect(page.getByRole('combobox', { name: 'Imóvel' })).toHaveValue(new RegExp(street));
    await expect(page.getByRole('combobox', { name: 'Inquilino' })).toHaveValue('Tereza Braga');
    // The house is advertised for R$ 1.500,00.
    await expect(page.getByLabel('Valor atual')).toHaveValue(/1\.450,00/);
  },
);

test('the owner answers by the link on a phone', LONG, async ({ page, call }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { id } = await sentBid({ call });
  const { links } = await call<{ links: { OWNER: string } }>('GET', `/bid/${id}`);
  await page.goto(links.OWNER);
  await expectAccessible(page);
  await page.getByLabel('Li e aceito os termos acima').check();
  await page.getByRole('button', { name: 'Aceitar a proposta' }).click();
  await expect(page.getByRole('status')).toContainText('Proposta aceita');
  expect(await call('GET', `/bid/${id}`)).toMatchObject({ state: 'ACCEPTED' });
  await call('POST', `/bid/${id}/withdraw`, { reason: 'Fim do teste' });
});

test('a draft is changed and deleted', LONG, async ({ page, enter, call }) => {
  const { id } = await newBid({ call }, 'Davi Rascunho');
  await enter(`/contracts/bids?open=${id}`);
  const record = page.getByRole('dialog', { name: new RegExp(`^Proposta ${id}`) });
  await record.getByRole('button', { name: 'Deletar rascunho' }).click();
  await page
    .getByRole('dialog', { name: 'Deletar o rascunho' })
    .getByRole('button', { name: 'Deletar rascunho' })
    .click();
  await expect(notice(page, 'Rascunho deletado.')).toBeVisible();
});
