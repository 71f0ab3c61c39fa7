import { expectAccessible } from './accessible.ts';
import { applied, formOfTenant } from './applications.ts';
import { expect, test } from './fixtures.ts';
import { LONG } from './long.ts';
import { photograph, tag } from './properties.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const SHOTS = process.env.FICHA_SHOTS;

test(
  'an application is filled in on a phone, analysed and approved',
  LONG,
  async ({ page, browser, call, startSession }) => {
    const name = `Helena ${tag()}`;
    const application = await applied(call, name);
    const context = await browser.newContext({
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      locale: 'pt-BR',
    });
    const form = await context.newPage();
    const shot = async (what: string) => {
      if (SHOTS) await form.screenshot({ path: `${SHOTS}/form-${what}.png`, fullPage: true });
    };
    await form.goto(`${process.env.E2E_URL}${formOfTenant(application)}`);
    await expect(form.getByLabel('Nome completo')).toHaveValue(name);
    await form.getByLabel('CPF').fill('529.982.247-25');
    await form.getByLabel('Data de nascimento').fill('1990-05-20');
    await form.getByLabel('Telefone com DDD').fill('(32) 98841-2076');
    await form.getByRole('button', { name: 'Salvar e continuar' }).click();
    await expect(form.getByText('Confira os campos destacados.')).toBeVisible();
    await expectAccessible(form);
    await shot('1-wrong');
    await form.getByLabel('Estado civil').selectOption('SOLTEIRO');
    await form.getByRole('button', { name: 'Salvar e continuar' }).click();
    await form.getByLabel('CEP').fill('36025-000');
    for (const [label, value] of [
      ['Rua', 'Rua das Flores'],
      ['Número', '10'],
      ['Bairro', 'Centro'],
      ['Cidade', 'Juiz de Fora'],
    ] as const)
      await form.getByLabel(label, { exact: true }).fill(value);
    await form.getByLabel('Estado', { exact: true }).selectOption('MG');
    await form.getByLabel('A moradia de hoje é').selectOption('RENTED');
    await shot('2-home');
    await form.getByRole('button', { name: 'Salvar e continuar' }).click();
    await form.getByLabel('De onde vem a renda').selectOption('EMPLOYEE');
    await form.getByLabel('Profissão').fill('Dentista');
    await form.getByLabel('Renda por mês (R$)', { exact: true }).fill('6.500,00');
    await form.getByLabel('Outras rendas por mês (R$)').fill('0');
    await form.getByLabel('Parcelas de empréstimos').fill('300');
    await shot('3-income');
    await form.getByRole('button', { name: 'Salvar e continuar' }).click();
    await form.getByLabel('Nome', { exact: true }).fill('Rui Alves');
    await form.getByLabel('Telefone com DDD').fill('(32) 3215-4455');
    await form.getByRole('button', { name: 'Salvar e continuar' }).click();
    for (const kind of ['identity', 'address', 'income']) {
      const part = form.locator(`#documento-${kind}`);
      await part
        .locator('input[type=file]')
        .setInputFiles([await photograph('frente.jpg', '#7a5c3e'), await photograph('verso.jpg', '#3e5c7a')]);
      await part.getByRole('button', { name: /^Enviar/ }).click();
      await expect(form.getByText('Recebemos 2 arquivos.')).toBeVisible();
      await expect(form.locator(`#documento-${kind} .papers li`)).toHaveCount(2);
    }
    await expectAccessible(form);
    await shot('5-documents');
    await form.getByRole('link', { name: 'Continuar', exact: true }).click();
    await form.getByLabel('Li e autorizo').check();
    await expectAccessible(form);
    await shot('6-consent');
    await form.getByRole('button', { name: 'Enviar ficha' }).click();
    await expect(form.getByRole('heading', { name: 'Recebemos a sua ficha' })).toBeVisible();
    await shot('7-sent');
    await context.close();

    await startSession();
    await page.goto(`/app/contracts/applications?open=${application.id}`);
    const window = page.getByRole('dialog', { name: `Ficha ${application.id}` });
    await expect(window.getByText('Fichas recebidas')).toBeVisible();
    await expect(window.getByRole('region', { name: 'Análise' })).toContainText('3,25 vezes o aluguel com encargos');
    await expectAccessible(page);
    if (SHOTS) {
      await page.screenshot({ path: `${SHOTS}/staff-390.png` });
      await page.setViewportSize({ width: 1366, height: 860 });
      await page.screenshot({ path: `${SHOTS}/staff-1366.png` });
    }
    await window.getByRole('button', { name: 'Começar análise' }).click();
    await window.getByRole('button', { name: 'Responder' }).click();
    const answer = page.getByRole('dialog', { name: 'Responder à ficha' });
    await answer.getByLabel('Por que decidiu assim').fill('Renda e documentos conferem.');
    await answer.getByRole('button', { name: 'Registrar resposta' }).click();
    await expect(window.getByText('Aprovada', { exact: true })).toBeVisible();
    await expect(window.getByRole('region', { name: 'Respostas' })).toContainText('Renda e documentos conferem.');
  },
);
