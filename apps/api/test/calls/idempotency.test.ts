import { createHash } from 'node:crypto';
import { type Endpoint, honoursKey } from '@morada/contract/base/endpoint';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { applyMigration, knownMigrations, prepareMigrations } from '#api/db/migrate.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { LONG } from '#test/long.ts';
import { itau400 } from '../bank/bank-papers.ts';
import { agree, fillAgency } from '../collection.ts';
import { emptyDatabase } from '../empty-database.ts';
import { startApp } from '../harness.ts';
import { form } from '../pictures.ts';
import { type Answer, refusal } from './answers.ts';
import { CALLS } from './contract-calls.ts';

const TODAY = '2026-03-10';
const app = await startApp({ today: TODAY });
const staff = app.as('*');
afterAll(app.stop);
beforeAll(async () => {
  await fillAgency(app.db);
  await agree(app.db, '341');
});

const DECLARED = CALLS.filter(({ idempotent }) => idempotent).map(({ method, path }) => `${method} ${path}`);

type Call = { url: string; body?: object; headers?: Record<string, string> };
/** A change of money, and another request that its key must refuse. */
type Story = () => Promise<{ send: Call; other: Call }>;

const late = () => app.invoice({ reference: '2026-02' });
async function paid() {
  const invoice = await app.invoice();
  const answer = await staff.patch(`/invoice/${invoice.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
  return { id: invoice.id, transfer: answer.json().transfers[0].id as number };
}
/** A note of the fee of a payment, with its key where it was issued. */
async function note(state: 'PENDING' | 'ISSUED') {
  const { transfer } = await paid();
  const key = state === 'ISSUED' ? String(transfer).padStart(50, '9') : null;
  const { rows } = await sql<{ id: number }>`
    insert into service_note (kind, transfer_id, invoice_id, proposal_id, property_id, taker_id, competence, amount, state, key, next_try_at)
    select 'ADMINISTRATION', t.id, t.invoice_id, t.proposal_id, k.property_id, t.user_id, ${TODAY}, 100, ${state}, ${key}, null
    from transfer t join proposal k on k.id = t.proposal_id where t.id = ${transfer} returning id`.execute(app.db);
  return `/fiscal/notes/${rows[0]?.id}`;
}
const wrongAmount = { reason: '1', text: 'O valor da nota estava errado.' };
const spent = { description: 'Água', price: 80, type: 'OUTPUT', subtype: 'OTHER' };
const planned = async () => (await staff.post('/movimentation', { ...spent, due_date: TODAY })).json().id as number;
const movimentation = async () => (await staff.post('/movimentation', spent)).json().id as number;
const paint = { description: 'Pintura', amount: 80, type: 'DEBIT', influence: 'EXPENSE', boleto: true };
const boleto = async () => {
  const { id: invoice_id, user_id, proposal_id } = await app.invoice();
  return (await staff.post('/boleto/manual', { invoice_id, user_id, proposal_id })).json();
};
async function returned() {
  const { nosso_numero } = await boleto();
  const payment = { nosso_numero: nosso_numero.split('/')[1].split('-')[0], amount: 150_000, paid_on: TODAY } as const;
  return form(Buffer.from(itau400([payment])), 'retorno.ret', { type: 'application/octet-stream' });
}
async function readjusted() {
  const { id } = await app.contract({ start_date: '2025-03-20', next_readjustment: '2026-03-20' });
  const contracts = [{ proposal_id: id, index: null, percent: 5, current_price: 1500 }];
  return (await staff.post('/readjustment', { month: '2026-03', contracts })).json().id as number;
}
/** An offer of two instalments for the debt of one invoice. */
async function offered() {
  const invoice = await app.invoice({ reference: '2026-02' });
  const terms = { first_due: TODAY, instalments: 2, charges_off: 0, rent_off: 0, monthly_interest: 0 };
  const offer = await staff.post('/debt-agreement', {
    proposal_id: invoice.proposal_id,
    invoices: [invoice.id],
    ...terms,
  });
  return offer.json().id as number;
}
function signed(name: string) {
  const paper = form(Buffer.from('%PDF-1.4\n%%EOF\n'), 'termo.pdf', { type: 'application/pdf' });
  paper.append('name', name);
  return paper;
}
async function agreed() {
  const id = await offered();
  await staff.put(`/debt-agreement/${id}/acceptance`, signed('Ana Reis'));
  return id;
}
async function undone() {
  const id = await agreed();
  await staff.delete(`/debt-agreement/${id}`, { reason: 'A pedido do inquilino' });
  return id;
}
async function ordered() {
  const { transfer } = await paid();
  return (await staff.post('/financial/payments', { transfers: [transfer], pay_on: TODAY })).json().id as number;
}

/** A payment that its bank's file left unsettled and that was ignored. */
async function ignoredLine() {
  await staff.put('/boleto/down?preview=1', await returned());
  const { rows } = await sql<{ id: number }>`
    insert into bank_line (file_id, line, fingerprint, entry, paid_on, amount, reason)
    select id, 2, 'file ' || id, entries -> 0, ${TODAY}, 150000, 'Ficou de fora' from bank_file order by id desc limit 1
    returning id`.execute(app.db);
  const id = rows[0]?.id;
  await staff.post(`/boleto/down/open/${id}/ignore`, { reason: 'De outra conta' });
  return `/boleto/down/open/${id}/ignore`;
}

/** A DARF that the agency paid, for a new tenant. */
async function paidDarf() {
  const { id: user_id } = await app.client({ person_type: 'JURIDICA' });
  const { id } = await app.invoice({ user_id, current_price: 600_000, withholding: 'AGENCY' });
  await staff.patch(`/invoice/${id}/down`, { paid_amount: 6000 });
  const body = { tenant_id: user_id, code: '3208', reference: TODAY.slice(0, 7), paid_on: TODAY };
  return (await staff.post('/fiscal/darf', body)).json().id;
}

/** A sale's commission in the cash, divided, and the payment of a person's part of it. */
async function dividedSale() {
  const { adminId: admin_user_id } = await app.signIn('PROPERTY_VIEW');
  const { id: property_id } = await app.property({ type: 'SALE' });
  await staff.put('/financial/commissions/rules', {
    ...{ kind: 'SALE', property_id, shares: [{ role: 'BROKER', admin_user_id, share: 10 }] },
  });
  const entry = { description: 'Venda', type: 'INPUT', subtype: 'SALE', price: 1000 };
  const movimentation_id = (await staff.post('/movimentation', entry)).json().id;
  await staff.post('/financial/commissions/sales', { movimentation_id, property_id });
  return { admin_user_id, movimentation_id };
}
async function paidPerson() {
  const { admin_user_id } = await dividedSale();
  const body = { admin_user_id, amount: 100, until: TODAY, paid_on: TODAY, paper: 'RPA', paper_number: '1' };
  return (await staff.post('/financial/commissions/people/payments', body)).json().id;
}

const STORIES: Record<string, Story> = {
  'PUT /fiscal/notes/:id/issue': async () => ({
    send: { url: `${await note('PENDING')}/issue` },
    other: { url: `${await note('PENDING')}/issue` },
  }),
  'DELETE /fiscal/notes/:id': async () => ({
    send: { url: await note('PENDING'), body: wrongAmount },
    other: { url: await note('PENDING'), body: wrongAmount },
  }),
  'PUT /fiscal/notes/:id/canceled': async () => ({
    send: { url: `${await note('ISSUED')}/canceled` },
    other: { url: `${await note('ISSUED')}/canceled` },
  }),
  'PUT /fiscal/notes/:id/check': async () => ({
    send: { url: `${await note('ISSUED')}/check` },
    other: { url: `${await note('ISSUED')}/check` },
  }),
  'PATCH /invoice/:id/down': async () => {
    const url = `/invoice/${(await app.invoice()).id}/down`;
    return { send: { url, body: { paid_amount: 1500 } }, other: { url, body: { paid_amount: 1600 } } };
  },
  'DELETE /invoice/:id/refund': async () => ({
    send: { url: `/invoice/${(await paid()).id}/refund` },
    other: { url: `/invoice/${(await paid()).id}/refund` },
  }),
  'DELETE /financial/invoice/:id/delete': async () => ({
    send: { url: `/financial/invoice/${(await app.invoice()).id}/delete` },
    other: { url: `/financial/invoice/${(await app.invoice()).id}/delete` },
  }),
  'PATCH /financial/shall/:id/manual': async () => ({
    send: { url: `/financial/shall/${(await late()).id}/manual` },
    other: { url: `/financial/shall/${(await late()).id}/manual` },
  }),
  'PATCH /transfer/:id': async () => ({
    send: { url: `/transfer/${(await paid()).transfer}`, body: { status: 'DONE' } },
    other: { url: `/transfer/${(await paid()).transfer}`, body: { status: 'DONE' } },
  }),
  'DELETE /transfer/:id/refund': async () => {
    const { transfer } = await paid();
    await staff.patch(`/transfer/${transfer}`, { status: 'DONE' });
    return { send: { url: `/transfer/${transfer}/refund` }, other: { url: '/transfer/999999/refund' } };
  },
  'PATCH /movimentation/:id': async () => {
    const url = `/movimentation/${await movimentation()}`;
    return { send: { url, body: { price: 90 } }, other: { url, body: { price: 91 } } };
  },
  'PATCH /movimentation/:id/settle': async () => {
    const url = `/movimentation/${await planned()}/settle`;
    return { send: { url, body: { price: 90 } }, other: { url, body: { price: 91 } } };
  },
  'PATCH /movimentation/:id/reopen': async () => ({
    send: { url: `/movimentation/${await movimentation()}/reopen` },
    other: { url: `/movimentation/${await movimentation()}/reopen` },
  }),
  'DELETE /movimentation/:id': async () => ({
    send: { url: `/movimentation/${await movimentation()}` },
    other: { url: `/movimentation/${await movimentation()}` },
  }),
  'PATCH /proposal/:id': async () => {
    const url = `/proposal/${(await app.contract()).id}`;
    // The first call raised the version: a repeated call doesn't compare it again.
    const headers = { 'if-match': '"1"' };
    return { send: { url, headers, body: { current_price: 1600 } }, other: { url, body: { current_price: 1700 } } };
  },
  'PATCH /proposal/:id/close': async () => ({
    send: { url: `/proposal/${(await app.contract()).id}/close` },
    other: { url: `/proposal/${(await app.contract()).id}/close` },
  }),
  'PUT /proposal/:id/extra': async () => {
    const url = `/proposal/${(await app.contract()).id}/extra`;
    return { send: { url, body: paint }, other: { url, body: { ...paint, amount: 90 } } };
  },
  'DELETE /proposal/:id/extra': async () => {
    const url = `/proposal/${(await app.contract()).id}/extra`;
    const { id } = (await staff.put(url, paint)).json();
    return { send: { url: `${url}?id=${id}` }, other: { url: `${url}?id=${id + 1}` } };
  },
  'PUT /proposal/:id/termination': async () => {
    const url = `/proposal/${(await app.contract()).id}/termination`;
    return { send: { url, body: { left_on: TODAY } }, other: { url, body: { left_on: '2026-03-09' } } };
  },
  'DELETE /proposal/:id/termination': async () => {
    const ended = async () => {
      const { id } = await app.contract();
      await staff.put(`/proposal/${id}/termination`, { left_on: TODAY });
      return `/proposal/${id}/termination`;
    };
    return { send: { url: await ended() }, other: { url: await ended() } };
  },
  'DELETE /readjustment/batch/:id': async () => ({
    send: { url: `/readjustment/batch/${await readjusted()}` },
    other: { url: `/readjustment/batch/${await readjusted()}` },
  }),
  'DELETE /financial/payments/:id': async () => ({
    send: { url: `/financial/payments/${await ordered()}` },
    other: { url: `/financial/payments/${await ordered()}` },
  }),
  'DELETE /financial/commissions/people/payments/:id': async () => ({
    send: { url: `/financial/commissions/people/payments/${await paidPerson()}` },
    other: { url: `/financial/commissions/people/payments/${await paidPerson()}` },
  }),
  'DELETE /financial/commissions/sales/:id': async () => ({
    send: { url: `/financial/commissions/sales/${(await dividedSale()).movimentation_id}` },
    other: { url: `/financial/commissions/sales/${(await dividedSale()).movimentation_id}` },
  }),
  'DELETE /fiscal/darf/:id': async () => ({
    send: { url: `/fiscal/darf/${await paidDarf()}` },
    other: { url: `/fiscal/darf/${await paidDarf()}` },
  }),
  'PUT /debt-agreement/:id/acceptance': async () => {
    const url = `/debt-agreement/${await offered()}/acceptance`;
    return { send: { url, body: signed('Ana Reis') }, other: { url, body: signed('Bia Reis') } };
  },
  'DELETE /debt-agreement/:id': async () => {
    const url = `/debt-agreement/${await agreed()}`;
    return { send: { url, body: { reason: 'A pedido' } }, other: { url, body: { reason: 'Por engano' } } };
  },
  'PUT /debt-agreement/:id/reinstatement': async () => {
    const url = `/debt-agreement/${await undone()}/reinstatement`;
    return { send: { url, body: { until: '2026-03-20' } }, other: { url, body: { until: '2026-03-21' } } };
  },
  'DELETE /boleto/:id': async () => ({
    send: { url: `/boleto/${(await boleto()).id}` },
    other: { url: `/boleto/${(await boleto()).id}` },
  }),
  'DELETE /boleto/down/open/:id/ignore': async () => ({
    send: { url: await ignoredLine() },
    other: { url: await ignoredLine() },
  }),
  'PUT /boleto/down': async () => ({
    send: { url: '/boleto/down', body: await returned() },
    other: { url: '/boleto/down', body: await returned() },
  }),
};

/** All rows that a change of money could duplicate. */
async function money() {
  const tables = [
    'ledger_entry',
    'ledger_line',
    'invoice',
    'transfer',
    'extra_value',
    'movimentation',
    'boleto',
    'trail',
  ];
  const more = [
    'proposal',
    'termination',
    'readjustment',
    'payment_batch',
    'bank_file',
    'bank_settlement',
    'bank_line',
  ];
  const rows: Record<string, unknown> = {};
  for (const table of [...tables, ...more]) {
    const { rows: found } = await sql`select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as print,
      count(*) as rows from ${sql.table(table)} t`.execute(app.db);
    rows[table] = found[0];
  }
  return rows;
}

describe('a call that moves money', () => {
  test('has a case here', () => {
    expect(Object.keys(STORIES).sort()).toEqual(DECLARED.toSorted());
  });

  test.each(Object.entries(STORIES))('%s runs once when repeated with its key', async (call, story) => {
    const { send, other } = await story();
    const method = call.split(' ')[0]?.toLowerCase() as 'put' | 'patch' | 'delete';
    const ask = ({ url, body, headers }: Call, key: string): Promise<Answer> =>
      staff[method](url, body, { ...headers, 'idempotency-key': key });
    const first = await ask(send, call);
    expect(first.statusCode, first.body).toBeLessThan(300);
    const after = await money();
    const again = await ask(send, call);
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([
      first.statusCode,
      first.body,
      first.headers.etag,
    ]);
    expect(await money()).toEqual(after);
    expect(refusal(await ask(other, call))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await money()).toEqual(after);
    expect(await verifyBooks(app.db)).toEqual([]);
  });

  test('runs once under two concurrent calls with one key', async () => {
    const { id } = await app.invoice();
    const pay = () =>
      staff.patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 }, { 'idempotency-key': 'at once' });
    const answers = await Promise.all([pay(), pay(), pay()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const entries = await app.db.selectFrom('ledger_entry').select('id').where('invoice_id', '=', id).execute();
    expect(entries).toHaveLength(1);
  });

  test('leaves its key free when refused', async () => {
    const { id } = await app.invoice();
    const pay = (paid_amount: number) =>
      staff.patch(`/invoice/${id}/down`, { paid_amount }, { 'idempotency-key': 'refused first' });
    expect((await pay(0)).statusCode).toBe(422);
    expect((await pay(1500)).statusCode).toBe(200);
  });

  test('documents its key in OpenAPI', async () => {
    const { paths } = (await app.anonymous.get('/openapi.json')).json();
    const operations = CALLS.map((call) => ({
      call,
      operation: paths[call.path.replace(/:(\w+)/g, '{$1}')][call.method.toLowerCase()],
    }));
    for (const { call, operation } of operations) {
      const names = operation.parameters.map(({ name }: { name: string }) => name);
      expect(names.includes('Idempotency-Key'), `${call.method} ${call.path}`).toBe(honoursKey(call));
    }
  });
});

describe('the hash of a request', () => {
  // A group that moves no money, so that no second person is asked.
  const readers = app.signIn('CLIENT_VIEW');
  const newUser = async (password: string) => {
    const { groupId } = await readers;
    return { name: 'Ana Reis', email: 'ana.reis@morada.test', groupId, password };
  };
  const hashOf = (key: string) =>
    app.db.selectFrom('idempotency_key').select('request_hash').where('key', '=', key).executeTakeFirstOrThrow();

  test('contains no password', async () => {
    const create = async (password: string, more = {}) =>
      staff.post('/user/admin/user', { ...(await newUser(password)), ...more }, { 'idempotency-key': 'ana' });
    const first = await create('cavalo bateria grampo');
    expect(first.statusCode, first.body).toBe(201);
    expect((await create('outra senha bem longa')).json()).toEqual(first.json());
    expect(refusal(await create('cavalo bateria grampo', { name: 'Outra' }))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  test('is keyed by the installation', LONG, async () => {
    const elsewhere = await startApp({ today: TODAY });
    await sql`update installation_secret set request_key = '\\x00'`.execute(elsewhere.db);
    const headers = { 'idempotency-key': 'água' };
    await staff.post('/movimentation', spent, headers);
    await elsewhere.as('*').post('/movimentation', spent, headers);
    const here = (await hashOf('água')).request_hash;
    const there = await elsewhere.db.selectFrom('idempotency_key').select('request_hash').executeTakeFirstOrThrow();
    const plain = createHash('sha256')
      .update(`POST /api/movimentation\n${JSON.stringify(spent)}`)
      .digest();
    expect(here).toHaveLength(32);
    expect(here).not.toEqual(there.request_hash);
    expect(here).not.toEqual(plain);
    await elsewhere.stop();
  });

  test('excludes every secret field', () => {
    const isSecret = /passw|senha|secret|token|confirmation|^code$/;
    /** Codes of banks and of taxes, an address, and the flag of a temporary password, are not secret. */
    const isPublic = (path: string, field: string) =>
      field === 'password_temporary' ||
      field === 'token_url' ||
      (field === 'code' && /\/(bank(\/:bankId)?|darf)$/.test(path));
    const fieldsOf = ({ body }: Endpoint) =>
      body ? Object.keys(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : [];
    const found = CALLS.flatMap((call) =>
      fieldsOf(call)
        .filter((field) => isSecret.test(field) && !isPublic(call.path, field))
        .filter((field) => !call.secrets?.includes(field))
        .map((field) => `${call.method} ${call.path} ${field}`),
    );
    expect(found).toEqual([]);
  });

  test('is dropped in the upgrade, and its key still returns the first result', LONG, async () => {
    const database = await emptyDatabase();
    const client = new Client(database);
    await client.connect();
    await prepareMigrations(client);
    const steps = await knownMigrations();
    for (const step of steps.filter(({ name }) => name < '0021')) await applyMigration(client, step);
    await client.query(`
      insert into permission_group (name, permissions) values ('Equipe', '{*}');
      insert into admin_user (name, email, password_hash, group_id)
        select 'Ana', 'ana@morada.test', 'x', id from permission_group;
      insert into idempotency_key (admin_user_id, key, request_hash, answer)
        select id, 'antes', sha256('senha'), '{"id": 1}' from admin_user`);
    for (const step of steps.filter(({ name }) => name.startsWith('0021'))) await applyMigration(client, step);
    const { rows: kept } = await client.query('select key, request_hash, answer from idempotency_key');
    const { rows: secrets } = await client.query('select length(request_key) as bytes from installation_secret');
    await client.end();
    expect(kept).toEqual([{ key: 'antes', request_hash: null, answer: { id: 1 } }]);
    expect(secrets).toEqual([{ bytes: 32 }]);

    await staff.post('/movimentation', spent, { 'idempotency-key': 'upgraded' });
    await app.db.updateTable('idempotency_key').set({ request_hash: null }).where('key', '=', 'upgraded').execute();
    const before = await money();
    expect((await staff.post('/movimentation', spent, { 'idempotency-key': 'upgraded' })).statusCode).toBe(201);
    expect(await money()).toEqual(before);
  });
});
