import { DEFAULT_STEPS } from '@morada/domain/collection/default-steps';
import type { MessageKind } from '@morada/domain/messages/kinds';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { readSettings } from '#api/base/settings.ts';
import { sendAlerts } from '#api/modules/doors/site/alerts.service.ts';
import { openOutside } from '#api/outside/outside.ts';
import { cpf } from '#test/factories.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { acceptOnline } from '../agreements/acceptance.service.ts';
import { type NewMessage, queueMessages } from './messages.service.ts';
import { sendMessages } from './sending.service.ts';

const TODAY = '2026-03-16';
const PUBLIC_URL = 'https://serra.example';
// No mail server listens there: mails stay queued.
const settings = readSettings({
  ...{ CEP_URL: '', INDICES_URL: '', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@serra.example', PUBLIC_URL },
});
const started = await startApp({ outside: openOutside(settings), today: TODAY });
const { db, deps, ctx, as, client, owner, property, contract, invoice, clock, stop } = started;
Object.assign(deps, { publicUrl: PUBLIC_URL });
const app = await buildApp(deps, { publicUrl: PUBLIC_URL } as never);
afterAll(async () => {
  await app.close();
  await stop();
});
const staff = as('*');

beforeEach(async () => {
  clock.today = TODAY;
  await db.deleteFrom('message').execute();
  await db.deleteFrom('outgoing_mail').execute();
  for (const kind of ['TICKET_ANSWERED', 'MAINTENANCE_QUOTED', 'VISIT_CONFIRMED', 'TRANSFERRED', 'PAID'])
    await staff.put(`/messages/news/${kind}`, {
      ...{ active: true, hour: null, days: null, channels: null, subject: 'Aviso', text: 'Olá', template: null },
    });
});

let keys = 0;
const queue = (message: Partial<NewMessage> & { kind: MessageKind; client: number }) =>
  db
    .transaction()
    .execute((trx) =>
      queueMessages(
        trx,
        [{ key: `test:${++keys}`, subject: 'Aviso', text: 'Olá', ...message }],
        new Date('2026-03-16T13:00:00Z'),
      ),
    );
const states = async (kind: MessageKind) =>
  (
    await db
      .selectFrom('message')
      .select(['client_id', 'state', 'reason'])
      .where('kind', '=', kind)
      .orderBy('id')
      .execute()
  ).map(({ state, reason }) => (reason === null ? state : `${state} ${reason}`));
const OFF = 'CANCELLED CALLED_OFF';

/** A contract of two owners and a guarantor, with an invoice of March that is late. */
async function leased() {
  const [one, two, guarantor] = [await owner(), await owner(), await client({ type: 'GUARANTOR' })];
  const lease = await contract({ user_id: (await client()).id, property: { owners: [one, two] } });
  const added = (await staff.put(`/proposal/${lease.id}/guarantor`, { user_id: guarantor.id })).json();
  const bill = await invoice({ contract: lease, reference: '2026-03' });
  return { one, two, guarantor, lease, bill, row: added.id as number };
}

describe('a queued message is called off with its cause', () => {
  test('a guarantor who leaves hears no more of the debt; the tenant does', LONG, async () => {
    const { guarantor, lease, bill, row } = await leased();
    const of = { contract: lease.id, invoice: bill.id, whileOpen: true };
    for (const person of [guarantor.id, lease.user_id]) await queue({ kind: 'COLLECTION', client: person, ...of });
    const ending = { contract: lease.id, key: `ending:${lease.id}:${lease.end_date}:guarantor:${guarantor.id}` };
    await queue({ kind: 'CONTRACT_ENDING_GUARANTOR', client: guarantor.id, ...ending });
    const notice = { clients: [guarantor.id], way: 'EMAIL' };
    expect((await staff.post(`/proposal/${lease.id}/debt/notice`, notice)).statusCode).toBe(201);
    expect((await staff.delete(`/proposal/${lease.id}/guarantor?id=${row}`)).statusCode).toBe(204);
    expect(await states('COLLECTION')).toEqual([OFF, 'QUEUED']);
    expect(await states('CONTRACT_ENDING_GUARANTOR')).toEqual([OFF]);
    expect(await states('NOTICE')).toEqual([OFF]);
  });

  test('an owner who leaves is asked for no repair, and nobody for one that was cancelled', async () => {
    const { one, lease } = await leased();
    const asked = async () => {
      const { id } = (
        await staff.post('/maintenance', { property_id: lease.property_id, title: 'Telhado', description: 'Goteira' })
      ).json();
      await staff.post(`/maintenance/${id}/quote`, { supplier: 'Telhas', amount: 600 });
      await staff.post(`/maintenance/${id}/submit`);
      return id;
    };
    const id = await asked();
    expect(await states('MAINTENANCE_QUOTED')).toEqual(['QUEUED', 'QUEUED']);
    await staff.delete(`/property/${lease.property_id}/member/${one.id}`);
    expect(await states('MAINTENANCE_QUOTED')).toEqual([OFF, 'QUEUED']);
    await staff.post(`/maintenance/${id}/cancel`, { reason: 'Não é mais preciso' });
    expect(await states('MAINTENANCE_QUOTED')).toEqual([OFF, OFF]);
    const second = await asked();
    await staff.post(`/maintenance/${second}/decision`, { approved: false, note: 'Caro' });
    expect(await states('MAINTENANCE_QUOTED')).toEqual([OFF, OFF, OFF]);
  });

  test('the answer to a ticket that was deleted', async () => {
    const ana = await client();
    const { id } = await db
      .insertInto('ticket')
      .values({ user_id: ana.id, title: 'Chave', level: 'LOW' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await staff.put(`/chat/${id}`, { message: 'Resposta de outro cliente' });
    expect(await states('TICKET_ANSWERED')).toEqual(['QUEUED']);
    await staff.delete(`/chat/${id}`);
    expect(await states('TICKET_ANSWERED')).toEqual([OFF]);
  });

  test('the payment that was refunded, and the transfer that was undone', LONG, async () => {
    const { bill } = await leased();
    await staff.patch(`/invoice/${bill.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    const { id } = await db
      .selectFrom('transfer')
      .select('id')
      .where('invoice_id', '=', bill.id)
      .executeTakeFirstOrThrow();
    await staff.patch(`/transfer/${id}`, { status: 'DONE' });
    expect([await states('PAID'), await states('TRANSFERRED')]).toEqual([['QUEUED'], ['QUEUED']]);
    await staff.delete(`/transfer/${id}/refund`);
    await staff.delete(`/invoice/${bill.id}/refund`);
    expect([await states('PAID'), await states('TRANSFERRED')]).toEqual([[OFF], [OFF]]);
  });

  test('the offer of an agreement that was accepted or cancelled', async () => {
    for (const end of ['accept', 'cancel']) {
      const { lease, bill } = await leased();
      const terms = { instalments: 2, first_due: '2026-03-18', charges_off: 0, rent_off: 0, monthly_interest: 0 };
      const { id } = (
        await staff.post('/debt-agreement', { proposal_id: lease.id, invoices: [bill.id], ...terms })
      ).json();
      expect((await staff.post(`/debt-agreement/${id}/send`)).statusCode).toBe(204);
      if (end === 'accept') await acceptOnline(ctx, id, { name: 'Ana Prado', address: '203.0.113.7', version: 1 });
      else await staff.delete(`/debt-agreement/${id}`, { reason: 'A pedido' });
    }
    expect(await states('AGREEMENT')).toEqual([OFF, OFF]);
  });
});

test('what no event called off is checked again before it is sent', async () => {
  const { guarantor, lease, bill } = await leased();
  await queue({ kind: 'COLLECTION', client: guarantor.id, contract: lease.id, invoice: bill.id, whileOpen: true });
  await db
    .updateTable('contract_party')
    .set({ valid_to: '2026-03-16' })
    .where('client_id', '=', guarantor.id)
    .execute();
  await sendMessages(deps, () => new Date('2026-03-17T13:00:00Z'));
  expect(await states('COLLECTION')).toEqual(['CANCELLED SETTLED']);
});

test('the balance of a held invoice is held, until its own pause ends', async () => {
  const steps = DEFAULT_STEPS.map((step) => ({ ...step, channels: null }));
  await staff.put('/collection/ruler', { steps }, { 'if-match': '"1"' });
  const { bill } = await leased();
  await staff.post(`/collection/invoice/${bill.id}/pause`, { reason: 'LEGAL', note: 'Processo 123' });
  const rest = { fate: 'OPEN_BALANCE', due_date: '2026-03-20' };
  expect(
    (await staff.patch(`/invoice/${bill.id}/down`, { paid_amount: 1000, fine: 0, interest: 0, rest })).statusCode,
  ).toBe(200);
  const balance = await db
    .selectFrom('invoice')
    .select('id')
    .where('balance_of', '=', bill.id)
    .executeTakeFirstOrThrow();
  const shown = async () => (await staff.get(`/collection/invoice/${balance.id}`)).json();
  const { row, pauses } = await shown();
  expect([row.hold, pauses[0].note]).toEqual(['LEGAL', 'Processo 123']);
  expect((await staff.delete(`/collection/pause/${pauses[0].id}`)).statusCode).toBe(204);
  expect((await shown()).row.hold).toBeNull();
});

test('a person who refused messages still refuses them when registered again', async () => {
  const first = await client({ name: 'Rui', email: 'rui@exemplo.com.br', phone: '32991112222' });
  await staff.post(`/messages/clients/${first.id}/refusals`, { channel: null, kind: null });
  await staff.delete(`/user/${first.id}/admin`);
  const again = await staff.post('/user/manual', {
    ...{ name: 'Rui', type: 'TENANT', cpf_cnpj: first.cpf_cnpj, email: 'rui@exemplo.com.br', phone: '32991112222' },
  });
  expect((await staff.get(`/messages/clients/${again.json().id}`)).json().refusals).toMatchObject([
    { channel: null, kind: null, withdrawn_at: null },
  ]);
  const other = await staff.post('/user/manual', {
    name: 'Eva Lima',
    type: 'OWNER',
    cpf_cnpj: cpf(77),
    email: 'eva@exemplo.com.br',
    phone: '32991113333',
  });
  expect((await staff.get(`/messages/clients/${other.json().id}`)).json().refusals).toEqual([]);
});

test('an alert that was left sends nothing more, also what waits', async () => {
  await db
    .insertInto('search_alert')
    .values({
      ...{ email: 'helena@exemplo.com.br', search: 'para=alugar', consent: 'sim' },
      ...{ confirmed_at: new Date('2026-03-01') as never, told_until: new Date('2026-03-01') as never },
    })
    .execute();
  const place = await property();
  await db
    .updateTable('property')
    .set({ listed_at: new Date('2026-03-05') as never })
    .where('id', '=', place.id)
    .execute();
  expect(await sendAlerts(deps, new Date('2026-03-10T13:20:00Z'))).toBe(1);
  const mails = () => db.selectFrom('outgoing_mail').select('body').execute();
  const path = /(\/alerta\/sair\/\d+\/[\w-]{43})/.exec((await mails())[0]?.body ?? '')?.[1] ?? '';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await app.inject({ method: 'POST', url: path, headers, payload: '' });
  expect(await mails()).toEqual([]);
});
