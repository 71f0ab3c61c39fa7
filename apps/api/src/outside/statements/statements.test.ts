import type { CalendarDate } from '@morada/domain/base/calendar';
import { cents } from '@morada/domain/base/money';
import { afterEach, expect, test } from 'vitest';
import { LONG } from '#test/long.ts';
import {
  type Posted,
  STATEMENT_ACCOUNTS,
  type StatementBankCode,
  type StatementServer,
  startStatementServer,
} from '#test/servers/bank/statement-server.ts';
import type { BankAccess } from '../bank-api.ts';
import { statementReader } from './statement-banks.ts';
import type { StatementReader } from './statement-reader.ts';

const BANKS = ['001', '077', '756'] as const;
const TODAY = '2026-03-10' as CalendarDate;
const day = (text: string) => text as CalendarDate;

const opened: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function startBank(bank: StatementBankCode, pageSize?: number): Promise<StatementServer> {
  const server = await startStatementServer(bank, {
    ...{ opening: cents(100_000), today: () => TODAY, ...(pageSize !== undefined && { pageSize }) },
  });
  opened.push(server);
  return server;
}

function readerOf(server: StatementServer, bank: StatementBankCode, other: Partial<BankAccess> = {}): StatementReader {
  const access = {
    ...{ base_url: server.url, token_url: server.tokenUrl, client_id: server.clientId, authority: server.ca },
    client_secret: server.hasSecret ? server.clientSecret : null,
    ...{ certificate: server.clientCertificate.cert, private_key: server.clientCertificate.key },
    ...other,
  };
  const account = { ...STATEMENT_ACCOUNTS[bank], application_key: server.applicationKey };
  const reader = statementReader(bank, access, account, { within: 2_000, rest: 60_000 });
  opened.unshift(reader);
  return reader;
}

const E2E = 'E00416968202603091436ghzKRVgnb7A';
const posted = (id: string, on: string, amount: number, more: Partial<Posted> = {}): Posted => ({
  ...{ id, day: day(on), amount: cents(amount), text: `Texto ${id}`, ...more },
});

const FITIDS: Readonly<Record<StatementBankCode, string[]>> = {
  '001': ['7.976', '8.144'],
  '077': [`a ${E2E}`, 'b'],
  '756': ['a', 'b'],
};

test.each(BANKS)('%s: reads movements of a period with their signs, and the balance', async (bank) => {
  const server = await startBank(bank);
  server.post(
    posted('a', '2026-03-09', 150_055, { document: 7, endToEndId: E2E }),
    posted('b', '2026-03-10', -2_990, { document: 8 }),
    posted('old', '2026-02-27', 500),
  );
  const { lines, unread, balance } = await readerOf(server, bank).read(day('2026-03-09'), TODAY);
  const byDay = lines.toSorted((one, other) => one.day.localeCompare(other.day));
  expect(byDay.map(({ day, amount }) => [day, amount])).toEqual([
    ['2026-03-09', 150_055],
    ['2026-03-10', -2_990],
  ]);
  expect(byDay.map(({ fitid }) => fitid)).toEqual(FITIDS[bank]);
  expect(byDay[1]?.memo).toContain('Texto b');
  expect(unread).toBe(0);
  // 1.000,00 + 5,00 + 1.500,55 - 29,90.
  expect(balance).toEqual({ day: TODAY, balance: 247_565 });
});

test.each(BANKS)('%s: a period over the end of a month is read whole', async (bank) => {
  const server = await startBank(bank);
  server.post(posted('a', '2026-01-31', 100), posted('b', '2026-02-01', 200), posted('c', '2026-02-28', 300));
  server.post(posted('d', '2026-03-01', 400));
  const { lines } = await readerOf(server, bank).read(day('2026-01-31'), TODAY);
  expect(lines.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([100, 200, 300, 400]);
});

test.each(['001', '077'] as const)('%s: page by page, begun anew when a movement is posted meanwhile', async (bank) => {
  const server = await startBank(bank, 3);
  for (let n = 1; n <= 8; n += 1) server.post(posted(`m${n}`, '2026-03-09', n * 100, { document: n }));
  server.afterEachPage([() => server.post(posted('new', '2026-03-10', 900, { document: 9 }))]);
  const { lines } = await readerOf(server, bank).read(day('2026-03-09'), TODAY);
  expect(lines.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 9 }, (_, n) => (n + 1) * 100),
  );
});

test('077: a statement that changes at every page is given up', async () => {
  const server = await startBank('077', 1);
  server.post(posted('a', '2026-03-09', 100), posted('b', '2026-03-09', 200));
  const another = () => server.post(posted(`n${server.posted.length}`, '2026-03-09', 300));
  server.afterEachPage(Array.from({ length: 20 }, () => another));
  await expect(readerOf(server, '077').read(day('2026-03-09'), TODAY)).rejects.toMatchObject({
    kind: 'AWAY',
    message: 'O extrato mudou enquanto era lido.',
  });
});

test('001: what is to come and blocked amounts are no movements; an empty period is empty', async () => {
  const server = await startBank('001');
  const reader = readerOf(server, '001');
  expect(await reader.read(day('2026-03-09'), TODAY)).toEqual({ lines: [], unread: 0, balance: null });
  server.post(posted('a', '2026-03-09', 100), posted('to come', '2026-03-10', 700, { stage: '2' }));
  expect((await reader.read(day('2026-03-09'), TODAY)).lines.map(({ amount }) => amount)).toEqual([100]);
});

test.each(BANKS)('%s: a wrong certificate is denied, and an expired token renewed', async (bank) => {
  const server = await startBank(bank);
  server.post(posted('a', '2026-03-09', 100));
  const { cert, key } = server.otherCertificate;
  const stranger = readerOf(server, bank, { certificate: cert, private_key: key });
  await expect(stranger.read(TODAY, TODAY)).rejects.toMatchObject({ kind: 'DENIED' });
  const nobody = readerOf(server, bank, { certificate: null, private_key: null });
  await expect(nobody.read(TODAY, TODAY)).rejects.toMatchObject({ kind: 'DENIED' });
  const reader = readerOf(server, bank);
  await reader.read(day('2026-03-09'), TODAY);
  server.expireTokens();
  expect((await reader.read(day('2026-03-09'), TODAY)).lines).toHaveLength(1);
});

test.each(BANKS)('%s: too many calls and failures of the bank read nothing', LONG, async (bank) => {
  const server = await startBank(bank);
  server.post(posted('a', '2026-03-09', 100));
  const reader = readerOf(server, bank);
  server.fail(2, 429);
  await expect(reader.read(day('2026-03-09'), TODAY)).rejects.toMatchObject({
    message: 'O banco pediu para esperar antes de chamar de novo (resposta 429).',
  });
  server.fail(2, 500);
  await expect(reader.read(day('2026-03-09'), TODAY)).rejects.toMatchObject({ kind: 'AWAY' });
  expect((await reader.read(day('2026-03-09'), TODAY)).lines).toHaveLength(1);
});
