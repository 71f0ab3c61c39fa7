import { PERMISSIONS } from '@morada/domain/access/permissions';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { refusal } from '#test/calls/answers.ts';
import { agree, fillAgency } from '#test/collection.ts';
import { startApp } from '#test/harness.ts';

const { as, anonymous, db, client, owner, property, contract, invoice, stop } = await startApp({ today: '2026-03-01' });
afterAll(stop);

type Few = { data: ({ id: number } & Record<string, unknown>)[]; more: boolean };
type Kinds = Record<'clients' | 'properties' | 'proposals' | 'invoices', Few>;

const find = async (words: Record<string, string | number>, ...permissions: string[]): Promise<Kinds> =>
  (
    await as(...(permissions.length > 0 ? permissions : ['*'])).get(
      `/search?${new URLSearchParams(Object.entries(words).map(([name, value]) => [name, String(value)]))}`,
    )
  ).json();
const idsOf = (kinds: Kinds) =>
  Object.fromEntries(Object.entries(kinds).map(([kind, { data }]) => [kind, data.map(({ id }) => id)]));

const zulmira = await owner({ name: 'Zulmira Assunção' });
const tenant = await client({ name: 'Íris Bevilácqua', cpf_cnpj: '39053344705', phone: '11976543210' });
const house = await property({ street: 'Ladeira da Paciência', number: '77', owners: [{ id: zulmira.id }] });
const rent = await contract({ user_id: tenant.id, property_id: house.id });
const march = await invoice({ contract: rent, reference: '2026-03' });
const february = await invoice({ contract: rent, reference: '2026-02' });

const EVERYTHING = {
  clients: [tenant.id],
  properties: [],
  proposals: [rent.id],
  invoices: [february.id, march.id],
};

describe('GET /search', () => {
  test.each([
    'iris bevilacqua',
    'Bevilácqua',
    'ÍRIS',
    '390.533.447-05',
    '39053344705',
    '(11) 97654-3210',
    '11 97654 3210',
  ])('%s finds the person, the contract and its open invoices, soonest due first', async (query) =>
    expect(idsOf(await find({ query }))).toEqual(EVERYTHING),
  );

  test('finds the contract by its owner', async () => {
    expect(idsOf(await find({ query: 'zulmira' }))).toEqual({
      clients: [zulmira.id],
      properties: [],
      proposals: [rent.id],
      invoices: [],
    });
  });

  test('finds records by address', async () => {
    const found = await find({ query: 'paciencia 77' });
    expect(idsOf(found)).toEqual({ ...EVERYTHING, clients: [], properties: [house.id] });
    expect(found.properties.data).toEqual([
      {
        id: house.id,
        property: 'Ladeira da Paciência, 77',
        neighborhood: 'Centro',
        city: 'Juiz de Fora',
        type: 'RENT',
        status: 'RENTED',
      },
    ]);
  });

  test('finds open invoices of an amount', async () => {
    const dear = await invoice({ contract: await contract({ current_price: 123_456 }), reference: '2026-05' });
    const amount = dear.amount / 100;
    const typed = amount.toLocaleString('pt-BR', { minimumFractionDigits: 2 });
    for (const query of [typed, `R$ ${typed}`]) expect(idsOf(await find({ query })).invoices).toEqual([dear.id]);
    expect(idsOf(await find({ query: typed }, 'CLIENT_VIEW')).invoices).toEqual([]);
  });

  test('finds the invoice of a boleto by nosso número, with or without wallet and check digit', async () => {
    await fillAgency(db);
    await agree(db, '341');
    const other = await contract({});
    const april = await invoice({ contract: other, reference: '2026-04' });
    const made = await as('BOLETO_CREATE').post('/boleto/manual', {
      user_id: other.user_id,
      proposal_id: other.id,
      invoice_id: april.id,
    });
    expect(made.statusCode).toBe(201);
    const { nosso_numero, slip } = await db
      .selectFrom('boleto')
      .select(['nosso_numero', 'slip'])
      .where('id', '=', made.json().id)
      .executeTakeFirstOrThrow();
    for (const query of [nosso_numero ?? '', slip.nosso_numero ?? ''])
      expect(idsOf(await find({ query })).invoices).toContain(april.id);
  });

  test('returns what distinguishes each record', async () => {
    const { clients, proposals, invoices } = await find({ query: 'bevilacqua' });
    expect(clients.data).toEqual([
      {
        id: tenant.id,
        name: 'Íris Bevilácqua',
        type: 'TENANT',
        cpf_cnpj: '39053344705',
        phone: '11976543210',
        active: true,
      },
    ]);
    const property = 'Ladeira da Paciência, 77';
    expect(proposals.data).toEqual([{ id: rent.id, tenant: 'Íris Bevilácqua', property, status: 'APPROVED' }]);
    expect(invoices.data[0]).toEqual({
      id: february.id,
      tenant: 'Íris Bevilácqua',
      property,
      due_date: '2026-02-10',
      amount: 1500,
      status: 'PENDING',
    });
  });

  test('finds the record with an id, paid invoices included', async () => {
    const other = await contract({ user_id: (await client({ name: 'Paga em Dia' })).id });
    const paid = await invoice({ contract: other });
    await as('*').patch(`/invoice/${paid.id}/down`, {
      paid_amount: 1500,
      pay_day: '2026-02-20',
      payment_method: 'PIX',
    });
    expect((await find({ id: paid.id })).invoices.data).toMatchObject([{ id: paid.id, status: 'PAID' }]);
    expect(idsOf(await find({ query: 'paga em dia' }))).toMatchObject({ proposals: [other.id], invoices: [] });
    expect(idsOf(await find({ id: rent.id, kind: 'proposals' }))).toEqual({
      clients: [],
      properties: [],
      proposals: [rent.id],
      invoices: [],
    });
    expect(idsOf(await find({ id: 999_999 }))).toEqual({ clients: [], properties: [], proposals: [], invoices: [] });
  });

  test('lists the record with the id first, and once', async () => {
    const numbered = await client({ name: 'Número' });
    const another = await client({ name: `Rua ${numbered.id}x${numbered.id}` });
    const { clients } = await find({ id: numbered.id, query: String(another.name.slice(4)) });
    expect(clients.data.map(({ id }) => id)).toEqual([numbered.id, another.id]);
    expect((await find({ id: tenant.id, query: 'bevilacqua' })).clients.data).toHaveLength(1);
  });

  test('returns the five newest of a kind, and whether there are more', async () => {
    const made: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) made.unshift((await client({ name: `Repetido ${turn}` })).id);
    const { clients } = await find({ query: 'repetido' });
    expect(clients).toMatchObject({ more: false });
    expect(clients.data.map(({ id }) => id)).toEqual(made);
    await client({ name: 'Repetido outra vez' });
    const more = (await find({ query: 'repetido' })).clients;
    expect([more.data.length, more.more]).toEqual([5, true]);
  });

  test('finds nothing for an empty query, and no deleted records', async () => {
    const none = { clients: [], properties: [], proposals: [], invoices: [] };
    expect(idsOf(await find({}))).toEqual(none);
    expect(idsOf(await find({ query: 'xyzwq' }))).toEqual(none);
    for (const words of ['query=%20', 'query=a', 'id=x', 'kind=x'])
      expect([words, (await as('*').get(`/search?${words}`)).statusCode]).toEqual([words, 422]);
    const gone = await client({ name: 'Quirino Ausente' });
    await as('*').delete(`/user/${gone.id}/admin`);
    expect(idsOf(await find({ query: 'quirino' }))).toEqual(none);
    expect(idsOf(await find({ id: gone.id, kind: 'clients' }))).toEqual(none);
  });
});

describe('a common word', () => {
  test('finds the contract of an older client', async () => {
    const first = await contract({ user_id: (await client({ name: 'Comum Primeira' })).id });
    const bill = await invoice({ contract: first });
    await sql`insert into client (name, cpf_cnpj, type) select 'Comum ' || n, '', 'TENANT'
      from generate_series(1, 600) n`.execute(db);
    const found = await find({ query: 'comum' });
    expect(found.clients.more).toBe(true);
    expect(idsOf(found)).toMatchObject({ proposals: [first.id], invoices: [bill.id] });
  });
});

describe('permissions', () => {
  const SEEN: Record<string, (keyof Kinds)[]> = {
    CLIENT_VIEW: ['clients'],
    PROPERTY_VIEW: ['properties'],
    PROPOSAL_VIEW: ['proposals'],
    FINANCIAL_INVOICE_VIEW: ['invoices'],
    FINANCIAL_VIEW: ['invoices'],
  };

  test.each(PERMISSIONS)('%s limits the kinds to those whose list it shows in full', async (code) => {
    const words = [await find({ query: 'bevilacqua' }, code), await find({ query: 'paciencia' }, code)];
    const numbers = await Promise.all([tenant.id, house.id, rent.id, march.id].map((id) => find({ id }, code)));
    const seen = new Set(
      [...words, ...numbers].flatMap((kinds) =>
        Object.entries(kinds).flatMap(([kind, { data }]) => (data.length > 0 ? [kind] : [])),
      ),
    );
    expect([...seen]).toEqual(SEEN[code] ?? []);
  });

  test('requires a session', async () => {
    expect(refusal(await anonymous.get('/search?query=bevilacqua'))).toEqual([401, 'UNAUTHENTICATED']);
  });
});
