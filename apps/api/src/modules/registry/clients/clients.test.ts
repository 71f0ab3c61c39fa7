import { afterAll, describe, expect, test } from 'vitest';
import { firstError, refusal, trailOf } from '#test/calls/answers.ts';
import { cpf } from '#test/factories.ts';
import { startApp } from '#test/harness.ts';

const { as, anonymous, client, owner, property, contract, invoice, db, stop } = await startApp();
afterAll(stop);

const trail = (id: number) => trailOf(db, 'client', id);

let people = 0;
/** A new client's form, with documents distinct from those of the factories. */
const form = (overrides: object = {}) => {
  people += 1;
  return {
    name: 'Ana Prado',
    cpf_cnpj: cpf(500_000 + people),
    type: 'TENANT',
    sale_rent: 'RENT',
    email: `ana${people}@exemplo.com.br`,
    phone: '(32) 98841-2076',
    ...overrides,
  };
};
const create = (body: object | string, headers?: Record<string, string>) =>
  as('USER_CREATE').post('/user/manual', body, headers);

const CALLS = [
  ['get', '/user'],
  ['get', '/user/owners'],
  ['post', '/user/manual'],
  ['get', '/user/1'],
  ['patch', '/user/1/user'],
  ['patch', '/user/1/information'],
  ['patch', '/user/1/address'],
  ['patch', '/user/1/update/name'],
  ['delete', '/user/1/admin'],
  ['get', '/user/export/xlsx'],
  ['get', '/user/1/invoices'],
  ['get', '/user/1/transfers'],
  ['get', '/user/1/personal-data'],
  ['patch', '/user/1/anonymise'],
  ['get', '/user/1/banks'],
  ['post', '/user/1/bank'],
  ['delete', '/user/1/bank/1'],
] as const;

describe.each(CALLS)('%s %s', (method, url) => {
  test('requires a session', async () => {
    expect((await anonymous[method](url)).statusCode).toBe(401);
  });
  test('requires its permission', async () => {
    expect(refusal(await as('FEED_VIEW')[method](url))).toEqual([403, 'PERMISSION_DENIED']);
  });
});

describe('POST /user/manual', () => {
  test('registers a client with normalised values, and leaves a trail', async () => {
    const answer = await create(
      form({
        cpf_cnpj: '529.982.247-25',
        email: ' Ana.Prado@Exemplo.com.br ',
        phone: '(32) 98841-2076',
        cep: '36.025-000',
        street: 'Rua São Mateus',
        number: '915',
        state: 'MG',
        complement: '',
      }),
    );
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ id: expect.any(Number) });
    const { id } = answer.json();
    const stored = await db.selectFrom('client').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(stored).toMatchObject({
      cpf_cnpj: '52998224725',
      email: 'ana.prado@exemplo.com.br',
      phone: '32988412076',
      cep: '36025000',
      sale_rent: 'RENT',
      person_type: 'FISICA',
    });
    expect(await trail(id)).toMatchObject([
      { actor: 'Mariana Dias', action: 'create', changes: { name: 'Ana Prado' } },
    ]);
  });

  test.each([
    [{ name: '  ' }, 'name', 'Informe o nome'],
    [{ cpf_cnpj: '' }, 'cpf_cnpj', 'Informe o documento'],
    [{ cpf_cnpj: '111.111.111-11' }, 'cpf_cnpj', 'CPF inválido. Confira os dígitos.'],
    [{ cpf_cnpj: '11.222.333/0001-82' }, 'cpf_cnpj', 'CNPJ inválido. Confira os dígitos.'],
    [{ type: undefined }, 'type', 'Informe o tipo'],
    [{ phone: '' }, 'phone', 'Informe o telefone'],
    [{ phone: '9999' }, 'phone', 'Informe o telefone com DDD'],
    [{ email: '' }, 'email', 'Informe o e-mail'],
    [{ email: 'ana@' }, 'email', 'Informe um e-mail válido'],
    [{ cep: '123' }, 'cep', 'O CEP tem 8 dígitos'],
    [{ name: 'Ana\u0000Prado' }, 'name', 'Há caracteres inválidos'],
  ])('refuses %j', async (overrides, field, message) => {
    expect(firstError(await create(form(overrides)))).toEqual([422, field, message]);
  });

  test.each(['null', '[]', '"x"', '7', '{"name":{}}'])('answers 422 to the body %s', async (body) => {
    expect((await create(body, { 'content-type': 'application/json' })).statusCode).toBe(422);
  });

  test('reports all missing fields at once', async () => {
    const answer = await create({ sale_rent: 'RENT' });
    expect(answer.json().errors.map((error: { field: string }) => error.field)).toEqual([
      'name',
      'cpf_cnpj',
      'type',
      'phone',
      'email',
    ]);
  });

  test('requires no e-mail for a sale, and one of two phones in the drawer', async () => {
    expect((await create(form({ sale_rent: 'SALE', email: '' }))).statusCode).toBe(201);
    const answer = await create(
      form({ sale_rent: undefined, email: undefined, phone: '', cellphone: '(32) 3539-7164' }),
    );
    expect(answer.statusCode).toBe(201);
  });

  test.each([
    ['11.222.333/0001-81', undefined, 'JURIDICA'],
    ['12.ABC.345/01DE-35', undefined, 'JURIDICA'],
    ['11.444.777/0001-61', 'PF', 'FISICA'],
    ['111.444.777-35', 'PJ', 'JURIDICA'],
  ])('registers %s with type %s as %s', async (cpf_cnpj, person_type, stored) => {
    const { id } = (await create(form({ cpf_cnpj, person_type }))).json();
    expect(await db.selectFrom('client').select('person_type').where('id', '=', id).executeTakeFirst()).toEqual({
      person_type: stored,
    });
  });

  test('refuses a document or e-mail of another client', async () => {
    const known = await client();
    const taken = await create(form({ cpf_cnpj: known.cpf_cnpj }));
    expect([...refusal(taken), ...firstError(taken)]).toEqual([
      409,
      'DOCUMENT_TAKEN',
      409,
      'cpf_cnpj',
      'Já existe um cliente com este documento',
    ]);
    const mail = await create(form({ email: known.email?.toUpperCase() }));
    expect([...refusal(mail), ...firstError(mail)]).toEqual([
      409,
      'EMAIL_TAKEN',
      409,
      'email',
      'Já existe um cliente com este e-mail',
    ]);
  });

  test('names the other client for callers who may read clients', async () => {
    const [known, other] = [await client(), await client()];
    const reader = as('USER_CREATE', 'CLIENT_VIEW');
    const holderOf = async (body: object, from = reader) =>
      (await from.post('/user/manual', form(body))).json().client_id;
    expect(await holderOf({ cpf_cnpj: known.cpf_cnpj })).toBe(known.id);
    expect(await holderOf({ email: known.email })).toBe(known.id);
    expect(await holderOf({ cpf_cnpj: known.cpf_cnpj, email: other.email })).toBe(known.id);
    expect(await holderOf({ cpf_cnpj: known.cpf_cnpj }, as('USER_CREATE'))).toBeUndefined();
  });

  test('accepts one of many concurrent registrations with one document', async () => {
    const { cpf_cnpj } = form();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(form({ cpf_cnpj }))));
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
  });

  test('returns the first result for a repeated idempotency key, and refuses another body', async () => {
    const [body, headers] = [form(), { 'idempotency-key': 'novo-cliente' }];
    const [first, again] = [await create(body, headers), await create(body, headers)];
    expect([first.statusCode, again.statusCode, again.json()]).toEqual([201, 201, first.json()]);
    expect(refusal(await create({ ...body, name: 'Outra' }, headers))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });
});

describe('GET /user/:id', () => {
  test('returns the whole register', async () => {
    const tenant = await client({ name: 'Ana Prado' });
    const landlord = await owner({ name: 'Olga Lima' });
    const place = await property({ owners: [{ id: landlord.id, share: 10_000 }], street: 'Rua Halfeld', number: '20' });
    const bill = await invoice({ user_id: tenant.id, property_id: place.id, next_readjustment: '2026-04-01' });
    const sale = await contract({ next_readjustment: '2026-03-01', property: { type: 'SALE' } });
    expect((await as('*').get(`/user/${sale.user_id}`)).json().proposals).toMatchObject([
      { id: sale.id, next_readjustment: null, renewed: true, delayed: false },
    ]);
    await as('*').patch(`/invoice/${bill.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });

    const answer = await as('CLIENT_VIEW', 'FINANCIAL_VIEW').get(`/user/${tenant.id}`);
    expect(answer.headers.etag).toBe('"1"');
    const proposal = {
      id: bill.proposal_id,
      status: 'APPROVED',
      property_id: place.id,
      property: 'Rua Halfeld, 20',
      tenant: 'Ana Prado',
      current_price: 1500,
      start_date: '2026-01-01',
      end_date: '2028-07-01',
      ends_at_term: false,
      next_readjustment: '2026-04-01',
      renewed: true,
      delayed: true,
    };
    expect(answer.json()).toEqual({
      user: {
        id: tenant.id,
        name: 'Ana Prado',
        email: tenant.email,
        phone: '32988412076',
        cellphone: null,
        cpf_cnpj: tenant.cpf_cnpj,
        type: 'TENANT',
        active: true,
        created_at: tenant.created_at,
        anonymised_at: null,
        deleted_at: null,
      },
      statistics: { invoices: 1, messages: 0 },
      information: {
        rg: null,
        birth_date: null,
        person_type: 'FISICA',
        profession: null,
        marital_status: null,
        spounce_name: null,
        spounce_rg: null,
        spounce_cpf: null,
        spouse_profession: null,
        non_resident: false,
      },
      address: {
        cep: null,
        street: null,
        neighborhood: null,
        number: null,
        city: null,
        state: null,
        complement: null,
        latitude: null,
        longitude: null,
      },
      taxes: {
        tax_regime: null,
        taxpayer_since: null,
        tax_cnpj: null,
        municipal_registration: null,
        dps_series: null,
      },
      bank: [],
      properties: [],
      proposals: [{ ...proposal, role: 'TENANT' }],
      invoices: [
        {
          id: bill.id,
          reference: '2026-03',
          due_date: '2026-03-10',
          amount: 1500,
          status: 'PAID',
          property: 'Rua Halfeld, 20',
        },
      ],
      transfers: [],
    });

    const owned = (await as('CLIENT_VIEW', 'FINANCIAL_VIEW').get(`/user/${landlord.id}`)).json();
    expect(owned).toMatchObject({
      bank: [
        { code: '001', bank_name: 'Banco do Brasil', holder_name: 'Olga Lima', account_type: 'CORRENTE', obs: null },
      ],
      properties: [
        { id: place.id, address: 'Rua Halfeld, 20', status: 'RENTED', type: 'RENT', price: 1500, share: 100 },
      ],
      proposals: [{ ...proposal, role: 'OWNER' }],
      invoices: [],
      transfers: [{ amount: 1350, status: 'PENDING', property: 'Rua Halfeld, 20' }],
    });
  });

  test('returns the contracts that a guarantor guarantees', async () => {
    const { id } = await client({ type: 'GUARANTOR' });
    const proposal = await contract();
    await db
      .insertInto('contract_party')
      .values({ proposal_id: proposal.id, client_id: id, role: 'GUARANTOR' })
      .execute();
    const { proposals } = (await as('CLIENT_VIEW').get(`/user/${id}`)).json();
    expect(proposals).toMatchObject([{ id: proposal.id, role: 'GUARANTOR' }]);
  });

  test('leaves out money without its permission', async () => {
    const bill = await invoice();
    const seen = async (...permissions: string[]) =>
      (await as(...permissions).get(`/user/${bill.user_id}`)).json().invoices.length;
    expect(await seen('CLIENT_VIEW')).toBe(0);
    expect(await seen('CLIENT_VIEW', 'FINANCIAL_TRANSFER_VIEW')).toBe(0);
    expect(await seen('CLIENT_VIEW', 'FINANCIAL_INVOICE_VIEW')).toBe(1);
    expect(await seen('CLIENT_VIEW', 'PROPOSAL_VIEW')).toBe(1);
  });

  test('is reduced for callers with only the contract permission', async () => {
    const { id, name, cpf_cnpj } = await owner();
    await property({ owners: [{ id }] });
    expect((await as('PROPOSAL_VIEW').get(`/user/${id}`)).json()).toMatchObject({
      information: null,
      address: null,
      bank: [],
      user: { id, name, type: 'OWNER', cpf_cnpj: `***.${cpf_cnpj.slice(3, 6)}.${cpf_cnpj.slice(6, 9)}-**` },
    });
    const { user } = (await as('PROPOSAL_VIEW').get(`/user/${id}`)).json();
    expect(Object.keys(user).toSorted()).toEqual(['active', 'cpf_cnpj', 'id', 'name', 'type']);
  });

  test.each(['999999', '0', 'abc', '1e3', '-1', '99999999999999999999', '1%00'])('answers 404 to %s', async (id) => {
    expect((await as('*').get(`/user/${id}`)).statusCode).toBe(404);
  });
});

describe('PATCH /user/:id/user', () => {
  const save = (id: number, body: object, headers?: Record<string, string>) =>
    as('CLIENT_EDIT').patch(`/user/${id}/user`, body, headers);

  test('stores the changes and leaves a trail', async () => {
    const { id, email } = await client({ name: 'Ana' });
    const answer = await save(id, { name: 'Ana Prado', email: '', phone: '+55 (32) 3539-7164', type: 'OWNER' });
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"2"']);
    expect(answer.json().user).toMatchObject({ name: 'Ana Prado', email: null, phone: '3235397164', type: 'OWNER' });
    expect(await trail(id)).toEqual([
      {
        actor: 'Mariana Dias',
        action: 'update',
        changes: {
          name: ['Ana', 'Ana Prado'],
          email: [email, null],
          phone: ['32988412076', '3235397164'],
          type: ['TENANT', 'OWNER'],
        },
      },
    ]);
  });

  test('writes nothing without a difference', async () => {
    const { id, name } = await client();
    expect((await save(id, { name, password: '' })).headers.etag).toBe('"1"');
    expect(await trail(id)).toEqual([]);
  });

  test('stores a new password as a hash, and not in the trail', async () => {
    const { id } = await client();
    expect((await save(id, { password: 'segredo-novo' })).statusCode).toBe(200);
    const { password_hash } = await db
      .selectFrom('client')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(password_hash).toMatch(/^\$argon2id\$/);
    expect(await trail(id)).toEqual([{ actor: 'Mariana Dias', action: 'password', changes: null }]);
    expect(firstError(await save(id, { password: 'curta' }))).toEqual([
      422,
      'password',
      'A senha precisa de 8 caracteres ou mais',
    ]);
  });

  test('refuses an outdated version, naming who saved since', async () => {
    const { id } = await client();
    expect((await save(id, { name: 'Primeira' }, { 'if-match': '"1"' })).statusCode).toBe(200);
    const stale = await save(id, { name: 'Segunda' }, { 'if-match': '"1"' });
    expect(refusal(stale)).toEqual([412, 'STALE_VERSION']);
    expect(stale.json()).toMatchObject({ saved_by: 'Mariana Dias', version: 2 });
    expect((await save(id, { name: 'Segunda' }, { 'if-match': '"2"' })).statusCode).toBe(200);
  });

  test('deactivates and reactivates a client', async () => {
    const { id } = await client();
    expect((await save(id, { active: false })).json().user).toMatchObject({ id, active: false });
    expect((await save(id, { active: true })).json().user.active).toBe(true);
    expect(await trail(id)).toMatchObject([
      { changes: { active: [true, false] } },
      { changes: { active: [false, true] } },
    ]);
    expect(firstError(await save(id, { active: 'não' }))[0]).toBe(422);
  });

  test('changes only named fields, and ignores unknown ones', async () => {
    const { id, name, email, version } = await client();
    const body = {
      version: 9,
      password_hash: 'x',
      deleted_at: '2026-01-01',
      anonymised_at: '2026-01-01',
      id: 1,
      phone: '3235397164',
    };
    expect((await save(id, body)).statusCode).toBe(200);
    const stored = await db.selectFrom('client').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(stored).toMatchObject({
      name,
      email,
      phone: '3235397164',
      version: version + 1,
      password_hash: null,
      deleted_at: null,
      anonymised_at: null,
    });
  });

  test('refuses values of another client, and an unknown client', async () => {
    const [one, other] = [await client(), await client()];
    expect(refusal(await save(one.id, { cpf_cnpj: other.cpf_cnpj }))).toEqual([409, 'DOCUMENT_TAKEN']);
    expect(refusal(await save(one.id, { email: other.email }))).toEqual([409, 'EMAIL_TAKEN']);
    expect(refusal(await save(999_999, { name: 'X' }))).toEqual([404, 'CLIENT_NOT_FOUND']);
  });
});

describe('PATCH /user/:id/information', () => {
  const information = {
    birth_date: '1988-02-29',
    rg: 'MG-12.345.678',
    marital_status: 'CASADO',
    profession: 'Médica',
    spounce_cpf: '529.982.247-25',
  };
  const save = (id: number, body: object) => as('CLIENT_EDIT').patch(`/user/${id}/information`, body);

  test('stores a person', async () => {
    const { id } = await client();
    const answer = await save(id, { ...information, person_type: 'PF', spounce_name: 'Rui Prado' });
    expect(answer.json().information).toEqual({
      rg: 'MG-12.345.678',
      birth_date: '1988-02-29',
      person_type: 'FISICA',
      profession: 'Médica',
      marital_status: 'CASADO',
      spounce_name: 'Rui Prado',
      spounce_rg: null,
      spounce_cpf: '52998224725',
      spouse_profession: null,
      non_resident: false,
    });
  });

  test('requires no personal fields of a company', async () => {
    const { id } = await client();
    const answer = await save(id, { person_type: 'JURICA', profession: 'Comércio' });
    expect(answer.json().information).toMatchObject({ person_type: 'JURIDICA', profession: 'Comércio' });
  });

  test.each([
    [{ birth_date: undefined }, 'birth_date', 'Informe a data de nascimento'],
    [{ birth_date: '2023-02-29' }, 'birth_date', 'Informe a data de nascimento'],
    [{ birth_date: '1899-12-31' }, 'birth_date', 'Informe a data de nascimento'],
    [{ birth_date: '2026-03-11' }, 'birth_date', 'A data de nascimento não pode ser futura'],
    [{ rg: ' ' }, 'rg', 'Informe o RG'],
    [{ person_type: 'OUTRA' }, 'person_type', 'Informe o tipo de pessoa'],
    [{ marital_status: '' }, 'marital_status', 'Informe o estado civil'],
    [{ marital_status: 'NAMORANDO' }, 'marital_status', 'Informe o estado civil'],
  ])('refuses %j', async (overrides, field, message) => {
    const { id } = await client();
    expect(firstError(await save(id, { ...information, ...overrides }))).toEqual([422, field, message]);
  });
});

describe('PATCH /user/:id/address', () => {
  const address = {
    cep: '36.025-000',
    street: 'Rua São Mateus',
    neighborhood: 'Centro',
    number: '915',
    city: 'Juiz de Fora',
    state: 'MG',
    complement: 'ap. 501',
  };
  const save = (id: number, body: object) => as('CLIENT_EDIT').patch(`/user/${id}/address`, body);

  test('stores the address', async () => {
    const { id } = await client();
    const answer = await save(id, { ...address, latitude: -21.77, longitude: -43.35 });
    expect(answer.json().address).toEqual({ ...address, cep: '36025000', latitude: -21.77, longitude: -43.35 });
  });

  test.each([
    ['cep', 'Informe o CEP'],
    ['number', 'Informe o Número'],
    ['city', 'Informe a Cidade'],
    ['state', 'Informe o Estado'],
  ])('requires %s', async (field, message) => {
    const { id } = await client();
    expect(firstError(await save(id, { ...address, [field]: '' }))).toEqual([422, field, message]);
  });
});

describe.each([
  ['information', { person_type: 'JURIDICA', profession: 'Comércio' }],
  ['address', { cep: '36025000', number: '1', city: 'Juiz de Fora', state: 'MG' }],
])('PATCH /user/:id/%s', (section, body) => {
  test('refuses an outdated version, an unknown client and a missing permission', async () => {
    const { id } = await client();
    const save = (whom: number, headers?: Record<string, string>) =>
      as('CLIENT_EDIT').patch(`/user/${whom}/${section}`, body, headers);
    expect((await save(id, { 'if-match': '"1"' })).headers.etag).toBe('"2"');
    expect(refusal(await save(id, { 'if-match': '"1"' }))).toEqual([412, 'STALE_VERSION']);
    expect(refusal(await save(999_999))).toEqual([404, 'CLIENT_NOT_FOUND']);
    expect((await as('CLIENT_VIEW', 'USER_CREATE').patch(`/user/${id}/${section}`, body)).statusCode).toBe(403);
    expect(await trail(id)).toMatchObject([{ action: 'update' }]);
  });
});

describe('PATCH /user/:id/update/:column', () => {
  const save = (id: number, column: string, value: unknown) =>
    as('CLIENT_EDIT').patch(`/user/${id}/update/${column}`, { value });

  test.each([
    ['name', ' Bia Reis ', { name: 'Bia Reis' }],
    ['email', '', { email: null }],
    ['email', 'BIA@exemplo.com.br', { email: 'bia@exemplo.com.br' }],
    ['cpf_cnpj', '987.654.321-00', { cpf_cnpj: '98765432100' }],
    ['phone', '(32) 3539-7164', { phone: '3235397164' }],
    ['type', 'GUARANTOR', { type: 'GUARANTOR' }],
  ])('saves %s %j', async (column, value, saved) => {
    const { id } = await client();
    const answer = await save(id, column, value);
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"2"']);
    expect(answer.json().user).toMatchObject(saved);
  });

  test.each([
    ['name', '', 'Informe o nome'],
    ['name', null, 'Informe o nome'],
    ['email', 'bia@', 'Informe um e-mail válido'],
    ['cpf_cnpj', '123', 'CPF inválido. Confira os dígitos.'],
    ['phone', '', 'Informe o telefone'],
    ['phone', '12', 'Informe o telefone com DDD'],
    ['type', 'BOSS', 'Informe o tipo'],
    ['name', 7, 'Informe o valor'],
  ])('refuses %s %j', async (column, value, message) => {
    const { id } = await client();
    expect(firstError(await save(id, column, value))).toEqual([422, 'value', message]);
  });

  test('refuses an outdated version, without a change', async () => {
    const { id } = await client({ name: 'Bia' });
    await save(id, 'phone', '(32) 3539-7164');
    const stale = await as('CLIENT_EDIT').patch(
      `/user/${id}/update/name`,
      { value: 'Bia Reis' },
      { 'if-match': '"1"' },
    );
    expect(refusal(stale)).toEqual([412, 'STALE_VERSION']);
    expect((await as('CLIENT_VIEW').get(`/user/${id}`)).json().user.name).toBe('Bia');
  });

  test('reports which of the two another client has', async () => {
    const [one, other] = [await client(), await client()];
    const taken = [409, 'cpf_cnpj', 'Já existe um cliente com este documento'];
    expect(firstError(await save(one.id, 'cpf_cnpj', other.cpf_cnpj))).toEqual(taken);
    const mail = [409, 'email', 'Já existe um cliente com este e-mail'];
    expect(firstError(await save(one.id, 'email', other.email))).toEqual(mail);
    expect((await save(one.id, 'cpf_cnpj', one.cpf_cnpj)).statusCode).toBe(200);
  });

  test('requires the permission and the client', async () => {
    const { id } = await client();
    expect((await as('CLIENT_VIEW', 'USER_CREATE').patch(`/user/${id}/update/name`, { value: 'X' })).statusCode).toBe(
      403,
    );
    expect(refusal(await save(999_999, 'name', 'X'))).toEqual([404, 'CLIENT_NOT_FOUND']);
  });

  test.each(['password_hash', 'version', 'id', 'NAME', 'name%00', '__proto__', 'constructor'])(
    'refuses the column %s',
    async (column) => {
      const { id } = await client();
      expect((await save(id, column, 'x')).statusCode).toBe(404);
    },
  );
});

describe('DELETE /user/:id/admin', () => {
  const remove = (id: number) => as('CLIENT_DESTROY').delete(`/user/${id}/admin`);

  test('deletes the client, whose document and e-mail can be used again', async () => {
    const gone = await client();
    expect((await remove(gone.id)).statusCode).toBe(204);
    expect((await as('CLIENT_VIEW').get(`/user/${gone.id}`)).statusCode).toBe(404);
    expect((await as('*').get(`/user/${gone.id}/banks`)).statusCode).toBe(404);
    expect((await as('*').patch(`/user/${gone.id}/user`, { name: 'X' })).statusCode).toBe(404);
    expect((await remove(gone.id)).statusCode).toBe(404);
    expect((await as('*').get(`/user?page=1&id=${gone.id}`)).json().data).toEqual([]);
    expect((await create(form({ cpf_cnpj: gone.cpf_cnpj, email: gone.email }))).statusCode).toBe(201);
    expect(await trail(gone.id)).toMatchObject([{ action: 'delete' }]);
  });

  const ownsProperty = [409, '', 'Este cliente é proprietário de imóvel e não pode ser deletado.'];
  const hasContract = [409, '', 'Este cliente está em contrato e não pode ser deletado.'];

  test('refuses an owner, a tenant and a guarantor, in force or not', async () => {
    const landlord = await owner();
    const place = await property({ owners: [{ id: landlord.id }] });
    expect(firstError(await remove(landlord.id))).toEqual(ownsProperty);
    const proposal = await contract({ property_id: place.id });
    const guarantor = await client({ type: 'GUARANTOR' });
    await db
      .insertInto('contract_party')
      .values({ proposal_id: proposal.id, client_id: guarantor.id, role: 'GUARANTOR' })
      .execute();
    for (const id of [proposal.user_id, guarantor.id]) expect(firstError(await remove(id))).toEqual(hasContract);
    await as('*').patch(`/proposal/${proposal.id}/close`);
    for (const id of [proposal.user_id, guarantor.id]) expect(firstError(await remove(id))).toEqual(hasContract);
  });

  test('refuses an outdated version and a missing permission', async () => {
    const { id } = await client();
    await as('CLIENT_EDIT').patch(`/user/${id}/user`, { name: 'Outra' });
    expect(refusal(await as('CLIENT_DESTROY').delete(`/user/${id}/admin`, undefined, { 'if-match': '"1"' }))).toEqual([
      412,
      'STALE_VERSION',
    ]);
    expect((await as('CLIENT_EDIT', 'CLIENT_VIEW').delete(`/user/${id}/admin`)).statusCode).toBe(403);
    expect((await as('CLIENT_VIEW').get(`/user/${id}`)).statusCode).toBe(200);
  });

  test('refuses a former owner who is still owed', async () => {
    const [former, heir] = [await owner(), await owner()];
    const place = await property({ owners: [{ id: former.id }] });
    const bill = await invoice({ property_id: place.id });
    await as('*').patch(`/invoice/${bill.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    await as('*').put(`/property/${place.id}/member/OWNER/${heir.id}`);
    await as('*').delete(`/property/${place.id}/member/${former.id}`);
    expect(firstError(await remove(former.id))).toEqual([409, '', 'Este cliente tem repasse e não pode ser deletado.']);
  });
});

test('a client with only a cellphone is shown with it in the list, and it can be changed', async () => {
  const { id } = (await create(form({ sale_rent: undefined, phone: '', cellphone: '(32) 99112-4455' }))).json();
  const listed = async () => (await as('CLIENT_VIEW').get(`/user?page=1&id=${id}`)).json().data[0].phone;
  expect(await listed()).toBe('32991124455');
  await as('CLIENT_EDIT').patch(`/user/${id}/user`, { cellphone: '(32) 98000-1122' });
  expect(await listed()).toBe('32980001122');
});
