import { STAFF_PATH } from '@morada/contract/base/addresses';
import { readPix } from '@morada/domain/bank/pix/pix';
import { readCodes } from '../../apps/api/test/pages.ts';
import { expectAccessible } from '../accessible.ts';
import { withAgreement } from '../boletos.ts';
import { lateInvoice } from '../contracts.ts';
import { expect, notice, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';

test.describe.configure({ timeout: 90_000 });

const SCREENS = { desktop: { width: 1366, height: 860 }, phone: { width: 360, height: 740 } };

test('the page of an invoice shows its payment by itself, also after half an hour out of sight', async ({
  browser,
  call,
}) => {
  const { id } = await lateInvoice(call);
  const { url } = await call<{ url: string }>('GET', `/invoice/${id}/link`);
  const open = async () => {
    const page = await browser.newPage({ viewport: SCREENS.phone });
    await page.clock.install();
    await page.goto(url);
    await expect(page.locator('main')).toContainText('1.654,50');
    return page;
  };
  const [seen, pocketed] = await Promise.all([open(), open()]);
  await pocketed.clock.fastForward('31:00');
  await call('PATCH', `/invoice/${id}/down`, { paid_amount: 1_654.5 });
  await seen.clock.runFor(4_000);
  await expect(seen.locator('main')).toContainText('Não há nada a pagar por esta fatura.');
  await pocketed.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(pocketed.locator('main')).toContainText('Não há nada a pagar por esta fatura.');
  await Promise.all([seen.close(), pocketed.close()]);
});

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(screen, formOf(screen), () => {
    test.use({ viewport, hasTouch: screen === 'phone', permissions: ['clipboard-read', 'clipboard-write'] });

    // 1.500,00 fifteen days late: 10% are 150,00; ten days of 0,03% are 4,50; in all 1.654,50.
    test(
      'link and Pix of an invoice without boleto, from the late list and its own window; revoked',
      LONG,
      async ({ page, enter, call, context, staffWith }) => {
        await withAgreement();
        const { id, tenant } = await lateInvoice(call);
        const list = `/financial/shall?query=${encodeURIComponent(tenant.name)}`;
        await enter(list);
        await page.getByRole('button', { name: /^Mais ações da fatura/ }).click();
        await page.getByRole('menuitem', { name: 'Link e Pix' }).click();
        const late = page.getByRole('dialog', { name: `Link e Pix da fatura ${id}` });
        await expect(late).toContainText('R$ 1.654,50');
        await expect(late).toContainText('hoje, 20/11/2026, com 15 dias de atraso: multa e juros incluídos');

        const [code] = await readCodes(await late.getByRole('img', { name: 'QR Code do Pix' }).screenshot());
        expect(readPix(code?.text ?? '')).toMatchObject({
          pix: { amount: 165_450, txid: `FATURA${String(id).padStart(10, '0')}` },
        });
        await late.getByRole('button', { name: 'Copiar Pix copia e cola' }).click();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code?.text);
        await late.getByRole('button', { name: 'Copiar Link do inquilino' }).click();
        const sent = await page.evaluate(() => navigator.clipboard.readText());
        const chat = new URL(
          (await late.getByRole('link', { name: 'Enviar link por WhatsApp' }).getAttribute('href')) ?? '',
        );
        for (const part of [sent, code?.text]) expect(chat.searchParams.get('text')).toContain(part);
        await expectAccessible(page);

        const [tab] = await Promise.all([
          context.waitForEvent('page'),
          late.getByRole('link', { name: 'Abrir link do inquilino' }).click(),
        ]);
        expect(tab.url()).toBe(sent);
        await expect(tab.locator('main')).toContainText('1.654,50');
        // A phone can't scan its own screen: it copies.
        await expect(tab.getByRole('img', { name: 'QR code do Pix' })).toBeVisible({ visible: screen === 'desktop' });
        await tab.getByRole('button', { name: 'Copiar código Pix' }).click();
        expect(await tab.evaluate(() => navigator.clipboard.readText())).toBe(code?.text);
        await expectAccessible(tab);

        await late.getByRole('button', { name: 'Trocar o link' }).click();
        const question = page.getByRole('dialog', { name: 'Trocar o link do inquilino' });
        await expect(question).toContainText('Um código Pix que já foi copiado continua valendo');
        await question.getByRole('button', { name: 'Trocar o link' }).click();
        await expect(notice(page, 'O link foi trocado.')).toBeVisible();
        await tab.reload();
        await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Este link não vale mais');
        await expect(late.getByRole('link', { name: 'Abrir link do inquilino' })).not.toHaveAttribute('href', sent);

        await page.goto(`${STAFF_PATH}${list}&open=${id}`);
        const invoice = page.getByRole('dialog', { name: `Fatura ${id}` });
        const panel = invoice.getByRole('region', { name: 'Link e Pix' });
        await expect(panel).toContainText('R$ 1.654,50');
        // On a phone they are behind "⋯".
        for (const verb of ['Ver boleto', 'Enviar cobrança'])
          await expect(invoice.getByRole('button', { name: verb })).toBeVisible({ visible: screen === 'desktop' });
        const renewed = await panel.getByRole('link', { name: 'Abrir link do inquilino' }).getAttribute('href');
        await tab.goto(renewed ?? '');
        await expect(tab.locator('main')).toContainText('1.654,50');
        await expectAccessible(page);

        await enter(`${list}&open=${id}`, await staffWith('FINANCIAL_SHALL_VIEW'));
        await expect(panel.getByRole('link', { name: 'Enviar link por WhatsApp' })).toBeVisible();
        await expect(panel.getByRole('button', { name: 'Trocar o link' })).toHaveCount(0);

        // The tenant's page sees the payment by itself.
        await call('PATCH', `/invoice/${id}/down`, { paid_amount: 1_654.5 });
        await expect(tab.locator('main')).toContainText('Não há nada a pagar por esta fatura.', { timeout: 30_000 });
      },
    );
  });
}
