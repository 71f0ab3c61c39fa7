import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { firstError, refusal, trailOf } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { form, jpeg } from '#test/pictures.ts';
import { unzip } from '#test/unzip.ts';
import { CLEARED, KEPT, REDACTED } from './personal-places.data.ts';

const { app, as, signIn, client, owner, property, contract, invoice, db, deps, clock, stop } = await startApp();
afterAll(stop);

const MANAGER = ['CLIENT_VIEW', 'CLIENT_EDIT', 'CLIENT_DESTROY', 'USER_CREATE', 'PROPOSAL_VIEW', 'FINANCIAL_VIEW'];
/** A day on which no declaration needs the payments of the tests any more. */
const YEARS_LATER = '2028-01-03';
async function yearsLater<T>(act: () => Promise<T>): Promise<T> {
  const before = clock.today;
  clock.today = YEARS_LATER;
  return act().finally(() => {
    clock.today = before;
  });
}
const anonymise = (id: number, headers?: Record<string, string>) =>
  as('*').patch(`/user/${id}/anonymise`, undefined, headers);

const TERMS = {
  commission: 10,
  current_price: 1500,
  transfer_date: 10,
  guarantee: 'OTHER',
  start_date: '2026-01-01',
  end_date: '2028-12-31',
};

/** Everything that identifies this owner, present and past; each value is in the database before and nowhere after. */
const CANARIES = [
  'Canária Primeira',
  'Canária Segunda',
  'canaria.primeira@exemplo.com.br',
  'canaria.segunda@exemplo.com.br',
  '32900010001',
  '32900010002',
  '3232320003',
  '52998224725',
  '39053344705',
  'MG-71.717.171',
  '1971-07-17',
  'Canaricultora',
  'Cônjuge Canário',
  'MG-72.727.272',
  '11144477735',
  'Passarinheiro',
  '36717171',
  'Rua dos Canários',
  'Bairro Canário',
  'C-7171',
  'Canarópolis',
  'gaiola 71',
  '-21.717171',
  '-43.717171',
  'Titular Canária',
  '71717-7',
  '7171-4',
  'op-71',
  'pix-canario-1@canario.test',
  'obs canária',
  'Titular Outra Canária',
  '72727-X',
  'pix-canario-2@canario.test',
  'contrato canário',
  '73737-7',
  'Torneira da Canária',
];

let sent = 0;
/** A client made through the API, so that trail and stored answers hold what they hold in use. */
async function register(): Promise<number> {
  const post = (url: string, body: object) => as('*').post(url, body, { 'idempotency-key': `canaria-${++sent}` });
  const { id } = (
    await post('/user/manual', {
      name: 'Canária Primeira',
      cpf_cnpj: '52998224725',
      type: 'OWNER',
      email: 'canaria.primeira@exemplo.com.br',
      phone: '32900010001',
    })
  ).json();
  const patch = (section: string, body: object) => as('*').patch(`/user/${id}/${section}`, body);
  await patch('user', {
    name: 'Canária Segunda',
    cpf_cnpj: '39053344705',
    email: 'canaria.segunda@exemplo.com.br',
    phone: '32900010002',
    cellphone: '3232320003',
    password: 'segredo-canario',
  });
  await patch('information', {
    birth_date: '1971-07-17',
    rg: 'MG-71.717.171',
    marital_status: 'CASADO',
    profession: 'Canaricultora',
    spounce_name: 'Cônjuge Canário',
    spounce_rg: 'MG-72.727.272',
    spounce_cpf: '11144477735',
    spouse_profession: 'Passarinheiro',
  });
  await patch('address', {
    cep: '36717171',
    street: 'Rua dos Canários',
    neighborhood: 'Bairro Canário',
    number: 'C-7171',
    city: 'Canarópolis',
    state: 'MG',
    complement: 'gaiola 71',
    latitude: -21.717171,
    longitude: -43.717171,
  });
  const account = {
    code: '001',
    bank_name: 'Banco do Brasil S.A.',
    holder_name: 'Titular Canária',
    account_number: '71717-7',
    agency_number: '7171-4',
    operation_number: 'op-71',
    document: '39053344705',
    pix_key: 'pix-canario-1@canario.test',
    obs: 'obs canária',
  };
  await post(`/user/${id}/bank`, account);
  const second = {
    ...account,
    holder_name: 'Titular Outra Canária',
    account_number: '72727-X',
    pix_key: 'pix-canario-2@canario.test',
  };
  const { id: removed } = (await post(`/user/${id}/bank`, second)).json();
  await as('*').delete(`/user/${id}/bank/${removed}`);
  return Number(id);
}

/** Two contracts of the client's property, both ended: one with a copied account, one with another account. */
async function standInContracts(id: number) {
  const place = await property({ owners: [{ id }] });
  const tenant = await client();
  const terms = { ...TERMS, user_id: tenant.id, property_id: place.id };
  for (const bank of [
    {},
    {
      bank_code: '341',
      bank_full_name: 'contrato canário',
      bank_account: '73737-7',
      bank_agency: '7171-4',
      bank_cpf: '390.533.447-05',
    },
  ]) {
    const proposal = (await as('*').post('/proposal/manual', { ...terms, ...bank })).json();
    const { id: bill } = (
      await as('*').post('/financial/invoice', { proposal_id: proposal.id, reference: '2026-03' })
    ).json();
    await as('*').patch(`/invoice/${bill}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    await as('*').patch(`/proposal/${proposal.id}`, { bank_obs: 'obs canária' });
    await as('*').patch(`/proposal/${proposal.id}/close`);
  }
  const transfers = await db.selectFrom('transfer').select('id').where('user_id', '=', id).execute();
  for (const transfer of transfers) await as('*').patch(`/transfer/${transfer.id}`, { status: 'DONE' });
  return tenant;
}

/** Data of a person outside the register: tickets, visits, sessions, and files to and from the bank. */
async function leaveTraces(id: number) {
  const ticket = await db
    .insertInto('ticket')
    .values({ user_id: id, title: 'Torneira da Canária', level: 'LOW' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const said = { ticket_id: ticket.id, author: 'CLIENT' as const, data: 'Aqui é a Canária Primeira' };
  await db.insertInto('ticket_message').values(said).execute();
  const place = await property();
  const visit = { property_id: place.id, date: '2026-03-20', shift: 'AM', client_id: id } as const;
  await db
    .insertInto('schedule')
    .values({ ...visit, name: 'Canária Primeira', phone: '32900010001', note: 'gaiola 71' })
    .execute();
  const mail = { recipient: 'canaria.primeira@exemplo.com.br', subject: 'Seu acesso', body: 'Olá' };
  await db.insertInto('outgoing_mail').values(mail).execute();
  const paid = await db.selectFrom('transfer').select('id').where('user_id', '=', id).executeTakeFirstOrThrow();
  const order = await db
    .insertInto('payment_batch')
    .values({
      pay_on: '2026-03-10',
      transfers: 1,
      amount: 135_000,
      files: JSON.stringify([{ name: 'PAG.REM', content: 'CANARIA PRIMEIRA' }]),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const target = {
    user: { id, name: 'Canária Primeira' },
    target: {
      kind: 'PIX',
      label: 'Pix pix-canario-1@canario.test',
      bank: null,
      bank_name: null,
      holder: 'Canária Primeira',
      document: '52998224725',
      is_own: true,
    },
    to: { kind: 'PIX', key: { kind: 'RANDOM', value: 'pix-canario-1@canario.test' } },
  };
  await db
    .insertInto('payment_batch_transfer')
    .values({
      ...{ batch_id: order.id, transfer_id: paid.id, amount: 135_000, identifier: 'REPASSE 1' },
      target: JSON.stringify(target),
    })
    .execute();
  const written = await db
    .insertInto('contact_message')
    .values({ name: 'Canária Segunda', email: 'canaria.segunda@exemplo.com.br', message: 'Aqui é a Canária Segunda' })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await as('*').post(`/contact/${written.id}/sent`, { channel: 'MAIL' })).statusCode).toBe(204);
  await as('*').delete(`/contact/${written.id}`);
  const file = { kind: 'OFX' as const, name: 'extrato.ofx', fingerprint: 'x' };
  const entries = [{ label: 'PIX RECEBIDO CANARIA PRIMEIRA' }, { label: 'TARIFA' }];
  await db
    .insertInto('bank_file')
    .values({ ...file, entries: JSON.stringify(entries) })
    .execute();
  return order.id;
}

/** Every column of every table, as text: `where(canary)` names the tables that contain it. */
async function wholeDatabase() {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    order by 1`.execute(db);
  const contents: [name: string, text: string][] = [];
  // By one connection: each would read the whole schema.
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(whole_row::text, ' ') as text from ${sql.table(name)} as whole_row`.execute(db);
    contents.push([name, rows[0]?.text?.toLowerCase() ?? '']);
  }
  return {
    where: (canary: string) => contents.filter(([, text]) => text.includes(canary.toLowerCase())).map(([name]) => name),
  };
}

describe('PATCH /user/:id/anonymise', () => {
  test('removes everything that identifies the person, and keeps every figure', async () => {
    const id = await register();
    const tenant = await standInContracts(id);
    const order = await leaveTraces(id);
    for (const [code, fingerprint] of [
      ['52998224725', '52998224725'],
      ['P-9', '39053344705'],
    ] as const)
      await db.insertInto('import_record').values({ kind: 'client', code, fingerprint, record_id: id }).execute();
    const full = await wholeDatabase();
    for (const canary of CANARIES) expect(full.where(canary), canary).not.toEqual([]);
    const everywhere = ['bank_account', 'client', 'idempotency_key', 'import_record', 'proposal', 'trail'];
    expect(full.where('39053344705')).toEqual(everywhere);
    const figures = () =>
      Promise.all([
        db.selectFrom('invoice').selectAll().orderBy('id').execute(),
        db.selectFrom('transfer').selectAll().orderBy('id').execute(),
        db.selectFrom('ledger_entry').selectAll().orderBy('id').execute(),
        db.selectFrom('ledger_line').selectAll().orderBy('entry_id').orderBy('position').execute(),
        db.selectFrom('proposal').select(['id', 'current_price', 'status', 'start_date']).orderBy('id').execute(),
      ]);
    const before = await figures();
    const entries = await trailOf(db, 'client', id);
    const statistics = (await as('*').get(`/user/${id}`)).json();

    const answer = await yearsLater(() => anonymise(id));

    expect(answer.statusCode).toBe(200);
    const bare = await wholeDatabase();
    for (const canary of [...CANARIES, 'CANARIA PRIMEIRA', 'segredo-canario'])
      expect(bare.where(canary), canary).toEqual([]);
    expect(await figures()).toEqual(before);
    expect((await as('*').get(`/financial/payments/${order}`)).json().lines).toMatchObject([
      {
        user: { name: `Titular anonimizado ${id}` },
        target: { label: 'Conta anonimizada', document: '' },
        amount: 1350,
      },
    ]);
    // What it orders is paid: the list with the account is not given out again.
    expect((await as('*').get(`/financial/payments/${order}/sheet`)).json().code).toBe('PAYMENT_CONCLUDED');
    expect(await verifyBooks(db)).toEqual([]);
    expect(answer.json()).toMatchObject({
      user: {
        id,
        name: `Titular anonimizado ${id}`,
        cpf_cnpj: '',
        email: null,
        phone: null,
        cellphone: null,
        type: 'OWNER',
        active: false,
        anonymised_at: expect.any(String),
      },
      statistics: statistics.statistics,
      information: { rg: null, birth_date: null, marital_status: null, spounce_name: null },
      address: { cep: null, city: null, state: null, latitude: null, longitude: null },
      bank: [],
      proposals: [{ role: 'OWNER' }, { role: 'OWNER' }],
      transfers: [
        { amount: 1350, status: 'DONE' },
        { amount: 1350, status: 'DONE' },
      ],
    });

    // The history of sent messages stays: it names no person.
    expect((await as('*').get(`/user/${id}/history`)).json().data).toMatchObject([
      { actor: 'Mariana Dias', kind: 'SITE_REPLY', channel: 'MAIL', invoice: null },
    ]);
    // The trail keeps who did what, when and to which field.
    const after = await trailOf(db, 'client', id);
    expect(after.map((entry) => [entry.actor, entry.action])).toEqual([
      ...entries.map((entry) => [entry.actor, entry.action]),
      ['Mariana Dias', 'anonymise'],
    ]);
    expect(after[1]?.changes).toEqual({ name: null, cpf_cnpj: null, email: null, phone: null, cellphone: null });
    // The tenant of these contracts keeps all data.
    expect((await as('*').get(`/user/${tenant.id}`)).json().user).toMatchObject({
      name: tenant.name,
      email: tenant.email,
    });
  });

  test('allows the same document and e-mail to be registered again', LONG, async () => {
    const { id, cpf_cnpj, email } = await client();
    const [one, other] = [await anonymise(id), await anonymise((await client()).id)];
    expect([one.statusCode, other.statusCode]).toEqual([200, 200]);
    const anew = await as('*').post('/user/manual', {
      name: 'Outra',
      cpf_cnpj,
      email,
      type: 'TENANT',
      phone: '32988412076',
    });
    expect(anew.statusCode).toBe(201);
  });

  describe('is refused', () => {
    const inForce = [409, '', 'Este cliente está em contrato em andamento: encerre o contrato antes de anonimizar.'];
    const owing = [409, '', 'Há fatura ou repasse em aberto com este cliente: quite antes de anonimizar.'];

    test('while a contract is in force, to tenant, owner and guarantor', LONG, async () => {
      const landlord = await owner();
      const guarantor = await client({ type: 'GUARANTOR' });
      const place = await property({ owners: [{ id: landlord.id }] });
      const proposal = await contract({ property_id: place.id });
      await db
        .insertInto('contract_party')
        .values({ proposal_id: proposal.id, client_id: guarantor.id, role: 'GUARANTOR' })
        .execute();
      const people = [proposal.user_id, landlord.id, guarantor.id];
      for (const id of people) expect(firstError(await anonymise(id))).toEqual(inForce);
      await as('*').patch(`/proposal/${proposal.id}/close`);
      for (const id of people) expect((await anonymise(id)).statusCode).toBe(200);
      expect(
        (await db.selectFrom('proposal').selectAll().where('id', '=', proposal.id).executeTakeFirstOrThrow())
          .bank_account,
      ).toBeNull();
    });

    test('while an invoice of an ended contract is open, to everyone in that contract', LONG, async () => {
      const bill = await invoice();
      const { client_id } = await db
        .selectFrom('property_owner')
        .select('client_id')
        .where('property_id', '=', bill.property_id)
        .executeTakeFirstOrThrow();
      await as('*').patch(`/proposal/${bill.proposal_id}/close`);
      for (const id of [bill.user_id, client_id]) expect(firstError(await anonymise(id))).toEqual(owing);
      await as('*').patch(`/invoice/${bill.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
      expect((await yearsLater(() => anonymise(bill.user_id))).statusCode).toBe(200);
      expect(firstError(await anonymise(client_id))).toEqual(owing);
      const { id } = await db
        .selectFrom('transfer')
        .select('id')
        .where('user_id', '=', client_id)
        .executeTakeFirstOrThrow();
      await as('*').patch(`/transfer/${id}`, { status: 'DONE' });
      expect((await yearsLater(() => anonymise(client_id))).statusCode).toBe(200);
    });

    test('while the declarations of a year need the name and document of tenant, owner, buyer or seller', async () => {
      const bill = await invoice();
      const { client_id: landlord } = await db
        .selectFrom('property_owner')
        .select('client_id')
        .where('property_id', '=', bill.property_id)
        .executeTakeFirstOrThrow();
      await as('*').patch(`/proposal/${bill.proposal_id}/close`);
      await as('*').patch(`/invoice/${bill.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
      const transfers = await db.selectFrom('transfer').select('id').where('user_id', '=', landlord).execute();
      for (const { id } of transfers) await as('*').patch(`/transfer/${id}`, { status: 'DONE' });
      const [seller, buyer] = [await owner(), await client()];
      const place = await property({ type: 'SALE', price: 30_000_000, owners: [seller] });
      const sale = { ...TERMS, current_price: 300_000, user_id: buyer.id, property_id: place.id };
      const made = await as('*').post('/proposal/manual', sale);
      await as('*').patch(`/proposal/${made.json().id}/close`);
      const people = [bill.user_id, landlord, buyer.id, seller.id];
      const refused = [409, 'CLIENT_IN_TAX_YEAR'];
      for (const id of people) expect(refusal(await anonymise(id))).toEqual(refused);
      const file = {
        bytes: 1,
        key: 'dimob-2026',
        kind: 'DIMOB',
        name: 'x',
        period: '2026',
        sha256: 'x',
        summary: '{}',
      } as const;
      const { id: declared } = await db
        .insertInto('fiscal_file')
        .values(file)
        .returning('id')
        .executeTakeFirstOrThrow();
      clock.today = '2027-02-28';
      for (const id of people) expect(refusal(await anonymise(id))).toEqual(refused);
      clock.today = '2027-03-01';
      for (const id of people) expect((await anonymise(id)).statusCode).toBe(200);
      await db.deleteFrom('fiscal_file').where('id', '=', declared).execute();
      clock.today = '2026-03-10';
    });

    test('while an act about their debt has not ended', LONG, async () => {
      const lease = await contract();
      await as('*').patch(`/proposal/${lease.id}/close`);
      const act = {
        proposal_id: lease.id,
        client_id: lease.user_id,
        role: 'TENANT',
        amount: 150_000,
        done_on: '2026-03-01',
      } as const;
      const { id } = await db
        .insertInto('debt_register')
        .values({ ...act, kind: 'PROTEST', body: '1º Tabelionato', protocol: '7', figures: '[]' })
        .returning('id')
        .executeTakeFirstOrThrow();
      expect(refusal(await anonymise(lease.user_id))).toEqual([409, 'CLIENT_IS_LISTED']);
      await db.insertInto('debt_end').values({ register_id: id, done_on: '2026-03-05' }).execute();
      expect((await anonymise(lease.user_id)).statusCode).toBe(200);
      await db.deleteFrom('debt_end').execute();
      await db.deleteFrom('debt_register').execute();
    });

    test('without the permission for everything', async () => {
      const { id, name } = await client();
      expect(refusal(await as(...MANAGER).patch(`/user/${id}/anonymise`))).toEqual([403, 'PERMISSION_DENIED']);
      expect((await as('CLIENT_VIEW').get(`/user/${id}`)).json().user.name).toBe(name);
    });

    test('with an outdated version', async () => {
      const { id } = await client();
      await as('*').patch(`/user/${id}/user`, { name: 'Mudou' });
      expect(refusal(await anonymise(id, { 'if-match': '"1"' }))).toEqual([412, 'STALE_VERSION']);
      const done = await anonymise(id, { 'if-match': '"2"' });
      expect([done.statusCode, done.headers.etag]).toEqual([200, '"3"']);
    });

    test('for a missing client', async () => {
      expect(refusal(await anonymise(999_999))).toEqual([404, 'CLIENT_NOT_FOUND']);
      expect((await as('*').patch('/user/abc/anonymise')).statusCode).toBe(404);
    });
  });

  test('keeps the account in a contract in force of another owner', LONG, async () => {
    const former = await owner({ name: 'Pai Canário' });
    const child = await owner();
    const place = await property({ owners: [{ id: child.id }] });
    const account = {
      bank_code: '001',
      bank_full_name: 'Pai Canário',
      bank_account: '51782-8',
      bank_agency: '1',
      bank_cpf: former.cpf_cnpj,
    };
    const proposal = await contract({ property_id: place.id, ...account });
    expect((await anonymise(former.id)).statusCode).toBe(200);
    expect((await as('*').get(`/proposal/${proposal.id}`)).json()).toMatchObject({
      bank_account: '51782-8',
      bank_cpf: former.cpf_cnpj,
    });
  });

  const ANYTHING = { cep: '36025000', number: '1', city: 'Juiz de Fora', state: 'MG' };
  const ACCOUNT = {
    code: '001',
    bank_name: 'x',
    holder_name: 'x',
    account_number: '1-9',
    agency_number: '1',
    document: '52998224725',
  };
  test.each([
    ['patch', 'user', { name: 'De volta', active: true }],
    ['patch', 'information', { person_type: 'JURIDICA', rg: 'de volta' }],
    ['patch', 'address', ANYTHING],
    ['patch', 'update/email', { value: 'volta@exemplo.com.br' }],
    ['patch', 'anonymise', undefined],
    ['post', 'bank', ACCOUNT],
    ['patch', 'bank/1', ACCOUNT],
    ['delete', 'bank/1', undefined],
    ['delete', 'admin', undefined],
  ] as const)('after it %s %s is refused', LONG, async (method, path, body) => {
    const { id } = await client();
    await anonymise(id);
    expect(firstError(await as('*')[method](`/user/${id}/${path}`, body))).toEqual([
      409,
      '',
      'Este cadastro foi anonimizado e não muda mais.',
    ]);
    expect((await as('*').get(`/user/${id}`)).json().user.name).toBe(`Titular anonimizado ${id}`);
  });

  test('an anonymised client can’t be added to contracts or properties', LONG, async () => {
    const { id } = await client();
    const [place, proposal] = [await property(), await contract()];
    await anonymise(id);
    const lease = { ...TERMS, user_id: id, property_id: place.id };
    expect(firstError(await as('*').post('/proposal/manual', lease))).toEqual([422, 'user_id', 'Informe o inquilino']);
    expect((await as('*').put(`/proposal/${proposal.id}/guarantor`, { user_id: id })).statusCode).toBe(422);
    expect((await as('*').put(`/property/${place.id}/member/OWNER/${id}`)).statusCode).toBe(404);
  });

  test('of concurrent anonymising and signing, one succeeds', async () => {
    const [{ id }, place] = [await client(), await property()];
    const [gone, signed] = await Promise.all([
      anonymise(id),
      as('*').post('/proposal/manual', { ...TERMS, user_id: id, property_id: place.id }),
    ]);
    expect([gone.statusCode, signed.statusCode]).toBeOneOf([
      [200, 422],
      [409, 201],
    ]);
  });

  test('the list still shows an anonymised client, and pickers don’t', LONG, async () => {
    const { id } = await client();
    await anonymise(id);
    const [row] = (await as('CLIENT_VIEW').get(`/user?page=1&id=${id}`)).json().data;
    expect(row).toMatchObject({
      id,
      name: `Titular anonimizado ${id}`,
      active: false,
      cpf_cnpj: '',
      email: null,
      phone: null,
    });
    expect((await as('PROPOSAL_CREATE').get(`/user?id=${id}&situation=ACTIVE`)).json()).toEqual([]);
    expect((await as('PROPOSAL_CREATE').get(`/user?id=${id}`)).json()).toMatchObject([{ id, cpf_cnpj: '' }]);
  });
});

describe('every text column', () => {
  type Column = { table: string; column: string; type: string };
  /** Columns of the schema; generated ones are excluded. */
  const columns = async () =>
    (
      await sql<Column>`
        select c.table_name as "table", c.column_name as "column", c.data_type as type
        from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
          and c.data_type in ('text', 'jsonb', 'json', 'character varying', 'ARRAY') order by 1, 2`.execute(db)
    ).rows;

  test('is in exactly one of the lists: cleared, redacted, or kept with a reason', async () => {
    const lists = [[...REDACTED], [...CLEARED], Object.keys(KEPT)];
    const found = await columns();
    for (const { table, column } of found) {
      const exact = lists.filter((list) => list.includes(`${table}.${column}`)).length;
      const whole = lists.filter((list) => list.includes(`${table}.*`)).length;
      expect(exact > 0 ? exact : whole, `${table}.${column}`).toBe(1);
    }
    const named = new Set(found.flatMap(({ table, column }) => [`${table}.${column}`, `${table}.*`]));
    expect(lists.flat().filter((place) => !named.has(place))).toEqual([]);
    for (const [place, reason] of Object.entries(KEPT)) expect(reason.length, place).toBeGreaterThan(20);
  });

  const NOTE = 'Nota de Canária Segunda, CPF 390.533.447-05, e mais nada';
  const noteAs = (type: string) => {
    if (type === 'ARRAY') return sql`array[${NOTE}]`;
    return type === 'jsonb' ? sql`${JSON.stringify([{ mark: NOTE, 'Canária Segunda': 39 }])}::jsonb` : sql`${NOTE}`;
  };
  const BLANK: Record<string, string> = {
    text: "'x'",
    jsonb: "'[]'",
    ARRAY: "'{x}'",
    date: "'2026-03-10'",
    boolean: 'false',
    'timestamp with time zone': 'now()',
    bytea: "'x'",
  };

  /** Inserts a row with its required columns filled, without foreign keys. */
  const fill = (table: string, given: Record<string, string>) =>
    db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      const { rows } = await sql<{ name: string; type: string }>`
        select column_name as name, data_type as type from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO' and column_default is null
          and is_identity = 'NO' and is_generated = 'NEVER'`.execute(trx);
      const values = { ...Object.fromEntries(rows.map(({ name, type }) => [name, BLANK[type] ?? '1'])), ...given };
      const names = Object.keys(values).map((name) => sql.ref(name));
      await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(Object.values(values).map((value) => sql.raw(value)))})`.execute(
        trx,
      );
    });

  test('holds nothing of the person afterwards, and keeps the rest of its text', async () => {
    const id = await register();
    await db.updateTable('client').set({ cpf_cnpj: '39053344705' }).where('id', '=', id).execute();
    const other = await owner();
    const place = await property({ owners: [{ id: other.id }] });
    await as('*').post('/proposal/manual', { ...TERMS, user_id: (await client()).id, property_id: place.id });
    await fill('bank_file', { kind: "'OFX'" });
    await fill('bank_line', {});
    await fill('bank_agreement', { id: '1', bank: "'341'" });
    await fill('boleto', {
      barcode: "repeat('1', 44)",
      digitable_line: "repeat('1', 47)",
      issued_on: "'2026-03-10'",
    });
    await fill('bulk_run', { action: "'invoice-pay'" });
    await fill('bulk_item', { state: "'READY'" });
    await fill('debt_agreement', {
      ...{ offered_on: "'2026-03-10'", valid_until: "'2026-03-10'", first_due: "'2026-03-10'", instalments: '1' },
      ...{ principal: '1', charges: '0', discount: '0', interest: '0', total: '1', plan: "'[]'" },
    });
    await fill('extra_value', { type: "'DEBIT'", influence: "'RENT'" });
    await fill('invoice', {
      ...{
        status: "'PAID'",
        reference: "'2099-01'",
        pay_day: "'2026-03-10'",
        paid_amount: '1',
        payment_method: "'PIX'",
      },
      ...{ rest_amount: '1', rest_fate: "'WAIVED'", rest_reason: "'x'" },
    });
    await fill('import_run', { kind: "'people'" });
    for (const table of ['import_line', 'outgoing_mail', 'property_image', 'stored_file', 'saved_view'])
      await fill(table, {});
    await fill('pix_charge', { txid: "repeat('a', 30)", state: "'REFUSED'", due_date: "'2026-03-10'" });
    await fill('boleto_call', { state: "'REFUSED'" });
    await fill('debt_register', { kind: "'LISTING'", role: "'TENANT'", body: "'x'" });
    await fill('debt_end', {});
    await fill('debt_terms', {});
    await fill('movement_explanation', { kind: "'MARKED'", reason: "'x'" });
    await fill('statement_import', { from_day: "'2026-03-10'" });
    await fill('bank_movement', {});
    await fill('bank_link', { id: '1', active: 'false', kind: "'BOLETO'", agreement_id: '1', notice_token: "'x'" });
    await fill('recurrence', { policy: "'NAO_PERMITE'" });
    await fill('recurring_charge', { txid: "repeat('b', 30)" });
    await fill('collection_call', { outcome: "'SPOKE'" });
    await fill('collection_exception', { mode: "'NONE'" });
    await fill('collection_pause', { invoice_id: '1', reason: "'LEGAL'" });
    await fill('maintenance', {});
    await fill('contact_message', {});
    await fill('system_notification', {});
    await fill('maintenance_quote', {});
    // Of another client, whose texts mention this one.
    const client_id = String(other.id);
    await fill('message', { client_id, kind: "'NOTICE'" });
    await fill('message_consent', { client_id, channel: "'EMAIL'" });
    await fill('message_refusal', { client_id, source: "'STAFF'" });
    await fill('property_feature', {});
    await fill('property_fee', {});
    await fill('ticket', { user_id: String(id), level: "'LOW'" });
    await fill('schedule', { client_id: String(id), shift: "'AM'" });
    await fill('ticket', { user_id: client_id, level: "'LOW'" });
    await fill('lead', { kind: "'RENT'", source: "'TYPED'" });
    await fill('portal_lead', { portal: "'MAIL'" });
    await fill('bid', { client_id, kind: "'RENT'" });
    await fill('bid_version', { party: "'PROSPECT'" });
    await fill('lead_event', { event: "'RECEIVED'" });
    await fill('signature_envelope', { kind: "'LEASE'", sha256: "repeat('a', 64)", property_id: '1', pages: "'[]'" });
    await fill('signature_signer', { role: "'WITNESS'", channel: "'EMAIL'" });
    await fill('ticket_message', { author: "'CLIENT'" });
    await fill('schedule', { client_id, shift: "'PM'" });
    await fill('trail', { record: "'property'", changes: "'{}'" });

    const places = await columns();
    const plant = async (place: string, where = sql`true`) => {
      const found = places.find(({ table, column }) => `${table}.${column}` === place);
      if (!found) throw new Error(`no column ${place}`);
      const { table, column, type } = found;
      const planted = await db.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${noteAs(type)}
            where ctid = (select ctid from ${sql.table(table)} where ${where} order by ctid desc limit 1)`.execute(trx);
        return Number(numAffectedRows);
      });
      expect(planted, place).toBe(1);
    };
    for (const one of REDACTED) await plant(one, one === 'trail.changes' ? sql`record = 'property'` : sql`true`);
    for (const one of ['saved_view.name', 'saved_view.filters']) await plant(one);
    await plant('ticket.title', sql`user_id = ${id}`);
    for (const column of ['name', 'phone', 'email', 'note', 'cancel_reason', 'campaign'])
      await plant(`schedule.${column}`, sql`client_id = ${id}`);
    const full = await wholeDatabase();
    const planted = [...new Set([...REDACTED].map((one) => one.split('.')[0]))];
    expect(full.where('Nota de Canária Segunda')).toEqual(expect.arrayContaining(planted));

    const answer = await anonymise(id);
    expect([answer.statusCode, answer.json().message]).toEqual([200, undefined]);

    const bare = await wholeDatabase();
    for (const canary of ['Canária Segunda', '390.533.447-05', '39053344705']) expect(bare.where(canary)).toEqual([]);
    expect(bare.where('Nota de titular anonimizado, CPF dado anonimizado, e mais nada')).toEqual(planted.sort());
    await db.deleteFrom('signature_envelope').execute();
    await db.deleteFrom('stored_file').where('key', '=', 'x').execute();
  });
});

test('every table that refers to a client is covered by anonymising', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'client'::regclass order by 1`.execute(
    db,
  );
  expect(rows.map((row) => row.name)).toEqual([
    'bank_account',
    'bank_account_request',
    'bid',
    'client_access_link',
    'client_email_link',
    'client_person',
    'client_session',
    'contract_party',
    'darf',
    'debt_agreement',
    'debt_register',
    'form_draft_photograph',
    'former_owner',
    'income_statement_mail',
    'invoice',
    'issued_paper',
    'lead',
    'ledger_line',
    'maintenance',
    'message',
    'message_consent',
    'message_refusal',
    'message_reply',
    'note_certificate',
    'note_series',
    'notification_dismissal',
    'property_owner',
    'proposal',
    'proposal_seller',
    'recurrence',
    'reform_declaration',
    'schedule',
    'service_note',
    'signature_signer',
    'ticket',
    'transfer',
  ]);
});

describe('GET /user/:id/personal-data', () => {
  const read = async (id: number) => {
    const answer = await as('*').get(`/user/${id}/personal-data`);
    const files = await unzip(answer.rawPayload);
    return { answer, files, data: JSON.parse(files.get('dados.json') ?? '') };
  };

  test('holds what an owner declared about rents elsewhere', async () => {
    const landlord = await owner();
    const declared = { income: 30_000, properties: 1, declared_on: '2026-03-01' };
    await as('FISCAL_EDIT').put(`/fiscal/reform/${landlord.id}/declaration/2026`, declared);
    expect((await read(landlord.id)).data).toMatchObject({
      declaracoes_da_reforma: [{ ano: 2026, alugueis_fora: 30_000, imoveis_fora: 1, declarado_em: '2026-03-01' }],
      historico: [{ acao: 'declaração à reforma' }],
    });
  });

  test('holds what the person offered on the site, which anonymising removes', async () => {
    const person = await owner({ name: 'Otávio Lima', email: 'Otavio@Exemplo.com.br' });
    const place = await property({ status: 'PENDING', street: 'Rua Batista', number: '7' });
    const offer = { property_id: place.id, name: 'Otávio L.', phone: '32988412076', consented_at: new Date() };
    await db
      .insertInto('property_request')
      .values({ ...offer, email: 'otavio@exemplo.com.br' })
      .execute();
    expect((await read(person.id)).data.ofertas_pelo_site).toMatchObject([
      { imovel: 'Rua Batista, 7', situacao: 'Recebida', nome: 'Otávio L.', telefone: '32988412076' },
    ]);
    expect((await anonymise(person.id)).statusCode).toBe(200);
    const left = db.selectFrom('property_request').select('name').where('property_id', '=', place.id);
    expect(await left.execute()).toEqual([]);
  });

  test('holds the alerts of the site that its e-mail address has; anonymising deletes them', async () => {
    const { id } = await client({ email: 'lia@lar.com' });
    const consent = 'Concordo em receber os novos imóveis.';
    await db
      .insertInto('search_alert')
      .values(['lia@lar.com', 'outra@lar.com'].map((email) => ({ email, search: 'para=alugar&quartos=2', consent })))
      .execute();
    expect((await read(id)).data.alertas_do_site).toMatchObject([
      { busca: 'para=alugar&quartos=2', autorizacao: consent, confirmado_em: null },
    ]);
    expect((await anonymise(id)).statusCode).toBe(200);
    const left = await db.selectFrom('search_alert').select('email').execute();
    expect(left).toEqual([{ email: 'outra@lar.com' }]);
  });

  test('returns a zip with all data kept of a person, in words', async () => {
    const landlord = await owner({ name: 'Olga Lima', cpf_cnpj: '98765432100', email: 'olga@lar.com' });
    const place = await property({ owners: [{ id: landlord.id }], street: 'Rua Halfeld', number: '20' });
    const bill = await invoice({ property_id: place.id });
    await as('*').patch(`/invoice/${bill.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    await as('*').patch(`/user/${landlord.id}/user`, { cellphone: '32991124455' });
    await db.insertInto('ticket').values({ user_id: landlord.id, title: 'Portão', level: 'LOW' }).execute();
    const ticket = await db.selectFrom('ticket').select('id').where('title', '=', 'Portão').executeTakeFirstOrThrow();
    await db
      .insertInto('ticket_message')
      .values({ ticket_id: ticket.id, author: 'CLIENT', data: 'O portão não fecha.' })
      .execute();
    expect((await as('*').put(`/chat/${ticket.id}`, { message: 'Vamos ver.' })).statusCode).toBe(201);
    await db
      .insertInto('schedule')
      .values({
        ...{ property_id: place.id, client_id: landlord.id, date: '2026-03-24', shift: 'PM', status: 'CANCELED' },
        ...{ name: 'Olga Lima', phone: '32991124455', note: 'Com o arquiteto.', cancel_reason: 'Chuva' },
        campaign: 'Google Ads / gclid x1',
      })
      .execute();

    const { answer, files, data } = await read(landlord.id);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="dados-do-titular-${landlord.id}.zip"`,
      'cache-control': 'no-store',
    });
    expect([...files.keys()]).toEqual(['dados.json']);
    expect(data).toMatchObject({
      cadastro: {
        id: landlord.id,
        nome: 'Olga Lima',
        tipo: 'Proprietário',
        cpf_cnpj: '98765432100',
        email: 'olga@lar.com',
        celular: '32991124455',
        ativo: true,
      },
      dados_pessoais: { tipo_de_pessoa: 'Pessoa física', rg: null, conjuge: { nome: null } },
      endereco: { cep: null },
      contas_bancarias: [{ banco: 'Banco do Brasil', titular: 'Olga Lima', conta: '51782-8', removida_em: null }],
      imoveis: [{ id: place.id, endereco: 'Rua Halfeld, 20', participacao: null }],
      contratos: [
        {
          id: bill.proposal_id,
          papel: 'Proprietário',
          imovel: 'Rua Halfeld, 20',
          inicio: '2026-01-01',
          aluguel: 1500,
          conta_para_repasse: { conta: '51782-8', documento: '98765432100' },
        },
      ],
      faturas: [],
      repasses: [{ contrato: bill.proposal_id, valor: 1350, situacao: 'PENDING', efetuado_em: null }],
      chamados: [
        {
          titulo: 'Portão',
          mensagens: [
            { de: 'titular', texto: 'O portão não fecha.', em: expect.stringMatching(/Z$/) },
            { de: 'equipe', texto: 'Vamos ver.' },
          ],
        },
      ],
      visitas: [
        {
          ...{ imovel: 'Rua Halfeld, 20', dia: '2026-03-24', turno: 'Tarde', situacao: 'Cancelado' },
          ...{ telefone: '32991124455', observacoes: 'Com o arquiteto.', motivo_do_cancelamento: 'Chuva' },
          campanha: 'Google Ads / gclid x1',
        },
      ],
      historico: [
        { por: 'equipe', registro: 'cadastro', acao: 'alteração', campos: { cellphone: [null, '32991124455'] } },
      ],
    });
    expect((await read(bill.user_id)).data).toMatchObject({
      contratos: [{ papel: 'Inquilino', conta_para_repasse: null }],
      faturas: [{ id: bill.id, referencia: '2026-03', valor: 1500, valor_pago: 1500, situacao: 'PAID' }],
      repasses: [],
    });
  });

  test('contains nothing of other people', async () => {
    const landlord = await owner({ name: 'Dona Vizinha', email: 'vizinha@lar.com' });
    const place = await property({ owners: [{ id: landlord.id }] });
    const bill = await invoice({ property_id: place.id });
    await as('*').patch(`/user/${bill.user_id}/user`, { name: 'Inquilina' });
    const { files } = await read(bill.user_id);
    for (const other of [
      'Dona Vizinha',
      'vizinha@lar.com',
      landlord.cpf_cnpj,
      '51782-8',
      'Mariana Dias',
      'password_hash',
    ])
      expect(files.get('dados.json')).not.toContain(other);
  });

  test('covers guarantors and removed accounts', async () => {
    const { id } = await owner();
    const proposal = await contract();
    await db
      .insertInto('contract_party')
      .values({ proposal_id: proposal.id, client_id: id, role: 'GUARANTOR' })
      .execute();
    const [account] = (await as('*').get(`/user/${id}/banks`)).json();
    await as('*').delete(`/user/${id}/bank/${account.id}`);
    const { data } = await read(id);
    expect(data.contratos).toMatchObject([{ id: proposal.id, papel: 'Fiador', conta_para_repasse: null }]);
    expect(data.contas_bancarias).toMatchObject([{ conta: '51782-8', removida_em: expect.any(String) }]);
    expect(data.historico).toMatchObject([{ registro: 'conta bancária', acao: 'remoção' }]);
  });

  test('leaves a trail, and requires the permission for everything', async () => {
    const { id } = await client();
    expect(refusal(await as(...MANAGER).get(`/user/${id}/personal-data`))).toEqual([403, 'PERMISSION_DENIED']);
    expect(await trailOf(db, 'client', id)).toEqual([]);
    await read(id);
    expect(await trailOf(db, 'client', id)).toEqual([
      { actor: 'Mariana Dias', action: 'personal-data', changes: null },
    ]);
    expect(refusal(await as('*').get('/user/999999/personal-data'))).toEqual([404, 'CLIENT_NOT_FOUND']);
  });

  test('is not a change: version conflicts name the last change', async () => {
    const { id } = await client();
    const editor = await signIn('CLIENT_EDIT');
    await db.updateTable('admin_user').set({ name: 'Rui Reis' }).where('id', '=', editor.adminId).execute();
    const headers = { authorization: `Bearer ${editor.token}` };
    await app.inject({ method: 'PATCH', url: `/api/user/${id}/user`, headers, payload: { name: 'De Rui' } });
    await read(id);
    const stale = await as('*').patch(`/user/${id}/user`, { name: 'De outro' }, { 'if-match': '"1"' });
    expect(stale.json()).toMatchObject({ code: 'STALE_VERSION', saved_by: 'Rui Reis' });
  });

  test('includes documents, which are deleted with anonymising', LONG, async () => {
    const tenant = await client({ name: 'Bruno Costa' });
    const proposal = await contract({ user_id: tenant.id });
    const send = async (type: string) =>
      (await as('*').put(`/proposal/${proposal.id}/${type}`, form(await jpeg(), `bruno-${type}.jpg`))).json();
    const rg = await send('RG_FRONT');
    const guarantors = await send('GUARANTOR');
    const signed = await send('CONTRACT');
    const entries = await unzip((await as('*').get(`/user/${tenant.id}/personal-data`)).rawPayload);
    expect([...entries.keys()].sort()).toEqual([
      `arquivos/${rg.id}-bruno-RG_FRONT.jpg`,
      `arquivos/${signed.id}-bruno-CONTRACT.jpg`,
      'dados.json',
    ]);
    await as('*').patch(`/proposal/${proposal.id}/close`);
    const { key } = await db.selectFrom('stored_file').select('key').where('id', '=', rg.id).executeTakeFirstOrThrow();
    expect((await anonymise(tenant.id)).statusCode).toBe(200);
    await expect(deps.files.stream(key)).rejects.toThrow();
    const left = await db.selectFrom('stored_file').select(['id', 'name']).where('deleted_at', 'is', null).execute();
    expect(left.map(({ id }) => id).sort()).toEqual([guarantors.id, signed.id].sort());
  });

  test('after anonymising contains only that', LONG, async () => {
    const { id } = await client();
    await anonymise(id);
    const { data } = await read(id);
    expect(data.cadastro).toMatchObject({
      nome: `Titular anonimizado ${id}`,
      cpf_cnpj: '',
      anonimizado_em: expect.any(String),
    });
  });
});
