import { TODAY_CALLS } from '@morada/contract/desk/today';
import { granted, PERMISSIONS, type Permission } from '@morada/domain/access/permissions';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { rentsOfYear } from '#api/modules/money/finance/resume.service.ts';
import { refusal } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { smallAgency } from '#test/small-agency.ts';

const app = await startApp({ today: '2026-03-10' });
afterAll(app.stop);
const { as, anonymous, db, ctx, property, photograph } = app;
const empty = (await as('FINANCIAL_VIEW').get('/dashboard')).json();
await smallAgency(app);

type Point = { date: string; value: number; type: string };
const read = async (...permissions: string[]) => (await as(...permissions).get('/dashboard')).json();
const year = async () => (await read('FINANCIAL_VIEW')).resume as Point[];
const monthOf = (points: Point[], month: string) =>
  Object.fromEntries(points.filter(({ date }) => date === month).map(({ type, value }) => [type, value]));

const rented = (views: number, more: object = {}) =>
  property({ street: `Rua ${views}` }).then(async ({ id }) => {
    await db
      .updateTable('property')
      .set({ views, ...more })
      .where('id', '=', id)
      .execute();
    return id;
  });

describe('resume', () => {
  test('shows twelve months up to the current one when there is no data', () => {
    expect(empty.resume).toHaveLength(36);
    expect(empty.resume[0]).toEqual({ date: '2025-04', value: 0, type: 'Recebido' });
    expect(empty.resume.at(-1)).toEqual({ date: '2026-03', value: 0, type: 'Taxas' });
    expect(empty.popular).toEqual([]);
  });

  // February: 2.092,85 received, of it 150,00 + 96,42. March: 2.070,00, of it 165,75; Alice's 867,86 went out. The sale and
  // the bill of the cash book are no rents.
  test('shows the rents of each month', async () => {
    const points = await year();
    expect(monthOf(points, '2026-01')).toEqual({ Recebido: 0, Repassado: 0, Taxas: 0 });
    expect(monthOf(points, '2026-02')).toEqual({ Recebido: 2092.85, Repassado: 0, Taxas: 246.42 });
    expect(monthOf(points, '2026-03')).toEqual({ Recebido: 2070, Repassado: 867.86, Taxas: 165.75 });
  });

  test('equals the lines of the finance page', async () => {
    const points = await year();
    const total = (name: string) =>
      points.filter(({ type }) => type === name).reduce((sum, { value }) => sum + Math.round(value * 100), 0) / 100;
    const { lines, feesIncome } = (await as('FINANCIAL_VIEW').get('/financial/resume')).json();
    expect(lines.grossIncome).toContainEqual({ name: 'Aluguéis', amount: total('Recebido') });
    expect(feesIncome).toBe(total('Taxas'));
  });

  test('reads day totals instead of entries', async () => {
    const scanned = await db.transaction().execute(async (trx) => {
      const scans = async () =>
        (
          await sql<{ relname: string; scans: number }>`
            select relname, seq_scan + coalesce(idx_scan, 0) as scans from pg_stat_xact_user_tables
            where relname like 'ledger%' order by relname`.execute(trx)
        ).rows;
      const before = await scans();
      await rentsOfYear({ ...ctx, db: trx });
      const after = await scans();
      return after.filter((table, at) => table.scans !== before[at]?.scans).map(({ relname }) => relname);
    });
    expect(scanned).toEqual(['ledger_day_total']);
  });
});

describe('popular', () => {
  test('lists up to eight published properties by views, of every kind or for rent only', async () => {
    const ids = [];
    for (const views of [10, 90, 30, 40, 50, 60, 70, 80, 20]) ids.push(await rented(views));
    const [, most] = ids;
    await rented(900, { status: 'RENTED' });
    await rented(901, { status: 'PENDING' });
    await rented(902, { type: 'SALE' });
    await rented(903, { deleted_at: new Date() });
    await photograph(most ?? 0);

    const { popular, lettings } = await read('CONTACT_VIEW');
    const viewsOf = (found: { views: number }[]) => found.map(({ views }) => views);
    expect(viewsOf(popular)).toEqual([902, 90, 80, 70, 60, 50, 40, 30]);
    expect(viewsOf(lettings)).toEqual([90, 80, 70, 60, 50, 40, 30, 20]);
    expect(popular[0]).toMatchObject({ type: 'SALE', views: 902 });
    expect(popular[1]).toEqual(lettings[0]);
    expect(lettings[0]).toEqual({
      id: most,
      street: 'Rua 90',
      number: expect.any(String),
      complement: null,
      neighborhood: 'Centro',
      city: 'Juiz de Fora',
      type: 'RENT',
      location: 'APARTMENT',
      price: 1500,
      views: 90,
      image: expect.stringMatching(/^\/api\/image\/thumb\/[\w-]+/),
    });
    expect(lettings[1].image).toBeNull();
  });
});

describe('permissions', () => {
  test('figures require a permission for the finance pages', LONG, async () => {
    const { length } = (await read('*')).resume;
    expect(length).toBe(36);
    const others = PERMISSIONS.filter((code) => code !== 'FINANCIAL_VIEW');
    for (const code of others) expect((await read(code)).resume, code).toEqual([]);
    expect((await read(...others)).resume).toEqual([]);
  });

  test('popular properties require only a session', async () => {
    expect((await read('CONTACT_VIEW')).popular).toHaveLength(8);
    expect(refusal(await anonymous.get('/dashboard'))).toEqual([401, 'UNAUTHENTICATED']);
  });
});

test('what the agency has begun to use is told to whoever is signed in', async () => {
  const begun = async () => (await as('CLIENT_VIEW').get('/dashboard/begun')).json();
  const nothing = { ...{ withholding: false, reform: false, accounting: false, notes: false }, ...NO_BANK };
  expect(await begun()).toEqual(nothing);
  await db.updateTable('proposal').set({ withholding: 'TENANT' }).where('deleted_at', 'is', null).execute();
  await db.updateTable('accounting_chart').set({ version: 2 }).execute();
  await db
    .insertInto('bank_link')
    .values({
      ...{ kind: 'PIX', base_url: 'https://banco.exemplo', token_url: 'https://banco.exemplo', client_id: 'morada' },
      ...{ client_secret: 'x', certificate: 'x', private_key: 'x', pix_key: 'x', notice_token: 'x' },
    })
    .execute();
  expect(await begun()).toEqual({ ...nothing, withholding: true, accounting: true, pix: true });
});
const NO_BANK = { pix: false, boletos: false, payouts: false, statements: false };

describe('Hoje', () => {
  const today = async (...permissions: string[]) => (await as(...permissions).get('/dashboard/today')).json();

  test('each group is there for who may make its call, and answers as that call', async () => {
    const groupsOf = async (...codes: string[]) => Object.keys(await today(...codes)).sort();
    expect(await groupsOf('*')).toEqual(Object.keys(TODAY_CALLS).sort());
    const opened = (code: Permission) =>
      Object.entries(TODAY_CALLS).flatMap(([name, { access }]) => (granted([code], access) ? [name] : []));
    const [some, none] = [
      PERMISSIONS.filter((code) => opened(code).length > 0),
      PERMISSIONS.filter((code) => opened(code).length === 0),
    ];
    for (const code of some) expect(await groupsOf(code), code).toEqual(opened(code).sort());
    expect(await groupsOf(...none)).toEqual([]);
    const all = await today('*');
    const get = async (path: string) => (await as('*').get(path)).json();
    expect(all.taxes).toEqual(await get('/fiscal/agenda'));
    expect(all.visits).toEqual(await get('/schedule/admin?page=1'));
    expect(all.endings).toEqual(await get('/proposal?page=1&ending=DECIDE'));
  });

  test('a group whose read fails says so alone', async () => {
    await sql`alter table debt_register rename to debt_register_away`.execute(db);
    const { debts, ...others } = await today('*').finally(() =>
      sql`alter table debt_register_away rename to debt_register`.execute(db),
    );
    expect(debts).toBeNull();
    expect(Object.values(others)).not.toContain(null);
    expect((await today('*')).debts).toEqual({ removals: [], total: 0 });
  });
});
