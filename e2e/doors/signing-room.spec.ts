import type { Browser, Page } from '@playwright/test';
import { cpf } from '../../apps/api/test/factories.ts';
import { startMailServer } from '../../apps/api/test/servers/mail-server.ts';
import { expectAccessible } from '../accessible.ts';
import { expect } from '../fixtures.ts';
import { LONG } from '../long.ts';
import { test as base } from '../new-agency.ts';
import { ADMIN } from '../people.ts';
import { sentPaper } from '../signatures.ts';

const SHOTS = process.env.SIGNING_SHOTS;

/** An agency of its own, which sends e-mails. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
  mail: async ({}, use) => {
    const server = await startMailServer();
    await use(server);
    await server.close();
  },
});
test.describe.configure({ timeout: 600_000 });

type Mail = Awaited<ReturnType<typeof startMailServer>>;
const present = <T>(value: T | undefined | null): T => {
  if (value === undefined || value === null) throw new Error('There is none');
  return value;
};

/** The next mail to an address that holds a text, or one that arrived before. */
const mailTo = async (mail: Mail, email: string, part: RegExp): Promise<string> => {
  const is = ({ to, text }: { to: string[]; text: string }) => to.includes(email) && part.test(text);
  const { text } = mail.received.findLast(is) ?? (await mail.next(is));
  return present(part.exec(text)?.[0]);
};

const PEOPLE = [
  { name: 'Ana Prado', email: 'ana@exemplo.com.br', role: 'TENANT', turn: 1, cpf: cpf(610_001) },
  { name: 'Rui Alves', email: 'rui@exemplo.com.br', role: 'GUARANTOR', turn: 1, cpf: cpf(610_002) },
  { name: 'Sônia Matos', email: 'sonia@exemplo.com.br', role: 'OWNER', turn: 1, cpf: cpf(610_003) },
  { name: 'Caio Lima', email: 'caio@exemplo.com.br', role: 'WITNESS', turn: 2, cpf: cpf(610_004) },
] as const;

/** A phone of its own for each person. */
async function phoneOf(browser: Browser, { scripts = true, width = 390 } = {}): Promise<Page> {
  const context = await browser.newContext({
    ...{ viewport: { width, height: 844 }, hasTouch: true, locale: 'pt-BR', reducedMotion: 'reduce' },
    javaScriptEnabled: scripts,
  });
  return context.newPage();
}

test(
  'a contract is read and signed by four on their phones, and checked by a stranger',
  LONG,
  async ({ browser, agency, mail }) => {
    const posted = present(mail);
    const { token } = await (
      await fetch(`${agency.url}/api/user/admin/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(ADMIN),
      })
    ).json();
    async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
      const answer = await fetch(`${agency.url}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      expect(answer.ok, `${method} ${path}: ${answer.status} ${text}`).toBe(true);
      return (text ? JSON.parse(text) : undefined) as T;
    }

    const id = await sentPaper(call, PEOPLE, { title: 'Locação da Ana', in_order: true });

    const linkOf = (email: string) => mailTo(posted, email, /http:\/\/\S+\/assinar\/\S+/);
    const shot = async (page: Page, what: string) => {
      if (!SHOTS) return;
      for (const width of [390, 1366]) {
        const before = present(page.viewportSize());
        await page.setViewportSize({ width, height: 860 });
        await page.screenshot({ path: `${SHOTS}/${what}-${width}.png`, fullPage: true });
        await page.setViewportSize(before);
      }
    };
    const enter = async (page: Page, person: (typeof PEOPLE)[number]) => {
      await page.goto(await linkOf(person.email));
      await page.getByLabel('Seu CPF').fill(person.cpf);
      await page.getByRole('button', { name: 'Abrir o documento' }).click();
    };
    const readCode = async (page: Page, email: string) => {
      const before = posted.received.length;
      await page.getByRole('button', { name: /^Receber o código por e-mail/ }).click();
      await expect(page.getByLabel('Código de 6 números')).toBeVisible();
      const is = ({ to, text }: { to: string[]; text: string }) =>
        to.includes(email) && text.includes('código para assinar');
      const { text } = posted.received.slice(before).find(is) ?? (await posted.next(is));
      return present(/\b\d{6}\b/.exec(text)?.[0]);
    };
    const sign = async (page: Page) => {
      await page.getByLabel('Li o que esta assinatura significa').check();
      await page.getByRole('button', { name: 'Assinar o documento' }).click();
    };

    await test.step('one draws: the way on opens at the end of the paper', async () => {
      const [ana] = PEOPLE;
      const page = await phoneOf(browser);
      await page.goto(await linkOf(ana.email));
      await expectAccessible(page);
      await shot(page, '1-entry');
      await page.getByLabel('Seu CPF').fill(PEOPLE[1].cpf);
      await page.getByRole('button', { name: 'Abrir o documento' }).click();
      await expect(page.getByText('Este CPF não é o da pessoa')).toBeVisible();
      await shot(page, '2-wrong');
      await page.getByLabel('Seu CPF').fill(ana.cpf);
      await page.getByRole('button', { name: 'Abrir o documento' }).click();
      await expect(page.getByRole('heading', { name: 'Leia o documento inteiro' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Continuar para assinar' })).toBeDisabled();
      await expectAccessible(page);
      await shot(page, '3-reading');
      await page.getByRole('button', { name: 'Continuar para assinar' }).scrollIntoViewIfNeeded();
      await expect(page.getByText('Você chegou ao fim do documento.')).toBeVisible();
      await page.getByRole('button', { name: 'Continuar para assinar' }).click();
      await expect(page.getByRole('heading', { name: 'Receba o seu código' })).toBeVisible();
      await expect(page.getByText('Assinatura eletrônica avançada', { exact: true })).toBeVisible();
      await expectAccessible(page);
      await shot(page, '4-code');
      const code = await readCode(page, ana.email);
      // The text that is agreed to stands above it.
      await expect(page.getByLabel('Código de 6 números')).toBeInViewport();
      await page.getByLabel('Código de 6 números').fill(code);
      await page.getByRole('button', { name: 'Assinar o documento' }).click();
      await expect(page.getByText('Desenhe a sua assinatura no quadro, ou')).toBeVisible();
      const pad = page.locator('canvas');
      await pad.scrollIntoViewIfNeeded();
      const box = present(await pad.boundingBox());
      await page.mouse.move(box.x + 30, box.y + 70);
      await page.mouse.down();
      for (const [x, y] of [
        [70, 20],
        [110, 80],
        [150, 30],
        [190, 85],
        [240, 40],
        [300, 60],
      ] as const)
        await page.mouse.move(box.x + x, box.y + y, { steps: 4 });
      await page.mouse.up();
      await expectAccessible(page);
      await shot(page, '5-drawn');
      await sign(page);
      await expect(page.getByRole('heading', { name: 'Você assinou' })).toBeVisible();
      await expect(page.getByRole('img', { name: 'Assinatura desenhada por você' })).toBeVisible();
      await expectAccessible(page);
      await shot(page, '6-receipt');
      // Back leads to what it became.
      await page.goBack();
      await expect(page.getByRole('heading', { name: 'Você assinou' })).toBeVisible();
      await page.context().close();
    });

    await test.step('one has no script, and types the name', async () => {
      const rui = PEOPLE[1];
      const page = await phoneOf(browser, { scripts: false, width: 360 });
      await enter(page, rui);
      await page.getByRole('link', { name: 'Ler como texto' }).click();
      await expect(page.getByText('Cláusula 60.')).toBeVisible();
      await page.getByRole('button', { name: 'Continuar para assinar' }).click();
      await expect(page.getByText('leia o documento até o fim e marque esta caixa')).toBeVisible();
      await page.getByLabel('Li o documento inteiro.').check();
      await page.getByRole('button', { name: 'Continuar para assinar' }).click();
      const code = await readCode(page, rui.email);
      await page.getByLabel('Código de 6 números').fill(code);
      await page.getByLabel('Seu nome completo').fill('Rui Alves');
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/7-without-script-360.png`, fullPage: true });
      await sign(page);
      await expect(page.getByRole('heading', { name: 'Você assinou' })).toBeVisible();
      await page.context().close();
    });

    await test.step('one goes on after the browser was closed, and chooses to type', async () => {
      const sonia = PEOPLE[2];
      const begun = await phoneOf(browser);
      await enter(begun, sonia);
      await begun.getByText('Não quero assinar').click();
      await begun.getByRole('button', { name: 'Recusar a assinatura' }).click();
      await expect(begun.getByText('Diga por que não vai assinar')).toBeInViewport();
      // The page is shown where it was left, below the end of the paper.
      await begun.getByRole('button', { name: 'Continuar para assinar' }).click();
      await expect(begun.getByRole('heading', { name: 'Receba o seu código' })).toBeVisible();
      await begun.context().close();
      const page = await phoneOf(browser);
      await enter(page, sonia);
      const code = await readCode(page, sonia.email);
      await page.getByLabel('Código de 6 números').fill(code);
      await page.getByRole('radio', { name: 'Digitar o nome' }).check();
      await page.getByLabel('Seu nome completo').fill('Sônia Matos');
      await sign(page);
      await expect(page.getByRole('heading', { name: 'Você assinou' })).toBeVisible();
      await page.context().close();
    });

    await test.step('the last one is asked after the others, and keeps the signed file', async () => {
      const caio = PEOPLE[3];
      const page = await phoneOf(browser);
      await enter(page, caio);
      await page.getByRole('button', { name: 'Continuar para assinar' }).scrollIntoViewIfNeeded();
      await page.getByRole('button', { name: 'Continuar para assinar' }).click();
      const code = await readCode(page, caio.email);
      await page.getByLabel('Código de 6 números').fill(code);
      await page.getByRole('radio', { name: 'Digitar o nome' }).check();
      await page.getByLabel('Seu nome completo').fill('Caio Lima');
      await sign(page);
      // The page that waits for the file shows it once it is there.
      await expect(page.getByRole('heading', { name: 'Todos assinaram' })).toBeVisible({ timeout: 60_000 });
      await expectAccessible(page);
      await shot(page, '8-done');
      const download = present(
        await page.getByRole('link', { name: 'Baixar o documento assinado' }).getAttribute('href'),
      );
      const file = await page.request.get(`${agency.url}${download}`);
      expect([file.status(), (await file.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-']);

      await test.step('a stranger checks it by its code', async () => {
        const checked = present(await page.getByRole('link', { name: 'Conferir o documento' }).getAttribute('href'));
        const stranger = await phoneOf(browser);
        await stranger.goto(`${agency.url}${checked}`);
        await expect(stranger.getByRole('heading', { name: 'Contrato de locação' })).toBeVisible();
        await expect(stranger.getByText('Assinado por 4 pessoas')).toBeVisible();
        await stranger
          .getByLabel('Arquivo em PDF')
          .setInputFiles({ name: 'assinado.pdf', mimeType: 'application/pdf', buffer: await file.body() });
        await expect(stranger.getByText('Confere: o arquivo é o documento assinado')).toBeVisible();
        await expectAccessible(stranger);
        await shot(stranger, '9-check');
        await stranger.context().close();
      });
      await page.context().close();
    });
    expect(await call<{ state: string }>('GET', `/signature/${id}`)).toMatchObject({ state: 'SIGNED' });
  },
);
