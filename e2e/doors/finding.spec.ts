import { randomInt } from 'node:crypto';
import { searchPath } from '../../apps/api/src/modules/doors/site/listing-search.map.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { advertise, property } from '../properties.ts';

test('a visitor keeps a listing, finds it on the map and among the favourites, and takes it out', async ({
  page,
  call,
}) => {
  const price = randomInt(50_000, 900_000);
  const id = await property(call, { price });
  await call('PATCH', `/property/${id}`, { latitude: -21.7642, longitude: -43.3496 });
  await advertise(call, id);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(searchPath({ purpose: 'alugar', least: price * 100, most: price * 100, page: 1 }));

  const card = page.getByRole('link').filter({ hasText: 'Apartamento com 3 quartos' });
  await expect(card).toBeInViewport();
  const heart = page.getByRole('button', { name: /^Guardar nos favoritos/ });
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('button', { name: 'Mapa', exact: true }).click();
  await page.getByRole('button', { name: /^Apartamento com 3 quartos em São Mateus, R\$/ }).click();
  const map = page.getByRole('group', { name: 'Mapa dos imóveis' });
  await expect(map.getByRole('link')).toHaveAttribute('href', new RegExp(`/imovel/alugar/${id}/`));
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Favoritos 1' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Favoritos');
  await expect(card).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`\\?imoveis=${id}$`));
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Guardar nos favoritos/ }).click();
  await expect(card).toHaveCount(0);
});
