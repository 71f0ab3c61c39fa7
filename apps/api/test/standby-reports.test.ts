import { readXlsx } from 'hucre/xlsx';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { startApp } from './harness.ts';
import { smallAgency } from './small-agency.ts';

// Two databases with different rows, so that each answer tells which one was read.
const primary = await startApp({ today: '2026-03-10' });
afterAll(primary.stop);
const standby = await startApp({ today: '2026-03-10' });
afterAll(standby.stop);
const app = await buildApp({ ...primary.deps, reports: async () => standby.db });
afterAll(() => app.close());

const { token } = await primary.signIn('*');
const get = (url: string) => app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` } });

test('exports of lists and reports read the standby, and leave their trail on the primary', async () => {
  await primary.client({ name: 'Ana do Primário' });
  await smallAgency(standby);

  const list = await get('/user/export/csv');
  expect(list.statusCode, list.body).toBe(200);
  expect(list.body).toContain('Alice Rocha');
  expect(list.body).not.toContain('Ana do Primário');

  const report = await get('/report/rents?startDate=2026-02-01&endDate=2026-03-31');
  const [sheet] = (await readXlsx(report.rawPayload)).sheets;
  expect(sheet?.rows?.map(([, title]) => title)).toEqual([
    ...['Lançamento', 'Aluguel recebido', 'Aluguel recebido', 'Repasse efetuado', 'Total', 'Saldo'],
  ]);

  const exports = ({ db }: typeof primary) =>
    db.selectFrom('trail').where('action', '=', 'export').select('changes').orderBy('id').execute();
  expect(await exports(primary)).toMatchObject([{ changes: { list: 'clientes' } }, { changes: { list: 'relatorio' } }]);
  expect(await exports(standby)).toEqual([]);
});

test('the file of the portals reads the standby, and screens the primary', async () => {
  const contact = { name: 'Serra Verde', email: 'oi@serraverde.com.br', phone: '3232321400' };
  await standby.db.updateTable('agency').set(contact).execute();
  const feed = await app.inject({ url: '/api/site/vrsync.xml', headers: { host: 'serraverde.com.br' } });
  expect([feed.statusCode, feed.body]).toEqual([200, expect.stringContaining('<Provider>')]);
  expect(feed.body).toContain('<ContactName>Serra Verde</ContactName>');

  const screen = await get('/user?page=1');
  expect(screen.json<{ data: { name: string }[] }>().data.map(({ name }) => name)).toEqual(['Ana do Primário']);
});
