import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { buildApp } from '../../apps/api/src/app.ts';
import { readSettings } from '../../apps/api/src/base/settings.ts';
import { openRuntime } from '../../apps/api/src/runtime.ts';
import { picture } from '../../apps/api/test/pictures.ts';
import { expectAccessible } from '../accessible.ts';
import { openTicket } from '../attendance.ts';
import { client } from '../clients.ts';
import { databaseSettings, runDatabase } from '../databases.ts';
import { expect, follow, notice, pressInHead, settled, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';
import { ADMIN, TODAY } from '../people.ts';
import { addPhotograph, advertise, property, tag } from '../properties.ts';
import { houseOf, visitorsPage } from '../visitors.ts';

const SCREENS = { desktop: { width: 1366, height: 860 }, phone: { width: 360, height: 740 } };
const TITLE = 'Casa com 3 quartos em São Mateus';

/** Searches for a house in this street by purpose, kind and price. */
async function find(page: Page, street: string) {
  await page.goto('/');
  await expectAccessible(page);
  await page.getByLabel('Alugar').check({ force: true });
  await page.getByLabel('Tipo').selectOption({ label: 'Casa' });
  await page.getByLabel('Quartos', { exact: true }).selectOption({ label: '3 ou mais' });
  await page.getByLabel('Preço mínimo').fill('2.000');
  await page.getByLabel('Preço máximo').fill('3.000');
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Casa para alugar');
  await expectAccessible(page);
  const card = page.getByRole('link').filter({ hasText: street });
  await expect(card).toContainText('R$ 2.140,00');
  await card.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
}

async function writeMessage(page: Page, name: string) {
  const form = page.locator('#mensagem');
  await form.getByRole('button', { name: 'Enviar mensagem' }).click();
  await expect(form.getByRole('alert')).toHaveText('Confira os campos destacados.');
  await expect(form.getByText('Informe um e-mail válido')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Nome').fill(name);
  await form.getByLabel('E-mail').fill('otavio@exemplo.com.br');
  await form.getByLabel('Mensagem').fill('Aceita cachorro?\nObrigado.');
  await form.getByLabel('Concordo').check();
  await form.getByRole('button', { name: 'Enviar mensagem' }).click();
  await expect(form.getByRole('status')).toContainText('Mensagem enviada');
  await expectAccessible(page);
}

async function askForVisit(page: Page, name: string) {
  const form = page.locator('#visita');
  await form.getByLabel('Nome').fill(name);
  await form.getByLabel('Telefone com DDD').fill('(32) 98841-2076');
  await form.getByLabel('Concordo').check();
  // Another day keeps what was typed.
  await form.getByRole('button', { name: 'ter 24/11' }).click();
  await expect(form.getByRole('group', { name: 'Horários livres em 24 de novembro de 2026' })).toBeVisible();
  await expect(form.getByLabel('Telefone com DDD')).toHaveValue('(32) 98841-2076');
  await form.getByRole('button', { name: 'Pedir visita' }).click();
  await expect(form.getByText('Escolha o horário')).toBeVisible();
  await expect(form.getByLabel('Nome')).toHaveValue(name);
  await expectAccessible(page);
  await form.getByRole('radio', { name: '14h' }).check({ force: true });
  await form.getByRole('button', { name: 'Pedir visita' }).click();
  await expect(page.getByRole('status')).toContainText('Pedido de visita enviado');
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('24 de novembro de 2026, às 14h');
  await expectAccessible(page);
  // Neither Back nor a reload sends a form again.
  await page.goBack();
  await expect(page.locator('#visita')).toBeVisible();
}

/** Offers a house with a photograph. Returns the path of the owner's page. */
async function offerProperty(page: Page, name: string, street: string): Promise<string> {
  await page.getByRole('link', { name: 'Anuncie seu imóvel' }).click();
  await expect(page.getByText('Passo 1 de 3')).toBeVisible();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('alert')).toHaveText('Confira os campos destacados.');
  await expectAccessible(page);
  await page.getByLabel('Para', { exact: true }).selectOption('Alugar');
  await page.getByLabel('Tipo').selectOption('Casa');
  const cep = page.getByLabel('CEP');
  await cep.pressSequentially('36025000');
  await expect(cep).toHaveValue('36.025-000');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Passo 2 de 3')).toBeVisible();
  await page.getByLabel('Rua').fill(street);
  await page.getByLabel('Número').fill('915');
  await page.getByLabel('Bairro').fill('São Mateus');
  await page.getByLabel('Cidade').fill('Juiz de Fora');
  await page.getByLabel('Estado').selectOption('MG');
  await page.getByLabel('Quartos').fill('3');
  const rent = page.getByLabel('Aluguel desejado por mês (R$)');
  await rent.pressSequentially('1850,00');
  await expect(rent).toHaveValue('1.850,00');
  await page.getByLabel('Nome').fill(name);
  await page.getByLabel('E-mail').fill(`celia${name.replace(/\D/g, '')}@exemplo.com.br`);
  await page.getByLabel('Telefone com DDD').fill('(32) 98841-2076');
  await page.getByRole('button', { name: 'Enviar imóvel' }).click();
  await expect(page.getByRole('alert')).toHaveText('Confira os campos destacados.');
  await expectAccessible(page);
  await page.getByLabel('Concordo').check();
  await page.getByRole('button', { name: 'Enviar imóvel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Recebemos seu imóvel' })).toBeVisible();
  await expectAccessible(page);
  const mimeType = 'image/jpeg';
  const buffer = await picture(640, 480, '#0f606d').jpeg().toBuffer();
  await page.getByLabel('Escolher fotos').setInputFiles([
    { name: 'fachada.jpg', mimeType, buffer },
    { name: 'nota.jpg', mimeType, buffer: Buffer.from('nota') },
  ]);
  // What was chosen is shown, and each that was not taken is named.
  const chosen = page.getByRole('list', { name: 'Fotos escolhidas' });
  await expect(chosen.getByRole('listitem')).toHaveText(['fachada.jpg', 'nota.jpg']);
  await expect(chosen.locator('canvas')).toHaveCount(1);
  const button = page.getByRole('button', { name: 'Enviar fotos' });
  // While they go the bar shows how far; Back to a page that was left meanwhile finds its button at work again.
  await page.route(/\/fotos$/, async (route) => {
    await expect(page.getByRole('progressbar', { name: 'Envio das fotos' })).toBeVisible();
    await expect(button).toBeDisabled();
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(button).toBeEnabled();
    await route.continue();
  });
  await button.click();
  await expect(page.getByRole('status').filter({ hasText: 'Recebemos 1 foto.' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('nota.jpg: ');
  await expectAccessible(page);
  return new URL(page.url()).pathname;
}

async function withVisitor(browser: Browser, options: BrowserContextOptions, deed: (page: Page) => Promise<void>) {
  const page = await visitorsPage(browser, options);
  await deed(page).finally(() => page.context().close());
}

const count = (text: string | null) => Number(/\d+$/.exec(text ?? '')?.[0] ?? 0);

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(screen, formOf(screen), () => {
    const phone = screen === 'phone';
    test.use({ viewport, hasTouch: phone });
    const row = (page: Page, text: string) => page.getByRole(phone ? 'listitem' : 'row').filter({ hasText: text });

    test('a visitor sends a message and requests a visit; staff see both live, and confirm the visit', async ({
      page,
      signIn,
      call,
      browser,
    }) => {
      test.setTimeout(180_000);
      const street = `Rua ${tag()}`;
      const name = `Otávio ${tag()}`;
      await advertise(call, await property(call, { street, location: 'HOUSE' }));
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await signIn();
      if (phone) await page.getByRole('button', { name: 'Abrir menu' }).click();
      const entry = page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: /Contatos/ });
      await expect(entry).toBeVisible();

      await withVisitor(browser, { viewport, hasTouch: phone }, async (visitor) => {
        await find(visitor, street);
        const before = count(await entry.textContent());
        await writeMessage(visitor, name);
        await expect.poll(async () => count(await entry.textContent())).toBeGreaterThan(before);
        await askForVisit(visitor, name);
      });

      await entry.click();
      await expect(row(page, name)).toContainText('não lida');
      await page.getByRole('button', { name: `Ver mensagem de ${name}`, exact: true }).click();
      const message = page.getByRole('dialog', { name: `Mensagem de ${name}` });
      await expect(message).toContainText('Aceita cachorro?');
      await message.getByRole('button', { name: 'Fechar' }).first().click();
      await expect(row(page, name)).not.toContainText('não lida');

      await follow(page, '/schedules');
      const visit = row(page, name);
      for (const words of ['Pendente', street, '24/11/2026', 'Tarde, 14h', '(32) 98841-2076'])
        await expect(visit).toContainText(words);
      // Neither check-in nor check-out has a time before the confirmation, nor check-out one before check-in.
      const waits = visit.getByText('Aguarde');
      if (!phone) await expect(waits).toHaveCount(2);
      await expect(visit.getByRole('button', { name: /Check/ })).toHaveCount(0);
      await visit.getByRole('button', { name: 'Confirmar' }).click();
      await expect(visit).toContainText('Confirmado');
      if (!phone) await expect(waits).toHaveCount(1);
      await visit.getByRole('button', { name: 'Check-in' }).click();
      const otherDay = page.getByRole('dialog', { name: 'Check-in em outro dia' });
      await expect(otherDay).toContainText(/marcada para \d\d\/11\/2026, e hoje é/);
      await otherDay.getByRole('button', { name: 'Marcar check-in' }).click();
      await expect(visit).toContainText('Em visita');
      await expect(waits).toHaveCount(0);
      await visit.getByRole('button', { name: 'Check-out' }).click();
      await page.getByRole('button', { name: 'Marcar check-out' }).click();
      await expect(visit).toHaveCount(0);
    });

    test(
      'an owner offers a property with a photograph; it is accepted, listed, and followed by the link',
      LONG,
      async ({ page, startSession, browser, call }) => {
        test.setTimeout(180_000);
        const street = `Rua ${tag()}`;
        const name = `Célia ${tag()}`;
        let link = '';
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await startSession();
        await page.goto('/app/properties/requests');
        await expect(page.getByRole('heading', { level: 1, name: 'Imóveis pendentes' })).toBeVisible();
        await withVisitor(browser, { viewport, hasTouch: phone }, async (owner) => {
          await owner.goto('/');
          link = await offerProperty(owner, name, street);
        });

        // Appears by itself.
        await expect(row(page, street)).toContainText(name);
        await page.getByRole('link', { name: `Mais detalhes de ${street}` }).click();
        await expect(page.getByRole('region', { name: 'Oferta do proprietário' })).toContainText('Recebida');
        const request = page.getByRole('region', { name: 'Solicitação' });
        for (const words of [name, '(32) 98841-2076', 'proprietáriofalta']) await expect(request).toContainText(words);
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Aceitar' }).click();
        const question = page.getByRole('dialog', { name: 'Aceitar imóvel' });
        await expect(question).toContainText(`${name} vira cliente e proprietário.`);
        await question.getByRole('button', { name: 'Aceitar imóvel' }).click();
        const notification = page.getByRole('dialog', { name: 'Avisar quem solicitou' });
        await expect(notification).toContainText('Vamos trabalhar com o seu imóvel');
        await expect(notification.getByRole('link', { name: 'Abrir no WhatsApp' })).toHaveAttribute(
          'href',
          /^https:\/\/wa\.me\/5532988412076\?text=/,
        );
        await notification.getByRole('button', { name: 'Fechar' }).first().click();
        await expect(page.getByText('Disponível', { exact: true })).toBeVisible();
        await expect(page.getByRole('link', { name }).first()).toBeVisible();

        const advert = page.getByRole('region', { name: 'Anúncio' });
        await expect(advert).toContainText('Fora do site');
        await expect(advert).toContainText('falta: quartos e banheiros (ou área)');
        const id = Number(link.split('/')[2]);
        await call('PATCH', `/property/${id}`, { bedrooms: 3, bathrooms: 2 });
        await page.reload();
        await advert.getByRole('switch', { name: 'Anunciar' }).click();
        await expect(notice(page, 'O imóvel está no site.')).toBeVisible();
        await withVisitor(browser, { viewport, hasTouch: phone, javaScriptEnabled: false }, async (owner) => {
          await owner.goto(link);
          await owner.getByRole('link', { name: 'Ver o anúncio' }).click();
          await expect(owner.getByText(`${street}, São Mateus, Juiz de Fora, MG`)).toBeVisible();
        });
      },
    );
  });
}

test('an owner whose property is refused gets the reason', LONG, async ({ page, signIn, request }) => {
  const street = `Rua ${tag()}`;
  const offer = {
    ...{ type: 'RENT', location: 'HOUSE', price: '1.850,00', cep: '36025-000', street, number: '915' },
    ...{ neighborhood: 'São Mateus', city: 'Juiz de Fora', state: 'MG' },
    ...{ name: `Célia ${tag()}`, email: 'celia@exemplo.com.br', phone: '(32) 98841-2076', consent: 'sim' },
  };
  const answer = await request.post('/anuncie', { form: offer, headers: houseOf(), maxRedirects: 0 });
  expect(answer.headers().location).toMatch(/^\/o\/\d+\/[\w-]{43}\?novo=sim$/);
  await signIn();
  await page.goto('/app/properties/requests');
  await page.getByRole('link', { name: `Mais detalhes de ${street}` }).click();
  await page.getByRole('button', { name: 'Reprovar' }).click();
  const rejecting = page.getByRole('dialog', { name: 'Reprovar imóvel' });
  await rejecting.getByLabel('Motivo').fill('Fica fora da região que atendemos.');
  await rejecting.getByRole('button', { name: 'Reprovar imóvel' }).click();
  const notification = page.getByRole('dialog', { name: 'Avisar quem solicitou' });
  await expect(notification).toContainText('Motivo: Fica fora da região que atendemos.');
  await expect(notification.getByRole('link', { name: 'Enviar por e-mail' })).toHaveAttribute(
    'href',
    /^mailto:celia@exemplo\.com\.br\?subject=/,
  );
  await notification.getByRole('button', { name: 'Fechar' }).first().click();
  // The notification can be opened later too.
  await pressInHead(page, 'Avisar quem solicitou');
  await expect(notification).toBeVisible();
});

test(
  'two browsers on two servers of one database see the same conversation',
  LONG,
  async ({ page, signIn, call, browser }) => {
    test.setTimeout(120_000);
    const title = `Infiltração ${tag()}`;
    const id = await openTicket(await client(call, { name: 'Tereza Braga' }), title);
    const runtime = await openRuntime(
      readSettings({ ...databaseSettings(runDatabase().database ?? ''), CLOCK: TODAY }),
      4,
    );
    const web = fileURLToPath(new URL('../../apps/web/dist/', import.meta.url));
    const second = await buildApp(runtime.deps, { web, frozenDay: TODAY });
    try {
      const baseURL = await second.listen({ port: 0, host: '127.0.0.1' });
      await signIn();
      await page.goto(`/app/support/${id}`);
      await settled(page);
      const other = await browser.newPage({ baseURL, locale: 'pt-BR' });
      await other.goto('/app/login');
      await other.getByLabel('E-mail').fill(ADMIN.email);
      await other.getByLabel('Senha', { exact: true }).fill(ADMIN.password);
      await other.getByRole('button', { name: 'Entrar' }).click();
      await expect(other.getByRole('heading', { level: 1 })).not.toHaveText('Autentifique-se');
      await other.goto(`/app/support/${id}`);
      expect(new URL(other.url()).port).not.toBe(new URL(page.url()).port);

      const say = async (from: Page, to: Page, words: string) => {
        await from.getByLabel('Resposta').fill(words);
        await from.getByRole('button', { name: 'Responder' }).click();
        for (const window of [from, to])
          await expect(window.getByRole('log', { name: 'Conversa' })).toContainText(words);
      };
      await expect(other.getByRole('log', { name: 'Conversa' })).toContainText('A pia vaza.');
      await say(page, other, 'O encanador vai hoje.');
      await say(other, page, 'Ele chega às 15 h.');
      await other.close();
    } finally {
      await second.close();
      await runtime.close();
    }
  },
);

test('what was typed survives a look elsewhere and Back, in each of two tabs', LONG, async ({ browser, call }) => {
  test.setTimeout(120_000);
  const street = `Rua ${tag()}`;
  const id = await property(call, { street, location: 'HOUSE' });
  await advertise(call, id);
  await withVisitor(browser, { viewport: SCREENS.phone, hasTouch: true }, async (page) => {
    const offered = async (tab: Page, cep: string) => {
      await tab.goto('/anuncie');
      await tab.getByLabel('Para').selectOption('Alugar');
      await tab.getByLabel('Tipo').selectOption('Casa');
      await tab.getByLabel('CEP').fill(cep);
      await tab.getByRole('button', { name: 'Continuar' }).click();
      await expect(tab.getByText('Passo 2 de 3')).toBeVisible();
    };
    await offered(page, '36.025-000');
    const typed = { Número: '915', Bairro: 'São Mateus', Quartos: '3', 'Aluguel desejado por mês (R$)': '1.850,00' };
    for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text);
    // Another tab begins an offer of its own meanwhile, and asks for a visit.
    const other = await page.context().newPage();
    await offered(other, '36.010-000');
    await other.goto(`/imovel/alugar/${id}`);
    const visit = other.locator('#visita');
    // The fixed bar leads to the form, and is not there to be taken for its button.
    await expect(other.locator('.ask')).toBeVisible();
    await other.locator('.ask').getByRole('link', { name: 'Agendar visita' }).click();
    await visit.getByLabel('Nome').fill('Otávio Reis');
    await expect(other.locator('.ask')).toBeHidden();
    await visit.getByRole('button', { name: 'Pedir visita' }).click();
    await expect(visit.getByRole('alert')).toBeVisible();
    await other.close();

    await page.getByRole('link', { name: 'Aviso de privacidade' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Anuncie seu imóvel');
    await page.goBack();
    for (const [label, text] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(text);
    await page.reload();
    await expect(page.getByText('Passo 2 de 3')).toBeVisible();
    await expect(page.getByLabel('CEP')).toHaveValue('36.025-000');
  });
});

test.describe('without a script', () => {
  test(
    'a visitor finds a property, sees its photographs, and every form arrives',
    LONG,
    async ({ page, signIn, call, browser }) => {
      test.setTimeout(120_000);
      const street = `Rua ${tag()}`;
      const name = `Otávio ${tag()}`;
      const id = await property(call, { street, location: 'HOUSE' });
      await addPhotograph(id);
      await advertise(call, id);
      await withVisitor(browser, { javaScriptEnabled: false }, async (visitor) => {
        await visitor.goto('/');
        await visitor.getByLabel('Tipo').selectOption({ label: 'Casa' });
        await visitor.getByRole('button', { name: 'Buscar' }).click();
        await visitor.getByRole('link').filter({ hasText: street }).click();
        const whole = visitor.getByRole('dialog', { name: 'Fotos do imóvel' }).getByRole('img');
        await expect(whole).toBeHidden();
        await visitor.getByRole('link', { name: 'Ver foto' }).click();
        await expect(whole).toBeVisible();
        const source = await whole.getAttribute('src');
        expect((await visitor.request.get(source ?? '')).headers()['content-type']).toBe('image/jpeg');
        await visitor.getByRole('link', { name: 'Fechar fotos' }).click();

        const message = visitor.locator('#mensagem');
        await message.getByLabel('Nome').fill(name);
        await message.getByLabel('E-mail').fill('otavio@exemplo.com.br');
        await message.getByLabel('Mensagem').fill('Aceita cachorro?');
        await message.getByRole('button', { name: 'Enviar mensagem' }).click();
        await expect(message.getByText('Marque que concorda')).toBeVisible();
        await message.getByLabel('Concordo').check();
        await message.getByRole('button', { name: 'Enviar mensagem' }).click();
        await expect(message.getByRole('status')).toContainText('Mensagem enviada');

        const visit = visitor.locator('#visita');
        await visit.getByRole('button', { name: /24\/11/ }).click();
        await visit.getByRole('radio', { name: '10h', exact: true }).check({ force: true });
        await visit.getByLabel('Nome').fill(name);
        await visit.getByLabel('Telefone com DDD').fill('(32) 98841-2076');
        await visit.getByLabel('Concordo').check();
        await visit.getByRole('button', { name: 'Pedir visita' }).click();
        await expect(visitor.getByRole('status')).toContainText('Pedido de visita enviado');
      });
      await signIn();
      await page.goto('/app/contacts');
      await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
      await page.goto('/app/schedules');
      await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Manhã');
    },
  );
});
