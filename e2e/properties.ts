import { randomBytes, randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { cpf } from '../apps/api/test/factories.ts';
import { picture } from '../apps/api/test/pictures.ts';
import { expect } from './fixtures.ts';
import { upload } from './uploads.ts';

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** Unique names that no other story's search finds. */
export const tag = () => `Ipê ${randomInt(1e9)}`;

export async function owner(call: Call, name: string) {
  const number = randomInt(9e8);
  const { id } = await call<{ id: number }>('POST', '/user/manual', {
    name,
    cpf_cnpj: cpf(number),
    type: 'OWNER',
    sale_rent: 'RENT',
    email: `dono${number}@exemplo.com.br`,
    phone: '32988412076',
  });
  return id;
}

type Wanted = Partial<{ type: string; location: string; price: number; street: string; status: string }>;

/** Registers a complete property as staff do. */
export async function property(call: Call, { status, ...wanted }: Wanted = {}, ownerName = 'Helena Antunes') {
  const { data } = await call<{ data: { id: number } }>('POST', '/property', {
    ...{ street: `Rua ${tag()}`, number: '915', neighborhood: 'São Mateus', city: 'Juiz de Fora', state: 'MG' },
    ...{ cep: '36025000', type: 'RENT', location: 'APARTMENT', price: 2140 },
    ...wanted,
    owner_id: await owner(call, ownerName),
  });
  await call('PATCH', `/property/${data.id}`, { bedrooms: 3, bathrooms: 2, garage: 1, status });
  return data.id;
}

/** A photograph in camera format: larger than the limits, optionally rotated by its metadata. */
export async function photograph(name: string, background: string, orientation = 1) {
  const [width, height] = [2_400, 1_600];
  const grain = { input: randomBytes(width * height * 3), raw: { width, height, channels: 3 }, blend: 'soft-light' };
  const buffer = await picture(width, height, background)
    .composite([grain as never])
    .jpeg({ quality: 90 })
    .withMetadata({ orientation })
    .toBuffer();
  expect(buffer.length).toBeGreaterThan(600_000);
  return { name, mimeType: 'image/jpeg', buffer };
}

/** Uploads a property's photograph like the app. */
export async function addPhotograph(id: number, background = '#0f606d') {
  const { name, mimeType, buffer } = await photograph('fachada.jpg', background);
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
  await upload('PUT', `/property/${id}/images`, body);
}

/** Moves the focused item by one place, by keyboard alone. */
export async function carry(page: Page, direction: 'ArrowDown' | 'ArrowRight' | 'ArrowUp' | 'ArrowLeft') {
  const said = page.getByRole('tabpanel').locator('[id^="DndLiveRegion"]');
  await page.keyboard.press('Space');
  await expect(said).toContainText('Movendo');
  const before = await said.textContent();
  // Its listener is attached shortly after the announcement.
  await expect(async () => {
    await page.keyboard.press(direction);
    await expect(said).not.toHaveText(before ?? '', { timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Space');
  await expect(said).not.toContainText('Movendo');
}

/** An action of a window or page: a button where there is room, else behind "⋯". */
export async function act(page: Page, label: string) {
  const button = page.getByRole('button', { name: label, exact: true });
  if (!(await button.isVisible())) {
    // Those of a window come after those of the page under it.
    await page.getByRole('button', { name: 'Mais ações' }).last().click();
    await page.getByRole('menuitem', { name: label }).or(button).click();
  } else await button.click();
}

/** Puts a property on the site, with a small photograph where it has none. */
export async function advertise(call: Call, id: number) {
  const { images } = await call<{ images: unknown[] }>('GET', `/property/${id}/admin`);
  if (images.length === 0) {
    const body = new FormData();
    const bytes = await picture(120, 80, '#0f606d').jpeg().toBuffer();
    body.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'fachada.jpg');
    await upload('PUT', `/property/${id}/images`, body);
  }
  await call('PATCH', `/property/${id}`, { advertised: true });
}
