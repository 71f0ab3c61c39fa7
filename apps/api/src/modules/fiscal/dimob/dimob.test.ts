import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import { readDimob } from '@morada/domain/fiscal/dimob';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { ledgerRents } from '#test/money/ledger-rents.ts';
import { checkDimob } from './dimob.service.ts';

const agency = await startApp({ today: '2026-01-05' });
const { db, ctx, clock, as, connection, client, owner, property, invoice, stop } = agency;
afterAll(stop);

const staff = as('*');
const contract = (terms: Parameters<typeof agency.contract>[0]) =>
  agency.contract({ start_date: '2025-12-01', ...terms });
const ZERO = { rent: 0, fee: 0, tax: 0 };

/** Pays an invoice on a day, in reais, and answers its id. */
async function pay(lease: Awaited<ReturnType<typeof contract>>, reference: Reference, day: CalendarDate, body: object) {
  clock.today = day;
  const { id } = await invoice({ contract: lease, reference });
  const answer = await staff.patch(`/invoice/${id}/down`, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return id;
}

const panel = async (year = 2026) => (await staff.get(`/fiscal/year?year=${year}`)).json();
const rentsOf = ({ months }: { months: { month: string; rent: number }[] }) =>
  Object.fromEntries(months.filter(({ rent }) => rent !== 0).map(({ month, rent }) => [month, rent]));

async function savedFile(id: number) {
  const answer = await staff.get(`/fiscal/file/${id}`);
  expect(answer.statusCode).toBe(200);
  const reading = readDimob(answer.rawPayload.toString('latin1'));
  if (reading.problem !== undefined) throw new Error(reading.problem);
  return { answer, declaration: reading.declaration };
}

let ana: Awaited<ReturnType<typeof owner>>;
let lease: Awaited<ReturnType<typeof contract>>;
let shared: Awaited<ReturnType<typeof contract>>;

beforeAll(async () => {
  await db
    .updateTable('agency')
    .set({
      ...{
        name: 'Imobiliária Exemplo',
        cnpj: '11222333000181',
        dimob_responsible: '52998224725',
        late_to_owner: 10_000,
      },
      ...{ street: 'Rua Halfeld', number: '100', neighborhood: 'Centro', city: 'Juiz de Fora', state: 'MG' },
    })
    .execute();
  ana = await owner({ name: 'Ana Prado' });
  const rui = await client({ name: 'Rui Melo' });
  lease = await contract({ user_id: rui.id, property: { owners: [ana] } });
  const three = [
    await owner({ name: 'Bia Um' }),
    await owner({ name: 'Caio Dois' }),
    await owner({ name: 'Davi Três' }),
  ];
  shared = await contract({ start_date: '2026-06-01', current_price: 100_001, property: { owners: three } });
  const sold = await contract({ current_price: 80_000, property: { street: 'Rua Espírito Santo', owners: [ana] } });

  await pay(lease, '2026-01', '2026-01-10', { paid_amount: 1500 });
  // Late: fine of 10 % and 4,50 of interest, which the owner receives.
  await pay(lease, '2026-02', '2026-02-20', { paid_amount: 1654.5, fine: 150, interest: 4.5 });
  // In parts: 1.000,00 in March and 500,00 in April.
  const march = await pay(lease, '2026-03', '2026-03-10', {
    ...{ paid_amount: 1000, rest: { fate: 'OPEN_BALANCE', due_date: '2026-04-06' } },
  });
  const balance = await db.selectFrom('invoice').select('id').where('balance_of', '=', march).executeTakeFirstOrThrow();
  clock.today = '2026-04-06';
  expect((await staff.patch(`/invoice/${balance.id}/down`, { paid_amount: 500 })).statusCode).toBe(200);
  // Paid in December and refunded.
  const december = await pay(lease, '2026-12', '2026-12-10', { paid_amount: 1500 });
  clock.today = '2026-12-15';
  expect((await staff.delete(`/invoice/${december}/refund`)).statusCode).toBe(200);
  // The property was deleted after its rent.
  await pay(sold, '2026-05', '2026-05-11', { paid_amount: 800, fine: 0, interest: 0 });
  await db.updateTable('property').set({ deleted_at: new Date() }).where('id', '=', sold.property_id).execute();
  // On the last day of the year, and on the first of the next.
  await pay(shared, '2026-12', '2026-12-31', { paid_amount: 1000.01, fine: 0, interest: 0 });
  await pay(shared, '2027-01', '2027-01-01', { paid_amount: 1000.01 });
  clock.today = '2027-01-20';
});

describe('the year of a small portfolio', () => {
  test('counts by the day on which tenants paid, like the ledger', async () => {
    const year = await panel();
    expect(rentsOf(year)).toEqual({
      ...{ '2026-01': 1500, '2026-02': 1654.5, '2026-03': 1000, '2026-04': 500, '2026-05': 800, '2026-12': 1000.01 },
    });
    // The ledger's rent is without late charges.
    expect(await ledgerRents(db, 2026)).toEqual({ ...rentsOf(year), '2026-02': 1500 });
    expect(year).toMatchObject({
      ...{ year: 2026, due: '2027-02-26', owners: 4, tenants: 3, contracts: 3, sales: 0, blocking: [] },
      // Fees of 10 %: 150,00 + 150,00 + 100,00 + 50,00 + 80,00 + 100,00.
      total: { rent: 6454.51, fee: 630, tax: 0 },
    });
    expect(rentsOf(await panel(2027))).toEqual({ '2027-01': 1000.01 });
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('without a year it is the one being prepared', async () => {
    expect((await staff.get('/fiscal/year')).json().year).toBe(2026);
  });

  test('has a row for each owner, whose parts add up to the receipt', async () => {
    const { data, total } = (await staff.get('/fiscal/dimob?year=2026')).json();
    expect(total).toBe(5);
    const parts = data.filter(({ proposal_id }: { proposal_id: number }) => proposal_id === shared.id);
    expect(parts.map(({ owner, months }: (typeof data)[number]) => [owner.name, months[11]])).toEqual([
      ['Bia Um', { rent: 333.34, fee: 33.34, tax: 0 }],
      ['Caio Dois', { rent: 333.34, fee: 33.33, tax: 0 }],
      ['Davi Três', { rent: 333.33, fee: 33.33, tax: 0 }],
    ]);
    const found = (await staff.get('/fiscal/dimob?year=2026&query=espirito')).json();
    expect(found.data).toMatchObject([{ owner: { name: 'Ana Prado' }, rent: 800, fee: 80 }]);
  });

  test('is saved as a sheet with its months', async () => {
    const { body } = await staff.get('/fiscal/dimob/export/csv?year=2026&query=caio');
    const [head = '', row = '', ...rest] = body.trim().split('\r\n');
    expect([head.split(';').length, rest]).toEqual([45, []]);
    expect(row).toContain('Caio Dois');
    // Rent, fee and tax of the year; rent, then fee of December.
    const cells = row.split(';');
    expect([cells.slice(6, 9), cells[20], cells[32]]).toEqual([['333,34', '33,33', '0,00'], '333,34', '33,33']);
    const whole = await staff.get('/fiscal/dimob/export/csv?year=2026');
    expect(whole.body.trim().split('\r\n').length).toBe(1 + 5);
  });

  test('rents and IPTU together, when the agency counts so', async () => {
    const listing = await property({ fees: [{ name: 'IPTU', price: 10_000, to_owner: true }] });
    const taxed = await contract({ property_id: listing.id });
    const id = await pay(taxed, '2026-06', '2026-06-10', { paid_amount: 1600 });
    clock.today = '2027-01-20';
    expect(rentsOf(await panel())['2026-06']).toBe(1500);
    await db.updateTable('agency').set({ dimob_obligations: true }).execute();
    const whole = await panel();
    expect([rentsOf(whole)['2026-06'], whole.with_obligations]).toEqual([1600, true]);
    await db.updateTable('agency').set({ dimob_obligations: false }).execute();
    await staff.delete(`/invoice/${id}/refund`);
    expect(rentsOf(await panel())['2026-06']).toBeUndefined();
  });
});

describe('the file', () => {
  test('holds the same rows, with its hash, author and trail', async () => {
    const made = await staff.post('/fiscal/dimob', { year: 2026 });
    expect(made.statusCode, made.body).toBe(201);
    const { id, sha256, bytes, ...file } = made.json();
    expect(file).toMatchObject({ name: 'DIMOB26.TXT', rents: 5, sales: 0, total: 6454.51, by: 'Mariana Dias' });
    const { answer, declaration } = await savedFile(id);
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(sha256);
    // Header 374 and declarant 270, five rows of 799, closing 102, each with its CRLF.
    expect([bytes, answer.rawPayload.length]).toEqual([4757, 4757]);
    expect(answer.headers['content-disposition']).toContain('DIMOB26.TXT');
    expect(declaration.declarant).toMatchObject({ cnpj: '11222333000181', uf: 'MG', municipality: '4733' });
    expect(declaration.rents.find(({ owner, months }) => owner.name === 'ANA PRADO' && months[0]?.rent)).toMatchObject({
      tenant: { name: 'RUI MELO' },
      contract_number: String(lease.id).padStart(6, '0'),
      contract_date: '2025-12-01',
      months: [
        { rent: 150_000, fee: 15_000, tax: 0 },
        { rent: 165_450, fee: 15_000, tax: 0 },
        { rent: 100_000, fee: 10_000, tax: 0 },
        { rent: 50_000, fee: 5_000, tax: 0 },
        ...Array(8).fill(ZERO),
      ],
      property: { rural: false, cep: '36025000', municipality: '4733', uf: 'MG' },
    });
    const trail = await db
      .selectFrom('trail')
      .select(['action', 'actor'])
      .where('record', '=', 'fiscal_file')
      .where('record_id', '=', id)
      .orderBy('id')
      .execute();
    expect(trail).toEqual([
      { action: 'create', actor: 'Mariana Dias' },
      { action: 'download', actor: 'Mariana Dias' },
    ]);
  });

  test('its receipt is noted, and a rectification names it', async () => {
    const [first] = (await panel()).files;
    const noted = await staff.patch(`/fiscal/file/${first.id}/receipt`, { receipt: ' 1234567890 ' });
    expect(noted.json()).toMatchObject({ id: first.id, receipt: '1234567890' });
    const made = (await staff.post('/fiscal/dimob', { year: 2026, rectifies: '1234567890' })).json();
    expect((await savedFile(made.id)).declaration).toMatchObject({ rectifies: '1234567890', special: null });
    expect((await panel()).files.map(({ rectifies }: { rectifies: string | null }) => rectifies)).toEqual([
      '1234567890',
      null,
    ]);
  });

  test('of an agency that ended names the day', async () => {
    const refused = await staff.post('/fiscal/dimob', { year: 2026, situation: '01', situation_date: '2027-01-10' });
    expect([refused.statusCode, refused.json().message]).toEqual([422, 'Informe o dia do evento, dentro do ano']);
    const made = await staff.post('/fiscal/dimob', { year: 2026, situation: '01', situation_date: '2026-12-31' });
    expect((await savedFile(made.json().id)).declaration.special).toEqual({ code: '01', date: '2026-12-31' });
  });

  test.each([
    [2028, 'Este ano ainda não começou'],
    [2025, 'Não há aluguéis recebidos nem vendas neste ano: não há DIMOB a entregar'],
  ])('of %i is refused', async (year, message) => {
    const answer = await staff.post('/fiscal/dimob', { year });
    expect([answer.statusCode, answer.json().message]).toEqual([422, message]);
  });

  test('has sales by the sellers’ shares', async () => {
    const sellers = [
      { id: (await owner({ name: 'Eva Lima' })).id, share: 7_000 },
      { id: (await owner({ name: 'Fábio Reis' })).id, share: 3_000 },
    ];
    const buyer = await client({ name: 'Gil Souza' });
    const house = await property({ type: 'SALE', owners: sellers });
    const sale = await contract({
      ...{ user_id: buyer.id, property_id: house.id, current_price: 30_000_001, commission: 600 },
      ...{ start_date: '2026-08-01' },
    });
    const made = (await staff.post('/fiscal/dimob', { year: 2026 })).json();
    // 6 % of 300.000,01 is 18.000,00.
    expect((await savedFile(made.id)).declaration.sales).toMatchObject([
      { seller: { name: 'EVA LIMA' }, buyer: { name: 'GIL SOUZA' }, price: 21_000_001, commission: 1_260_000 },
      { seller: { name: 'FABIO REIS' }, price: 9_000_000, commission: 540_000 },
    ]);
    await db.updateTable('proposal').set({ deleted_at: new Date() }).where('id', '=', sale.id).execute();
    expect((await panel()).sales).toBe(0);
  });
});

describe('what blocks', () => {
  test('is refused with its names, and nothing is stored', async () => {
    await db.updateTable('client').set({ cpf_cnpj: '12345678900' }).where('id', '=', ana.id).execute();
    await db
      .updateTable('property')
      .set({ cep: null, city: 'Juiz de Foora' })
      .where('id', '=', shared.property_id)
      .execute();
    await db.updateTable('agency').set({ dimob_responsible: null }).execute();
    const files = await db.selectFrom('fiscal_file').select('id').execute();
    const folder = await Array.fromAsync(ctx.files.list('fiscal'));
    const answer = await staff.post('/fiscal/dimob', { year: 2026 });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'DIMOB_BLOCKED']);
    expect(answer.json().message).toMatch(
      /^A DIMOB de 2026 não pode ser gerada\. O CPF do responsável.*O CPF ou CNPJ de Ana Prado não é válido.*Falta o CEP de Rua São Mateus/,
    );
    expect(await db.selectFrom('fiscal_file').select('id').execute()).toEqual(files);
    expect(await Array.fromAsync(ctx.files.list('fiscal'))).toEqual(folder);
    expect((await panel()).blocking).toEqual([
      expect.objectContaining({ subject: 'AGENCY', id: null }),
      expect.objectContaining({ subject: 'PERSON', id: ana.id, message: 'O CPF ou CNPJ de Ana Prado não é válido' }),
      expect.objectContaining({
        subject: 'PROPERTY',
        id: shared.property_id,
        message: expect.stringMatching(/^Falta o CEP/),
      }),
      expect.objectContaining({
        subject: 'PROPERTY',
        message: expect.stringMatching(/^O município de .* não tem o código/),
      }),
    ]);
  });

  test('stands on the dashboard after the daily check, until it is mended', async () => {
    await checkDimob(ctx);
    const found = (await as('FISCAL_VIEW').get('/fiscal/agenda')).json();
    expect(found.blocked).toMatchObject({ year: 2026, blocking: 4 });
    await db.updateTable('client').set({ cpf_cnpj: ana.cpf_cnpj }).where('id', '=', ana.id).execute();
    await db
      .updateTable('property')
      .set({ cep: '36025000', city: 'JUIZ DE FORA' })
      .where('id', '=', shared.property_id)
      .execute();
    await db.updateTable('agency').set({ dimob_responsible: '52998224725' }).execute();
    expect((await panel()).blocking).toEqual([]);
    expect((await as('FISCAL_VIEW').get('/fiscal/agenda')).json().blocked).toBeNull();
  });

  test('the day is announced for 60 days, until the receipt is noted', async () => {
    const datesOn = async (today: CalendarDate) => {
      clock.today = today;
      return (await staff.get('/fiscal/agenda')).json().dates.map(({ date }: { date: string }) => date);
    };
    await db.updateTable('fiscal_file').set({ receipt: null }).execute();
    expect(await datesOn('2027-01-20')).toEqual(['2027-02-26']);
    const [file] = (await panel()).files;
    await staff.patch(`/fiscal/file/${file.id}/receipt`, { receipt: '0000000077' });
    expect(await datesOn('2027-01-20')).toEqual([]);
    // Another date of the year stays.
    await sql`update fiscal_table set figures = jsonb_set(figures, '{obligations,3}',
      '{"name": "Reunião", "who": "Todos", "rule": {"kind": "ON", "date": "2027-03-01"}}') where kind = 'CALENDAR'`.execute(
      db,
    );
    expect(await datesOn('2027-01-20')).toEqual(['2027-03-01']);
  });

  test('a company that pays a natural person without saying who withholds is a warning', async () => {
    const company = await client({ name: 'Loja Sol Ltda', person_type: 'JURIDICA', cpf_cnpj: '11444777000161' });
    const shop = await contract({ user_id: company.id });
    await pay(shop, '2026-07', '2026-07-10', { paid_amount: 1500 });
    clock.today = '2027-01-20';
    expect((await panel()).warnings).toMatchObject([
      { subject: 'CONTRACT', id: shop.id, message: expect.stringMatching(/^Loja Sol Ltda é empresa e paga aluguel/) },
    ]);
  });
});

describe('npm run dimob', () => {
  const run = (words: string[]) =>
    new Promise<{ code: number; says: string }>((resolve) => {
      const { host, port, user, password, database } = connection;
      const file = fileURLToPath(new URL('../../../commands/dimob.ts', import.meta.url));
      const DATABASE_URL = `postgres://${user}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
      const env = { ...process.env, DATABASE_URL, DATA_DIR: folder, CLOCK: '2027-01-20' };
      execFile(process.execPath, [file, ...words], { env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, says: stdout + stderr }),
      );
    });
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'morada-dimob-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('writes the file that the page makes', LONG, async () => {
    const out = join(folder, 'dimob.txt');
    const done = await run(['--year', '2026', '--out', out]);
    expect(done).toMatchObject({ code: 0, says: expect.stringMatching(/: \d linhas de aluguel, 0 de venda/) });
    const made = (await staff.post('/fiscal/dimob', { year: 2026 })).json();
    expect(
      createHash('sha256')
        .update(await readFile(out))
        .digest('hex'),
    ).toBe(made.sha256);
    expect(await readdir(folder)).not.toContain('dimob.txt.parcial');
  });

  test('says how it is used, and why it refuses', LONG, async () => {
    expect(await run(['--year', 'x'])).toMatchObject({ code: 1, says: expect.stringMatching(/^Use: npm run dimob/) });
    expect(await run(['--year', '2025', '--out', join(folder, 'a.txt')])).toMatchObject({
      ...{ code: 1, says: expect.stringMatching(/^Não há aluguéis recebidos/) },
    });
  });
});
