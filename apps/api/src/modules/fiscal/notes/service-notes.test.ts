import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bulkRuns } from '#api/modules/desk/bulk/runs.service.ts';
import { closeNational } from '#api/outside/nfse/national.ts';
import { refusal } from '#test/calls/answers.ts';
import { beginNotes, feeInvoice, JUIZ_DE_FORA, keepCertificate } from '#test/desks/notes-desk.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { LOST } from '#test/servers/bank/bank-host.ts';
import { startNfse } from '#test/servers/nfse-server.ts';
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
  server.service.environment = '1';
  clock.today = '2026-11-27';
  await db.deleteFrom('service_note_part').execute();
  await db.deleteFrom('service_note').execute();
  const taxes = { iss_rate: null, pis_rate: null, cofins_rate: null };
  await db
    .updateTable('agency')
    .set({
      ...{ notes_leave: 'SETTLEMENT', fee_notes: 'RECEIPT', dps_environment: 'PRODUCTION', dps_series: 1 },
      ...{ tax_regime: 'REGULAR', simples_rate: 0, ...taxes },
    })
    .execute();
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
  expect(data[0]).toMatchObject({ kind: 'ADMINISTRATION', amount: 100, issuer: null, environment: 'PRODUCTION' });
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
  // What it would have said of its taker was declared to nobody.
  expect(await db.selectFrom('service_note').select('facts').where('state', '=', 'WITHDRAWN').execute()).toEqual([
    { facts: null },
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

/** An owner who pays IBS and CBS, with a certificate. */
async function taxpayer() {
  const payer = await owner();
  const taxed = { tax_regime: 'REGULAR', taxpayer_since: '2026-01-01', tax_cnpj: OWNER_CNPJ, ...JUIZ_DE_FORA } as const;
  await db.updateTable('client').set({ tax_cnpj: null }).where('tax_cnpj', '=', OWNER_CNPJ).execute();
  // One CNPJ has a series for each test.
  await db
    .updateTable('client')
    .set({ ...taxed, dps_series: payer.id })
    .where('id', '=', payer.id)
    .execute();
  await keepCertificate(app, server, OWNER_CNPJ, payer.id);
  return payer;
}

/** Lines of an owner in the sheet of notes. */
const sheetOf = async ({ id }: { id: number }) =>
  (await as('FISCAL_VIEW').get('/fiscal/notes/lease?month=2026-11'))
    .json()
    .data.filter(({ owner }: { owner: { id: number } }) => owner.id === id);

test('each co-owner with a certificate issues his part of the lease, and closes his line of the sheet', async () => {
  const payer = await taxpayer();
  const other = await owner();
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

const show = async (id: number) => (await as('FISCAL_VIEW').get(`/fiscal/notes/${id}`)).json();
const xmlOf = (key: string) => server.notes.get(key)?.xml ?? '';
/** State, amount and month of each note, in order. */
const inOrder = async () =>
  (await db.selectFrom('service_note').select(['state', 'amount', 'month']).orderBy('id').execute()).map(
    ({ state, amount, month }) => [state, amount, month],
  );

test('a month’s note gathers the fees of an owner, leaves after the month, and is replaced where one of them is undone', async () => {
  await db.updateTable('agency').set({ fee_notes: 'MONTH' }).execute();
  const [landlord, other] = [await owner(), await owner()];
  const [one, two, three] = [
    await feeInvoice(app, landlord),
    await feeInvoice(app, landlord),
    await feeInvoice(app, landlord),
  ];
  // Two settlements of the same owner at once, and one of another owner.
  await Promise.all([settle(one.invoice), settle(two.invoice), settle((await feeInvoice(app, other)).invoice)]);
  await workOnNotes(deps);
  expect((await inOrder()).toSorted()).toEqual([
    ['PENDING', 10_000, '2026-11'],
    ['PENDING', 20_000, '2026-11'],
  ]);
  clock.today = '2026-12-02';
  // Paid in December: of the next month.
  await settle(three.invoice);
  await workOnNotes(deps);
  const found = (await list('?state=ISSUED')).data;
  const note = found.find(({ amount }: { amount: number }) => amount === 200);
  expect(found).toHaveLength(2);
  expect(note).toMatchObject({ month: '2026-11', competence: '2026-11-27' });
  expect(xmlOf(note.key)).toContain('Administração dos aluguéis recebidos em 11/2026: ');
  expect(await list('?waits=RELEASE')).toMatchObject({ total: 1, data: [{ amount: 100, month: '2026-12' }] });

  // A payment of November that is typed later has a note of its own, as the month's is out.
  const late = await feeInvoice(app, landlord);
  await staff.patch(`/invoice/${late.invoice}/down`, {
    paid_amount: 1000,
    fine: 0,
    interest: 0,
    pay_day: '2026-11-28',
  });
  await workOnNotes(deps);
  expect((await list('?month=2026-11&state=ISSUED')).total).toBe(3);

  await staff.delete(`/invoice/${one.invoice}/refund`);
  expect(await show(note.id)).toMatchObject({ state: 'REPLACING', amount: 200 });
  await workOnNotes(deps);
  const old = await show(note.id);
  expect(old.state).toBe('CANCELED');
  // The payments were settled at once, in either order.
  expect(old.parts.map(({ undone }: { undone: boolean }) => undone).toSorted()).toEqual([false, true]);
  const next = await show(old.replaced_by);
  expect(next).toMatchObject({ state: 'ISSUED', amount: 100, replaces: note.id });
  expect(server.notes.get(note.key)?.cancelled).toMatchObject({ replaced_by: next.key });
  expect(xmlOf(next.key)).toContain(`<chSubstda>${note.key}</chSubstda><cMotivo>99</cMotivo>`);
  // The last one undone: nothing is left to be replaced.
  await staff.delete(`/invoice/${two.invoice}/refund`);
  await workOnNotes(deps);
  expect(await show(next.id)).toMatchObject({ state: 'CANCELED', replaced_by: null });
});

test('fees of dwellings and of other properties have a note each in a month, since a document has one NBS', async () => {
  await db.updateTable('agency').set({ fee_notes: 'MONTH' }).execute();
  const landlord = await owner();
  const [home, shop, other] = [
    await feeInvoice(app, landlord),
    await feeInvoice(app, landlord),
    await feeInvoice(app, landlord),
  ];
  const ofPurpose = (purpose: 'RESIDENTIAL' | 'NON_RESIDENTIAL', { lease }: { lease: { id: number } }) =>
    db.updateTable('proposal').set({ purpose }).where('id', '=', lease.id).execute();
  await ofPurpose('RESIDENTIAL', home);
  await ofPurpose('NON_RESIDENTIAL', shop);
  await ofPurpose('NON_RESIDENTIAL', other);
  for (const { invoice: id } of [home, shop, other]) await settle(id);
  clock.today = '2026-12-02';
  await workOnNotes(deps);
  const found = (await list('?state=ISSUED')).data;
  expect(
    found.map(({ amount, key }: { amount: number; key: string }) => [
      amount,
      /<cNBS>(\d+)/.exec(xmlOf(key) ?? '')?.[1],
    ]),
  ).toEqual([
    [200, '110011290'],
    [100, '110011100'],
  ]);
  // One payment of the two is undone: what replaces the note keeps its NBS.
  await staff.delete(`/invoice/${shop.invoice}/refund`);
  await workOnNotes(deps);
  expect((await inOrder()).toSorted()).toEqual([
    ['CANCELED', 20_000, '2026-11'],
    ['ISSUED', 10_000, '2026-11'],
    ['ISSUED', 10_000, '2026-11'],
  ]);
});

test('rent that the end of a contract gives back is named on the notes of its payment, and what replaces them says less', async () => {
  const payer = await taxpayer();
  const { invoice: id, lease } = await feeInvoice(app, payer);
  await settle(id);
  await workOnNotes(deps);
  expect(await list('?state=ISSUED')).toMatchObject({ total: 2, person: 0 });
  // Left in the middle of February, of which the invoice of March charged the whole: half of the rent goes back.
  const leaving = { left_on: '2026-02-14', rent_by_days: true, penalty: 0, waiver: { reason: 'AGREEMENT' } };
  const ended = await staff.put(`/proposal/${lease.id}/termination`, leaving);
  expect([ended.statusCode, ended.json().sheet?.refund_amount], ended.body).toEqual([201, 500]);
  const named = await list('?waits=PERSON');
  expect(named).toMatchObject({ person: 2, data: [{ given_back: true }, { given_back: true }] });
  for (const { id: note } of named.data)
    await staff.put(`/fiscal/notes/${note}/replacement`, { reason: '99', text: 'O fim do contrato devolveu aluguel' });
  await workOnNotes(deps);
  // Rent of 1.000,00 less 500,00, and its fee of 10 %.
  const standing = await list('?state=ISSUED');
  expect(standing).toMatchObject({ person: 0 });
  expect(standing.data.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount]).toSorted()).toEqual([
    ['ADMINISTRATION', 50],
    ['LEASE', 500],
  ]);
  // Undone, the end gives nothing back.
  await staff.delete(`/proposal/${lease.id}/termination`);
  expect(await sheetOf(payer)).toMatchObject([{ service: 1000, given_back: 0 }]);
});

test('a note whose payment was given back whole says nothing, and holds no other up', async () => {
  await db.updateTable('agency').set({ notes_leave: 'BATCH' }).execute();
  const payer = await taxpayer();
  const { invoice: id, lease } = await feeInvoice(app, payer);
  await settle(id);
  // February was lived, and its rent stays.
  await settle((await invoice({ contract: lease as never, reference: '2026-04' })).id);
  const leaving = { left_on: '2026-02-28', rent_by_days: true, penalty: 0, waiver: { reason: 'AGREEMENT' } };
  const ended = await staff.put(`/proposal/${lease.id}/termination`, leaving);
  expect([ended.statusCode, ended.json().sheet?.refund_amount], ended.body).toEqual([201, 1000]);
  const run = (await staff.post('/bulk/note-issue', { filter: { waits: 'RELEASE' } })).json();
  expect([run.states.READY.count, run.reasons]).toMatchObject([
    2,
    [{ reason: 'O fim do contrato devolveu tudo o que esta nota diz: retire-a (MORADA).', count: 2 }],
  ]);
  for (const { id: note } of (await list()).data) await staff.put(`/fiscal/notes/${note}/issue`);
  await workOnNotes(deps);
  expect((await inOrder()).map(([state]) => state).toSorted()).toEqual(['ISSUED', 'ISSUED', 'REFUSED', 'REFUSED']);
});

test('a note of trials closes no line, and has another once the issuer is in production', async () => {
  await db.updateTable('agency').set({ dps_environment: 'RESTRICTED', dps_series: 2 }).execute();
  server.service.environment = '2';
  const payer = await taxpayer();
  await settle((await feeInvoice(app, payer)).invoice);
  await workOnNotes(deps);
  const sheet = () => sheetOf(payer);
  expect(await list('?state=ISSUED')).toMatchObject({ total: 2, person: 0 });
  expect(await sheet()).toMatchObject([{ key: null, service_note: null }]);
  const [trial] = (await list('?kind=LEASE')).data;
  expect(refusal(await staff.put(`/fiscal/notes/${trial.id}/again`))).toEqual([409, 'NOTE_STANDS']);

  await db.updateTable('agency').set({ dps_environment: 'PRODUCTION', dps_series: 3 }).execute();
  await db.updateTable('client').set({ dps_series: 40_000 }).where('id', '=', payer.id).execute();
  server.service.environment = '1';
  expect(await list('?waits=PERSON')).toMatchObject({ total: 2, data: [{ trial_over: true }, { trial_over: true }] });
  const again = await staff.put(`/fiscal/notes/${trial.id}/again`);
  expect(again.statusCode, again.body).toBe(200);
  expect((await show(trial.id)).state).toBe('CANCELED');
  await staff.put(`/fiscal/notes/${again.json().id}/issue`);
  await workOnNotes(deps);
  const real = await show(again.json().id);
  expect(real).toMatchObject({ state: 'ISSUED', environment: 'PRODUCTION', trial_over: false });
  expect(await sheet()).toMatchObject([{ key: real.key, service_note: real.id }]);
});

test('the letting has a note of its own, divided between the owners as the rent that pays it', async () => {
  const [one, other] = [await owner(), await owner()];
  const home = await property({
    owners: [
      { ...one, share: 6000 },
      { ...other, share: 4000 },
    ],
    ...JUIZ_DE_FORA,
  });
  const lease = await contract({ property_id: home.id, current_price: 100_000, with_commission: false });
  const letting = {
    description: 'Intermediação',
    amount: 500.01,
    type: 'CREDIT',
    influence: 'EXPENSE',
    brokerage: true,
  };
  expect(refusal(await staff.put(`/proposal/${lease.id}/extra`, { ...letting, boleto: true, transfer: true }))).toEqual(
    [422, 'INVALID_INPUT'],
  );
  expect((await staff.put(`/proposal/${lease.id}/extra`, { ...letting, transfer: true })).statusCode).toBe(201);
  const { id } = await invoice({ contract: lease });
  await settle(id);
  await workOnNotes(deps);
  const { data } = await list('?kind=BROKERAGE');
  // 500,01 by 60 and 40: 300,006 and 200,004; the centavo that is left over goes to the part that was cut more.
  expect(data.map(({ state, amount, taker }: Shown) => [state, amount, taker.id])).toEqual([
    ['ISSUED', 200, other.id],
    ['ISSUED', 300.01, one.id],
  ]);
  expect(xmlOf(data[0].key)).toContain('<cTribNac>100501</cTribNac>');
  await staff.delete(`/invoice/${id}/refund`);
  await workOnNotes(deps);
  expect((await list('?kind=BROKERAGE&state=CANCELED')).total).toBe(2);
  // Settled again, the owners are told again.
  await settle(id);
  await workOnNotes(deps);
  expect((await list('?kind=BROKERAGE&state=ISSUED')).total).toBe(2);
});
type Shown = { state: string; amount: number; taker: { id: number } };

test(
  'a note cancelled in the government’s portal is read as cancelled, and its payment may have another',
  LONG,
  async () => {
    await settle((await feeInvoice(app)).invoice);
    await workOnNotes(deps);
    const [note] = (await list()).data;
    server.cancelElsewhere(note.key, '105104');
    await workOnNotes(deps);
    expect(await show(note.id)).toMatchObject({ state: 'ISSUED', checked_at: null });
    // Of its own accord the product asks a day later, and at once where a person wants to know.
    expect((await staff.put(`/fiscal/notes/${note.id}/check`)).statusCode).toBe(204);
    await workOnNotes(deps);
    const read = await show(note.id);
    expect(read).toMatchObject({ state: 'CANCELED', canceled_at: expect.any(String) });
    expect(read.history.map(({ action }: { action: string }) => action)).toContain('estava cancelada fora daqui');
    const { id } = (await staff.put(`/fiscal/notes/${note.id}/again`)).json();
    expect(refusal(await staff.put(`/fiscal/notes/${note.id}/again`))).toEqual([409, 'NOTE_OTHER_STANDS']);
    await staff.put(`/fiscal/notes/${id}/issue`);
    await workOnNotes(deps);
    expect(await show(id)).toMatchObject({ state: 'ISSUED' });
    // A day later each is asked for: this one stands.
    await db
      .updateTable('service_note')
      .set({ issued_at: new Date(Date.now() - 90_000_000).toISOString() })
      .execute();
    await workOnNotes(deps);
    expect(await show(id)).toMatchObject({ state: 'ISSUED', checked_at: expect.any(String) });
  },
);

test('a company outside Simples tells ISS where its city does not, and PIS and COFINS until the end of 2026', async () => {
  const rates = { iss_rate: 250, pis_rate: 65, cofins_rate: 300 };
  const city = { city: 'Curitiba', state: 'PR', municipal_registration: '123' };
  await db
    .updateTable('agency')
    .set({ ...rates, ...city })
    .execute();
  await settle((await feeInvoice(app)).invoice);
  await workOnNotes(deps);
  const [note] = (await list()).data;
  // Fee 100,00: PIS 0,65 %, COFINS 3 %.
  expect(note, JSON.stringify(note)).toMatchObject({ state: 'ISSUED' });
  expect(xmlOf(note.key)).toContain('<pAliq>2.50</pAliq>');
  expect(xmlOf(note.key)).toContain('<vPis>0.65</vPis><vCofins>3.00</vCofins>');
  // In Simples its own rate has them all.
  await db.updateTable('agency').set({ tax_regime: 'SIMPLES', simples_rate: 600 }).execute();
  await settle((await feeInvoice(app)).invoice);
  await workOnNotes(deps);
  const simple = (await list('?state=ISSUED')).data[0];
  expect(xmlOf(simple.key)).toContain('<pTotTribSN>6.00</pTotTribSN>');
  expect(xmlOf(simple.key)).not.toMatch(/<pAliq>|<piscofins>/);
  await db.updateTable('agency').set(JUIZ_DE_FORA).execute();
});

test('a batch says before anything leaves which notes would be refused, by rule, field and the page that mends it', async () => {
  await db.updateTable('agency').set({ notes_leave: 'BATCH' }).execute();
  const company = await owner({ cpf_cnpj: '11444777000161' });
  await db
    .updateTable('client')
    .set({ street: null, number: null, neighborhood: null })
    .where('id', '=', company.id)
    .execute();
  await settle((await feeInvoice(app)).invoice);
  await settle((await feeInvoice(app, company)).invoice);
  await db.updateTable('agency').set({ fee_notes: 'MONTH' }).execute();
  await settle((await feeInvoice(app)).invoice);
  const clerk = as('FISCAL_VIEW', 'FISCAL_EDIT');
  const made = await clerk.post('/bulk/note-issue', { filter: { day: '2026-11-27' } });
  expect(made.statusCode, made.body).toBe(201);
  const run = made.json();
  expect([run.states.READY, run.states.REFUSED.count]).toEqual([{ count: 1, amount: 100 }, 2]);
  const left = (await clerk.get(`/bulk/${run.id}/item?pile=left`)).json().data;
  expect(left).toMatchObject([
    {
      reason: 'O tomador é uma empresa, e a nota pede o endereço dela (E0235, toma/end).',
      mends: `/clients/info/${company.id}?tab=endereco`,
    },
    { reason: 'O mês ainda não acabou, e a nota reúne as taxas dele até o último dia.', mends: null },
  ]);
  expect((await clerk.post(`/bulk/${run.id}/run`)).statusCode).toBe(201);
  await bulkRuns.carryOut(deps, run.id);
  expect(await list()).toMatchObject({ service: 1, release: 2 });
  await workOnNotes(deps);
  expect(await list('?state=ISSUED')).toMatchObject({ total: 1, service: 0, release: 2 });
  // What the certificate says is said too.
  clock.today = '2050-01-10';
  const late = (await clerk.post('/bulk/note-issue', { filter: { waits: 'RELEASE' } })).json();
  expect(late.reasons[0]).toMatchObject({ reason: 'O certificado digital de quem emite venceu.', count: 2 });
  expect(refusal(await as('FISCAL_VIEW').post('/bulk/note-issue', { filter: {} }))[0]).toBe(403);
});
