import { expectAccessible } from '../accessible.ts';
import { applied, fillForm, formOfTenant } from '../applications.ts';
import { expect, test } from '../fixtures.ts';
import { LONG } from '../long.ts';
import { tag } from '../properties.ts';

// Six heavy pictures, which a busy machine draws for half a minute each.
test.describe.configure({ timeout: 360_000 });
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
    const address = `${process.env.E2E_URL}${formOfTenant(application)}`;
    await form.goto(address);
    await expect(form.getByLabel('Nome completo')).toHaveValue(name);
    // Nothing is saved that is not right yet.
    const cpf = form.getByLabel('CPF');
    await cpf.pressSequentially('5298224725');
    await expect(cpf).toHaveValue('529.822.472-5');
    // A digit that was forgotten: the caret stays behind it.
    await cpf.evaluate((input: HTMLInputElement) => input.setSelectionRange(4, 4));
    await cpf.press('9');
    await expect(cpf).toHaveValue('529.982.247-25');
    expect(await cpf.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(5);
    await form.getByLabel('Data de nascimento').fill('1990-05-20');
    await expect(form.getByLabel('Data de nascimento')).toHaveValue('20/05/1990');
    await form.getByLabel('Telefone com DDD').fill('+55 32 98841-2076');
    await form.getByRole('button', { name: 'Salvar e continuar' }).click();
    await expect(form.getByText('Confira os campos destacados.')).toBeVisible();
    await expectAccessible(form);
    await shot('wrong');
    await form.goto(`${address}?passo=moradia`);
    await form.getByLabel('CEP').pressSequentially('01001000');
    await expect(form.getByLabel('Rua')).toHaveValue('Praça da Sé');
    await expect(form.getByLabel('Estado', { exact: true })).toHaveValue('SP');
    await expect(form.getByLabel('CEP')).toHaveValue('01.001-000');
    await expect(form.getByLabel('CEP')).toBeFocused();
    await form.goto(`${address}?passo=renda`);
    await form.getByLabel('Renda por mês (R$)', { exact: true }).pressSequentially('6500,5');
    await expect(form.getByLabel('Renda por mês (R$)', { exact: true })).toHaveValue('6.500,5');
    await form.goto(address);
    await fillForm(form, '529.982.247-25', async (what) => {
      if (what !== 'sent') await expectAccessible(form);
      await shot(what);
    });
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
