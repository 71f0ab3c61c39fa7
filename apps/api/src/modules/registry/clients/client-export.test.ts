import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, describe, expect, test } from 'vitest';
import { refusal } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { unzip } from '#test/unzip.ts';

const { app, as, signIn, client, db, stop } = await startApp({ today: '2026-11-20' });
afterAll(stop);

const TITLES =
  'ID;Nome completo;Tipo;CPF/CNPJ;E-mail;Telefone;Celular;Rua;Número;Complemento;Bairro;Cidade;Estado;CEP;Cadastrado em;Situação';
const save = (url: string) => as('CLIENT_VIEW').get(url);
const linesOf = (csv: string) => csv.replace('\ufeff', '').split('\r\n');
const names = (csv: string) =>
  parseCsv(csv, { delimiter: ';' })
    .slice(1)
    .map((cells) => cells[1]);

const ana = await client({ name: 'Ana Prado', cpf_cnpj: '52998224725', email: 'ana@lar.com' });
await as('*').patch(`/user/${ana.id}/address`, {
  cep: '36025-000',
  street: 'Rua Halfeld; fundos',
  number: '0915',
  complement: 'ap. 501',
  neighborhood: 'Centro',
  city: 'Juiz de Fora',
  state: 'MG',
});
await as('*').patch(`/user/${ana.id}/user`, { cellphone: '(32) 99112-4455' });
const padaria = await client({ name: '=SOMA(A1)', type: 'OWNER', cpf_cnpj: '12ABC34501DE35', email: null });
await as('*').patch(`/user/${padaria.id}/user`, { active: false });
// Nine in the evening of the 31st in Brazil.
await db
  .updateTable('client')
  .set({ created_at: '2026-11-01T00:00:00Z' })
  .where('id', 'in', [ana.id, padaria.id])
  .execute();

describe('GET /user/export/csv', () => {
  test('contains the rows of the list, newest first, with full documents', async () => {
    const answer = await save('/user/export/csv');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="clientes-2026-11-20.csv"',
      'cache-control': 'no-store',
    });
    expect(answer.body).toMatch(/^\ufeff/);
    expect(linesOf(answer.body)).toEqual([
      TITLES,
      `${padaria.id};"'=SOMA(A1)";Proprietário;12.ABC.345/01DE-35;;(32) 98841-2076;;;;;;;;;31/10/2026;Inativo`,
      `${ana.id};Ana Prado;Inquilino;529.982.247-25;ana@lar.com;(32) 98841-2076;(32) 99112-4455;"Rua Halfeld; fundos";0915;ap. 501;Centro;Juiz de Fora;MG;36.025-000;31/10/2026;Ativo`,
    ]);
  });

  test.each([
    ['query=prado', ['Ana Prado']],
    ['type=OWNER', ["'=SOMA(A1)"]],
    ['situation=ACTIVE', ['Ana Prado']],
    [`id=${ana.id}`, ['Ana Prado']],
    ['query=ninguem', []],
    ['page=7', ["'=SOMA(A1)", 'Ana Prado']],
  ])('applies ?%s', async (filters, found) => {
    expect(names((await save(`/user/export/csv?${filters}`)).body)).toEqual(found);
  });

  test('leaves out deleted clients', async () => {
    const { id } = await client({ name: 'Deletado' });
    await as('*').delete(`/user/${id}/admin`);
    expect(names((await save('/user/export/csv')).body)).not.toContain('Deletado');
  });
});

describe('GET /user/export/xlsx', () => {
  test('is a workbook with the same cells', async () => {
    const answer = await save('/user/export/xlsx');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': 'attachment; filename="clientes-2026-11-20.xlsx"',
    });
    const [sheet] = (await readXlsx(answer.rawPayload)).sheets;
    expect(sheet?.name).toBe('Clientes');
    expect(sheet?.rows[0]).toEqual(TITLES.split(';'));
    const [owner, tenant] = sheet?.rows.slice(1) ?? [];
    expect([owner?.[0], owner?.[1], owner?.[3]]).toEqual([padaria.id, '=SOMA(A1)', '12.ABC.345/01DE-35']);
    expect([tenant?.[3], tenant?.[8], tenant?.[14]]).toEqual([
      '529.982.247-25',
      '0915',
      new Date('2026-10-31T00:00:00Z'),
    ]);
    const xml = (await unzip(answer.rawPayload)).get('xl/worksheets/sheet1.xml') ?? '';
    expect(xml).toMatch(/<c r="B2" t="inlineStr"><is><t>=SOMA\(A1\)<\/t><\/is><\/c>/);
    expect(xml).not.toMatch(/<f[\s>/]/);
  });
});

test('contains a longer list completely, each row once', async () => {
  for (let made = 0; made < 5; made += 1)
    await db
      .insertInto('client')
      .values(
        Array.from({ length: 500 }, (_, index) => ({
          name: `Multidão ${made * 500 + index}`,
          cpf_cnpj: `M${made * 500 + index}`,
          type: 'TENANT' as const,
        })),
      )
      .execute();
  const found = names((await save('/user/export/csv?query=multidao')).body);
  expect(found).toEqual(Array.from({ length: 2_500 }, (_, index) => `Multidão ${2_499 - index}`));
});

test('leaves a trail of the list, without the search terms', async () => {
  const { token, adminId } = await signIn('CLIENT_VIEW');
  const headers = { authorization: `Bearer ${token}` };
  await app.inject({ url: `/api/user/export/csv?query=prado&type=TENANT&id=${ana.id}&page=2`, headers });
  const trail = await db
    .selectFrom('trail')
    .select(['actor', 'admin_user_id', 'record', 'action', 'changes'])
    .where('record', '=', 'admin_user')
    .where('record_id', '=', adminId)
    .execute();
  expect(trail).toEqual([
    {
      actor: 'Mariana Dias',
      admin_user_id: adminId,
      record: 'admin_user',
      action: 'export',
      changes: { list: 'clientes', format: 'csv', filters: { type: 'TENANT', id: true, query: true }, rows: 1 },
    },
  ]);
});

describe('a link with a ticket', () => {
  const ticketFor = async (path: string, ...permissions: string[]) =>
    (await as(...permissions).post('/ticket', { path })).json().url as string;

  test('saves the filtered list once', async () => {
    const url = `${await ticketFor('/api/user/export/csv', 'CLIENT_VIEW')}&query=prado`;
    const saved = await app.inject({ url });
    expect([saved.statusCode, names(saved.body)]).toEqual([200, ['Ana Prado']]);
    expect((await app.inject({ url })).statusCode).toBe(401);
  });

  test('grants no more than the person’s permissions', async () => {
    const url = await ticketFor('/api/user/export/csv', 'PROPERTY_EDIT');
    expect((await app.inject({ url })).statusCode).toBe(403);
    const other = (await ticketFor('/api/user/export/csv', 'CLIENT_VIEW')).replace('csv', 'xlsx');
    expect((await app.inject({ url: other })).statusCode).toBe(401);
  });
});

test.each(['PROPERTY_CREATE', 'PROPOSAL_EDIT', 'CLIENT_EDIT'])('%s alone can’t export the list', async (permission) => {
  expect(refusal(await as(permission).get('/user/export/csv'))).toEqual([403, 'PERMISSION_DENIED']);
});

test.each(['pdf', 'XLSX', 'csv%00', '__proto__'])('refuses the format %s', async (format) => {
  expect((await as('*').get(`/user/export/${format}`)).statusCode).toBe(404);
});
