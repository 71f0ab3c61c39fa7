import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';

const { as, client, owner, property, contract, stop } = await startApp();
afterAll(stop);

type Row = { id: number; name: string };
const idsOf = (rows: Row[]) => rows.map((row) => row.id);
const search = async (filters: Record<string, string>): Promise<Row[]> =>
  (await as('CLIENT_VIEW').get(`/user?page=1&${new URLSearchParams(filters)}`)).json().data;
const deactivate = (id: number) => as('CLIENT_EDIT').patch(`/user/${id}/user`, { active: false });

const jose = await client({
  name: 'José da Conceição Guimarães',
  cpf_cnpj: '39053344705',
  phone: '11976543210',
  email: 'josefa@lar.com',
});

describe('GET /user', () => {
  test('returns a page, newest first', async () => {
    const [first, second] = [await client(), await client({ name: 'Rita Nunes', email: null })];
    const page = (await as('CLIENT_VIEW').get('/user?page=1')).json();
    expect(page.data.slice(0, 2).map((row: Row) => row.id)).toEqual([second.id, first.id]);
    expect(page.data[0]).toEqual({
      id: second.id,
      name: 'Rita Nunes',
      type: 'TENANT',
      cpf_cnpj: second.cpf_cnpj,
      active: true,
      email: null,
      phone: '32988412076',
      created_at: second.created_at,
      proposals: [],
    });
    expect(page).toMatchObject({ page: 1, lastPage: 1, total: page.data.length });
  });

  test('returns pages of twenty, and an empty page past the end', async () => {
    for (let made = 0; made < 21; made += 1) await client({ name: `Paginado ${made}` });
    const first = (await as('CLIENT_VIEW').get('/user?page=1&query=paginado')).json();
    expect([first.data.length, first.lastPage, first.total]).toEqual([20, 2, 21]);
    expect((await as('CLIENT_VIEW').get('/user?page=2&query=paginado')).json().data).toHaveLength(1);
    expect((await as('CLIENT_VIEW').get('/user?page=9&query=paginado')).json()).toMatchObject({
      data: [],
      page: 9,
      total: 21,
    });
  });

  test.each([
    'jose guimaraes',
    'GUIMARÃES josé',
    'Conceição',
    '390.533.447-05',
    '39053344705',
    '(11) 97654-3210',
    '11976543210',
    '+55 11 97654-3210',
    'josefa@lar.com',
    'Guimarães, José da Conceição',
    'gui conc jo',
    'jo gu co',
    'JOSÉ 390.533',
    '390.533',
    '390 533 447 05',
    '(11) 9765',
    '(11) 9',
    'josefa@',
    '@lar.com',
    'Jos\u0065\u0301 guimara\u0303es',
  ])('finds by %s', async (query) => {
    expect(idsOf(await search({ query }))).toEqual([jose.id]);
  });

  test.each(['sé', 'da conceicao silva', '(11) 97654-3211', '390.534', 'lar.com.br', 'x'.repeat(120)])(
    'does not find by %s',
    async (query) => {
      expect(await search({ query })).toEqual([]);
    },
  );

  test('matches two letters at the start of a word, three anywhere', async () => {
    const { id } = await client({ name: 'Quirino Zacarias', email: 'zaqueu.q@wtal.net', cpf_cnpj: '11144477735' });
    for (const query of ['qu', 'za', 'zac', 'rin', 'zaq', 'tal', 'q z'])
      expect(idsOf(await search({ query }))).toEqual([id]);
    for (const query of ['ri', 'wt', 'ne']) expect(idsOf(await search({ query }))).not.toContain(id);
  });

  test('finds a company by a CNPJ with letters, whole or partial', async () => {
    const { id } = await client({ name: 'Padaria Estrela', cpf_cnpj: '12ABC34501DE35' });
    for (const query of ['12.ABC.345/01DE-35', '12abc34501de35', '12.abc.345', '12.ABC padaria'])
      expect(idsOf(await search({ query }))).toEqual([id]);
  });

  test('filters by type and status, with or without words', async () => {
    const [tenant, landlord, former] = [
      await client({ name: 'Filtrado Um' }),
      await client({ name: 'Filtrado Dois', type: 'OWNER' }),
      await client({ name: 'Filtrado Três', type: 'OWNER' }),
    ];
    await deactivate(former.id);
    const query = 'filtrado';
    expect(idsOf(await search({ query, type: 'OWNER' }))).toEqual([former.id, landlord.id]);
    expect(idsOf(await search({ query, situation: 'ACTIVE' }))).toEqual([landlord.id, tenant.id]);
    expect(idsOf(await search({ query, situation: 'INACTIVE' }))).toEqual([former.id]);
    expect(idsOf(await search({ query, type: 'OWNER', situation: 'ACTIVE' }))).toEqual([landlord.id]);
    expect(idsOf(await search({ query, type: 'GUARANTOR' }))).toEqual([]);
    expect(await search({ situation: 'INACTIVE' })).toMatchObject([{ id: former.id, active: false }]);
    for (const unreadable of ['type=BOSS', 'situation=GONE'])
      expect((await as('CLIENT_VIEW').get(`/user?page=1&${unreadable}`)).statusCode).toBe(422);
  });

  test('excludes inactive clients from pickers of active ones, and keeps their links', async () => {
    const { id: user_id } = await client({ name: 'Inativa Reis' });
    const { id } = await contract({ user_id });
    await deactivate(user_id);
    expect((await as('PROPOSAL_CREATE').get('/user?query=inativa&situation=ACTIVE')).json()).toEqual([]);
    const [row] = (await as('PROPOSAL_CREATE').get('/user?query=inativa')).json();
    expect(row).toMatchObject({ id: user_id, active: false, proposals: [{ id }] });
    expect((await as('*').get(`/proposal/${id}`)).json().user).toEqual({ id: user_id, name: 'Inativa Reis' });
  });

  test('lists deleted clients for who may do everything, until they are anonymised, and opens them to be read', async () => {
    const owner = as('*');
    const { id } = await client({ name: 'Deletada Lima' });
    expect((await owner.delete(`/user/${id}/admin`)).statusCode).toBe(204);
    const deleted = async () => (await owner.get('/user?page=1&query=deletada&situation=DELETED')).json();
    expect(await deleted()).toMatchObject({ total: 1, data: [{ id }] });
    expect((await owner.get('/user?page=1&query=deletada')).json().data).toEqual([]);
    const staff = as('CLIENT_VIEW', 'CLIENT_EDIT', 'CLIENT_DESTROY');
    expect((await staff.get('/user?page=1&situation=DELETED')).statusCode).toBe(403);
    expect((await staff.get(`/user/${id}`)).statusCode).toBe(404);
    expect((await owner.get(`/user/${id}`)).json().user).toMatchObject({
      name: 'Deletada Lima',
      deleted_at: expect.any(String),
    });
    expect((await owner.patch(`/user/${id}/user`, { name: 'Outra' })).statusCode).toBe(404);
    expect((await owner.patch(`/user/${id}/anonymise`)).statusCode).toBe(200);
    expect((await deleted()).data).toEqual([]);
  });

  test('finds by id alone', async () => {
    const { id } = await client();
    const found = (await as('CLIENT_VIEW').get(`/user?page=1&id=${id}`)).json();
    expect([found.data.length, found.data[0].id, found.total]).toEqual([1, id, 1]);
  });

  test('without a page returns all, with their contracts', async () => {
    const { id: user_id } = await client();
    const place = await property({ street: 'Rua Halfeld', number: '10' });
    const { id } = await contract({ user_id, property_id: place.id });
    const all = (await as('CLIENT_VIEW').get('/user')).json();
    expect(all.length).toBeGreaterThan(20);
    expect(all.find((row: Row) => row.id === user_id).proposals).toEqual([
      { id, status: 'APPROVED', property: 'Rua Halfeld, 10' },
    ]);
  });

  test.each(['PROPERTY_CREATE', 'PROPOSAL_UPDATE', 'BOLETO_CREATE', 'FINANCIAL_INVOICE_CREATE'])(
    'returns the reduced projection to callers with only %s',
    async (permission) => {
      const { id, name, cpf_cnpj } = await client();
      for (const url of [`/user?id=${id}`, `/user?page=1&id=${id}`]) {
        const answer = (await as(permission).get(url)).json();
        const [row] = answer.data ?? answer;
        const hidden = `***.${cpf_cnpj.slice(3, 6)}.${cpf_cnpj.slice(6, 9)}-**`;
        expect(row).toEqual({ id, name, type: 'TENANT', cpf_cnpj: hidden, active: true, proposals: [] });
      }
    },
  );

  test.each(['%00%00', '%25%25', '__', '%5C%5C', "'--", '9'.repeat(200)])('answers 200 to ?query=%s', async (query) => {
    expect((await as('CLIENT_VIEW').get(`/user?page=1&query=${query}`)).statusCode).toBeLessThan(500);
    expect((await as('CLIENT_VIEW').get(`/user?page=1&id=${query}`)).statusCode).toBeLessThan(500);
  });
});

describe('GET /user/owners', () => {
  test('lists owners by name with what they own, and hides contact and document', async () => {
    const { id, cpf_cnpj } = await owner({ name: 'Aarão Antunes' });
    const place = await property({ owners: [{ id }], street: 'Rua Batista', number: '7' });
    const answer = (await as('FINANCIAL_TRANSFER_CREATE').get('/user/owners')).json();
    expect(answer[0]).toEqual({
      id,
      name: 'Aarão Antunes',
      cpf_cnpj: `***.${cpf_cnpj.slice(3, 6)}.${cpf_cnpj.slice(6, 9)}-**`,
      properties: [
        { id: place.id, status: 'AVAILABLE', street: 'Rua Batista', number: '7', neighborhood: 'Centro', price: 1500 },
      ],
    });
  });

  test('includes owners without property and tenants who own one, and no other tenant', async () => {
    const [newcomer, both, tenant] = [await client({ type: 'OWNER' }), await client(), await client()];
    await property({ owners: [{ id: both.id }] });
    const ids = (await as('CLIENT_VIEW').get('/user/owners')).json().map((row: Row) => row.id);
    expect(ids).toEqual(expect.arrayContaining([newcomer.id, both.id]));
    expect(ids).not.toContain(tenant.id);
  });

  test('excludes inactive clients, unless they own a property', async () => {
    const [gone, landlord] = [await client({ type: 'OWNER' }), await owner()];
    await property({ owners: [{ id: landlord.id }] });
    for (const { id } of [gone, landlord]) await deactivate(id);
    const ids = idsOf((await as('CLIENT_VIEW').get('/user/owners')).json());
    expect(ids).toContain(landlord.id);
    expect(ids).not.toContain(gone.id);
  });
});
