import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { pdfText } from '#api/pdf/text.ts';
import { applicationsOf, mailing } from '#test/applications.ts';
import { refusal } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { signaturesOf } from '#test/signing/signatures.ts';
import { findApplicationFile } from './subjects.queries.ts';

const started = await startApp({ today: '2026-03-10', outside: mailing() });
const { as, client, clock, contract, db, invoice, stop } = started;
afterAll(stop);
const made = signaturesOf(started);
const applications = applicationsOf(started);
const { staff, show, sent, sign, update } = made;
beforeEach(() => {
  clock.today = '2026-03-10';
});

const first = ({ people }: { people: { id: number }[] }) => people[0]?.id ?? 0;
const fileOf = async (id: number) =>
  db
    .selectFrom('signature_envelope')
    .select(['file_id', 'signed_file_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const stored = async (id: number) =>
  db.selectFrom('stored_file').select(['name', 'deleted_at']).where('id', '=', id).executeTakeFirstOrThrow();

test('a signed paper that its contract loses is kept', LONG, async () => {
  const { id: subject_id } = await contract();
  const paper = await sent([{}], { subject_id });
  await sign(first(paper));
  await made.close(paper.id);
  const { signed_file_id } = await fileOf(paper.id);
  const removed = await staff.delete(`/proposal/${subject_id}/document?id=${signed_file_id}`);
  expect(removed.statusCode, removed.body).toBeLessThan(300);
  expect((await staff.get(`/signature/${paper.id}/signed`)).statusCode).toBe(200);
});

test('a paper that was made while its record changed is not prepared', LONG, async () => {
  const { id } = await contract();
  const template = await staff.post('/contract/template', { name: 'Locação', body: '<p>{{inquilino.nome}}</p>' });
  const { id: template_id } = template.json();
  // Who makes the paper waits for the template, and has looked at the contract before.
  const opened = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (trx) => {
    await sql`lock table contract_template in access exclusive mode`.execute(trx);
    held.resolve();
    await opened.promise;
  });
  await held.promise;
  const making = staff.post('/signature', {
    kind: 'LEASE',
    subject: 'CONTRACT',
    subject_id: id,
    template_id,
    leave_blank: true,
  });
  await vi.waitFor(async () => {
    const { rows } =
      await sql`select from pg_locks where not granted and relation = 'contract_template'::regclass`.execute(db);
    expect(rows).not.toEqual([]);
  });
  expect(
    (await staff.put(`/proposal/${id}/party`, { client_id: (await client()).id, role: 'GUARANTOR' })).statusCode,
  ).toBeLessThan(300);
  opened.resolve();
  await holding;
  expect(refusal(await making)).toEqual([409, 'SIGNATURE_OUTDATED']);
});

test('a paper that is sent while its record changes waits for it, and holds nothing that the change needs', async () => {
  const { id: subject_id } = await contract();
  const { id } = await made.drafted([{}], { subject_id });
  const sending = await db.transaction().execute(async (trx) => {
    // A change of the contract takes its row first, and then its papers.
    await sql`select from proposal where id = ${subject_id} for update`.execute(trx);
    const asked = made.send(id);
    await vi.waitFor(async () => {
      const { rows } =
        await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
          db,
        );
      expect(rows).toHaveLength(1);
    });
    await sql`select from signature_envelope where id = ${id} for update nowait`.execute(trx);
    await sql`update signature_envelope set outdated_at = now() where id = ${id}`.execute(trx);
    return { asked };
  });
  expect(refusal(await sending.asked)).toEqual([409, 'SIGNATURE_OUTDATED']);
});

test('a draft that is removed takes its paper with it', async () => {
  const { id } = await made.draft();
  const { file_id } = await fileOf(id);
  expect((await staff.delete(`/signature/${id}`)).statusCode).toBeLessThan(300);
  expect(await stored(file_id)).toEqual({ name: 'Documento apagado', deleted_at: expect.anything() });
});

test('who signs as a client is one', async () => {
  const { id } = await made.draft();
  const answer = await update(id, { signers: [made.named({ client_id: 987_654 })] });
  expect([answer.statusCode, answer.json().errors?.[0]?.field ?? answer.json().field]).toEqual([
    422,
    'signers.0.client_id',
  ]);
});

test('an agreement that a procurator signs comes into force', LONG, async () => {
  const lease = await contract({ start_date: '2025-07-01', end_date: '2028-06-30', next_readjustment: '2026-07-01' });
  const late = await invoice({ contract: lease, reference: '2026-01' });
  const offer = await staff.post('/debt-agreement', {
    ...{ proposal_id: lease.id, invoices: [late.id], instalments: 2, first_due: '2026-03-12' },
    ...{ charges_off: 0, rent_off: 0, monthly_interest: 0 },
  });
  expect(offer.statusCode, offer.body).toBe(201);
  const subject_id = offer.json().id;
  const paper = await sent([{ role: 'PROCURATOR', name: 'Davi Reis' }], {
    ...{ kind: 'DEBT_AGREEMENT', subject: 'AGREEMENT', subject_id },
  });
  await sign(first(paper));
  await made.close(paper.id);
  const found = await show(paper.id);
  expect([found.state, found.seal_problem]).toEqual(['SIGNED', null]);
  expect((await staff.get(`/debt-agreement/${subject_id}`)).json()).toMatchObject({
    ...{ state: 'ACCEPTED', accepted_name: 'Davi Reis' },
  });
});

test('a paper whose contract is deleted while its file is closed is kept all the same', LONG, async () => {
  const { id: subject_id } = await contract();
  const paper = await sent([{}], { subject_id });
  await sign(first(paper));
  const deleted = await staff.delete(`/proposal/${subject_id}`);
  expect(deleted.statusCode, deleted.body).toBeLessThan(300);
  await made.close(paper.id);
  expect((await show(paper.id)).state).toBe('SIGNED');
});

test('the evidence says by which channel the code came, whichever the link came by', LONG, async () => {
  const paper = await sent([{ name: 'ana de souza' }]);
  const signer = first(paper);
  await db
    .updateTable('signature_signer')
    .set({ channel: 'WHATSAPP', phone: '32988412076' })
    .where('id', '=', signer)
    .execute();
  await sign(signer);
  await made.close(paper.id);
  const answer = await staff.get(`/signature/${paper.id}/signed`);
  const text = (await pdfText(new Uint8Array(answer.rawPayload))).replace(/\s+/g, ' ');
  expect(text).toMatch(/Código por ?e-mail, an\*\*\*@exemplo\.com\.br/);
});

test('somebody who is erased by their CPF while the file is closed is emptied once it is', async () => {
  const person = await client({ name: 'Tito Paz' });
  const paper = await sent([{ name: 'Tito Paz', role: 'WITNESS', cpf: person.cpf_cnpj as string }]);
  await sign(first(paper));
  const erased = await staff.patch(`/user/${person.id}/anonymise`);
  expect(erased.statusCode, erased.body).toBeLessThan(300);
  await made.close(paper.id);
  const found = await show(paper.id);
  expect([found.state, found.people[0]?.name, found.people[0]?.cpf]).toEqual(['SIGNED', 'Titular anonimizado', null]);
});

test('an application that is erased takes what its people did not sign', async () => {
  const { id } = await applications.create();
  const prepared = await staff.post('/signature', { kind: 'CONSENT', subject: 'APPLICATION', subject_id: id });
  expect(prepared.statusCode, prepared.body).toBe(201);
  const over = await staff.post(`/application/${id}/withdraw`);
  expect(over.statusCode, over.body).toBeLessThan(300);
  expect((await show(prepared.json().id)).state).toBe('WITHDRAWN');
  const erased = await staff.post(`/application/${id}/erase`);
  expect(erased.statusCode, erased.body).toBeLessThan(300);
  const found = await show(prepared.json().id);
  expect([found.emptied, found.people.map(({ name }) => name)]).toEqual([true, ['Titular anonimizado']]);
});

test('who may not see a record sees none of its papers', async () => {
  const paper = await sent([{}]);
  const seer = as('SIGNATURE_VIEW', 'APPLICATION_VIEW');
  const list = (await seer.get('/signature')).json().data;
  const { stuck, ended, out } = (await seer.get('/signature/tasks')).json();
  expect([list, stuck, ended, out].flat().map(({ id }: { id: number }) => id)).not.toContain(paper.id);
  for (const rest of ['', '/paper', '/signed', '/page/1', '/page/1/text', '/clicksign'])
    expect(refusal(await seer.get(`/signature/${paper.id}${rest}`))).toEqual([404, 'SIGNATURE_NOT_FOUND']);
  const sender = as('SIGNATURE_SEND', 'APPLICATION_VIEW');
  expect(refusal(await sender.post(`/signature/${paper.id}/withdraw`, { reason: 'x' }))).toEqual([
    404,
    'SIGNATURE_NOT_FOUND',
  ]);
  expect(refusal(await sender.post(`/signature/signer/${first(paper)}/link`, {}))).toEqual([404, 'SIGNER_NOT_FOUND']);
  expect((await as('SIGNATURE_VIEW', 'PROPOSAL_VIEW').get('/signature')).json().total).toBeGreaterThan(0);
});

test('a PDF that a person of an application sent is found by the application', async () => {
  const { id } = await applications.create();
  const { id: party_id } = await db
    .selectFrom('application_party')
    .select('id')
    .where('application_id', '=', id)
    .executeTakeFirstOrThrow();
  const { id: file_id } = await db
    .insertInto('stored_file')
    .values({ key: 'papers/renda.pdf', name: 'renda.pdf', media_type: 'application/pdf', bytes: 10 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('application_document').values({ file_id, kind: 'INCOME', party_id }).execute();
  expect(await findApplicationFile(db, id, file_id)).toMatchObject({ id: file_id, name: 'renda.pdf' });
  expect(await findApplicationFile(db, id + 1, file_id)).toBeUndefined();
});
