import { randomInt } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { pdfText } from '../../apps/api/test/pdf-text.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { LONG } from '../long.ts';
import { ADMIN } from '../people.ts';
import { advertise } from '../properties.ts';

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

const TITLE = 'Apartamento com 3 quartos em São Mateus';

/** Registers a let apartment as staff do; returns its public address. */
async function listing(call: Call, information: object = {}) {
  const number = randomInt(1e9);
  const owner = await call<{ id: number }>('POST', '/user/manual', {
    name: 'Helena Antunes',
    cpf_cnpj: cpf(number),
    type: 'OWNER',
    sale_rent: 'RENT',
    email: `helena${number}@exemplo.com.br`,
    phone: '32988412076',
  });
  const { data } = await call<{ data: { id: number } }>('POST', '/property', {
    ...{ street: 'Rua São Mateus', number: '915', neighborhood: 'São Mateus', city: 'Juiz de Fora', state: 'MG' },
    ...{ cep: '36025000', type: 'RENT', location: 'APARTMENT', price: 2140, owner_id: owner.id },
  });
  await call('PATCH', `/property/${data.id}`, { bedrooms: 3, bathrooms: 2, garage: 1 });
  await call('PUT', `/property/${data.id}/information`, {
    description: 'Quinto andar com vista para a serra.\n\nA dez minutos a pé da universidade.',
    building_area: 92,
    pet: true,
    ...information,
  });
  await call('PUT', `/property/${data.id}/fees`, { data: [{ name: 'Condomínio', price: 480 }] });
  await call('PUT', `/property/${data.id}/features`, { data: ['Varanda', 'Elevador'] });
  return { id: data.id, path: `/imovel/alugar/${data.id}/rua-sao-mateus-juiz-de-fora` };
}

/** A CPF with valid check digits for any number of up to nine digits. */
function cpf(number: number) {
  const digit = (digits: string) => {
    const total = [...digits].reduce((sum, figure, at) => sum + Number(figure) * (digits.length + 1 - at), 0);
    return total % 11 < 2 ? 0 : 11 - (total % 11);
  };
  const base = String(number).padStart(9, '0');
  const first = digit(base);
  return `${base}${first}${digit(`${base}${first}`)}`;
}

async function addPhotographs(page: Page, request: APIRequestContext, id: number) {
  const session = await request.post(`${process.env.E2E_URL}/api/user/admin/session`, { data: ADMIN });
  const { token } = await session.json();
  const canvas = await page.context().newPage();
  for (const colour of ['#0f606d', '#934d2c', '#1e5ba1', '#1b6d41']) {
    await canvas.setContent(`<body style="background:${colour}">`);
    const answer = await request.put(`${process.env.E2E_URL}/api/property/${id}/images`, {
      headers: { authorization: `Bearer ${token}` },
      multipart: {
        file: { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: await canvas.screenshot({ type: 'jpeg' }) },
      },
    });
    expect(answer.status()).toBe(201);
  }
  await request.patch(`${process.env.E2E_URL}/api/property/${id}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { advertised: true },
  });
  await canvas.close();
}

/** Errors and warnings in the browser's console, refused scripts and styles above all. */
function complaints(page: Page) {
  const found: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') found.push(message.text());
  });
  page.on('pageerror', (error) => found.push(error.message));
  return found;
}

for (const width of [1366, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`a visitor reads a listing at ${width} px, ${colorScheme}`, LONG, async ({ page, request, call }) => {
      const { id, path } = await listing(call);
      await addPhotographs(page, request, id);
      const found = complaints(page);
      await page.setViewportSize({ width, height: 860 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(path);

      await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
      // Similar listings below may be in the same street.
      await expect(page.getByText('Rua São Mateus, São Mateus, Juiz de Fora, MG').first()).toBeVisible();
      const prices = page.getByRole('region', { name: 'Valores' });
      await expect(prices).toContainText('R$ 2.620,00 /mês no total');
      await expect(prices).toContainText('AluguelR$ 2.140,00');
      await expect(prices).toContainText('Total por mêsR$ 2.620,00');
      await expect(page.getByRole('listitem').filter({ hasText: 'Elevador' })).toBeVisible();
      await expect(page.getByRole('img', { name: `${TITLE}, foto 1 de 4` })).toHaveJSProperty('complete', true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await expectAccessible(page);

      await page.getByRole('link', { name: 'Ver 4 fotos' }).click();
      await expect(page.getByRole('dialog', { name: 'Fotos do imóvel' }).getByText('1 de 4')).toBeInViewport();
      await expectAccessible(page);
      expect(found).toEqual([]);
    });
  }
}

test('photographs change by keyboard and keep the scroll position', LONG, async ({ page, request, call }) => {
  const { id, path } = await listing(call);
  await addPhotographs(page, request, id);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(path);
  const viewer = page.getByRole('dialog', { name: 'Fotos do imóvel' });
  const second = page.getByRole('link', { name: `${TITLE}, foto 2 de 4` });
  await second.click();
  await expect(viewer.getByText('2 de 4')).toBeInViewport();
  await expect(viewer.getByRole('link', { name: 'Fechar fotos' })).toBeFocused();

  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('3 de 4')).toBeInViewport();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('4 de 4')).toBeInViewport();
  await page.keyboard.press('ArrowLeft');
  await expect(viewer.getByText('3 de 4')).toBeInViewport();

  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(second).toBeFocused();
  await expect(page).toHaveURL(path);

  // One step back closes the photographs, however many were shown.
  await second.click();
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('3 de 4')).toBeInViewport();
  await page.goBack();
  await expect(viewer).toBeHidden();
  await expect(page).toHaveURL(path);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the page is complete and its photographs open, change and close', LONG, async ({ page, request, call }) => {
    const { id, path } = await listing(call);
    await addPhotographs(page, request, id);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
    await expect(page.getByText('A dez minutos a pé da universidade.')).toBeVisible();

    const viewer = page.getByRole('dialog', { name: 'Fotos do imóvel' });
    await expect(viewer).toBeHidden();
    await page.getByRole('link', { name: 'Ver 4 fotos' }).click();
    await expect(viewer.getByText('1 de 4')).toBeInViewport();
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
    await viewer.getByRole('listitem').nth(0).getByRole('link', { name: 'Próxima foto' }).click();
    await expect(viewer.getByText('2 de 4')).toBeInViewport();
    await viewer.getByRole('link', { name: 'Fechar fotos' }).click();
    await expect(viewer).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

test('markup in a text is shown as text', LONG, async ({ page, call }) => {
  const description = `"><script>document.title='tomado'</script><img src=x onerror="document.title='tomado'">`;
  const { id, path } = await listing(call, { description });
  await advertise(call, id);
  const found = complaints(page);
  await page.goto(path);
  await expect(page.getByText(description)).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(TITLE));
  expect(found).toEqual([]);
});

test(
  'an old link redirects to the current address, one of a let property to an explanation',
  LONG,
  async ({ page, call }) => {
    const { id, path } = await listing(call);
    await advertise(call, id);
    await page.goto(`/imovel/comprar/${id}/rua-antiga`);
    await expect(page).toHaveURL(path);
    await call('PATCH', `/property/${id}`, { status: 'RENTED' });
    const answer = await page.goto(`${path}?agora`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Anúncio não encontrado' })).toBeVisible();
    await expect(page.getByText('pode já ter sido alugado ou vendido')).toBeVisible();
    await expectAccessible(page);
  },
);

test('the printed page is one sheet, with contact data and without controls', LONG, async ({ page, request, call }) => {
  const { id, path } = await listing(call);
  await addPhotographs(page, request, id);
  const features = [
    'Varanda',
    'Elevador',
    'Portaria 24 h',
    'Salão de festas',
    'Armários na cozinha',
    'Interfone',
    'Sauna',
  ];
  await call('PUT', `/property/${id}/features`, { data: features });
  await page.goto(path);
  const margin = { top: '12mm', right: '12mm', bottom: '12mm', left: '12mm' };
  const paper = await page.pdf({ format: 'A4', margin });
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  const said = (await pdfText(paper)).replaceAll('\u00a0', ' ');
  for (const words of [
    TITLE,
    'R$ 2.620,00',
    'vista para a serra',
    'Elevador',
    'Sauna',
    `${process.env.E2E_URL}${path}`,
  ])
    expect(said).toContain(words);
  for (const words of ['Agendar visita', 'Enviar mensagem', 'Concordo', 'Anuncie seu imóvel', 'Ver 4 fotos'])
    expect(said).not.toContain(words);
});
