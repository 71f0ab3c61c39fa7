import { addDays, type CalendarDate } from '@morada/domain/base/calendar';
import { cents } from '@morada/domain/base/money';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ofx } from '#test/bank/bank-papers.ts';
import { trailOf } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { form } from '#test/pictures.ts';
import {
  type Posted,
  STATEMENT_ACCOUNTS,
  type StatementBankCode,
  type StatementServer,
  startStatementServer,
} from '#test/servers/bank/statement-server.ts';
import { sealLinks } from '../connections/sealing.service.ts';
import { readStatementsOfToday } from './feeds.service.ts';

const TODAY = '2026-03-10' as CalendarDate;
const app = await startApp({ today: TODAY });
const { db, deps, as, clock } = app;
afterAll(app.stop);

const owner = as('*');
const staff = as('RECONCILIATION_VIEW', 'RECONCILIATION_EDIT');
const banks: StatementServer[] = [];
beforeEach(app.empty);
afterEach(async () => {
  for (const bank of banks.splice(0)) await bank.close();
});

async function startBank(code: StatementBankCode = '077') {
  const bank = await startStatementServer(code, { opening: cents(100_000), today: () => clock.today });
  banks.push(bank);
  return bank;
}

const access = (bank: StatementServer, code: StatementBankCode = '077', changes: object = {}) => ({
  ...{ bank: code, ...STATEMENT_ACCOUNTS[code], base_url: bank.url, token_url: bank.tokenUrl },
  ...{ client_id: bank.clientId, certificate: bank.clientCertificate.cert, private_key: bank.clientCertificate.key },
  ...{ authority: bank.ca, ...(bank.hasSecret && { client_secret: bank.clientSecret }) },
  ...(bank.applicationKey !== null && { application_key: bank.applicationKey }),
  ...changes,
});

async function connect(bank: StatementServer, code: StatementBankCode = '077', changes: object = {}): Promise<number> {
  const answer = await owner.put('/statement-link', access(bank, code, changes));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().id;
}

const posted = (id: string, day: string, amount: number, more: Partial<Posted> = {}): Posted => ({
  ...{ id, day: day as CalendarDate, amount: cents(amount), text: `Texto ${id}`, ...more },
});
const read = (id: number) => staff.post(`/reconciliation/feed/${id}`, {});
const readOf = async (id: number) => {
  const answer = await read(id);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const feeds = async () => (await staff.get('/reconciliation/feed')).json();
const movements = async (month = '2026-03') =>
  (await staff.get(`/reconciliation/movement?month=${month}`)).json().data as { memo: string; amount: number }[];
const amounts = async () => (await movements()).map(({ amount }) => amount).sort((one, other) => one - other);
const month = async () => (await staff.get('/reconciliation?month=2026-03')).json();
const importFile = (movementsOfFile: Parameters<typeof ofx>[0], account: string) =>
  staff.post(
    '/reconciliation/statement?add=1',
    form(Buffer.from(ofx(movementsOfFile, account).replace('<BANKID>0341', '<BANKID>0077')), 'extrato.ofx', {
      type: 'application/octet-stream',
    }),
  );
const ACCOUNT = STATEMENT_ACCOUNTS['077'].account;

describe('reading a statement at the bank', () => {
  test.each(['001', '077', '756'] as const)(
    '%s: movements and balance come as from a file, and repeat nothing',
    LONG,
    async (code) => {
      const bank = await startBank(code);
      const id = await connect(bank, code);
      bank.post(posted('a', '2026-03-09', 15_000, { document: 7 }), posted('b', '2026-03-10', -2_990, { document: 8 }));
      bank.post(posted('c', '2026-03-10', -2_990, { document: 8 }));
      expect(await readOf(id)).toMatchObject({ movements: 3, added: 3, explained: 0, unread: 0, until: TODAY });
      expect(await readOf(id)).toMatchObject({ movements: 3, added: 0 });
      expect(await amounts()).toEqual([-29.9, -29.9, 150]);
      // 1.000,00 + 150,00 - 29,90 - 29,90.
      expect(await month()).toMatchObject({ closing: 1090.2, gaps: [] });
      const [feed] = await feeds();
      expect(feed).toMatchObject({ bank: code, read_until: TODAY, failing_since: null, problem: null });
      expect(feed.account_id).not.toBeNull();
      const { rows } = await sql<{ action: string }>`
      select action from trail t join statement_import i on t.record = 'statement_import' and t.record_id = i.id`.execute(
        db,
      );
      expect(rows.map(({ action }) => action)).toEqual(['read', 'read']);
    },
  );

  test('what has one explanation is explained by itself', async () => {
    const bank = await startBank();
    const id = await connect(bank);
    const body = { description: 'Luz', type: 'OUTPUT', subtype: 'OTHER', price: 82.35, date: '2026-03-10' };
    expect((await as('FINANCIAL_MOVIMENTATION_CREATE').post('/movimentation', body)).statusCode).toBe(201);
    bank.post(posted('luz', '2026-03-10', -8_235));
    expect(await readOf(id)).toMatchObject({ added: 1, explained: 1 });
  });

  test('a movement that the bank posts late is added on the next day, and the others stay single', LONG, async () => {
    const bank = await startBank();
    const id = await connect(bank);
    bank.post(posted('a', '2026-03-09', 10_000), posted('b', '2026-03-10', 500));
    await readOf(id);
    clock.today = addDays(TODAY, 1);
    bank.post(posted('late', '2026-03-08', -700), posted('next', '2026-03-11', 900));
    expect(await readOf(id)).toMatchObject({ movements: 4, added: 2 });
    expect(await amounts()).toEqual([-7, 5, 9, 100]);
    expect(await month()).toMatchObject({ gaps: [], until: '2026-03-11' });
  });

  test('a file and a call of the same days count each movement once, whichever comes first', async () => {
    const bank = await startBank();
    const id = await connect(bank);
    bank.post(posted('a', '2026-03-08', 10_000), posted('b', '2026-03-09', 500), posted('c', '2026-03-09', 500));
    const line = (fitid: string, day: string, amount: number) => ({
      ...{ fitid, day: day as CalendarDate, amount, memo: 'LANCAMENTO' },
    });
    // The file was made before the second movement of 5,00.
    expect(
      (await importFile([line('F1', '2026-03-08', 10_000), line('F2', '2026-03-09', 500)], ACCOUNT)).json(),
    ).toMatchObject({
      added: 2,
    });
    expect(await readOf(id)).toMatchObject({ movements: 3, added: 1 });
    const whole = [line('F1', '2026-03-08', 10_000), line('F2', '2026-03-09', 500), line('F3', '2026-03-09', 500)];
    expect((await importFile(whole, ACCOUNT)).json()).toMatchObject({ movements: 3, added: 0 });
    expect((await importFile([...whole, line('F4', '2026-03-10', -100)], ACCOUNT)).json()).toMatchObject({ added: 1 });
    expect(await amounts()).toEqual([-1, 5, 5, 100]);
  });

  test('two persons who read at once add each movement once', LONG, async () => {
    const bank = await startBank();
    const id = await connect(bank);
    for (let n = 0; n < 20; n += 1) bank.post(posted(`m${n}`, '2026-03-09', 100 + (n % 3)));
    await Promise.all([read(id), read(id), readStatementsOfToday(deps)]);
    expect(await movements()).toHaveLength(20);
  });
});

describe('the job of each morning', () => {
  test('reads each account once a day; one whose bank fails is told and tried again, and keeps no other waiting', async () => {
    const [sound, failing] = [await startBank('077'), await startBank('756')];
    await connect(failing, '756');
    await connect(sound);
    sound.post(posted('a', '2026-03-09', 10_000));
    failing.post(posted('b', '2026-03-09', 500));
    failing.fail(1_000, 500);
    await readStatementsOfToday(deps);
    const told = (await feeds()).map(({ bank, read_until, problem }: Record<string, string>) => [
      bank,
      read_until,
      problem,
    ]);
    expect(told).toEqual([
      ['756', null, 'O banco está com problemas (resposta 500).'],
      ['077', TODAY, null],
    ]);
    const [{ failing_since }] = await feeds();
    const asked = sound.calls.length;
    await readStatementsOfToday(deps);
    expect(sound.calls).toHaveLength(asked);
    const task = (await staff.get('/reconciliation/task')).json();
    expect(task.failing).toMatchObject([{ bank: '756', failing_since }]);
    failing.recover();
    await readStatementsOfToday(deps);
    expect((await feeds())[0]).toMatchObject({ read_until: TODAY, failing_since: null, problem: null });
  });

  test.each([
    [
      'a wrong certificate',
      (bank: StatementServer) => ({ certificate: bank.otherCertificate.cert, private_key: bank.otherCertificate.key }),
      'O banco não aceitou o certificado ou as credenciais.',
    ],
    ['a wrong secret', () => ({ client_secret: 'outro' }), 'O banco não aceitou o certificado ou as credenciais.'],
    [
      'an authority that is not the bank’s',
      () => ({ authority: null }),
      'O certificado do banco não é de uma autoridade conhecida.',
    ],
  ])('%s is told with its moment, and mended by other data', async (_, wrong, message) => {
    const bank = await startBank();
    const id = await connect(bank, '077', wrong(bank));
    const refused = await read(id);
    expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([
      503,
      'STATEMENT_NOT_READ',
      message,
    ]);
    const [{ failing_since, problem }] = await feeds();
    expect(problem).toBe(message);
    await readStatementsOfToday(deps);
    expect((await feeds())[0].failing_since).toBe(failing_since);
    expect(await connect(bank)).toBe(id);
    await readOf(id);
    expect((await feeds())[0]).toMatchObject({ failing_since: null, problem: null });
  });

  test('a text that no database stores is read without it, and a fault of ours keeps no other account waiting', async () => {
    const [odd, sound] = [await startBank('756'), await startBank('077')];
    const id = await connect(odd, '756');
    await connect(sound);
    odd.post(posted('a', '2026-03-09', 500, { text: 'Pix\0 de \ud800Ana' }));
    sound.post(posted('b', '2026-03-09', 10_000));
    await sql`create function breaks() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$`.execute(
      db,
    );
    await sql`create trigger breaks before insert on bank_movement for each row when (new.amount = 500) execute function breaks()`.execute(
      db,
    );
    await expect(readStatementsOfToday(deps)).rejects.toThrow('disk full');
    expect((await feeds()).map(({ read_until }: { read_until: string | null }) => read_until)).toEqual([null, TODAY]);
    await sql`drop function breaks cascade`.execute(db);
    expect(await readOf(id)).toMatchObject({ added: 1 });
    const kept = await db
      .selectFrom('bank_movement')
      .select('memo')
      .where('amount', '=', cents(500))
      .executeTakeFirst();
    expect(kept?.memo).toMatch(/^Pix de .?Ana/);
  });

  test('nothing is kept of a statement that ends half way', LONG, async () => {
    const bank = await startBank();
    const id = await connect(bank);
    bank.post(posted('a', '2026-03-09', 10_000));
    bank.fail(2, 429, { on: /saldo/ });
    expect((await read(id)).json().message).toContain('429');
    expect((await month()).account).toBeNull();
  });
});

describe('the link of an account', () => {
  test('its secrets are sealed, never sent back, and kept when they do not come', async () => {
    const bank = await startBank('001');
    const id = await connect(bank, '001');
    const listed = await owner.get('/statement-link');
    for (const secret of [bank.clientSecret, bank.applicationKey ?? '', 'PRIVATE KEY'])
      expect(listed.body).not.toContain(secret);
    expect(listed.json()[0]).toMatchObject({
      id,
      account: '123873-6',
      agency: '0452',
      certificate_until: '2049-12-31',
    });
    const {
      client_secret: _,
      private_key: __,
      application_key: ___,
      ...open
    } = access(bank, '001') as Record<string, unknown>;
    expect((await owner.put('/statement-link', open)).json()).toEqual({ id });
    const moved = await owner.put('/statement-link', { ...open, token_url: 'https://outro.example.com/token' });
    expect([moved.statusCode, moved.json().errors[0].field]).toEqual([422, 'client_secret']);
    await readOf(id);
    const row = await db.selectFrom('bank_link').selectAll().executeTakeFirstOrThrow();
    for (const sealed of [row.client_secret, row.fields.application_key, row.private_key])
      expect(sealed).toMatch(new RegExp(`^${deps.secrets.prefix}`));
    expect(JSON.stringify(row)).not.toContain(bank.clientSecret);
    expect(await sealLinks(deps)).toEqual({ sealed: 0, unreadable: 0 });
    const trail = JSON.stringify(await trailOf(db, 'statement_link', id));
    expect(trail).toContain('123873-6');
    expect(trail).not.toContain(bank.clientSecret);
  });

  test.each([
    [
      'Banco do Brasil without an agency',
      '001',
      { agency: null },
      'agency',
      'Informe os números da agência, sem o dígito',
    ],
    [
      'Banco do Brasil without its key',
      '001',
      { application_key: undefined },
      'application_key',
      'Informe a chave da aplicação',
    ],
    ['a secret that is missing', '077', { client_secret: undefined }, 'client_secret', 'Informe o client secret'],
    ['an account with letters', '077', { account: 'conta 12' }, 'account', 'Informe a conta com o dígito: 123456-7'],
    [
      'an address without https',
      '077',
      { base_url: 'http://banco' },
      'base_url',
      'Informe o endereço da API, com https:// e a versão',
    ],
  ] as const)('refused: %s', async (_, code, changes, field, message) => {
    const bank = await startBank(code);
    const answer = await owner.put('/statement-link', access(bank, code, changes));
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain(field);
    expect(answer.body).toContain(message);
    expect((await owner.get('/statement-link')).json()).toEqual([]);
  });

  test('a link that is taken away reads nothing; what it read stays', async () => {
    const bank = await startBank();
    const id = await connect(bank);
    bank.post(posted('a', '2026-03-09', 10_000));
    await readOf(id);
    expect((await owner.delete(`/statement-link/${id}`)).statusCode).toBe(204);
    expect((await owner.delete(`/statement-link/${id}`)).statusCode).toBe(404);
    expect((await read(id)).statusCode).toBe(404);
    expect(await amounts()).toEqual([100]);
    expect(await feeds()).toEqual([]);
  });
});
