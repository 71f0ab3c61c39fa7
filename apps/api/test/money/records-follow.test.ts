import { afterAll, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { anticipateInvoice } from '#api/modules/money/invoices/invoices.service.ts';
import { refusal } from '#test/calls/answers.ts';
import { clientDesk, clientSession, wordsOf } from '#test/desks/client-desk.ts';
import { startApp } from '#test/harness.ts';
import { form, jpeg } from '#test/pictures.ts';
import { unzip } from '#test/unzip.ts';

const { as, client, contract, ctx, db, deps, owner, property, stop } = await startApp({ today: '2026-03-10' });
const pages = await buildApp({ ...deps, publicUrl: 'https://serra.example' });
afterAll(async () => {
  await pages.close();
  await stop();
});
const staff = as('*');
const { browser } = clientDesk(pages);
const enter = async (id: number) => browser(`__Secure-cliente=${await clientSession({ db }, id)}`);
const TERMS = {
  ...{ current_price: 1500, commission: 10, transfer_date: 10, guarantee: 'OTHER' },
  ...{ start_date: '2026-03-01', end_date: '2028-08-31' },
};
const sign = (property_id: number, user_id: number) =>
  staff.post('/proposal/manual', { ...TERMS, user_id, property_id });
const statusOf = (id: number) =>
  db.selectFrom('property').select(['status', 'reason']).where('id', '=', id).executeTakeFirstOrThrow();

describe('owners of a contract', () => {
  test('are present people: one who was anonymised is replaced first, and the listing is off the market', async () => {
    const landlord = await owner();
    const place = await property({ owners: [landlord] });
    expect((await staff.patch(`/user/${landlord.id}/anonymise`)).statusCode).toBe(200);
    expect(refusal(await sign(place.id, (await client()).id))).toEqual([409, 'OWNER_GONE']);
    expect((await statusOf(place.id)).status).toBe('UNAVAILABLE');
    expect(refusal(await staff.patch(`/property/${place.id}`, { status: 'AVAILABLE' }))).toEqual([409, 'OWNER_GONE']);
  });

  test('are held while it is signed: of signing and anonymising at once, one succeeds', async () => {
    const landlord = await owner();
    const place = await property({ owners: [landlord] });
    const tenant = await client();
    const answers = await Promise.all([staff.patch(`/user/${landlord.id}/anonymise`), sign(place.id, tenant.id)]);
    expect(answers.filter(({ statusCode }) => statusCode < 300)).toHaveLength(1);
  });
});

describe('the status that staff set', () => {
  test('comes back, with its reason, when a contract is deleted as a mistake', async () => {
    const place = await property();
    await staff.patch(`/property/${place.id}`, { status: 'UNAVAILABLE', reason: 'Em inventário' });
    const made = await sign(place.id, (await client()).id);
    expect((await statusOf(place.id)).status).toBe('RENTED');
    await staff.delete(`/proposal/${made.json().id}`);
    expect(await statusOf(place.id)).toEqual({ status: 'UNAVAILABLE', reason: 'Em inventário' });
  });

  test('stays sold after the contract of the sale is closed', async () => {
    const place = await property({ type: 'SALE', price: 30_000_000 });
    const made = await sign(place.id, (await client()).id);
    await staff.patch(`/proposal/${made.json().id}/close`);
    expect((await statusOf(place.id)).status).toBe('SOLD');
  });
});

describe('one e-mail is one entry', () => {
  test('a company with people keeps its CNPJ, and asks for the password before one loses access', async () => {
    const { id } = await client({ name: 'Padaria Serra Ltda', cpf_cnpj: '11222333000181', person_type: 'JURIDICA' });
    const ana = { name: 'Ana Lima', email: 'ana@padaria.com.br', password: 'uma-senha-boa' };
    const added = await staff.post(`/user/${id}/people`, ana);
    expect(added.statusCode).toBe(201);
    const to = await staff.patch(`/user/${id}/update/cpf_cnpj`, { value: '52998224725' });
    expect(refusal(to)).toEqual([409, 'CLIENT_HAS_PEOPLE']);
    await db.updateTable('session').set({ confirmed_at: '2020-01-01' }).execute();
    const person = added.json().id;
    expect(refusal(await staff.delete(`/user/${id}/people/${person}`))).toEqual([401, 'reauth-required']);
    const password = { password: 'janela-azul-7' };
    expect(refusal(await staff.patch(`/user/${id}/user`, password))).toEqual([401, 'reauth-required']);
    await db.updateTable('session').set({ confirmed_at: new Date() }).execute();
    expect((await staff.delete(`/user/${id}/people/${person}`)).statusCode).toBe(204);
    expect((await staff.patch(`/user/${id}/update/cpf_cnpj`, { value: '52998224725' })).statusCode).toBe(200);
  });
});

test('open work stops the removal of a property and of a client, and is named', async () => {
  const place = await property();
  const who = await client();
  await staff.post('/maintenance', { property_id: place.id, title: 'Pia', description: 'Pinga' });
  const visit = { property_id: place.id, name: 'Rui', phone: '32988412076', date: '2026-03-12', shift: 'AM' };
  expect((await staff.post('/schedule/admin', { ...visit, client_id: who.id })).statusCode).toBe(201);
  const stopped = [await staff.delete(`/property/${place.id}`), await staff.delete(`/user/${who.id}/admin`)];
  expect(stopped.map((answer) => [answer.statusCode, answer.json().message])).toEqual([
    [409, 'Há 1 pedido de manutenção e 1 visita em aberto neste imóvel: conclua ou cancele antes de deletar.'],
    [409, 'Há 1 visita em aberto com este cliente: conclua ou cancele antes de deletar.'],
  ]);
});

test('a contract that goes on with new owners is theirs to read, and the former owner’s data names it without terms', async () => {
  const [before, after] = [await owner({ name: 'Antiga Dona' }), await owner({ name: 'Novo Dono' })];
  const lease = await contract({ property: { owners: [before] } });
  const bill = await anticipateInvoice(ctx, { proposal_id: lease.id, reference: '2026-03' });
  await staff.patch(`/invoice/${bill}/down`, { pay_day: '2026-03-10', payment_method: 'PIX', paid_amount: 1500 });
  await staff.put(`/property/${lease.property_id}/member/OWNER/${after.id}`);
  await staff.delete(`/property/${lease.property_id}/member/${before.id}`);
  const later = await staff.put(`/proposal/${lease.id}/CONTRACT`, form(await jpeg(), 'aditivo.jpg'));
  const path = `/cliente/documentos/${later.json().id}`;
  const [former, present] = [await enter(before.id), await enter(after.id)];
  expect((await former.get(path)).statusCode).toBe(404);
  expect((await present.get(path)).statusCode).toBe(200);
  expect(wordsOf(await former.get('/cliente/contratos'))).toContain('Nenhum contrato por aqui');
  const answer = await staff.get(`/user/${before.id}/personal-data`);
  const data = JSON.parse(String((await unzip(answer.rawPayload)).get('dados.json')));
  expect(data.contratos).toMatchObject([{ id: lease.id, papel: 'Proprietário (antigo)', aluguel: null, fim: null }]);
});

test('the personal data of a client arrives without a file that the storage lost, and names it; also of a deleted one', async () => {
  const lease = await contract();
  await staff.put(`/proposal/${lease.id}/RG_FRONT`, form(await jpeg(), 'rg.jpg'));
  const file = await db.selectFrom('stored_file').select(['id', 'key']).orderBy('id', 'desc').executeTakeFirstOrThrow();
  await deps.files.remove(file.key);
  const found = await unzip((await staff.get(`/user/${lease.user_id}/personal-data`)).rawPayload);
  expect(String(found.get('arquivos-que-faltam.txt'))).toContain(`${file.id}-rg.jpg`);
  const gone = await client();
  await staff.delete(`/user/${gone.id}/admin`);
  expect((await staff.get(`/user/${gone.id}/personal-data`)).statusCode).toBe(200);
});
