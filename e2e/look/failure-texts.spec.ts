import type { Page } from '@playwright/test';
import { client } from '../clients.ts';
import { lateInvoice } from '../contracts.ts';
import { expect, notice, test } from '../fixtures.ts';
import { inLongForm, LONG } from '../long.ts';
import { carry, property } from '../properties.ts';

/** Texts that the page or a notice shows when a server fault stops a call. */
type Failure = {
  words: string;
  /** Answered with 500. */
  call: string | RegExp;
  act: (page: Page, ids: { invoice: number; property: number; client: number }) => Promise<unknown>;
  where: 'page' | 'notice';
};

const openParts = async (page: Page, id: number, tab: RegExp) => {
  await page.goto(`/app/properties/info/${id}`);
  await page.getByRole('tab', { name: tab }).click();
};

const FAILURES: Failure[] = [
  {
    words: 'Ocorreu um erro ao tentar buscar pela fatura',
    call: '**/api/invoice/*',
    act: (page, { invoice }) => page.goto(`/app/financial/invoices?open=${invoice}`),
    where: 'page',
  },
  {
    words: 'Ocorreu um erro ao tentar buscar pelas faturas',
    call: /\/api\/invoice(\?|$)/,
    act: (page) => page.goto('/app/financial/invoices'),
    where: 'page',
  },
  {
    words: 'Ocorreu um erro ao tentar buscar pelas faturas',
    call: '**/api/user/*/invoices*',
    act: async (page, { client: id }) => {
      await page.goto(`/app/clients/info/${id}`);
      await page.getByRole('tab', { name: 'Faturas' }).click();
    },
    where: 'page',
  },
  {
    words: 'Não foi possível buscar as propriedades',
    call: /\/api\/property(\?|$)/,
    act: async (page) => {
      await page.goto('/app/contracts/create');
      await page.getByRole('combobox', { name: 'Imóvel' }).fill('Rua');
    },
    where: 'page',
  },
  {
    words: 'Não foi possível remover a característica',
    call: '**/api/property/*/features',
    act: async (page, { property: id }) => {
      await openParts(page, id, /^Características/);
      await page.getByRole('button', { name: 'Remover Varanda' }).click();
      await notice(page, 'Característica removida: Varanda').getByRole('button', { name: 'Fechar aviso' }).click();
    },
    where: 'notice',
  },
  {
    words: 'Não foi possível remover a taxa',
    call: '**/api/property/*/fees',
    act: async (page, { property: id }) => {
      await openParts(page, id, /^Taxas/);
      await page.getByRole('button', { name: 'Remover IPTU' }).click();
      await notice(page, 'Taxa removida: IPTU').getByRole('button', { name: 'Fechar aviso' }).click();
    },
    where: 'notice',
  },
  {
    words: 'Ocorreu um erro ao tentar mudar a posição',
    call: '**/api/property/*/features/position',
    act: async (page, { property: id }) => {
      await openParts(page, id, /^Características/);
      await page.getByRole('button', { name: 'Ordenar Varanda' }).focus();
      await carry(page, 'ArrowRight');
    },
    where: 'notice',
  },
  {
    words: 'Ocorreu algum problema',
    call: '**/api/report/**',
    act: async (page) => {
      await page.goto('/app/financial/reports');
      await page.getByRole('button', { name: 'Buscar & Baixar' }).click();
    },
    where: 'notice',
  },
];

test('each failure shows the message of the specification', LONG, async ({ page, startSession, call }) => {
  test.setTimeout(120_000);
  const house = await property(call);
  await call('PUT', `/property/${house}/features`, { data: ['Varanda', 'Elevador'] });
  await call('PUT', `/property/${house}/fees`, { data: [{ name: 'IPTU', price: 90 }] });
  const ids = {
    invoice: (await lateInvoice(call)).id,
    property: house,
    client: await client(call, { name: 'Rosa Falha' }),
  };
  await startSession();
  // A page and a notice; the long form goes through all of them.
  const told = inLongForm() ? FAILURES : [FAILURES[0], FAILURES.at(-1)].flatMap((failure) => failure ?? []);
  for (const { words, call: address, act, where } of told)
    await test.step(`${address}: ${words}`, async () => {
      await page.route(address, (route) => route.fulfill({ status: 500, json: {} }));
      await act(page, ids);
      const said = where === 'notice' ? notice(page, words) : page.getByText(words).first();
      await expect(said).toBeVisible();
      await page.unroute(address);
    });
});

test('reordering characteristics confirms the save', LONG, async ({ page, signIn, call }) => {
  const house = await property(call);
  await call('PUT', `/property/${house}/features`, { data: ['Varanda', 'Elevador'] });
  await signIn();
  await openParts(page, house, /^Características/);
  await page.getByRole('button', { name: 'Ordenar Varanda' }).focus();
  await carry(page, 'ArrowRight');
  await expect(notice(page, 'Atualizado!')).toBeVisible();
});
