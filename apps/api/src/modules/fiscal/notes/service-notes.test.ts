import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeNational } from '#api/outside/nfse/national.ts';
import { refusal } from '#test/answers.ts';
import { LOST } from '#test/bank-host.ts';
import { startApp } from '#test/harness.ts';
import { startNfse } from '#test/nfse-server.ts';
import { beginNotes, feeInvoice, JUIZ_DE_FORA, keepCertificate } from '#test/notes-desk.ts';
import { workOnNotes } from './issue.service.ts';

const app = await startApp({ today: '2026-11-27' });
const { as, clock, db, deps, owner, property, contract, invoice } = app;
const server = await startNfse();
const OWNER_CNPJ = '11444777000161';
afterAll(async () => {
  closeNational();
  await server.close();
  await app.stop();
});
const staff = as('*');
beforeAll(() => beginNotes(app, server));
beforeEach(async () => {
  server.recover();
  clock.today = '2026-11-27';
  await db.deleteFrom('service_note').execute();
  await db.updateTable('agency').set({ notes_leave: 'SETTLEMENT' }).execute();
});

const settle = (id: number) => staff.patch(`/invoice/${id}/down`, { paid_amount: 1000, fine: 0, interest: 0 });
const numbers = async () =>
  (await db.selectFrom('service_note').select(['state', 'number']).orderBy('number').execute()).map(
    ({ state, number }) => [state, number],
  );
const list = async (search = '') => (await as('FISCAL_VIEW').get(`/fiscal/notes${search}`)).json();

test('settled payments leave with numbers that follow one another, also by two workers at the same time', async () => {
  const landlord = await owner();
  for (let made = 0; made < 6; made += 1) await settle((await feeInvoice(app, landlord)).invoice);
  await Promise.all([workOnNotes(deps), workOnNotes(deps)]);
  expect(await numbers()).toEqual([1, 2, 3, 4, 5, 6].map((number) => ['ISSUED', number]));
  expect(server.notes.size).toBe(6);
  expect(server.service.twice).toBe(0);
  const shown = await list('?state=ISSUED');
  expect(shown).toMatchObject({ total: 6, person: 0, release: 0 });
  const { data } = shown;
  expect(data[0]).toMatchObject({ kind: 'ADMINISTRATION', amount: 100, issuer: null, environment: 'RESTRICTED' });
  const xml = await as('FISCAL_VIEW').get(`/fiscal/notes/${data[0].id}/xml`);
  expect(xml.body).toContain(`<infNFSe Id="NFS${data[0].key}">`);
});

test('a lost answer makes no second note, and the number of one that was withdrawn is the next one’s', async () => {
  const landlord = await owner();
  const first = await feeInvoice(app, landlord);
  await settle(first.invoice);
  server.fail(9, LOST, { on: /^(POST|HEAD)/, performed: true });
  await workOnNotes(deps);
  const [[state, number]] = (await numbers()) as [[string, number]];
  expect(state).toBe('SENDING');
  expect((await list('?waits=PERSON')).total).toBe(1);
  server.recover();
  await db
    .updateTable('service_note')
    .set({ next_try_at: new Date(0).toISOString() })
    .execute();
  await workOnNotes(deps);
  expect(await numbers()).toEqual([['ISSUED', number]]);
  expect(server.service.twice).toBe(0);

  const refused = await feeInvoice(app, landlord);
  server.service.unknown.add(landlord.cpf_cnpj);
  await settle(refused.invoice);
  await workOnNotes(deps);
  server.service.unknown.clear();
  expect((await list('?state=REFUSED')).data[0].refusals).toMatchObject([
    { code: 'E0207', path: `/clients/info/${landlord.id}` },
  ]);
  await staff.delete(`/invoice/${refused.invoice}/refund`);
  await settle((await feeInvoice(app, landlord)).invoice);
  await workOnNotes(deps);
  expect(await numbers()).toEqual([
    ['ISSUED', number],
    ['ISSUED', number + 1],
    ['WITHDRAWN', null],
  ]);
});

test('without a valid certificate a note waits in sight, and leaves once there is one', async () => {
  await settle((await feeInvoice(app)).invoice);
  clock.today = '2050-01-10';
  await workOnNotes(deps);
  const [note] = (await list('?waits=PERSON')).data;
  expect(note).toMatchObject({
    state: 'PENDING',
    number: null,
    problem: 'O certificado digital de quem emite venceu.',
  });
  clock.today = '2026-11-27';
  await workOnNotes(deps);
  expect((await list()).data[0]).toMatchObject({ state: 'ISSUED', problem: null });
});

test('each co-owner with a certificate issues his part of the lease, and closes his line of the sheet', async () => {
  const taxed = { tax_regime: 'REGULAR', taxpayer_since: '2026-01-01', tax_cnpj: OWNER_CNPJ, ...JUIZ_DE_FORA } as const;
  const payer = await owner();
  const other = await owner();
  await db.updateTable('client').set(taxed).where('id', '=', payer.id).execute();
  await keepCertificate(app, server, OWNER_CNPJ, payer.id);
  const home = await property({
    owners: [
      { ...payer, share: 6000 },
      { ...other, share: 4000 },
    ],
    ...JUIZ_DE_FORA,
  });
  const lease = await contract({ property_id: home.id, current_price: 100_000, with_commission: false });
  const { id } = await invoice({ contract: lease });
  await settle(id);
  await workOnNotes(deps);
  const [note, ...none] = (await list()).data;
  expect(none).toEqual([]);
  expect(note).toMatchObject({ kind: 'LEASE', state: 'ISSUED', amount: 600, issuer: { id: payer.id } });
  const sheet = (await as('FISCAL_VIEW').get('/fiscal/notes/lease?month=2026-11')).json();
  expect(sheet.data).toMatchObject([{ key: note.key, service: 600, service_note: note.id }]);
  // The sheet has no second note of the payment, and does not open its line, while the note stands or may still be issued.
  const line = `/fiscal/notes/lease/${sheet.data[0].id}`;
  const doors = async () => [refusal(await staff.put(line, { key: note.key })), refusal(await staff.delete(line))];
  const { key, state } = note;
  for (const before of [
    { state: 'PENDING', key: null },
    { state: 'REFUSED', key: null },
    { state: 'EXCEPTION', key },
    { state, key },
  ] as const) {
    await db.updateTable('service_note').set(before).where('id', '=', note.id).execute();
    expect(await doors(), before.state).toEqual([
      [409, 'LEASE_NOTE_OURS'],
      [409, 'LEASE_NOTE_OURS'],
    ]);
  }
  await staff.delete(`/invoice/${id}/refund`);
  await workOnNotes(deps);
  expect((await list()).data[0]).toMatchObject({ state: 'CANCELED' });
  expect((await as('FISCAL_VIEW').get('/fiscal/notes/lease?month=2026-11')).json().total).toBe(0);
});
