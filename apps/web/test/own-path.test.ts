import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isOwnPath } from '../src/lib/address.ts';

const ORIGIN = 'https://agencia.example';

test.each([
  '/',
  '/clients?query=Ana&page=2',
  '/contract/12/invoices#top',
  '/?next=https://other.example',
  '/imóveis',
  '/%09/other.example',
  '/clients?query=a//b',
])('%j is a path of this site', (address) => {
  expect(isOwnPath(address, ORIGIN)).toBe(true);
  expect(new URL(address, ORIGIN).origin).toBe(ORIGIN);
});

test.each([
  '',
  'clients',
  'https://other.example',
  'https:other.example',
  'HTTPS://agencia.example@other.example',
  'https://agencia.example/clients',
  'javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  '//other.example',
  '///other.example',
  '//agencia.example/clients',
  '/\\other.example',
  '\\\\other.example',
  '/\t/other.example',
  '/\n/other.example',
  '/\r/other.example',
  '/\r\n/other.example',
  '\t//other.example',
  ' //other.example',
  '/\u0000/other.example',
  '/\u007f/other.example',
  '/\u0085/other.example',
  '/\u200b/other.example',
  '/\u2028/other.example',
  '/x/..//other.example',
  '/./\u200b/other.example',
  '/.//other.example',
  '/%2e//other.example',
  '/%2e%2e//other.example',
])('%j is refused', (address) => {
  expect(isOwnPath(address, ORIGIN)).toBe(false);
});

test('a query reaches the check decoded', () => {
  const redirect = new URLSearchParams('redirect=/%09/other.example').get('redirect') ?? '';
  expect(isOwnPath(redirect, ORIGIN)).toBe(false);
});

test('every page that reads a redirect from its address checks it', async () => {
  const folder = fileURLToPath(new URL('../src/', import.meta.url));
  const files = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  const readers: string[] = [];
  for (const file of files) {
    const text = await readFile(`${folder}${file}`, 'utf8');
    if (!/redirect: z\.|get\('redirect'\)/.test(text)) continue;
    readers.push(file);
    expect(text, file).toContain('isOwnPath(');
  }
  expect(readers.sort()).toEqual(['app/login-entry.tsx', 'routes/first-steps.tsx', 'routes/login.tsx']);
});
