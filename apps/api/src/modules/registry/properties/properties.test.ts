import { addDays } from '@morada/domain/base/calendar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cpf } from '#test/factories.ts';
import { startApp } from '#test/harness.ts';

const { as, anonymous, client, owner, property, photograph, contract, db, stop } = await startApp();
afterAll(stop);

type Answer = Awaited<ReturnType<ReturnType<typeof as>['get']>>;
const refusal = (answer: Answer) => [answer.statusCode, answer.json().code];
const firstError = (answer: Answer) => {
  const { field, message } = answer.json().errors[0];
  return [answer.statusCode, field, message];
};
const idsOf = (answer: Answer) => answer.json().data.map((row: { id: number }) => row.id);
const trailOf = (id: number) =>
  db
    .selectFrom('trail')
    .select(['actor', 'action', 'changes'])
    .where('record', '=', 'property')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();
const show = async (id: number) => (await as('PROPERTY_VIEW').get(`/property/${id}/admin`)).json();
const patch = (id: number, body: object, headers?: Record<string, string>) =>
  as('PROPERTY_EDIT').patch(`/property/${id}`, body, headers);

const CALLS = [
  ['get', '/property'],
  ['get', '/property/requests'],
  ['post', '/property'],
  ['get', '/property/1/admin'],
  ['patch', '/property/1'],
  ['put', '/property/1/information'],
  ['put', '/property/1/fees'],
  ['delete', '/property/1'],
  ['get', '/property/1/members/OWNER'],
  ['put', '/property/1/member/OWNER/1'],
  ['delete', '/property/1/member/1'],
] as const;

describe.each(CALLS)('%s %s', (method, url) => {
  test('requires a session', async () => {
    expect((await anonymous[method](url)).statusCode).toBe(401);
  });
  test('requires its permission', async () => {
    expect(refusal(await as('FEED_VIEW')[method](url))).toEqual([403, 'PERMISSION_DENIED']);
  });
});

describe('GET /property', () => {
  const list = (query: string, permission = 'PROPERTY_VIEW') => as(permission).get(`/property?${query}`);

  test('returns a page with the main owner, newest first', async () => {
    const [main, second] = [await owner({ name: 'Olga Lima' }), await owner()];
    const older = await property();
    const { id } = await property({ owners: [main, second], street: 'Rua Halfeld', number: '20', price: 250_050 });
    const answer = await list('page=1');
    expect(idsOf(answer).slice(0, 2)).toEqual([id, older.id]);
    expect(answer.json()).toMatchObject({ page: 1, lastPage: 1, total: answer.json().data.length });
    expect(answer.json().data[0]).toEqual({
      id,
      status: 'AVAILABLE',
      type: 'RENT',
      location: 'APARTMENT',
      price: 2500.5,
      street: 'Rua Halfeld',
      number: '20',
      complement: null,
      neighborhood: 'Centro',
      city: 'Juiz de Fora',
      state: 'MG',
      bedrooms: 0,
      bathrooms: 0,
      garage: 0,
      views: 0,
      advertised: true,
      owner: 'Olga Lima',
      image: null,
    });
  });

  test('hides the owner from callers who only choose a property', async () => {
    const { id } = await property();
    for (const permission of ['PROPOSAL_CREATE', 'PROPOSAL_UPDATE', 'FINANCIAL_TRANSFER_CREATE'])
      expect((await list(`id=${id}`, permission)).json().data).toMatchObject([
        { id, price: 1500, status: 'AVAILABLE', owner: null },
      ]);
  });

  test('filters by transaction and category', async () => {
    const [rent, sale, farm] = [await property(), await property({ type: 'SALE' }), await property({ type: 'SALE' })];
    await patch(farm.id, { location: 'FARM' });
    expect(idsOf(await list('transaction=SALE'))).toEqual([farm.id, sale.id]);
    expect(idsOf(await list('transaction=RENT'))).toContain(rent.id);
    expect(idsOf(await list('transaction=RENT'))).not.toContain(sale.id);
    expect(idsOf(await list('transaction=SALE&category=FARM'))).toEqual([farm.id]);
    expect(idsOf(await list('transaction=ALL&category=FARM'))).toEqual([farm.id]);
  });

  test('filters by availability; requests appear only among all', async () => {
    const street = 'Rua das Situações';
    const made: Record<string, number> = {};
    for (const status of ['PENDING', 'AVAILABLE', 'RENTED', 'SOLD', 'UNAVAILABLE']) {
      const { id } = await property({ street });
      await patch(id, { status });
      made[status] = id;
    }
    const found = async (available: string) => idsOf(await list(`query=situacoes&available=${available}`));
    expect(await found('ALL')).toHaveLength(5);
    expect(await found('AVAILABLE')).toEqual([made.AVAILABLE]);
    expect(await found('UNAVAILABLE')).toEqual([made.UNAVAILABLE, made.SOLD, made.RENTED]);
  });

  test('sorts by price, and returns pages of twenty', async () => {
    for (let price = 1; price <= 21; price += 1) await property({ street: 'Alameda Ordenada', price: price * 100 });
    const prices = async (query: string) =>
      (await list(`query=alameda&${query}`)).json().data.map((row: { price: number }) => row.price);
    expect((await prices('order=price:asc')).slice(0, 3)).toEqual([1, 2, 3]);
    expect((await prices('order=price:desc')).slice(0, 3)).toEqual([21, 20, 19]);
    expect(await prices('order=price:asc&page=2')).toEqual([21]);
    expect((await list('query=alameda&page=3')).json()).toMatchObject({ data: [], page: 3, lastPage: 2, total: 21 });
  });

  describe('finds by', () => {
    let wanted: number;
    // Not while the tests are collected: it would be registered during the first of them.
    beforeAll(async () => {
      const { id } = await property({ street: 'Rua São João Batista', number: '1480' });
      await patch(id, { cep: '36.071-430' });
      wanted = id;
    });

    test.each([
      'sao joao batista',
      'BATISTA são',
      'batista 1480',
      'Rua São João Batista, 1480',
      '36.071-430',
      '36071430',
    ])('%s', async (query) => {
      expect(idsOf(await list(`query=${encodeURIComponent(query)}`))).toEqual([wanted]);
    });
  });

  test('refuses invalid filters, and ignores empty ones', async () => {
    const answer = await list('page=zero&transaction=X&available=Y&order=1&category=Z&id=-1&query=a');
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors.map(({ field }: { field: string }) => field)).toEqual([
      ...['page', 'id', 'query', 'transaction', 'available', 'order', 'category'],
    ]);
    expect((await list('page=&transaction=&order=&id=&query=')).json()).toMatchObject({ page: 1 });
  });

  test.each(['%00%00', '%25%25', '%5C%5C', '9'.repeat(200)])('answers 200 to ?query=%s', async (query) => {
    expect((await list(`query=${query}&id=${query}`)).statusCode).toBeLessThan(500);
    expect((await list(`query=${query}`)).statusCode).toBeLessThan(500);
  });
});

describe('GET /property/requests', () => {
  const list = (query = '', permission = 'PROPERTY_REQUEST_VIEW') => as(permission).get(`/property/requests${query}`);

  test('lists pending requests, newest first, in full for callers who decide', async () => {
    const person = await owner({ name: 'Olga Lima' });
    const older = await property({ status: 'PENDING' });
    const offered = await property();
    const newer = await property({ status: 'PENDING', street: 'Rua Halfeld', owners: [person] });
    const removed = await property({ status: 'PENDING' });
    await as('PROPERTY_REMOVE').delete(`/property/${removed.id}`);
    const { thumbnail } = await photograph(newer.id);
    const found = (await list()).json();
    const ids = found.map(({ id }: { id: number }) => id);
    expect(ids.slice(0, 2)).toEqual([newer.id, older.id]);
    expect(ids).not.toContain(offered.id);
    expect(found[0]).toMatchObject({
      status: 'PENDING',
      street: 'Rua Halfeld',
      owner: 'Olga Lima',
      image: thumbnail,
      created_at: newer.created_at,
    });
    expect((await list('', 'PROPERTY_REQUESTS_VIEW')).json()).toEqual(found);
    expect((await as('PROPERTY_VIEW').get('/property/requests')).statusCode).toBe(403);
  });

  test('removes a request once it is approved or rejected', async () => {
    const [one, other] = [await property({ status: 'PENDING' }), await property({ status: 'PENDING' })];
    const waiting = async () => (await list()).json().map(({ id }: { id: number }) => id);
    await patch(one.id, { status: 'AVAILABLE' });
    await patch(other.id, { status: 'UNAVAILABLE', reason: 'Fotos escuras' });
    expect(await waiting()).not.toContain(one.id);
    expect(await waiting()).not.toContain(other.id);
  });

  test('finds a request by owner, by requester, and by words of both name and address', async () => {
    const person = await owner({ name: 'Nazaré Quintão', cpf_cnpj: cpf(770_001), phone: '32977710001' });
    const owned = await property({ status: 'PENDING', street: 'Rua Benjamin Constant', owners: [person] });
    const offered = await property({ status: 'PENDING' });
    await db.deleteFrom('property_owner').where('property_id', '=', offered.id).execute();
    await db
      .insertInto('property_request')
      .values({
        property_id: offered.id,
        name: 'Ubirajara Fontes',
        email: 'bira@exemplo.com.br',
        phone: '32977710002',
        consented_at: new Date(),
      })
      .execute();
    const found = async (query: string) =>
      (await list(`?query=${encodeURIComponent(query)}`)).json().map(({ id }: { id: number }) => id);
    expect(await found('nazare')).toEqual([owned.id]);
    expect(await found('Quintão Benjamin')).toEqual([owned.id]);
    expect(await found('ubirajara')).toEqual([offered.id]);
    expect((await list('?page=1&query=fontes')).json()).toMatchObject({ total: 1, data: [{ id: offered.id }] });
    // A phone or document that the list doesn't show in full can't be inferred by searching.
    expect(await found(person.cpf_cnpj)).toEqual([]);
    expect(await found('32977710001')).toEqual([]);
  });

  test('returns pages of twenty, and searches like the list', async () => {
    for (let number = 1; number <= 21; number += 1)
      await property({ status: 'PENDING', street: 'Travessa dos Pedidos', number: `${number}` });
    await property({ street: 'Travessa dos Pedidos' });
    expect((await list('?query=pedidos')).json()).toHaveLength(21);
    const page = (await list('?page=2&query=pedidos%20travessa')).json();
    expect(page).toMatchObject({ page: 2, lastPage: 2, total: 21, data: [{ number: '1' }] });
    expect((await list('?page=3&query=pedidos')).json()).toMatchObject({ data: [], page: 3, total: 21 });
    expect((await list('?page=1&query=castelo')).json()).toEqual({ data: [], page: 1, lastPage: 1, total: 0 });
    expect((await list('?page=1&query=%00%00')).statusCode).toBe(422);
    expect((await list('?page=zero&query=a')).json()).toMatchObject({
      status: 422,
      errors: [{ field: 'page' }, { field: 'query', message: 'Busque por ao menos 2 letras' }],
    });
  });
});

describe('POST /property', () => {
  const form = {
    cep: '36.025-000',
    street: 'Rua São Mateus',
    neighborhood: 'São Mateus',
    number: '915',
    city: 'Juiz de Fora',
    state: 'MG',
    country: 'Brasil',
    complement: 'ap. 501',
    latitude: -21.77,
    longitude: -43.35,
    location: 'HOUSE',
    type: 'SALE',
    price: 350_000.5,
  };
  const create = async (overrides: object = {}, headers?: Record<string, string>) =>
    as('PROPERTY_CREATE').post(
      '/property',
      { ...form, owner_id: (await owner({ name: 'Olga Lima' })).id, ...overrides },
      headers,
    );

  test('publishes the property with its owner, and leaves a trail', async () => {
    const answer = await create();
    expect([answer.statusCode, answer.json()]).toEqual([201, { data: { id: expect.any(Number) } }]);
    const { id } = answer.json().data;
    expect(await show(id)).toMatchObject({
      ...form,
      cep: '36025000',
      status: 'AVAILABLE',
      owner: 'Olga Lima',
      owners: [{ name: 'Olga Lima', main: true, share: 100 }],
      is_exterior: false,
    });
    expect(await trailOf(id)).toMatchObject([
      { actor: 'Mariana Dias', action: 'create', changes: { street: 'Rua São Mateus' } },
    ]);
  });

  test('requires no CEP abroad', async () => {
    const answer = await create({ is_exterior: true, cep: '', state: '', country: 'Portugal', city: 'Porto' });
    expect(answer.statusCode).toBe(201);
    expect(await show(answer.json().data.id)).toMatchObject({
      is_exterior: true,
      cep: null,
      state: null,
      country: 'Portugal',
    });
  });

  test.each([
    [{ cep: '' }, 'cep', 'Informe o CEP'],
    [{ cep: '36.025' }, 'cep', 'O CEP tem 8 dígitos'],
    [{ state: undefined }, 'state', 'Informe o Estado'],
    [{ street: '' }, 'street', 'Informe a rua'],
    [{ neighborhood: '' }, 'neighborhood', 'Informe o bairro'],
    [{ number: ' ' }, 'number', 'Informe o Número'],
    [{ city: null }, 'city', 'Informe a Cidade'],
    [{ type: undefined }, 'type', 'Informe o tipo'],
    [{ location: 'CASTLE' }, 'location', 'Informe a locação'],
    [{ price: 0 }, 'price', 'Informe o preço'],
    [{ owner_id: null }, 'owner_id', 'Informe o proprietário'],
    [{ owner_id: 1e20 }, 'owner_id', 'Informe o proprietário'],
    [{ owner_id: 999_999_999 }, 'owner_id', 'Informe o proprietário'],
    [{ street: 'Rua\u0000' }, 'street', 'Há caracteres inválidos'],
  ])('refuses %j', async (overrides, field, message) => {
    expect(firstError(await create(overrides))).toEqual([422, field, message]);
  });

  test.each([10.999, 1e300, '1500', null])('refuses the price %j', async (price) => {
    expect(firstError(await create({ price }))).toEqual([422, 'price', expect.any(String)]);
  });

  test.each(['null', '[]', '"x"', '{"price":1e400}'])('answers 422 to the body %s', async (body) => {
    const answer = await as('PROPERTY_CREATE').post('/property', body, { 'content-type': 'application/json' });
    expect(answer.statusCode).toBe(422);
  });

  test('refuses a deleted client as owner', async () => {
    const { id: owner_id } = await client();
    await as('CLIENT_DESTROY').delete(`/user/${owner_id}/admin`);
    expect(refusal(await create({ owner_id }))).toEqual([422, 'OWNER_NOT_FOUND']);
  });

  test('returns the first result for a repeated idempotency key, and refuses another body', async () => {
    const [{ id: owner_id }, headers] = [await owner(), { 'idempotency-key': 'novo-imovel' }];
    const [first, again] = await Promise.all([create({ owner_id }, headers), create({ owner_id }, headers)]);
    expect([first.statusCode, again.statusCode, again.json()]).toEqual([201, 201, first.json()]);
    expect(refusal(await create({ owner_id, number: '1' }, headers))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });
});

describe('GET /property/:id/admin', () => {
  test('returns the property with owners, fees and the contract in force', async () => {
    const [main, second, tenant, guarantor] = [
      await owner({ name: 'Olga Lima' }),
      await owner({ name: 'Pedro Lima' }),
      await client({ name: 'Ana Prado' }),
      await client({ name: 'Gil Reis' }),
    ];
    const place = await property({
      owners: [{ id: main.id, share: 6_000 }, { id: second.id }],
      fees: [
        { name: 'Condomínio', price: 40_000 },
        { name: 'IPTU', price: 12_050, to_owner: true },
      ],
    });
    const proposal = await contract({ property_id: place.id, user_id: tenant.id });
    await db
      .insertInto('contract_party')
      .values({ proposal_id: proposal.id, client_id: guarantor.id, role: 'GUARANTOR' })
      .execute();

    const answer = await as('PROPERTY_VIEW').get(`/property/${place.id}/admin`);
    expect(answer.headers.etag).toMatch(/^"\d+"$/);
    const related = (id: number, name: string, relationship: string) => ({
      id,
      name,
      pivot: { relationship, user_id: id },
    });
    expect(answer.json()).toEqual({
      id: place.id,
      status: 'RENTED',
      type: 'RENT',
      location: 'APARTMENT',
      price: 1500,
      street: 'Rua São Mateus',
      number: place.number,
      complement: null,
      neighborhood: 'Centro',
      city: 'Juiz de Fora',
      state: 'MG',
      bedrooms: 0,
      bathrooms: 0,
      garage: 0,
      views: 0,
      advertised: true,
      owner: 'Olga Lima',
      image: null,
      is_exterior: false,
      spotlight: false,
      exclusivity: null,
      pickup: null,
      commission: null,
      cep: '36025000',
      country: 'Brasil',
      latitude: null,
      longitude: null,
      platform: null,
      external_id: null,
      reason: null,
      requester: null,
      offer: null,
      created_at: place.created_at,
      updated_at: expect.any(String),
      owner_id: main.id,
      owners: [
        { id: main.id, name: 'Olga Lima', main: true, share: 60 },
        { id: second.id, name: 'Pedro Lima', main: false, share: 40 },
      ],
      relationship: [
        related(main.id, 'Olga Lima', 'OWNER'),
        related(second.id, 'Pedro Lima', 'OWNER'),
        related(tenant.id, 'Ana Prado', 'TENANT'),
        related(guarantor.id, 'Gil Reis', 'GUARANTOR'),
      ],
      cib: null,
      property_registration: null,
      city_code: null,
      purpose: null,
      information: {
        description: null,
        energisa: null,
        copasa: null,
        land_area: null,
        building_area: null,
        pet: null,
        furnished: null,
        comercial: null,
        ...{ floor: null, condominium: null, video_url: null, contact_name: null, contact_phone: null },
      },
      fees: [
        { id: expect.any(Number), name: 'Condomínio', price: 400, to_owner: false },
        { id: expect.any(Number), name: 'IPTU', price: 120.5, to_owner: true },
      ],
      features: [],
      images: [],
      schedules: [],
      proposal_id: proposal.id,
      imported: false,
      reserved_until: null,
      whatsapp_openings: 0,
    });
  });

  test('leaves out the people of an ended contract', async () => {
    const { id, property_id } = await contract();
    await as('PROPOSAL_EDIT').patch(`/proposal/${id}/close`);
    const { relationship, proposal_id } = await show(property_id);
    expect([relationship.length, proposal_id]).toEqual([1, null]);
  });

  test('opens requests alone with only their permission', async () => {
    const [request, offered] = [await property({ status: 'PENDING' }), await property()];
    for (const permission of ['PROPERTY_REQUEST_VIEW', 'PROPERTY_REQUESTS_VIEW']) {
      expect((await as(permission).get(`/property/${request.id}/admin`)).statusCode).toBe(200);
      for (const id of [offered.id, 999_999])
        expect(refusal(await as(permission).get(`/property/${id}/admin`))).toEqual([404, 'PROPERTY_NOT_FOUND']);
    }
  });

  test('returns address, price and owners to callers with only the contract permission', async () => {
    const main = await owner({ name: 'Olga Lima' });
    const fees = [{ name: 'Condomínio', price: 40_000 }];
    const { id } = await property({ owners: [main], street: 'Rua Halfeld', fees });
    await photograph(id);
    await patch(id, { platform: 'OLX', external_id: '77', latitude: -21.76 });
    await as('PROPERTY_EDIT').put(`/property/${id}/information`, {
      description: 'Chave na portaria',
      energisa: '123-4',
    });
    await as('PROPERTY_EDIT').put(`/property/${id}/features`, { data: ['Piscina'] });
    await contract({ property_id: id });
    for (const permissions of [['PROPOSAL_VIEW'], ['PROPOSAL_VIEW', 'PROPERTY_REQUEST_VIEW', 'SCHEDULE_VIEW']]) {
      const answer = await as(...permissions).get(`/property/${id}/admin`);
      expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"5"']);
      expect(answer.json()).toMatchObject({
        id,
        status: 'RENTED',
        price: 1500,
        street: 'Rua Halfeld',
        latitude: -21.76,
        owner: 'Olga Lima',
        owners: [{ id: main.id, share: 100 }],
        relationship: [{ name: 'Olga Lima', pivot: { relationship: 'OWNER' } }],
        images: [{ name: 'sala.jpg' }],
        fees: [],
        features: [],
        schedules: [],
        platform: null,
        external_id: null,
      });
      expect(new Set(Object.values(answer.json().information))).toEqual(new Set([null]));
    }
    expect(await show(id)).toMatchObject({ platform: 'OLX', fees: [{ price: 400 }], features: [{ name: 'Piscina' }] });
  });

  test('returns the latest twenty visits to callers who may see visits', async () => {
    const { id } = await property();
    const visit = { property_id: id, shift: 'AM', name: 'Rita Moura', phone: '32988412076' };
    const days = Array.from({ length: 21 }, (_, day) => addDays('2026-03-01', day));
    await db
      .insertInto('schedule')
      .values([...days.map((date) => ({ ...visit, date })), { ...visit, date: '2026-03-21', shift: 'PM' }])
      .execute();
    const { schedules } = (await as('PROPERTY_VIEW', 'SCHEDULE_VIEW').get(`/property/${id}/admin`)).json();
    expect(schedules).toHaveLength(20);
    expect(schedules.slice(0, 3)).toEqual([
      {
        id: expect.any(Number),
        name: 'Rita Moura',
        phone: '32988412076',
        date: '2026-03-21',
        shift: 'PM',
        time: null,
        status: 'PENDING',
      },
      {
        id: expect.any(Number),
        name: 'Rita Moura',
        phone: '32988412076',
        date: '2026-03-21',
        shift: 'AM',
        time: null,
        status: 'PENDING',
      },
      expect.objectContaining({ date: '2026-03-20' }),
    ]);
    expect(schedules.at(-1).date).toBe('2026-03-03');
    const visits = async (page: number, ...permissions: string[]) =>
      as(...permissions).get(`/property/${id}/schedules?page=${page}`);
    const [first, second] = [await visits(1, 'PROPERTY_VIEW', 'SCHEDULE_VIEW'), await visits(2, '*')];
    expect(first.json()).toEqual({ data: schedules, page: 1, lastPage: 2, total: 22 });
    expect(second.json().data.map(({ date }: { date: string }) => date)).toEqual(['2026-03-02', '2026-03-01']);
    for (const permission of ['PROPERTY_VIEW', 'SCHEDULE_VIEW'])
      expect((await visits(1, permission)).statusCode).toBe(403);
    expect((await as('*').get('/property/999999/schedules')).statusCode).toBe(404);
    expect((await show(id)).schedules).toEqual([]);
    expect((await as('PROPERTY_EDIT').patch(`/property/${id}`, { garage: 1 })).json().schedules).toEqual([]);
  });

  test.each(['999999', 'abc', '1e3', '99999999999999999999', '1%00'])('answers 404 to %s', async (id) => {
    expect((await as('*').get(`/property/${id}/admin`)).statusCode).toBe(404);
  });
});

describe('PATCH /property/:id', () => {
  test('stores the changes, sets updated_at and leaves a trail', async () => {
    const { id, updated_at } = await property({ price: 150_000 });
    const answer = await patch(id, { price: 1600, bedrooms: 3, spotlight: true, latitude: -21.5 });
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"2"']);
    expect(answer.json()).toMatchObject({ price: 1600, bedrooms: 3, spotlight: true, latitude: -21.5 });
    expect(answer.json().updated_at > updated_at).toBe(true);
    expect(await trailOf(id)).toEqual([
      {
        actor: 'Mariana Dias',
        action: 'update',
        changes: { price: [150_000, 160_000], bedrooms: [0, 3], spotlight: [false, true], latitude: [null, -21.5] },
      },
    ]);
    expect((await patch(id, { price: 1600 })).headers.etag).toBe('"2"');
  });

  test('accepts the whole property, and ignores read-only fields', async () => {
    const { id, created_at } = await property();
    const other = await owner();
    const answer = await patch(id, {
      ...(await show(id)),
      id: 1,
      views: 900,
      owner_id: other.id,
      created_at: '2000-01-01T00:00:00Z',
    });
    expect(answer.json()).toMatchObject({ id, views: 0, created_at });
    expect(answer.json().owner_id).not.toBe(other.id);
  });

  test.each(['AVAILABLE', 'RENTED', 'SOLD', 'UNAVAILABLE', 'PENDING'])('sets %s', async (status) => {
    const { id } = await property({ status: 'PENDING' });
    expect((await patch(id, { status })).json().status).toBe(status);
  });

  test('refuses to change between rent and sale while a contract runs', async () => {
    const { id, property_id } = await contract();
    const refused = await patch(property_id, { type: 'SALE', garage: 3 });
    expect(refusal(refused)).toEqual([409, 'CONTRACT_IN_FORCE']);
    expect(refused.json().errors[0].field).toBe('type');
    expect((await show(property_id)).garage).toBe(0);
    expect((await patch(property_id, { type: 'RENT', garage: 3 })).statusCode).toBe(200);
    await as('PROPOSAL_EDIT').patch(`/proposal/${id}/close`);
    expect((await patch(property_id, { type: 'SALE' })).json().type).toBe('SALE');
    const sold = await contract({ property: { type: 'SALE' } });
    expect((await patch(sold.property_id, { type: 'EXCHANGE' })).statusCode).toBe(200);
    expect(refusal(await patch(sold.property_id, { type: 'RENT' }))).toEqual([409, 'CONTRACT_IN_FORCE']);
  });

  test('keeps the reason of a rejection until the property is published', async () => {
    const { id } = await property({ status: 'PENDING' });
    const refused = await patch(id, { status: 'UNAVAILABLE', reason: 'Fotos escuras' });
    expect(refused.json()).toMatchObject({ status: 'UNAVAILABLE', reason: 'Fotos escuras' });
    expect((await patch(id, { bedrooms: 2 })).json().reason).toBe('Fotos escuras');
    expect((await patch(id, { status: 'AVAILABLE' })).json().reason).toBeNull();
    expect((await patch(id, { reason: 'Sem uso' })).json().reason).toBeNull();
  });

  test('keeps exclusivity, captador and commission for sales only', async () => {
    const { id } = await property({ type: 'SALE' });
    const sale = { exclusivity: true, pickup: 'Rui', commission: 5.5 };
    expect((await patch(id, sale)).json()).toMatchObject(sale);
    const none = { exclusivity: null, pickup: null, commission: null };
    expect((await patch(id, { type: 'RENT' })).json()).toMatchObject(none);
    expect((await patch(id, sale)).json()).toMatchObject(none);
  });

  test.each([
    [{ number: '' }, 'number', 'Informe o Número'],
    [{ type: 'LOAN' }, 'type', 'Informe o tipo'],
    [{ location: null }, 'location', 'Informe a locação'],
    [{ status: 'LOST' }, 'status', 'Informe a situação'],
    [{ price: -1 }, 'price', 'Informe o preço'],
    [{ bedrooms: 1e12 }, 'bedrooms', 'Informe os quartos'],
    [{ bathrooms: 1.5 }, 'bathrooms', 'Informe os banheiros'],
    [{ garage: '2' }, 'garage', 'Informe as vagas'],
    [{ commission: 101 }, 'commission', 'Use de 0 a 100%'],
    [{ commission: 1e12 }, 'commission', 'Use de 0 a 100%'],
  ])('refuses %j', async (body, field, message) => {
    const { id } = await property();
    expect(firstError(await patch(id, body))).toEqual([422, field, message]);
  });

  test('refuses an outdated version, naming who saved since', async () => {
    const { id } = await property();
    expect((await patch(id, { garage: 1 }, { 'if-match': '"1"' })).statusCode).toBe(200);
    const stale = await patch(id, { garage: 2 }, { 'if-match': '"1"' });
    expect(refusal(stale)).toEqual([412, 'STALE_VERSION']);
    expect(stale.json()).toMatchObject({ saved_by: 'Mariana Dias', version: 2 });
    expect(refusal(await patch(999_999, { garage: 1 }))).toEqual([404, 'PROPERTY_NOT_FOUND']);
  });
});

describe('PUT /property/:id/information', () => {
  const information = {
    description: 'Casa com quintal',
    energisa: '123-4',
    copasa: '567-8',
    land_area: 360.5,
    building_area: 120,
    pet: true,
    furnished: false,
    comercial: null,
    floor: 0,
    condominium: 'Edifício Bela Vista',
    video_url: 'https://youtu.be/x',
    contact_name: 'Bia Reis',
    contact_phone: '32988412076',
  };
  const save = (id: number, body: object) => as('PROPERTY_EDIT').put(`/property/${id}/information`, body);

  test('stores the information', async () => {
    const { id } = await property();
    const answer = await save(id, information);
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"2"']);
    expect(answer.json().information).toEqual(information);
    expect(await trailOf(id)).toMatchObject([
      { action: 'update', changes: { description: [null, 'Casa com quintal'] } },
    ]);
  });

  test.each([
    [{ floor: 200 }, 'floor', 'Informe o andar, de -9 a 199'],
    [{ video_url: 'javascript:alert(1)' }, 'video_url', 'Informe um endereço que começa com https://'],
    [{ video_url: 'https://x" onload="y' }, 'video_url', 'Informe um endereço que começa com https://'],
    [{ contact_phone: '1' }, 'contact_phone', expect.any(String)],
  ])('refuses %j', async (wrong, field, message) => {
    const { id } = await property();
    expect(firstError(await save(id, { ...information, ...wrong }))).toEqual([422, field, message]);
  });

  test.each([{ description: '' }, { description: null }, { description: undefined }])(
    'refuses %j',
    async (overrides) => {
      const { id } = await property();
      expect(firstError(await save(id, { ...information, ...overrides }))).toEqual([
        422,
        'description',
        'Informe a descrição',
      ]);
    },
  );

  test.each([{ land_area: -1 }, { land_area: 1e12 }, { pet: 'yes' }, { copasa: 7 }])(
    'answers 422 to %j',
    async (overrides) => {
      const { id } = await property();
      expect((await save(id, { ...information, ...overrides })).statusCode).toBe(422);
    },
  );
});

describe('PUT /property/:id/fees', () => {
  const save = (id: number, data: unknown, headers?: Record<string, string>) =>
    as('PROPERTY_EDIT').put(`/property/${id}/fees`, { data }, headers);

  test('replaces the list, in its order', async () => {
    const { id } = await property({ fees: [{ name: 'Luz', price: 10_000 }] });
    const answer = await save(id, [
      { name: 'IPTU', price: 120.55 },
      { name: 'Condomínio', price: 0, to_owner: true },
    ]);
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"2"']);
    expect(answer.json().fees).toEqual([
      { id: expect.any(Number), name: 'IPTU', price: 120.55, to_owner: false },
      { id: expect.any(Number), name: 'Condomínio', price: 0, to_owner: true },
    ]);
    expect(await trailOf(id)).toMatchObject([
      {
        action: 'fees',
        changes: {
          fees: [[{ name: 'Luz', price: 10_000 }], [{ name: 'IPTU', price: 12_055 }, { name: 'Condomínio' }]],
        },
      },
    ]);
    expect((await save(id, [])).json().fees).toEqual([]);
    expect(refusal(await save(id, [], { 'if-match': '"1"' }))).toEqual([412, 'STALE_VERSION']);
  });

  test.each([
    [[{ name: '', price: 10 }], 'data.0.name', 'Informe o nome'],
    [[{ name: 'IPTU', price: -1 }], 'data.0.price', 'Informe o valor'],
  ])('refuses %j', async (data, field, message) => {
    const { id } = await property();
    expect(firstError(await save(id, data))).toEqual([422, field, message]);
  });

  test.each([undefined, 'x', [null], [{ name: 'IPTU' }], [{ name: 'IPTU', price: 1e300 }]])(
    'answers 422 to %j',
    async (data) => {
      const { id } = await property();
      expect((await save(id, data)).statusCode).toBe(422);
    },
  );
});

describe('DELETE /property/:id', () => {
  const remove = (id: number) => as('PROPERTY_REMOVE').delete(`/property/${id}`);

  test('deletes the property everywhere', async () => {
    const { id } = await property();
    expect((await remove(id)).statusCode).toBe(204);
    expect((await as('*').get(`/property/${id}/admin`)).statusCode).toBe(404);
    expect((await as('*').get(`/property/${id}/members/OWNER`)).statusCode).toBe(404);
    expect((await patch(id, { garage: 1 })).statusCode).toBe(404);
    expect((await remove(id)).statusCode).toBe(404);
    expect(idsOf(await as('*').get(`/property?id=${id}`))).toEqual([]);
    expect(await trailOf(id)).toMatchObject([{ action: 'delete' }]);
  });

  test('refuses a property with a contract, closed ones included', async () => {
    const { id, property_id } = await contract();
    expect(refusal(await remove(property_id))).toEqual([409, 'PROPERTY_HAS_CONTRACT']);
    await as('PROPOSAL_EDIT').patch(`/proposal/${id}/close`);
    expect(refusal(await remove(property_id))).toEqual([409, 'PROPERTY_HAS_CONTRACT']);
  });
});

describe('owners', () => {
  const list = (id: number, permission = 'PROPERTY_VIEW') => as(permission).get(`/property/${id}/members/OWNER`);
  const add = (id: number, clientId: number, body?: object) =>
    as('PROPERTY_EDIT').put(`/property/${id}/member/OWNER/${clientId}`, body);
  const remove = (id: number, clientId: number) => as('PROPERTY_EDIT').delete(`/property/${id}/member/${clientId}`);

  test('are appended, share the remainder, and are removed', async () => {
    const [main, second] = [await owner({ name: 'Olga Lima' }), await owner({ name: 'Pedro Lima' })];
    const { id, updated_at } = await property({ owners: [main] });
    const added = await add(id, second.id);
    expect([added.statusCode, added.json()]).toEqual([
      201,
      [
        { id: main.id, name: 'Olga Lima', main: true, share: 50 },
        { id: second.id, name: 'Pedro Lima', main: false, share: 50 },
      ],
    ]);
    expect((await show(id)).updated_at > updated_at).toBe(true);
    const shares = (answer: Answer) => answer.json().map((row: { share: number }) => row.share);
    expect(shares(await add(id, second.id, { share: 33.33 }))).toEqual([66.67, 33.33]);
    expect(shares(await add(id, second.id))).toEqual([66.67, 33.33]);
    expect(shares(await add(id, second.id, { share: null }))).toEqual([50, 50]);
    for (const permission of ['PROPERTY_VIEW', 'PROPOSAL_VIEW', 'PROPOSAL_CREATE'])
      expect(shares(await list(id, permission))).toEqual([50, 50]);
    expect((await remove(id, main.id)).statusCode).toBe(204);
    expect((await list(id)).json()).toEqual([{ id: second.id, name: 'Pedro Lima', main: true, share: 100 }]);
    expect((await trailOf(id)).map((entry) => entry.action)).toEqual(['add-owner', 'share', 'share', 'remove-owner']);
  });

  test.each([{ share: -1 }, { share: 100.01 }, { share: 'half' }, { share: 1e300 }])('refuse %j', async (body) => {
    const [{ id }, { id: clientId }] = [await property(), await owner()];
    expect((await add(id, clientId, body)).statusCode).toBe(422);
  });

  test('require an existing client', async () => {
    const [{ id }, stranger] = [await property(), await owner()];
    expect(refusal(await add(id, 999_999))).toEqual([404, 'CLIENT_NOT_FOUND']);
    expect(refusal(await add(999_999, stranger.id))).toEqual([404, 'PROPERTY_NOT_FOUND']);
    expect(refusal(await remove(id, stranger.id))).toEqual([404, 'NOT_AN_OWNER']);
  });

  test('include at least one for a rented property', async () => {
    const [main, second] = [await owner(), await owner()];
    const { id } = await property({ owners: [main, second] });
    await patch(id, { status: 'RENTED' });
    expect((await remove(id, main.id)).statusCode).toBe(204);
    expect(refusal(await remove(id, second.id))).toEqual([409, 'LAST_OWNER']);
    await patch(id, { status: 'AVAILABLE' });
    expect((await remove(id, second.id)).statusCode).toBe(204);
    expect(await show(id)).toMatchObject({ owner: null, owner_id: null, owners: [] });
  });

  test('include at least one for a property under contract, whatever its status', async () => {
    const main = await owner();
    const { id } = await property({ owners: [main] });
    const { id: contractId } = await contract({ property_id: id });
    await patch(id, { status: 'AVAILABLE' });
    expect(refusal(await remove(id, main.id))).toEqual([409, 'LAST_OWNER']);
    await as('PROPOSAL_EDIT').patch(`/proposal/${contractId}/close`);
    expect((await remove(id, main.id)).statusCode).toBe(204);
  });

  test('get distinct positions when added concurrently', async () => {
    const { id } = await property({ owners: [await owner()] });
    const people = await Promise.all(Array.from({ length: 5 }, () => owner()));
    await Promise.all(people.map((person) => add(id, person.id)));
    const places = await db
      .selectFrom('property_owner')
      .select('position')
      .where('property_id', '=', id)
      .orderBy('position')
      .execute();
    expect(places.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
