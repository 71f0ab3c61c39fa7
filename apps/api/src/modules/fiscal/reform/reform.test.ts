import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { settleInvoices } from '#api/modules/money/invoices/settling.service.ts';
import { refusal } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { checkReform } from './reform.service.ts';

const { db, deps, ctx, clock, as, client, owner, property, contract, invoice, stop } = await startApp();
afterAll(stop);
beforeEach(() => {
  clock.today = '2026-12-10';
});

const reader = as('FISCAL_VIEW');
const editor = as('FISCAL_VIEW', 'FISCAL_EDIT');

type Owner = { id: number; share?: number | null };
type Fee = { name: string; price: number; to_owner?: boolean };

/** Rents of properties of the same owners, each paid once. */
async function rents(owners: Owner[], prices: number[], { fees = [] as Fee[] } = {}) {
  const invoices = [];
  for (const current_price of prices) {
    const listing = await property({ owners, fees });
    const lease = await contract({ property_id: listing.id, current_price });
    const one = await invoice({ contract: lease, reference: '2026-12' });
    const input = { paid_amount: one.amount, pay_day: '2026-12-10' } as const;
    const settled = await db.transaction().execute((trx) => settleInvoices(trx, ctx, [{ id: one.id, input }]));
    expect(settled).toEqual([undefined]);
    invoices.push(one);
  }
  return invoices;
}

const rowOf = async ({ id, name }: { id: number; name: string }, search = '?year=2026') => {
  const { data } = (await reader.get(`/fiscal/reform${search}&query=${encodeURIComponent(name)}`)).json();
  return data.find((row: { id: number }) => row.id === id);
};
const show = async ({ id }: { id: number }, year = 2026) =>
  (await reader.get(`/fiscal/reform/${id}?year=${year}`)).json();
const declare = (id: number, body: object, year = 2026) => editor.put(`/fiscal/reform/${id}/declaration/${year}`, body);
const yearNow = async () => (await reader.get('/fiscal/reform/year')).json();
const agenda = async () => (await reader.get('/fiscal/agenda')).json().reform;
const trailOf = (record: string, id: number) =>
  db
    .selectFrom('trail')
    .select(['action', 'changes'])
    .where('record', '=', record)
    .where('record_id', '=', id)
    .execute();

const REASONS = {
  SAFE: /: abaixo de 80% do limite/,
  NEAR: /: (80|100)% do limite|, mas não de 3 imóveis$/,
  NEXT_YEAR: / e de 3 imóveis$/,
  NOW: /: passa em mais de 20% do limite/,
};

describe('rents received in the year', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[number[], number, keyof typeof REASONS]>([
    [[19_199_999],                                       191_999.99, 'SAFE'],
    [[19_200_000],                                       192_000,    'NEAR'],
    [[6_000_000, 6_000_000, 6_000_000, 6_000_000],       240_000,    'NEAR'],
    [[8_000_001, 8_000_001, 8_000_001],                  240_000.03, 'NEAR'],
    [[6_000_001, 6_000_000, 6_000_000, 6_000_000],       240_000.01, 'NEXT_YEAR'],
    [[7_200_000, 7_200_000, 7_200_000, 7_200_000],       288_000,    'NEXT_YEAR'],
    [[7_200_001, 7_200_000, 7_200_000, 7_200_000],       288_000.01, 'NOW'],
    [[28_800_001],                                       288_000.01, 'NOW'],
  ])('%j: %d, %s', async (prices, income, state) => {
    const person = await owner();
    await rents([person], prices);
    const row = await rowOf(person);
    expect(row).toMatchObject({ income, properties: prices.length, declared: null, state, to_ask: state !== 'SAFE' });
    expect(row.reason).toMatch(REASONS[state]);
    // The query for a single owner takes another plan.
    expect(await show(person)).toMatchObject({ income, properties: prices.length, state, reason: row.reason });
  });

  test('are divided by share, without the fees passed on to the owner', async () => {
    const [one, other] = [await owner(), await owner()];
    const fees = [{ name: 'IPTU', price: 50_000, to_owner: true }];
    await rents(
      [
        { id: one.id, share: 6_000 },
        { id: other.id, share: 4_000 },
      ],
      [8_000_000, 8_000_000],
      { fees },
    );
    expect(await rowOf(one)).toMatchObject({ income: 96_000, properties: 2, state: 'SAFE' });
    expect(await rowOf(other)).toMatchObject({ income: 64_000, properties: 2, state: 'SAFE' });
  });

  test('a refunded one is none, and its property does not count', async () => {
    const person = await owner();
    const [first] = await rents([person], [20_000_000, 10_000_000]);
    expect(await rowOf(person)).toMatchObject({ income: 300_000, properties: 2, state: 'NOW' });
    expect((await as('*').delete(`/invoice/${first?.id}/refund`)).statusCode).toBe(200);
    expect(await rowOf(person)).toMatchObject({ income: 100_000, properties: 1, state: 'SAFE' });
  });

  test('a company is not in the radar', async () => {
    const company = await owner({ person_type: 'JURIDICA' });
    await rents([company], [30_000_000]);
    expect(await rowOf(company)).toBeUndefined();
    expect(refusal(await reader.get(`/fiscal/reform/${company.id}`))).toEqual([404, 'REFORM_OWNER_NOT_FOUND']);
  });

  test('above both limits make a taxpayer of the whole next year, and more than 20% alone does not', async () => {
    const [both, excess] = [await owner(), await owner()];
    await rents([both], [6_250_000, 6_250_000, 6_250_000, 6_250_000]);
    await rents([excess], [30_000_000]);
    clock.today = '2027-01-01';
    expect(await rowOf(both, '?year=2026&state=NEXT_YEAR')).toMatchObject({ income: 250_000 });
    expect(await rowOf(both, '?state=NOW')).toMatchObject({ income: 0, properties: 0, to_ask: true });
    expect((await show(both, 2027)).reason).toMatch(/^R\$\s250.000,00 de 4 imóveis em 2026: passou do limite/);
    expect(await show(excess, 2027)).toMatchObject({ state: 'SAFE', total: { income: 0, properties: 0 } });
  });

  test('a year without limits is refused', async () => {
    for (const path of ['/fiscal/reform/year?year=2024', '/fiscal/reform?year=2024'])
      expect(refusal(await reader.get(path))).toEqual([409, 'NO_REFORM_TABLE']);
  });
});

describe('the list', () => {
  test('has the gravest first, by state, by name, by declaration and as a sheet', async () => {
    const [low, high, near] = [
      await owner({ name: 'Quirino Tavares Um' }),
      await owner({ name: 'Quirino Tavares Dois' }),
      await owner({ name: 'Quirino Tavares Três' }),
    ];
    await rents([low], [1_000_000]);
    await rents([high], [30_000_000]);
    await rents([near], [20_000_000]);
    const found = async (search: string) => {
      const { data, total } = (await reader.get(`/fiscal/reform?year=2026&query=quirino${search}`)).json();
      expect(total).toBe(data.length);
      return data.map(({ id }: { id: number }) => id);
    };
    expect(await found('')).toEqual([high.id, near.id, low.id]);
    expect(await found('&state=NEAR')).toEqual([near.id]);
    await declare(high.id, { income: 0, properties: 0, declared_on: '2026-12-01' });
    expect(await found('&declaration=MISSING')).toEqual([near.id]);
    const sheet = (await reader.get('/fiscal/reform/export/csv?year=2026&query=quirino')).body.split('\r\n');
    expect(sheet[0]).toMatch(/^\uFEFF?Proprietário;CPF;Situação;/);
    expect(sheet[1]).toMatch(
      /^Quirino Tavares Dois;[\d.-]+;Contribuinte neste ano;300000,00;1;0,00;0;01\/12\/2026;300000,00;1;/,
    );
    expect(sheet[3]).toMatch(/^Quirino Tavares Um;[\d.-]+;Fora da reforma;10000,00;1;;;;10000,00;1;/);
  });

  test('has pages, and counts that agree with it', async () => {
    const { owners, to_ask, limits, years } = (await reader.get('/fiscal/reform/year?year=2026')).json();
    expect(limits).toEqual({ income_limit: 240_000, properties: 3, near: 192_000, excess: 288_000 });
    expect(years).toEqual([2026]);
    for (const state of ['SAFE', 'NEAR', 'NEXT_YEAR', 'NOW'])
      expect((await reader.get(`/fiscal/reform?state=${state}`)).json().total, state).toBe(owners[state]);
    expect((await reader.get('/fiscal/reform?declaration=MISSING')).json().total).toBe(to_ask);
    const all = (await reader.get('/fiscal/reform')).json();
    expect((await reader.get(`/fiscal/reform?page=${all.lastPage + 1}`)).json()).toMatchObject({
      data: [],
      total: all.total,
    });
  });
});

describe('a declaration', () => {
  test('is added, kept with its day, and answers the question until the state gets graver', async () => {
    const person = await owner();
    await rents([person], [10_000_000, 10_000_000]);
    const asked = (await yearNow()).to_ask;
    expect(await agenda()).toEqual({ year: 2026, to_ask: asked });

    const body = { income: 30_000, properties: 1, declared_on: '2026-11-30' };
    expect((await declare(person.id, body)).statusCode).toBe(204);
    expect(await rowOf(person)).toMatchObject({
      ...{ income: 200_000, properties: 2, declared: body, total: { income: 230_000, properties: 3 } },
      ...{ state: 'NEAR', to_ask: false },
    });
    expect((await rowOf(person)).reason).toMatch(/, com o declarado em 30\/11\/2026$/);
    expect(await agenda()).toEqual({ year: 2026, to_ask: asked - 1 });

    await rents([person], [2_000_000]);
    await checkReform(deps);
    expect(await rowOf(person)).toMatchObject({ state: 'NEXT_YEAR', to_ask: true });
    expect(await agenda()).toEqual({ year: 2026, to_ask: asked });

    await declare(person.id, { income: 0, properties: 0, declared_on: '2026-12-09' });
    expect(await rowOf(person)).toMatchObject({
      total: { income: 220_000, properties: 3 },
      state: 'NEAR',
      to_ask: false,
    });
    expect((await editor.delete(`/fiscal/reform/${person.id}/declaration/2026`)).statusCode).toBe(204);
    expect(await rowOf(person)).toMatchObject({ declared: null, to_ask: true });
    expect(refusal(await editor.delete(`/fiscal/reform/${person.id}/declaration/2026`))).toEqual([
      ...[404, 'DECLARATION_NOT_FOUND'],
    ]);
    expect(await trailOf('client', person.id)).toEqual([
      { action: 'declare-reform', changes: { year: 2026, ...body, income: 3_000_000 } },
      {
        action: 'declare-reform',
        changes: { year: 2026, income: [3_000_000, 0], properties: [1, 0], declared_on: ['2026-11-30', '2026-12-09'] },
      },
      {
        action: 'remove-reform-declaration',
        changes: { year: 2026, income: 0, properties: 0, declared_on: '2026-12-09' },
      },
    ]);
  });

  test('counts in the next year too, by the limits of its own year', async () => {
    const person = await owner();
    await declare(person.id, { income: 240_000.01, properties: 4, declared_on: '2026-12-01' });
    clock.today = '2027-01-02';
    expect(await rowOf(person, '?state=NOW')).toMatchObject({ declared: null, state: 'NOW' });
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[object, string]>([
    [{ declared_on: '2026-12-11' }, 'declared_on'],
    [{ declared_on: '2025-12-31' }, 'declared_on'],
    [{ income: -1                }, 'income'],
    [{ properties: 1.5           }, 'properties'],
    [{ properties: null          }, 'properties'],
  ])('with %j is refused and changes nothing', async (changes, field) => {
    const person = await owner();
    const answer = await declare(person.id, { income: 1, properties: 1, declared_on: '2026-12-01', ...changes });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors.map((error: { field: string }) => error.field)).toEqual([field]);
    expect(await db.selectFrom('reform_declaration').selectAll().where('client_id', '=', person.id).execute()).toEqual([]);
    expect(await trailOf('client', person.id)).toEqual([]);
  });

  test('of an anonymised person is gone', LONG, async () => {
    const person = await owner();
    await declare(person.id, { income: 1, properties: 1, declared_on: '2026-12-01' });
    expect((await as('*').patch(`/user/${person.id}/anonymise`)).statusCode).toBe(200);
    expect((await show(person)).declared).toBeNull();
  });

  test('of a company or of an unknown person is refused', async () => {
    const company = await client({ person_type: 'JURIDICA' });
    for (const id of [company.id, 999_999])
      expect(refusal(await declare(id, { income: 1, properties: 1, declared_on: '2026-12-01' }))).toEqual([
        ...[404, 'REFORM_OWNER_NOT_FOUND'],
      ]);
  });
});

describe('the month of a lease', () => {
  /** Rent of 3.000,00 with IPTU of 100,00 and condominium of 400,00. */
  const lease = async (owners: Owner[], terms: Parameters<typeof contract>[0] = {}) => {
    const fees = [
      { name: 'IPTU', price: 10_000 },
      { name: 'Condomínio', price: 40_000 },
    ];
    const listing = await property({ owners, fees });
    return contract({ property_id: listing.id, current_price: 300_000, end_date: '2027-05-31', ...terms });
  };
  const option = { signed_on: '2024-06-01', signature: 'ELECTRONIC', purpose: 'RESIDENTIAL', ends_on: '2027-05-31' };
  const opt = (id: number, body: object = {}) =>
    editor.put(`/fiscal/reform/contract/${id}/option`, { ...option, ...body });

  test('of one owner: by the rates of the test year, and from 2027 on', async () => {
    const person = await owner();
    await lease([person]);
    const { leases, periods, fixed_rate } = await show(person);
    expect(periods).toMatchObject([
      { valid_from: '2026-01-01', collected: false, lease_reduction: 70, social_reducer: 600 },
      { valid_from: '2027-01-01', collected: true },
    ]);
    expect(fixed_rate).toEqual({
      ...{ rate: 3.65, signed_until: '2025-01-16', registered_until: '2025-12-31', residential_until: '2028-12-31' },
    });
    const parts = { service: 3_500, discount: 0, fees: 500, reducer: 600, base: 2_400, fixed: null };
    expect(leases).toMatchObject([
      {
        ...{ purpose: 'RESIDENTIAL', share: 100, option: null },
        months: [
          { ...parts, period: periods[0].id, ibs_rate: 0.03, ibs: 0.72, cbs_rate: 0.27, cbs: 6.48 },
          // 0,05% × 30% is 0,015%, shown as 0,02%, for each of state and municipality; 8,4% × 30% is 2,52%.
          { ...parts, period: periods[1].id, ibs_rate: 0.04, ibs: 0.96, cbs_rate: 2.52, cbs: 60.48 },
        ],
      },
    ]);
    clock.today = '2027-03-01';
    expect((await show(person, 2027)).leases[0].months).toHaveLength(1);
  });

  test('of a co-owner of 60%, with the option until the end of its term', async () => {
    const [person, other] = [await owner(), await owner()];
    const { id } = await lease([
      { id: person.id, share: 6_000 },
      { id: other.id, share: 4_000 },
    ]);
    expect((await opt(id)).statusCode).toBe(204);
    const [found] = (await show(person)).leases;
    expect(found).toMatchObject({
      ...{ share: 60, option: { ...option, registered_on: null, until: '2027-05-31' } },
      months: [
        { service: 2_100, fees: 300, reducer: 360, base: 1_440, ibs: 0.43, cbs: 3.89, fixed: 65.7 },
        { base: 1_440, fixed: 65.7 },
      ],
    });
    expect(found.option.reason).toBe('Pode pagar 3,65% da receita bruta até 31/05/2027, fim do prazo original');
    expect((await show(other)).leases[0].months[0]).toMatchObject({ base: 960, fixed: 43.8 });
  });

  test('of a shop has no social reducer, and the discount leaves the base', async () => {
    const person = await owner();
    const { id } = await lease([person], { discount: 20_000 });
    await opt(id, { purpose: 'NON_RESIDENTIAL', registered_on: '2025-03-10' });
    expect((await show(person)).leases[0]).toMatchObject({
      purpose: 'NON_RESIDENTIAL',
      months: [{ service: 3_500, discount: 200, fees: 500, reducer: 0, base: 2_800, fixed: 102.2 }, {}],
    });
  });

  test('after the option’s last day there is none', async () => {
    const person = await owner();
    const { id } = await lease([person]);
    await opt(id, { ends_on: '2026-11-30' });
    const [first, second] = (await show(person)).leases[0].months;
    expect([first.fixed, second.fixed]).toEqual([null, null]);
  });

  test('an option is kept, changed and removed, with its trail', async () => {
    const { id } = await lease([await owner()]);
    await opt(id);
    await opt(id, { signature: 'CERTIFIED' });
    expect((await editor.delete(`/fiscal/reform/contract/${id}/option`)).statusCode).toBe(204);
    expect(refusal(await editor.delete(`/fiscal/reform/contract/${id}/option`))).toEqual([404, 'OPTION_NOT_FOUND']);
    const kept = { ...option, registered_on: null, proof: null };
    expect((await trailOf('proposal', id)).filter(({ action }) => action.includes('reform'))).toEqual([
      { action: 'reform-option', changes: kept },
      { action: 'reform-option', changes: { signature: ['ELECTRONIC', 'CERTIFIED'] } },
      { action: 'remove-reform-option', changes: { ...kept, signature: 'CERTIFIED' } },
    ]);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[object, string]>([
    [{ signed_on: '2025-01-17' },                                              'O contrato foi assinado em 17/01/2025, depois de 16/01/2025.'],
    [{ signature: 'PLAIN' },                                                   'A assinatura não tem firma reconhecida nem é eletrônica.'],
    [{ purpose: 'NON_RESIDENTIAL' },                                           'O contrato não residencial não foi registrado até 31/12/2025.'],
    [{ purpose: 'NON_RESIDENTIAL', registered_on: '2026-01-02' },              'O contrato foi registrado em 02/01/2026, depois de 31/12/2025.'],
  ])('an option with %j is refused, naming contract, tenant and condition', async (changes, reason) => {
    const tenant = await client({ name: 'Ana Prado' });
    const { id } = await lease([await owner()], { user_id: tenant.id });
    const answer = await opt(id, changes);
    expect([answer.statusCode, answer.json().message]).toEqual([422, `Contrato ${id}, de Ana Prado: ${reason}`]);
    expect(await db.selectFrom('reform_option').selectAll().where('proposal_id', '=', id).execute()).toEqual([]);
  });

  test('an option of a contract that has ended, or of none, is refused', async () => {
    const { id } = await lease([await owner()]);
    await as('*').patch(`/proposal/${id}/close`);
    for (const contractId of [id, 999_999])
      expect(refusal(await opt(contractId))).toEqual([404, 'REFORM_CONTRACT_NOT_FOUND']);
  });
});
