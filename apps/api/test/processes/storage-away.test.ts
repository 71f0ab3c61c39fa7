import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { afterAll, describe, expect, test } from 'vitest';
import { openStorage } from '#api/files/storage.ts';
import { startApp } from '../harness.ts';
import { form, jpeg, picture } from '../pictures.ts';

const { as, contract, db, deps, invoice, property, stop } = await startApp({ today: '2026-03-10' });
afterAll(stop);

const staff = as('*');
const here = deps.files;
/** A bucket whose server refuses connections. */
const away = openStorage({ DATA_DIR: '', STORAGE_URL: 's3://chave:segredo@127.0.0.1:9/fotos?insecure' });

const pdf = () => {
  const document = new PDFDocument();
  document.text('Contrato assinado');
  document.end();
  return buffer(document);
};

async function document({ lost }: { lost: boolean }) {
  const { id, url } = (
    await staff.put(`/proposal/${(await contract()).id}/CONTRACT`, form(await pdf(), 'contrato.pdf'))
  ).json();
  const { key } = await db.selectFrom('stored_file').select('key').where('id', '=', id).executeTakeFirstOrThrow();
  if (lost) await here.remove(key);
  return url;
}

/** A file of the year's work. */
async function fiscalFile(kind: 'DIMOB' | 'INCOME_STATEMENTS' | 'ACCOUNTING', { lost }: { lost: boolean }) {
  const key = `fiscal/${crypto.randomUUID()}`;
  if (!lost) await here.put(key, Buffer.from('bytes'), 'text/plain');
  const summary = JSON.stringify({ format: 'CSV' });
  const { id } = await db
    .insertInto('fiscal_file')
    .values({ kind, period: '2025', name: 'arquivo', key, bytes: 5, sha256: '', summary })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function photograph({ lost }: { lost: boolean }) {
  if (lost) return '/api/image/full/00000000000000000000000000000000.jpg';
  const { id } = await property();
  return (await staff.put(`/property/${id}/images`, form(await jpeg(60, 40)))).json().url;
}

async function logotype({ lost }: { lost: boolean }) {
  await staff.put('/agency/logo', form(await picture(60, 20).png().toBuffer(), 'logo.png', { type: 'image/png' }));
  const { logo } = await db.selectFrom('agency').select('logo').executeTakeFirstOrThrow();
  if (lost) await here.remove(String(logo));
  return '/agency/logo';
}

const ways: [what: string, path: (how: { lost: boolean }) => Promise<string>][] = [
  ['a document', document],
  ['a DIMOB', async (how) => `/fiscal/file/${await fiscalFile('DIMOB', how)}`],
  ['a file for the accountant', async (how) => `/fiscal/accounting/file/${await fiscalFile('ACCOUNTING', how)}`],
  ['statements of income', async (how) => `/fiscal/statements/file/${await fiscalFile('INCOME_STATEMENTS', how)}`],
  ['a photograph', photograph],
  ['the logotype', logotype],
];

const get = (path: string) => staff.get(path.replace(/^\/api/, ''));

describe.each(ways)('%s', (_, path) => {
  test('while the storage is away is a fault of the server, and opens once it is back', async () => {
    const asked = await path({ lost: false });
    deps.files = away;
    const answer = await get(asked);
    deps.files = here;
    expect([answer.statusCode, answer.json()]).toMatchObject([
      503,
      { code: 'UNAVAILABLE', request_id: answer.headers['x-request-id'] },
    ]);
    expect((await get(asked)).statusCode).toBe(200);
  });

  test('whose bytes are lost does not exist', async () => {
    expect((await get(await path({ lost: true }))).statusCode).toBe(404);
  });
});

test('a receipt waits for the storage that holds its logotype', async () => {
  await logotype({ lost: false });
  const { id } = await invoice();
  await staff.patch(`/invoice/${id}/down`, { paid_amount: 1500 });
  deps.files = away;
  const answer = await get(`/receipt/invoice/${id}`);
  deps.files = here;
  expect(answer.statusCode).toBe(503);
  expect((await get(`/receipt/invoice/${id}`)).statusCode).toBe(200);
});
