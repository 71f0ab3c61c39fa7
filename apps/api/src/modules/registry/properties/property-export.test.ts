import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, describe, expect, test } from 'vitest';
import { refusal } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { unzip } from '#test/unzip.ts';

const { app, as, signIn, owner, property, db, stop } = await startApp({ today: '2026-11-20' });
afterAll(stop);

const TITLES =
  'ID;Situação;Transação;Categoria;Preço;Rua;Número;Complemento;Bairro;Cidade;Estado;CEP;Quartos;Banheiros;Vagas;Proprietários;Cadastrado em';
const save = (url: string) => as('PROPERTY_VIEW').get(url);
const streets = (csv: string) =>
  parseCsv(csv, { delimiter: ';' })
    .slice(1)
    .map((cells) => cells[5]);

const [olga, rui] = [await owner({ name: 'Olga Lima' }), await owner({ name: '=Rui' })];
const flat = await property({ owners: [{ id: rui.id }, { id: olga.id }], street: 'Rua Halfeld', number: '20' });
const house = await property({ type: 'SALE', price: 41_234_567, street: '@Rua Batista', owners: [{ id: olga.id }] });
await as('*').patch(`/property/${flat.id}`, { bedrooms: 3, bathrooms: 2, garage: 1, complement: 'ap. 501' });
await as('*').patch(`/property/${house.id}`, { location: 'HOUSE', status: 'UNAVAILABLE', reason: 'Em obra' });
await db.updateTable('property').set({ created_at: '2026-03-01T02:59:59Z' }).execute();

describe('GET /property/export/csv', () => {
  test('contains the rows of the list, newest first', async () => {
    const answer = await save('/property/export/csv');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="imoveis-2026-11-20.csv"');
    expect(answer.body.replace('\ufeff', '').split('\r\n')).toEqual([
      TITLES,
      `${house.id};Indisponível;Venda;Casa;412345,67;"'@Rua Batista";${house.number};;Centro;Juiz de Fora;MG;36.025-000;0;0;0;Olga Lima;28/02/2026`,
      `${flat.id};Disponível;Aluguel;Apartamento;1500,00;Rua Halfeld;20;ap. 501;Centro;Juiz de Fora;MG;36.025-000;3;2;1;"'=Rui, Olga Lima";28/02/2026`,
    ]);
  });

  test.each([
    ['query=halfeld', ['Rua Halfeld']],
    ['transaction=SALE', ["'@Rua Batista"]],
    ['category=HOUSE', ["'@Rua Batista"]],
    ['available=AVAILABLE', ['Rua Halfeld']],
    ['available=UNAVAILABLE', ["'@Rua Batista"]],
    ['order=price:asc', ['Rua Halfeld', "'@Rua Batista"]],
    ['order=price:desc&page=3', ["'@Rua Batista", 'Rua Halfeld']],
    [`id=${flat.id}`, ['Rua Halfeld']],
    ['query=nenhuma', []],
  ])('applies ?%s', async (filters, found) => {
    expect(streets((await save(`/property/export/csv?${filters}`)).body)).toEqual(found);
  });
});

test('GET /property/export/xlsx is a workbook with numeric prices', async () => {
  const answer = await save('/property/export/xlsx');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="imoveis-2026-11-20.xlsx"');
  const [sheet] = (await readXlsx(answer.rawPayload)).sheets;
  expect([sheet?.name, sheet?.rows[0]]).toEqual(['Imóveis', TITLES.split(';')]);
  const [sale, rent] = sheet?.rows.slice(1) ?? [];
  expect([sale?.[4], rent?.[4], rent?.[12], rent?.[15]]).toEqual([412_345.67, 1_500, 3, '=Rui, Olga Lima']);
  const files = await unzip(answer.rawPayload);
  expect(files.get('xl/styles.xml')).toContain('formatCode="&quot;R$&quot; #,##0.00"');
  expect(files.get('xl/worksheets/sheet1.xml')).toMatch(/<c r="E2" s="\d+"><v>412345.67<\/v><\/c>/);
  expect(files.get('xl/worksheets/sheet1.xml')).not.toMatch(/<f[\s>/]/);
});

test('leaves a trail of the list', async () => {
  const { token, adminId } = await signIn('PROPERTY_VIEW');
  const headers = { authorization: `Bearer ${token}` };
  await app.inject({ url: '/api/property/export/xlsx?query=halfeld&available=AVAILABLE&order=price:asc', headers });
  const trail = await db
    .selectFrom('trail')
    .select(['action', 'changes'])
    .where('admin_user_id', '=', adminId)
    .execute();
  const filters = { available: 'AVAILABLE', order: 'price:asc', query: true };
  expect(trail).toEqual([{ action: 'export', changes: { list: 'imoveis', format: 'xlsx', filters, rows: 1 } }]);
});

test('saves the list once by a link with a ticket', async () => {
  const { url } = (await as('PROPERTY_VIEW').post('/ticket', { path: '/api/property/export/csv' })).json();
  expect(streets((await app.inject({ url: `${url}&transaction=SALE` })).body)).toEqual(["'@Rua Batista"]);
  expect((await app.inject({ url })).statusCode).toBe(401);
});

test('requires the permission to see properties, and a known format', async () => {
  for (const permission of ['PROPOSAL_CREATE', 'PROPERTY_EDIT'])
    expect(refusal(await as(permission).get('/property/export/csv'))).toEqual([403, 'PERMISSION_DENIED']);
  expect((await as('*').get('/property/export/ods')).statusCode).toBe(404);
});
