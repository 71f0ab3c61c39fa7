import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { document } from '../clients.ts';
import { expect, notice, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';
import { tag } from '../properties.ts';

type Address = Record<'cep' | 'street' | 'neighborhood' | 'number' | 'city' | 'state' | 'country', string | null> & {
  latitude: number | null;
  longitude: number | null;
};

const choose = async (page: Page, label: string, typed: string, option: string | RegExp) => {
  await page.getByRole('combobox', { name: label }).fill(typed);
  await page.getByRole('option', { name: option }).click();
};
const select = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const pin = (page: Page) => page.getByRole('button', { name: /^Marcador/ });
/** Coordinates as shown under the map. */
const position = (page: Page) => page.getByText(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/);

async function expectAddress(page: Page, parts: Record<string, string>) {
  for (const [label, value] of Object.entries(parts)) await expect(page.getByLabel(label)).toHaveValue(value);
}

test.describe('a new client', () => {
  test.beforeEach(async ({ enter }) => {
    await enter('/clients/create');
  });

  const identify = async (page: Page, name: string) => {
    const number = document();
    await page.getByLabel('Nome').fill(name);
    await page.getByRole('textbox', { name: 'CPF' }).fill(number);
    await page.getByLabel('E-mail').fill(`${number}@exemplo.com.br`);
    await page.getByLabel('Telefone').fill('(11) 98841-2076');
  };
  const saved = async (page: Page, call: <T>(method: string, path: string) => Promise<T>) => {
    await page.getByRole('button', { name: 'Cadastrar cliente' }).click();
    const said = notice(page, 'Usuário adicionado, o código dele é');
    await expect(said).toBeVisible();
    const id = /é (\d+)/.exec(await said.innerText())?.[1];
    return (await call<{ address: Address }>('GET', `/user/${id}`)).address;
  };

  test('gets the address of its CEP', LONG, async ({ page, call }) => {
    await identify(page, 'Rita Campos');
    await page.getByLabel('CEP').pressSequentially('01001000');
    await expectAddress(page, {
      CEP: '01.001-000',
      Rua: 'Praça da Sé',
      Bairro: 'Sé',
      Cidade: 'São Paulo',
      Estado: 'SP',
    });
    await expect(page.getByLabel('Estado')).toHaveAttribute('readonly');
    await expect(page.getByLabel('Número')).toBeFocused();
    await page.keyboard.type('108');
    expect(await saved(page, call)).toMatchObject({
      cep: '01001000',
      street: 'Praça da Sé',
      neighborhood: 'Sé',
      number: '108',
      city: 'São Paulo',
      state: 'SP',
    });
  });

  test('saves a typed address for an unknown CEP', LONG, async ({ page, call }) => {
    await identify(page, 'Sérgio Antunes');
    await page.getByLabel('CEP').fill('99.999-999');
    await expect(page.getByRole('status').filter({ hasText: 'CEP não encontrado' })).toBeVisible();
    await expect(page.getByLabel('CEP')).toBeFocused();
    await select(page, 'Estado', 'MG');
    await page.getByLabel('Número').fill('7');
    await page.getByLabel('Rua').fill('Rua Nova');
    await page.getByLabel('Cidade').fill('Juiz de Fora');
    expect(await saved(page, call)).toMatchObject({ cep: '99999999', street: 'Rua Nova', state: 'MG' });
  });

  test('another CEP replaces looked-up values and keeps typed ones', LONG, async ({ page }) => {
    await page.getByLabel('CEP').fill('01001000');
    await expectAddress(page, { Rua: 'Praça da Sé', Bairro: 'Sé' });
    await page.getByLabel('Bairro').fill('Centro');
    await page.getByLabel('CEP').fill('37270000');
    await expectAddress(page, { Rua: '', Bairro: 'Centro', Cidade: 'Campo Belo', Estado: 'MG' });
    await page.getByLabel('CEP').fill('99999999');
    await expect(page.getByText('CEP não encontrado')).toBeVisible();
    await select(page, 'Estado', 'BA');
    await page.getByLabel('CEP').fill('01001000');
    await expectAddress(page, { Rua: 'Praça da Sé', Bairro: 'Centro', Cidade: 'São Paulo', Estado: 'SP' });
    await expect(page.getByText('CEP não encontrado')).toBeHidden();
  });
});

for (const [width, height] of [
  [1366, 860],
  [390, 844],
] as const) {
  test.describe(`the place of a property, ${width} px`, formOf(width), () => {
    test.use({ viewport: { width, height } });

    test('is derived from the address, can be moved, and is saved', LONG, async ({ page, enter, call, context }) => {
      const lucia = `Lúcia ${tag()}`;
      await newOwner(call, lucia);
      await enter('/properties/register');
      await select(page, 'Transação', 'Aluguel');
      await select(page, 'Categoria', 'Apartamento');
      await page.getByLabel('Preço').fill('1800');
      await choose(page, 'Proprietário', lucia.toLowerCase().replace('ú', 'u'), new RegExp(lucia));
      await page.getByLabel('CEP').fill('01001000');
      await expect(page.getByLabel('Número')).toBeFocused();
      await page.keyboard.type('108');
      await page.keyboard.press('Tab');

      await page.getByText('Imóvel no exterior').scrollIntoViewIfNeeded();
      await expect(position(page)).toHaveText('-23.550390, -46.633099');
      await pin(page).focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      // 10 px × 360° / 2²⁴ px at zoom 16 are 0.000214577°, twice, each kept with six decimals.
      await expect(position(page)).toHaveText('-23.550390, -46.632669');
      await page.keyboard.press('Shift+ArrowUp');
      await expect(position(page)).toHaveText('-23.550370, -46.632669');
      await page.getByRole('button', { name: 'Cadastrar imóvel' }).click();
      const said = notice(page, 'Imóvel adicionado, o código dele é');
      await expect(said).toBeVisible();
      const id = /é (\d+)/.exec(await said.innerText())?.[1];
      expect(await placeOf(call, id)).toEqual({ latitude: -23.55037, longitude: -46.632669 });

      await page.goto(`/app/properties/info/${id}`);
      await page.getByText('Imóvel no exterior').scrollIntoViewIfNeeded();
      await expect(position(page)).toHaveText('-23.550370, -46.632669');
      await drag(page, 60, 40);
      await expect(position(page)).not.toHaveText('-23.550370, -46.632669');
      const [latitude, longitude] = (await position(page).innerText()).split(', ').map(Number);
      expect(latitude).toBeLessThan(-23.5508);
      expect(longitude).toBeGreaterThan(-46.632);
      await page.getByRole('button', { name: 'Salvar alterações' }).click();
      await expect(notice(page, 'Imóvel atualizado!')).toBeVisible();
      expect(await placeOf(call, id)).toEqual({ latitude, longitude });

      // In front of the property its place is that of the device.
      await context.grantPermissions(['geolocation']);
      await context.setGeolocation({ latitude: -23.5612345, longitude: -46.6559876 });
      await page.getByRole('button', { name: 'Usar a minha localização' }).click();
      await expect(position(page)).toHaveText('-23.561235, -46.655988');
    });
  });
}

test('a property found by searching has all the parts', LONG, async ({ page, enter }) => {
  await enter('/properties/register');
  await choose(page, 'Buscar endereço', 'praça', /^Praça da Sé/);
  await expectAddress(page, {
    CEP: '01.001-000',
    Número: '108',
    Rua: 'Praça da Sé',
    Bairro: 'Sé',
    Cidade: 'São Paulo',
    Estado: 'SP',
    País: 'Brasil',
  });
  await page.getByText('Imóvel no exterior').scrollIntoViewIfNeeded();
  await expect(position(page)).toHaveText('-23.550390, -46.633099');
  await page.getByRole('button', { name: 'Remover marcador' }).click();
  await expect(page.getByText('Sem posição. Marque no mapa.')).toBeVisible();
  await page.getByRole('button', { name: 'Marcar no centro' }).click();
  await expect(position(page)).toBeVisible();
});

test('read-only users see the pin and cannot move it', LONG, async ({ page, enter, staffWith, call }) => {
  const { id: owner_id } = await newOwner(call, 'Olga Matos');
  const id = await newHouse(call, owner_id, { latitude: -23.55, longitude: -46.6333 });
  await enter(`/properties/info/${id}`, await staffWith('PROPERTY_VIEW'));
  await page.getByText('Imóvel no exterior').scrollIntoViewIfNeeded();
  await expect(position(page)).toHaveText('-23.550000, -46.633300');
  await expect(page.getByRole('button', { name: 'Aproximar' })).toBeVisible();
  await expect(pin(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Remover marcador' })).toBeHidden();
});

test('an old address is located by passing through its number', LONG, async ({ page, enter, call }) => {
  const { id: owner_id } = await newOwner(call, 'Paulo Reis');
  const id = await newHouse(call, owner_id);
  await enter(`/properties/info/${id}`);
  await page.getByLabel('Número').focus();
  await page.keyboard.press('Tab');
  await page.getByText('Imóvel no exterior').scrollIntoViewIfNeeded();
  await expect(position(page)).toHaveText('-23.550390, -46.633099');
});

test('the map has no accessibility violation', LONG, async ({ page, enter }) => {
  await enter('/properties/register');
  await page.getByText('Imóvel no exterior').scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Marcar no centro' }).click();
  await expect(pin(page)).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
});

test('without tiles the position is typed', LONG, async ({ page, enter }) => {
  await page.route('**/tiles/**', (route) => route.abort());
  await enter('/properties/register');
  await page.getByText('Imóvel no exterior').scrollIntoViewIfNeeded();
  await expect(page.getByText('Não foi possível carregar o mapa. A posição pode ser digitada.')).toBeVisible();
  await page.getByLabel('Latitude').fill('-23,5503898');
  await page.getByLabel('Latitude').blur();
  await expect(page.getByLabel('Latitude')).toHaveValue('-23.55039');
});

test.describe('without external services', () => {
  test.use({ baseURL: process.env.E2E_ALONE_URL });

  test('the whole address is typed', LONG, async ({ page, enter, call }) => {
    const nelson = `Nelson ${tag()}`;
    await newOwner(call, nelson);
    await enter('/properties/register');
    await select(page, 'Transação', 'Venda');
    await select(page, 'Categoria', 'Casa');
    await page.getByLabel('Preço').fill('400000');
    await choose(page, 'Proprietário', nelson.toLowerCase(), new RegExp(nelson));
    await expect(page.getByLabel('CEP')).toBeVisible();
    await expect(page.getByLabel('Buscar endereço')).toBeHidden();
    await page.getByLabel('CEP').fill('01001000');
    await page.getByLabel('Número').fill('12');
    await select(page, 'Estado', 'SP');
    await page.getByLabel('Rua').fill('Praça da Sé');
    await page.getByLabel('Bairro').fill('Sé');
    await page.getByLabel('Cidade').fill('São Paulo');
    await page.getByLabel('Latitude').pressSequentially('-23.55');
    await page.getByLabel('Longitude').pressSequentially('-46,6333');
    await page.getByRole('button', { name: 'Cadastrar imóvel' }).click();
    const said = notice(page, 'Imóvel adicionado, o código dele é');
    await expect(said).toBeVisible();
    const id = /é (\d+)/.exec(await said.innerText())?.[1];
    expect(await placeOf(call, id)).toEqual({ latitude: -23.55, longitude: -46.6333 });
  });
});

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

const newOwner = (call: Call, name: string) =>
  call<{ id: number }>('POST', '/user/manual', { name, cpf_cnpj: document(), type: 'OWNER', phone: '11988412076' });

async function newHouse(call: Call, owner_id: number, place = {}) {
  const house = { type: 'RENT', location: 'HOUSE', price: 1_200, country: 'Brasil', owner_id, ...place };
  const address = { cep: '01001000', street: 'Praça da Sé', neighborhood: 'Sé', number: '1', city: 'São Paulo' };
  const { data } = await call<{ data: { id: number } }>('POST', '/property', { ...house, ...address, state: 'SP' });
  return data.id;
}

async function placeOf(call: Call, id: string | undefined) {
  const { latitude, longitude } = await call<Address>('GET', `/property/${id}/admin`);
  return { latitude, longitude };
}

async function drag(page: Page, x: number, y: number) {
  const box = await pin(page).boundingBox();
  if (!box) throw new Error('no pin');
  const [left, top] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(left + x / 2, top + y / 2, { steps: 5 });
  await page.mouse.move(left + x, top + y, { steps: 5 });
  await page.mouse.up();
}
