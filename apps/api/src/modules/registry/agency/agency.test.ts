import { extractText } from 'unpdf';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { billDay } from '#api/modules/money/invoices/billing.service.ts';
import { startApp } from '#test/harness.ts';

const TODAY = '2026-03-10';
const { as, anonymous, ctx, db, clock, contract, invoice, stop } = await startApp({ today: TODAY });
afterAll(stop);
beforeEach(async () => {
  clock.today = TODAY;
  const defaults = { billing_lead_days: 10, transfer_business_days: 5, late_to_owner: 10_000 };
  await db
    .updateTable('agency')
    .set({ ...defaults, late_from_business_day: false, name: 'Morada Imóveis', creci: null, version: 1 })
    .execute();
});

type Answer = Awaited<ReturnType<ReturnType<typeof as>['get']>>;
const staff = as('*');
const update = (body: object, headers?: Record<string, string>) => staff.patch('/agency', body, headers);
const show = async () => (await staff.get('/agency')).json();
const refusal = (answer: Answer) => [answer.statusCode, answer.json().errors[0]];
const lastTrail = () =>
  db
    .selectFrom('trail')
    .select(['actor', 'record_id', 'action', 'changes'])
    .where('record', '=', 'agency')
    .orderBy('id', 'desc')
    .executeTakeFirst();
const trails = async () => (await db.selectFrom('trail').select('id').where('record', '=', 'agency').execute()).length;

describe('permissions', () => {
  test.each([
    ['get', '/agency'],
    ['patch', '/agency'],
    ['put', '/agency/agreement'],
    ['put', '/agency/logo'],
    ['delete', '/agency/logo'],
    ['put', '/agency/picture/icon'],
    ['delete', '/agency/picture/cover'],
  ] as const)('%s %s requires the permission for everything', async (method, url) => {
    expect((await anonymous[method](url)).statusCode).toBe(401);
    const other = await as('FINANCIAL_VIEW', 'ADMIN_USERS_EDIT', 'PROPOSAL_EDIT')[method](url);
    expect([other.statusCode, other.json().code]).toEqual([403, 'PERMISSION_DENIED']);
  });
});

describe('GET /agency', () => {
  test('returns all settings, with the version as ETag', async () => {
    const answer = await staff.get('/agency');
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"1"']);
    expect(answer.json()).toEqual({
      ...{ name: 'Morada Imóveis', cnpj: null, creci: null, phone: null, email: null },
      ...{ cep: null, street: null, number: null, complement: null, neighborhood: null, city: null, state: null },
      ...{ pix_key: null, boleto_note: null, boletos_with_invoices: false, logo: null, agreement: null },
      ...{ billing_lead_days: 10, transfer_business_days: 5, late_to_owner: 100, late_from_business_day: false },
      ...{ withholding_discount: true, dimob_obligations: false, dimob_responsible: null },
      ...{ tax_regime: null, municipal_registration: null, dps_series: 1, dps_environment: 'RESTRICTED' },
      ...{ notes_leave: 'BATCH', simples_rate: 0, fee_notes: 'RECEIPT' },
      ...{ iss_rate: null, pis_rate: null, cofins_rate: null },
      ...{ administration_code: '171201', brokerage_code: '100501' },
      require_second_factor: false,
      first_steps: true,
      ...{
        accent: null,
        headline: null,
        about: null,
        whatsapp: null,
        privacy: null,
        names_product: false,
        shows_name: true,
      },
      ...{ hours_weekdays: null, hours_saturday: null, hours_sunday: null, hours_dates: null },
      ...{
        instagram: null,
        facebook: null,
        youtube: null,
        ...{ analytics_id: null, ads_id: null, meta_pixel: null },
        linkedin: null,
      },
      ...{ logo_dark: null, icon: null, cover: null },
    });
  });
});

describe('PATCH /agency', () => {
  test('stores normalised values, and records the changes in the trail', async () => {
    const answer = await update({
      ...{ name: ' Imobiliária Mantiqueira ', cnpj: '12.abc.345/01de-35', creci: 'PJ 1234', phone: '(32) 3232-1400' },
      ...{ email: 'Contato@Mantiqueira.com.br', cep: '36.013-020', street: 'Avenida Rio Branco', state: 'MG' },
      ...{ pix_key: '(32) 98841-2076', late_to_owner: 62.5 },
    });
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"2"']);
    const kept = {
      ...{ name: 'Imobiliária Mantiqueira', cnpj: '12ABC34501DE35', creci: 'PJ 1234', phone: '3232321400' },
      ...{ email: 'contato@mantiqueira.com.br', cep: '36013020', street: 'Avenida Rio Branco', state: 'MG' },
      ...{ pix_key: '+5532988412076', late_to_owner: 62.5, billing_lead_days: 10 },
    };
    expect(answer.json()).toMatchObject(kept);
    expect(await show()).toMatchObject(kept);
    const trail = await lastTrail();
    expect(trail).toMatchObject({ actor: 'Mariana Dias', record_id: 1, action: 'update' });
    expect(trail?.changes).toMatchObject({
      name: ['Morada Imóveis', 'Imobiliária Mantiqueira'],
      pix_key: [null, '+5532988412076'],
      late_to_owner: [10_000, 6_250],
    });
  });

  test('clears an empty field, and leaves an absent one', async () => {
    await update({ cnpj: '12ABC34501DE35', pix_key: '12ABC34501DE35', email: 'a@b.com.br' });
    const answer = await update({ cnpj: '', pix_key: null, creci: '' });
    expect(answer.json()).toMatchObject({ cnpj: null, pix_key: null, creci: null, email: 'a@b.com.br' });
    expect((await lastTrail())?.changes).toEqual({ cnpj: ['12ABC34501DE35', null], pix_key: ['12ABC34501DE35', null] });
  });

  test('writes nothing without a difference', async () => {
    const before = await trails();
    const answer = await update({ name: 'Morada Imóveis', billing_lead_days: 10 });
    expect([answer.statusCode, answer.headers.etag, await trails()]).toEqual([200, '"1"', before]);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['name', '', 'Informe o nome da imobiliária'],
    ['name', 'x'.repeat(101), 'Use até 100 caracteres'],
    ['cnpj', '12.ABC.345/01DE-36', 'CNPJ inválido. Confira os dígitos.'],
    ['cnpj', '529.982.247-25', 'Informe o CNPJ'],
    ['phone', '3232', 'Informe o telefone com DDD'],
    ['email', 'ana', 'Informe um e-mail válido'],
    ['cep', '360', 'O CEP tem 8 dígitos'],
    ['state', 'XX', 'Informe o Estado'],
    ['pix_key', '529.982.247-26', 'Chave Pix inválida. Use CPF, CNPJ, telefone, e-mail ou chave aleatória.'],
    ['boleto_note', 'x'.repeat(161), 'Use até 160 caracteres'],
    ['billing_lead_days', 61, 'De 0 a 60 dias'],
    ['billing_lead_days', 1.5, 'De 0 a 60 dias'],
    ['transfer_business_days', -1, 'De 0 a 60 dias úteis'],
    ['transfer_business_days', null, 'De 0 a 60 dias úteis'],
    ['late_to_owner', 100.01, 'De 0 a 100%'],
    ['late_to_owner', -1, 'De 0 a 100%'],
  ])('refuses %s %j', async (field, value, message) => {
    const before = await show();
    expect(refusal(await update({ [field]: value }))).toEqual([422, { field, message }]);
    expect(await show()).toEqual(before);
  });

  test('refuses a change based on an outdated version, naming who saved since', async () => {
    const { headers } = await staff.get('/agency');
    await update({ creci: 'PJ 1' });
    const answer = await update({ creci: 'PJ 2' }, { 'if-match': String(headers.etag) });
    expect(answer.statusCode).toBe(412);
    expect(answer.json()).toMatchObject({ code: 'STALE_VERSION', saved_by: 'Mariana Dias', version: 2 });
    expect((await show()).creci).toBe('PJ 1');
    expect((await update({ creci: 'PJ 2' }, { 'if-match': '"2"' })).statusCode).toBe(200);
  });

  test('accepts one of two concurrent changes of one version', async () => {
    const answers = await Promise.all(['PJ 1', 'PJ 2'].map((creci) => update({ creci }, { 'if-match': '"1"' })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412]);
  });
});

/** Changed settings apply from the next settlement on; 10 March 2026 is a Tuesday. */
describe('changed defaults', () => {
  const pay = async (id: number, body: object) => (await staff.patch(`/invoice/${id}/down`, body)).json();

  // biome-ignore format: a table of cases reads best aligned
  test.each([
    [0,  '2026-03-10'],
    [2,  '2026-03-12'],
    [5,  '2026-03-17'],
    [10, '2026-03-24'],
  ])('transfers after %i business days', async (transfer_business_days, due_date) => {
    await update({ transfer_business_days });
    const { id } = await invoice();
    const { transfers } = await pay(id, { paid_amount: 1500 });
    expect(transfers).toMatchObject([{ due_date }]);
  });

  // Due on the 10th, R$ 1.500,00, paid with a fine of R$ 200,00: 1.500 − 10% of it + the owner's part of 200.
  test.each([
    [100, 1_550],
    [50, 1_450],
    [0, 1_350],
  ])('gives owners %i%% of the charges', async (late_to_owner, amount) => {
    await update({ late_to_owner });
    const { id } = await invoice();
    const { transfers } = await pay(id, { paid_amount: 1700, fine: 200 });
    expect(transfers).toMatchObject([{ amount }]);
  });

  // Due on Saturday 7 March: seven calendar days to the 14th, five from Monday the 9th. The fine begins with day five,
  // the interest after it.
  test.each([
    [false, { days: 7, fine: 150, interest: 0.9 }],
    [true, { days: 5, fine: 150, interest: 0 }],
  ])('count days from the next business day: %j', async (late_from_business_day, late) => {
    await update({ late_from_business_day });
    const { id } = await invoice({ transfer_date: 7 });
    clock.today = '2026-03-14';
    expect((await staff.get(`/invoice/${id}`)).json().late).toMatchObject(late);
  });

  test.each([
    [4, 0],
    [5, 1],
  ])('issue %i days ahead of the 15th', async (billing_lead_days, issued) => {
    const { id } = await contract({ transfer_date: 15, start_date: '2026-03-01' });
    await update({ billing_lead_days });
    clock.today = '2026-04-10';
    await billDay(ctx);
    const of = await db.selectFrom('invoice').select('reference').where('proposal_id', '=', id).execute();
    expect(of.filter(({ reference }) => reference === '2026-04')).toHaveLength(issued);
  });
});

test('appear in a contract from a template', async () => {
  await update({
    ...{ name: 'Imobiliária Mantiqueira', cnpj: '12ABC34501DE35', creci: 'PJ 1234', phone: '3232321400' },
    ...{ street: 'Avenida Rio Branco', number: '2001', city: 'Juiz de Fora', state: 'MG' },
  });
  const body = '<p>{{imobiliaria.nome}}, {{imobiliaria.cnpj}}, {{imobiliaria.creci}}, {{imobiliaria.endereco}}</p>';
  const template = (await staff.post('/contract/template', { name: 'Locação', body })).json();
  const { id } = await contract();
  const { html } = (await staff.get(`/proposal/${id}/contract?template_id=${template.id}`)).json();
  expect(html).toContain('Imobiliária Mantiqueira, 12.ABC.345/01DE-35, PJ 1234, Avenida Rio Branco, 2001');
});

test('appear in a receipt’s letterhead', async () => {
  await update({ name: 'Imobiliária Mantiqueira', cnpj: '12ABC34501DE35', creci: 'PJ 1234' });
  const { id } = await invoice();
  await staff.patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
  const { text } = await extractText(new Uint8Array((await staff.get(`/receipt/invoice/${id}`)).rawPayload));
  const page = text.join(' ').replace(/\s+/g, ' ');
  expect(page).toContain('Imobiliária Mantiqueira');
  expect(page).toContain('CNPJ 12.ABC.345/01DE-35 · CRECI PJ 1234');
});
