import { expectAccessible } from './accessible.ts';
import { applied, fillForm, formOfTenant } from './applications.ts';
import { expect, test } from './fixtures.ts';
import { LONG } from './long.ts';
import { tag } from './properties.ts';

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
    // Nothing is saved that is not right yet.
    await form.getByLabel('CPF').fill('529.982.247-25');
    await form.getByRole('button', { name: 'Salvar e continuar' }).click();
    await expect(form.getByText('Confira os campos destacados.')).toBeVisible();
    await expectAccessible(form);
    await shot('wrong');
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
