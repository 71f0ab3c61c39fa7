import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { scannedReport } from '../../apps/api/test/bank/bank-papers.ts';
import { expectAccessible } from '../accessible.ts';
import { lateBoleto, numberOf, returnFile } from '../boletos.ts';
import { lateInvoice } from '../contracts.ts';
import { expect, notice, pressInHead, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';

test.describe.configure({ timeout: 90_000 });

const SCREENS = { desktop: { width: 1366, height: 860 }, phone: { width: 390, height: 844 } };
const TODAY = '2026-11-20';

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Efetuar baixa/ });

/** Of 1.654,50, paid today as our books would ask. */
const paid = (boleto: { nosso_numero: string }, amount = 165_450) =>
  ({
    nosso_numero: numberOf(boleto),
    amount: 165_450,
    paid: amount,
    paid_on: TODAY,
    credited_on: TODAY,
    fee: 210,
  }) as const;

async function send(page: Page, file: ReturnType<typeof returnFile>) {
  await page.goto('/app/financial/boletos?down=new');
  await expect(dialog(page).getByRole('button', { name: 'Escolher arquivo' })).toBeVisible();
  await dialog(page).getByLabel('Arquivo do banco').setInputFiles(file);
}

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(screen, formOf(screen), () => {
    const phone = screen === 'phone';
    test.use({ viewport, hasTouch: phone });

    test('a return file is previewed, settled, sent again and undone', async ({ page, enter, call }) => {
      const boleto = await lateBoleto(call);
      const file = returnFile(`CN20116-${screen}.RET`, [
        paid(boleto),
        { ...paid(boleto, 99_900), nosso_numero: '99999998', amount: 99_900 },
      ]);
      await enter('/financial/boletos');
      await pressInHead(page, 'Efetuar baixa');
      // The window's code and the list of files are loaded here: on a busy machine both may exceed the default timeout.
      await expect(dialog(page)).toContainText('Arquivos anteriores', { timeout: 30_000 });
      await dialog(page).getByLabel('Arquivo do banco').setInputFiles(file);

      await test.step('events of the bank beside our records', async () => {
        await expect(dialog(page)).toContainText('Retorno CNAB 400, Itaú');
        const line = dialog(page)
          .getByRole(phone ? 'listitem' : 'row')
          .filter({ hasText: boleto.tenant.name });
        await expect(line).toContainText('R$ 1.654,50');
        await expectAccessible(page);
        await line
          .getByRole('button', { name: /^(esperado )?R\$ 1\.654,50/ })
          .first()
          .click();
        const why = page.getByRole('dialog', { name: /^Esperado/ });
        for (const words of ['1.500,00', '150,00', '4,50', 'Diferença']) await expect(why).toContainText(words);
        await page.keyboard.press('Escape');
        await expect(why).toBeHidden();
        await dialog(page).getByRole('tab', { name: 'Não localizados 1' }).click();
        await expect(dialog(page)).toContainText('Nenhum boleto daqui tem este nosso número');
      });

      await test.step('settled', async () => {
        await dialog(page).getByRole('button', { name: 'Liquidar 1 boleto · R$ 1.654,50' }).click();
        await expect(notice(page, '1 boleto liquidado no sistema')).toBeVisible();
        await expect(dialog(page).getByRole('status').filter({ hasText: 'liquidado' })).toContainText('R$ 1.654,50');
        await expectAccessible(page);
        expect(await call('GET', `/invoice/${boleto.invoice_id}`)).toMatchObject({
          ...{ status: 'PAID', paid_amount: 1654.5, payment_method: 'BOLETO' },
        });
      });

      await test.step('the same file again settles nothing, and links to the first one', async () => {
        await dialog(page)
          .getByRole('button', { name: /^(Enviar outro arquivo|Mais ações)$/ })
          .click();
        if (phone) await page.getByRole('menuitem', { name: 'Enviar outro arquivo' }).click();
        await dialog(page).getByLabel('Arquivo do banco').setInputFiles(file);
        await expect(dialog(page)).toContainText(/Este arquivo já foi enviado em .* por Mariana Dias/);
        await expect(dialog(page).getByRole('tab', { name: 'A liquidar 0' })).toBeVisible();
        await expect(dialog(page).getByRole('button', { name: 'Liquidar', exact: true })).toBeDisabled();
        await dialog(page).getByRole('button', { name: 'Abrir o envio anterior' }).click();
        await expect(dialog(page)).toContainText('1 boleto liquidado no sistema');
      });

      await test.step('the whole file is undone', async () => {
        if (phone) await dialog(page).getByRole('button', { name: 'Mais ações' }).click();
        await page.getByRole(phone ? 'menuitem' : 'button', { name: 'Desfazer baixa' }).click();
        const question = page.getByRole('dialog', { name: 'Desfazer baixa' });
        await expect(question).toContainText('R$ 1.654,50');
        await question.getByRole('button', { name: 'Desfazer baixa' }).click();
        await expect(notice(page, 'A baixa foi desfeita.')).toBeVisible();
        expect(await call('GET', `/invoice/${boleto.invoice_id}`)).toMatchObject({ status: 'PENDING' });
      });
    });
  });
}

test(
  'a scanned report is refused with a message, and another file can be chosen',
  LONG,
  async ({ page, signIn, call }) => {
    const boleto = await lateBoleto(call);
    await signIn();
    await send(page, { name: 'liquidados.pdf', mimeType: 'application/pdf', buffer: await scannedReport() });
    const alert = dialog(page).getByRole('alert');
    await expect(alert).toContainText('Ocorreu um erro ao tentar processar o retorno dos boletos');
    await expect(alert).toContainText('Este PDF não tem texto: é uma imagem.');
    await expectAccessible(page);
    await dialog(page)
      .getByLabel('Arquivo do banco')
      .setInputFiles(returnFile('depois.ret', [paid(boleto)]));
    await expect(dialog(page).getByRole('tab', { name: 'A liquidar 1' })).toBeVisible();
  },
);

test(
  'differences are resolved by a choice, unmatched lines are assigned',
  LONG,
  async ({ page, startSession, call }) => {
    const short = await lateBoleto(call);
    const other = await lateInvoice(call);
    const unknown = String(randomInt(90_000_000, 99_999_998));
    await startSession();
    await send(page, returnFile('divergente.ret', [paid(short, 160_450), { ...paid(short), nosso_numero: unknown }]));

    await test.step('an underpayment of fifty reais is settled only by choice', async () => {
      await expect(dialog(page).getByRole('tab', { name: 'Divergentes 1' })).toHaveAttribute('aria-selected', 'true');
      await expect(dialog(page)).toContainText('Pagou R$ 50,00 a menos do que o devido no dia');
      await expect(dialog(page).getByRole('button', { name: 'Liquidar', exact: true })).toBeDisabled();
      await dialog(page)
        .getByRole('checkbox', { name: new RegExp(`^Escolher ${short.tenant.name}`) })
        .check();
      await expect(dialog(page).getByRole('button', { name: 'Liquidar 1 boleto · R$ 1.604,50' })).toBeEnabled();
      await expectAccessible(page);
    });

    await test.step('its difference is waived, with a reason', async () => {
      await dialog(page)
        .getByRole('button', { name: /^Diferença de .*: Saldo em aberto$/ })
        .click();
      await dialog(page).getByRole('combobox', { name: 'O que fazer com a diferença' }).click();
      await page.getByRole('option', { name: 'Dispensado' }).click();
      const choose = dialog(page).getByRole('button', { name: 'Escolher e liquidar assim' });
      await choose.click();
      await expect(dialog(page)).toContainText('Informe o motivo da dispensa');
      await dialog(page).getByLabel('Motivo da dispensa').fill('Acordo');
      await expectAccessible(page);
      await choose.click();
      await expect(dialog(page).getByRole('button', { name: /^Diferença de .*: Dispensado$/ })).toBeVisible();
    });

    await test.step('the unmatched line is assigned to another tenant', async () => {
      await dialog(page).getByRole('tab', { name: 'Não localizados 1' }).click();
      await dialog(page)
        .getByRole('button', { name: /^Atribuir/ })
        .click();
      await dialog(page).getByLabel('Fatura').fill(other.tenant.name);
      await page.getByRole('option', { name: new RegExp(other.tenant.name) }).click();
      await expectAccessible(page);
      await dialog(page).getByRole('button', { name: 'Atribuir à fatura' }).click();
      await expect(dialog(page).getByRole('tab', { name: 'Não localizados 0' })).toBeVisible();
    });

    await dialog(page).getByRole('button', { name: 'Liquidar 2 boletos · R$ 3.259,00' }).click();
    await expect(notice(page, '2 boletos liquidados no sistema')).toBeVisible();
    expect(await call('GET', `/invoice/${short.invoice_id}`)).toMatchObject({
      ...{ status: 'PAID', paid_amount: 1604.5, rest: { fate: 'WAIVED', amount: 50, reason: 'Acordo' } },
    });
    expect(await call('GET', `/invoice/${other.id}`)).toMatchObject({ status: 'PAID', paid_amount: 1654.5 });
  },
);

test('open lines of a file are settled later, or dismissed and restored', LONG, async ({ page, signIn, call }) => {
  const boleto = await lateBoleto(call);
  const unknown = String(randomInt(90_000_000, 99_999_998));
  const left = returnFile('sobras.ret', [
    { ...paid(boleto), nosso_numero: unknown, paid: 160_450 },
    { ...paid(boleto), nosso_numero: String(Number(unknown) - 1), amount: 7_700, paid: 7_700 },
  ]);
  await signIn();
  await send(page, left);
  await dialog(page).getByRole('button', { name: 'Resolver depois' }).click();
  await dialog(page).getByRole('button', { name: 'Ver o que falta resolver' }).click();
  const row = (label: string) => dialog(page).getByRole('row').filter({ hasText: label });
  await expect(row(unknown)).toContainText('Nenhum boleto daqui tem este nosso número');
  await expectAccessible(page);

  await test.step('settled against the chosen invoice, the rest carried to the next one', async () => {
    await row(unknown)
      .getByRole('button', { name: /^Resolver/ })
      .click();
    await dialog(page).getByLabel('Fatura').fill(boleto.tenant.name);
    await page.getByRole('option', { name: new RegExp(boleto.tenant.name) }).click();
    await expect(dialog(page)).toContainText('R$ 1.654,50');
    await dialog(page).getByRole('combobox', { name: 'O que fazer com a diferença' }).click();
    await page.getByRole('option', { name: 'Na próxima fatura' }).click();
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Liquidar · R$ 1.604,50' }).click();
    await expect(notice(page, '1 boleto liquidado no sistema')).toBeVisible();
    await expect(row(unknown)).toHaveCount(0);
    expect(await call('GET', `/invoice/${boleto.invoice_id}`)).toMatchObject({
      ...{ status: 'PAID', paid_amount: 1604.5, rest: { fate: 'NEXT_INVOICE', amount: 50 } },
    });
  });

  await test.step('dismissed with a reason, and restored', async () => {
    const other = String(Number(unknown) - 1);
    await row(other)
      .getByRole('button', { name: /^Resolver/ })
      .click();
    await dialog(page).getByRole('button', { name: 'Ignorar' }).click();
    await dialog(page).getByLabel('Motivo').fill('Depósito do sócio');
    await dialog(page).getByRole('button', { name: 'Ignorar pagamento' }).click();
    await expect(row(other)).toHaveCount(0);
    await dialog(page)
      .getByRole('tab', { name: /^Ignorados/ })
      .click();
    await expect(row(other)).toContainText('Depósito do sócio');
    await row(other)
      .getByRole('button', { name: /^Voltar a resolver/ })
      .click();
    await dialog(page)
      .getByRole('tab', { name: /^A resolver/ })
      .click();
    await expect(row(other)).toBeVisible();
  });
});
