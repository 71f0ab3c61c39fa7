import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { STAFF_PATH } from '@morada/contract/base/addresses';
import { isCnpj } from '@morada/domain/base/documents';
import type { Browser, Download, Locator, Page } from '@playwright/test';
import { connect } from '../apps/api/src/db/connection/connect.ts';
import { withSheet } from '../apps/api/src/sheets/read.ts';
import { cpf } from '../apps/api/test/factories.ts';
import { expect } from './fixtures.ts';

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;
type Wanted = Partial<{ name: string; type: string; email: string; phone: string; cpf_cnpj: string }>;

export const document = () => cpf(randomInt(9e8));

export function cnpj() {
  const body = `${randomInt(1e7, 1e8)}0001`;
  const digits = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));
  return body + digits.find((pair) => isCnpj(body + pair));
}

/** Registers a client as staff do. */
export async function client(call: Call, wanted: Wanted = {}) {
  const { id } = await call<{ id: number }>('POST', '/user/manual', {
    name: 'Tereza Braga',
    cpf_cnpj: document(),
    type: 'TENANT',
    phone: '32988412076',
    ...wanted,
  });
  return id;
}

/** Updates the row directly, for values that no call writes. */
export async function inDatabase(id: number, values: { phone?: string; created_at?: Date }) {
  const { db } = connect(JSON.parse(process.env.E2E_DATABASE ?? '{}'), 1);
  await db.updateTable('client').set(values).where('id', '=', id).execute();
  await db.destroy();
}

/** Creates enough clients of one family for several pages. */
export async function crowd(family: string, count: number) {
  const { db } = connect(JSON.parse(process.env.E2E_DATABASE ?? '{}'), 1);
  const start = randomInt(8e8);
  const people = Array.from({ length: count }, (_, number) => ({
    ...{ name: `Cliente ${number} ${family}`, cpf_cnpj: cpf(start + number), phone: '32988412076' },
    ...{ type: 'TENANT' as const, person_type: 'FISICA' as const },
  }));
  await db.insertInto('client').values(people).execute();
  await db.destroy();
}

/** A contract whose readjustment is due within the month. */
export async function contract(call: Call, user_id: number, property_id: number) {
  const { id } = await call<{ id: number }>('POST', '/proposal/manual', {
    ...{ user_id, property_id, start_date: '2025-12-01', end_date: '2028-05-31', next_readjustment: '2026-12-01' },
    ...{ current_price: 2140, commission: 10, transfer_date: 5, guarantee: 'SECURITY_DEPOSIT' },
    ...{ bank_code: '001', bank_full_name: 'Helena Antunes', bank_account: '51.782-8', bank_agency: '0024-8' },
  });
  return id;
}

/** Another user's browser, on the same page. */
export async function otherBrowser(browser: Browser, who: { email: string; password: string }, path: string) {
  const page = await browser.newPage({ baseURL: process.env.E2E_URL, locale: 'pt-BR' });
  await page.goto('/app/login');
  await page.getByLabel('E-mail').fill(who.email);
  await page.getByLabel('Senha', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Autentifique-se');
  await page.goto(STAFF_PATH + path);
  return page;
}

/** Requests that the page sends to change a client: `/user/12/address` and its body. */
export function changesOf(page: Page) {
  const sent: { path: string; body: unknown }[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'PATCH') return;
    sent.push({ path: new URL(request.url()).pathname.replace('/api', ''), body: request.postDataJSON() });
  });
  return sent;
}

export async function choose(page: Page, label: string, option: string | RegExp) {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Cells of a saved spreadsheet, line by line. */
export async function linesOf(download: Download): Promise<string[][]> {
  const bytes = new Uint8Array(await readFile(await download.path()));
  return withSheet(bytes, { limits: { lines: 1_000, columns: 50 } }, async (sheet) => {
    const lines = [sheet.header];
    for await (const portion of sheet.lines()) lines.push(...portion.map(({ cells }) => cells));
    return lines;
  });
}

/** Button that edits a value in place. */
export const inline = (page: Page | Locator, what: string) => page.getByTitle(`Alterar ${what}`);
