import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { billDay } from '#api/modules/money/invoices/billing.service.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { announceAhead } from './news.service.ts';
import { sendMessages } from './sending.service.ts';

const { db, deps, ctx, clock, as, client, owner, property, contract, stop } = await startApp({ today: '2026-03-10' });
Object.assign(deps, { publicUrl: 'https://serra.example' });
Object.assign(ctx, { publicUrl: 'https://serra.example' });
const staff = as('*');
afterAll(stop);

const OFF = {
  active: false,
  hour: null,
  days: null,
  channels: null,
  subject: 'Aviso',
  text: 'Olá, {{nome}}.',
  template: null,
};
const save = async (kind: string, change: object) => staff.put(`/messages/news/${kind}`, { ...OFF, ...change });
const kept = () => db.selectFrom('message').selectAll().orderBy('id').execute();

beforeEach(async () => {
  clock.today = '2026-03-10';
  await db.deleteFrom('message').execute();
  await db.deleteFrom('message_kind').execute();
});

/** A lease from February on, with its owner and tenant. */
async function lease(end_date: `${number}-${number}-${number}` = '2028-07-31') {
  const [landlord, tenant] = [await owner({ name: 'Otávio Reis' }), await client({ name: 'Ana Prado' })];
  const house = await property({ owners: [{ id: landlord.id }], street: 'Rua Halfeld', number: '414' });
  const made = await contract({
    ...{ user_id: tenant.id, property_id: house.id, current_price: 150_000, transfer_date: 20 },
    ...{ start_date: '2026-02-01', end_date },
  });
  return { ...made, landlord, tenant };
}

describe('news', () => {
  test('are off until the agency switches them on', LONG, async () => {
    await lease();
    expect(await billDay(ctx)).toBeGreaterThan(0);
    expect(await kept()).toEqual([]);
    const { news } = (await staff.get('/messages/settings')).json();
    expect(news.every(({ active }: { active: boolean }) => !active)).toBe(true);
  });

  test('tell of a whole billing run in one statement, with each tenant’s own link', async () => {
    const TEXT = '{{nome}}, {{valor}} até {{vencimento}}, {{imovel}}: {{link}}';
    expect((await save('INVOICE_ISSUED', { active: true, hour: 9, text: TEXT, template: 'fatura' })).statusCode).toBe(
      204,
    );
    const leases = [await lease(), await lease(), await lease()];
    await billDay(ctx);
    const queued = (await kept()).filter(({ contract_id }) => leases.some(({ id }) => id === contract_id));
    expect(new Set(queued.map(({ client_id }) => client_id))).toEqual(new Set(leases.map(({ tenant }) => tenant.id)));
    const [first] = queued;
    expect(first).toMatchObject({ kind: 'INVOICE_ISSUED', while_open: true, template: 'fatura', state: 'QUEUED' });
    // 9 h in São Paulo.
    expect(first?.send_at).toBe('2026-03-10T12:00:00.000Z');
    expect(first?.body).toMatch(
      /^Ana, R\$ 1\.500,00 até 20\/0\d\/2026, Rua Halfeld, 414: https:\/\/serra\.example\/f\//,
    );
    expect(first?.template_values?.slice(0, 2)).toEqual(['Ana', 'R$ 1.500,00']);
    expect(new Set(queued.map(({ body }) => body)).size).toBe(queued.length);
    // Switched off, they no longer stand in the queue.
    await save('INVOICE_ISSUED', { active: false });
    expect(new Set((await kept()).map(({ state, reason }) => `${state} ${reason}`))).toEqual(
      new Set(['CANCELLED CALLED_OFF']),
    );
  });

  test('go to co-tenants where the contract says so, each in their own name, and not to who left', async () => {
    await save('INVOICE_ISSUED', { active: true, text: '{{nome}}' });
    const { id, tenant } = await lease();
    const [beto, caio] = [await client({ name: 'Beto Luz' }), await client({ name: 'Caio Sá' })];
    const add = (client_id: number) => staff.put(`/proposal/${id}/party`, { client_id, role: 'TENANT' });
    const party = (await add(beto.id)).json();
    expect((await add(caio.id)).statusCode).toBe(201);
    expect((await staff.patch(`/proposal/${id}`, { tells_co_tenants: true })).statusCode).toBe(200);
    await billDay(ctx);
    const queued = async (state: string) =>
      (await kept())
        .filter((message) => message.contract_id === id && message.state === state)
        .map(({ client_id, body }) => [client_id, body]);
    const [one] = (await kept()).filter(({ contract_id }) => contract_id === id);
    const ofFirst = (await kept()).filter(({ invoice_id }) => invoice_id === one?.invoice_id);
    expect(ofFirst.map(({ client_id, body }) => [client_id, body])).toEqual([
      [tenant.id, 'Ana'],
      [beto.id, 'Beto'],
      [caio.id, 'Caio'],
    ]);
    // Whoever leaves is told no more; switched off, nobody but the principal tenant is.
    await staff.put(`/proposal/${id}/party/${party.id}/end`, { valid_to: '2026-03-09' });
    expect(new Set((await queued('CANCELLED')).map(([person]) => person))).toEqual(new Set([beto.id]));
    expect(new Set((await queued('QUEUED')).map(([person]) => person))).toEqual(new Set([tenant.id, caio.id]));
  });

  test('about the contract are called off for a tenant who gave it away; what was issued to them stays theirs', async () => {
    await save('INVOICE_ISSUED', { active: true, text: '{{nome}}' });
    await save('CONTRACT_ENDING', { active: true, days: 60, text: '{{nome}}' });
    await db.updateTable('message_kind').set({ active_since: '2026-03-01T12:00:00Z' }).execute();
    const { id, tenant } = await lease('2026-05-05');
    await billDay(ctx);
    await announceAhead(deps);
    const of = async (kind: string) =>
      (await kept()).filter((message) => message.contract_id === id && message.kind === kind).map(({ state }) => state);
    expect(await of('CONTRACT_ENDING')).toEqual(['QUEUED']);
    const other = await client();
    const given = { client_id: other.id, valid_from: '2026-03-10', stays: false };
    expect((await staff.put(`/proposal/${id}/principal`, given)).statusCode).toBe(204);
    expect(await of('CONTRACT_ENDING')).toEqual(['CANCELLED']);
    expect(new Set(await of('INVOICE_ISSUED'))).toEqual(new Set(['QUEUED']));
    expect(tenant.id).not.toBe(other.id);
  });

  test('a payment cancels what was about the invoice, and tells of itself; its undoing calls that off', async () => {
    const { id } = await lease();
    await save('INVOICE_ISSUED', { active: true });
    await save('PAID', { active: true, text: 'Recebemos {{valor}} em {{pago_em}}.' });
    await billDay(ctx);
    const invoice = await db
      .selectFrom('invoice')
      .selectAll()
      .where('proposal_id', '=', id)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const of = async () =>
      (await kept())
        .filter(({ invoice_id }) => invoice_id === invoice.id)
        .map(({ kind, state, body }) => [kind, state, body]);
    const paid = await staff.patch(`/invoice/${invoice.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    expect(paid.statusCode).toBe(200);
    expect((await of()).at(-1)).toEqual(['PAID', 'QUEUED', 'Recebemos R$ 1.500,00 em 10/03/2026.']);
    expect((await of()).filter(([kind]) => kind === 'INVOICE_ISSUED').every(([, state]) => state === 'CANCELLED')).toBe(
      true,
    );
    expect((await staff.delete(`/invoice/${invoice.id}/refund`)).statusCode).toBe(200);
    expect((await of()).at(-1)?.[1]).toBe('CANCELLED');
  });

  test('tell the owner of a transfer, and call it off when it is undone', async () => {
    await save('TRANSFERRED', { active: true, text: '{{nome}}: {{valor}} em {{repassado_em}}. {{link}}' });
    const { id, landlord } = await lease();
    await billDay(ctx);
    const invoice = await db
      .selectFrom('invoice')
      .selectAll()
      .where('proposal_id', '=', id)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    await staff.patch(`/invoice/${invoice.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    const transfer = await db
      .selectFrom('transfer')
      .selectAll()
      .where('invoice_id', '=', invoice.id)
      .executeTakeFirstOrThrow();
    expect((await staff.patch(`/transfer/${transfer.id}`, { status: 'DONE' })).statusCode).toBe(200);
    expect(await kept()).toMatchObject([{ kind: 'TRANSFERRED', client_id: landlord.id, state: 'QUEUED' }]);
    expect((await kept())[0]?.body).toMatch(
      /^Otávio: R\$ [\d.,]+ em 10\/03\/2026\. https:\/\/serra\.example\/cliente\/repasses$/,
    );
    await staff.delete(`/transfer/${transfer.id}/refund`);
    expect((await kept())[0]).toMatchObject({ state: 'CANCELLED', reason: 'CALLED_OFF' });
  });

  test('announce what falls due once, some days before it, and nothing that was before they were switched on', async () => {
    const { id } = await lease();
    await billDay(ctx);
    const [invoice] = await db
      .selectFrom('invoice')
      .selectAll()
      .where('proposal_id', '=', id)
      .orderBy('due_date', 'desc')
      .execute();
    await db
      .updateTable('invoice')
      .set({ due_date: '2026-03-20' })
      .where('id', '=', invoice?.id ?? 0)
      .execute();
    await save('DUE_SOON', { active: true, days: 3, hour: 9, text: 'Vence em {{dias}} dias: {{vencimento}}' });
    await db.updateTable('message_kind').set({ active_since: '2026-03-10T12:00:00Z' }).execute();
    const announced = async (today: `${number}-${number}-${number}`) => {
      clock.today = today;
      await announceAhead(deps);
      return (await kept()).filter(({ invoice_id }) => invoice_id === invoice?.id);
    };
    expect(await announced('2026-03-16')).toEqual([]);
    expect(await announced('2026-03-17')).toMatchObject([
      {
        key: `due-soon:${invoice?.id}:2026-03-20`,
        body: 'Vence em 3 dias: 20/03/2026',
        last_day: '2026-03-20',
        while_open: true,
      },
    ]);
    expect(await announced('2026-03-18')).toHaveLength(1);
    await db.deleteFrom('message').execute();
    await db.updateTable('message_kind').set({ active_since: '2026-03-18T12:00:00Z' }).execute();
    expect(await announced('2026-03-18')).toEqual([]);
  });

  test('announce the end of a contract', async () => {
    const { id, tenant } = await lease('2026-05-09');
    // The buyer of a property has no lease that ends.
    const sale = await contract({ end_date: '2026-05-09', property: { type: 'SALE' } });
    await save('CONTRACT_ENDING', { active: true, days: 60, text: 'Termina em {{termino}}, {{dias}} dias.' });
    await db.updateTable('message_kind').set({ active_since: '2026-03-01T12:00:00Z' }).execute();
    await announceAhead(deps);
    await announceAhead(deps);
    const told = (await kept()).filter(({ contract_id }) => contract_id === id || contract_id === sale.id);
    expect(told).toMatchObject([
      { contract_id: id, client_id: tenant.id, body: 'Termina em 09/05/2026, 60 dias.', last_day: '2026-05-09' },
    ]);
    // The contract was extended since, so the message would name the wrong day.
    await db.updateTable('proposal').set({ end_date: '2027-05-09' }).where('id', '=', id).execute();
    await db.updateTable('message').set({ send_at: '2026-05-08T12:00:00Z' }).execute();
    await sendMessages(deps, () => new Date('2026-05-08T13:00:00Z'));
    expect((await kept()).find(({ contract_id }) => contract_id === id)).toMatchObject({
      ...{ state: 'CANCELLED', reason: 'SETTLED' },
    });
  });

  test('tell owners and guarantors of a contract that ends, each by a switch and a text of their own', async () => {
    const { id, landlord, tenant } = await lease('2026-04-30');
    const guarantor = await client({ type: 'GUARANTOR', name: 'Gil Nunes' });
    await db
      .insertInto('contract_party')
      .values({ proposal_id: id, client_id: guarantor.id, role: 'GUARANTOR' })
      .execute();
    const text = '{{nome}}: {{contrato}} até {{termino}}';
    await save('CONTRACT_ENDING_OWNER', { active: true, days: 90, text: `${text}. {{link}}` });
    await save('CONTRACT_ENDING_GUARANTOR', { active: true, days: 90, text });
    expect((await save('CONTRACT_ENDING_GUARANTOR', { days: 90, text: '{{link}}' })).statusCode).toBe(422);
    // Announcements due before a kind was switched on are skipped, so the switch is backdated.
    await db.updateTable('message_kind').set({ active_since: '2026-01-01T12:00:00Z' }).execute();
    const told = async () =>
      (await kept())
        .filter(({ contract_id }) => contract_id === id)
        .map(({ kind, client_id, body }) => [kind, client_id, body]);
    const [toOwner, toGuarantor] = [
      ['CONTRACT_ENDING_OWNER', landlord.id, `Otávio: ${id} até 30/04/2026. https://serra.example/cliente/imoveis`],
      ['CONTRACT_ENDING_GUARANTOR', guarantor.id, `Gil: ${id} até 30/04/2026`],
    ];
    await announceAhead(deps);
    expect(await told()).toEqual([toOwner, toGuarantor]);
    await save('CONTRACT_ENDING', { active: true, days: 90, text });
    await db.updateTable('message_kind').set({ active_since: '2026-01-01T12:00:00Z' }).execute();
    await announceAhead(deps);
    expect(await told()).toEqual([toOwner, toGuarantor, ['CONTRACT_ENDING', tenant.id, `Ana: ${id} até 30/04/2026`]]);

    // After the extension the message is obsolete for all three people.
    await db.updateTable('proposal').set({ end_date: '2028-04-30' }).where('id', '=', id).execute();
    await db.updateTable('message').set({ send_at: '2026-03-11T12:00:00Z', last_day: '2026-04-30' }).execute();
    await sendMessages(deps, () => new Date('2026-03-11T15:00:00Z'));
    expect((await kept()).filter(({ contract_id }) => contract_id === id)).toMatchObject(
      Array(3).fill({ state: 'CANCELLED', reason: 'SETTLED' }),
    );
  });

  test('tell the tenant of a readjustment, and call it off when the lot is undone', async () => {
    const { id, tenant } = await lease();
    await save('READJUSTED', { active: true, text: '{{nome}}: {{reajuste}}, de {{valor_anterior}} para {{valor}}.' });
    await db.updateTable('proposal').set({ next_readjustment: '2026-03-20' }).where('id', '=', id).execute();
    const contracts = [{ proposal_id: id, index: null, percent: 5, current_price: 1500 }];
    const lot = (await staff.post('/readjustment', { month: '2026-03', contracts })).json();
    const told = async () => (await kept()).filter(({ kind }) => kind === 'READJUSTED');
    expect(await told()).toMatchObject([
      { client_id: tenant.id, contract_id: id, state: 'QUEUED', body: 'Ana: 5%, de R$ 1.500,00 para R$ 1.575,00.' },
    ]);
    expect((await staff.get(`/readjustment/batch/${lot.id}`)).json()).toMatchObject({
      contracts: 1,
      rows: [{ id, tenant: 'Ana Prado', index: null, percent: 5, old_price: 1500, new_price: 1575 }],
    });
    expect((await staff.get('/readjustment/batch/999999')).json().code).toBe('BATCH_NOT_FOUND');
    await staff.delete(`/readjustment/batch/${lot.id}`);
    expect(await told()).toMatchObject([{ state: 'CANCELLED', reason: 'CALLED_OFF' }]);
  });

  test('tell a client of an answer and of a visit', async () => {
    await save('TICKET_ANSWERED', { active: true, text: '“{{assunto}}”: {{link}}' });
    await save('VISIT_CONFIRMED', { active: true, text: '{{data}}, {{turno}}, {{imovel}}: {{link}}' });
    const ana = await client({ name: 'Ana Prado' });
    const ticket = await db
      .insertInto('ticket')
      .values({ user_id: ana.id, title: 'Vazamento', level: 'LOW', status: 'OPENED' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await staff.put(`/chat/${ticket.id}`, { message: 'Vamos ver.' })).statusCode).toBe(201);
    const house = await property({ street: 'Rua Halfeld', number: '10' });
    const visit = {
      property_id: house.id,
      name: 'Ana Prado',
      phone: '32988412076',
      date: '2026-03-12',
      shift: 'AM',
      client_id: ana.id,
    };
    const booked = await staff.post('/schedule/admin', visit);
    expect(booked.statusCode).toBe(201);
    expect((await kept()).map(({ body, client_id }) => [body, client_id])).toEqual([
      [`“Vazamento”: https://serra.example/cliente/atendimento/${ticket.id}`, ana.id],
      [
        `12/03/2026, manhã, Rua Halfeld, 10: https://serra.example/imovel/alugar/${house.id}/rua-halfeld-juiz-de-fora`,
        ana.id,
      ],
    ]);
    await staff.patch(`/schedule/admin/${booked.json().id}/CANCELED/status`);
    expect((await kept()).at(-1)).toMatchObject({ state: 'CANCELLED', reason: 'CALLED_OFF' });
  });
});

describe('their text', () => {
  test('is previewed with a real case, and refused with a clear word', async () => {
    const { tenant } = await lease();
    await billDay(ctx);
    const preview = async (text: string) =>
      staff.post('/messages/news/DUE_SOON/preview', { subject: 'Vence {{vencimento}}', text });
    const shown = (await preview('Olá, {{nome}}: {{valor}}. {{link}}')).json();
    expect(shown).toMatchObject({ client: tenant.name, template: 'Olá, {{1}}: {{2}}. {{3}}' });
    expect(shown.text).toMatch(/^Olá, Ana: R\$ 1\.500,00\. https:\/\/imobiliaria\.exemplo\/cliente$/);
    expect(shown.whatsapp_cut).toBeNull();
    // 888 characters as written; with the link it is longer than a parameter of WhatsApp may be.
    const { text, whatsapp_cut } = (await preview(`${'casa '.repeat(176)}{{link}}`)).json();
    expect(text.length).toBeGreaterThan(900);
    expect(whatsapp_cut).toBe(`${'casa '.repeat(176).trim()}…`);
    expect((await preview('Olá, {{apelido}}')).json().errors[0]).toMatchObject({
      field: 'text',
      message: expect.stringContaining('{{apelido}} não existe'),
    });
    expect((await save('DUE_SOON', { days: 3, text: 'Olá, {{repassado_em}}' })).statusCode).toBe(422);
    expect((await save('DUE_SOON', { days: null })).json().code).toBe('MESSAGE_DAYS_MISSING');
    expect((await save('PAID', { days: 2 })).json().code).toBe('MESSAGE_DAYS_NEEDLESS');
    expect(await db.selectFrom('message_kind').selectAll().execute()).toEqual([]);
  });
});
