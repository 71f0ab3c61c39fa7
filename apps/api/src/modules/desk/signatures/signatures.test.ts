import { buffer } from 'node:stream/consumers';
import { Problem } from '@morada/contract/base/problem';
import type { SignatureDetail } from '@morada/contract/desk/signatures';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { mailing } from '#test/applications.ts';
import { firstError, refusal, trailOf } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { form } from '#test/pictures.ts';
import { paperOf, signaturesOf } from '#test/signing/signatures.ts';
import { unzip } from '#test/unzip.ts';
import { remindSigners, resumeClosing, tidySignatures } from './daily.service.ts';
import { expireIfPast } from './life.service.ts';
import { bytesOf, sha256Of } from './paper.service.ts';

const started = await startApp({ today: '2026-03-10', outside: mailing() });
const { as, client, clock, contract, ctx, db, deps, owner, property, stop } = started;
afterAll(stop);
const made = signaturesOf(started);
const { staff, show, sent, sign, drafted, send, update } = made;
beforeEach(async () => {
  clock.today = '2026-03-10';
  await db.deleteFrom('outgoing_mail').execute();
});

const mails = async (like = '%') =>
  (
    await db
      .selectFrom('outgoing_mail')
      .select(['recipient', 'subject', 'body'])
      .where('subject', 'like', like)
      .orderBy('id')
      .execute()
  ).map(({ recipient, subject }) => [recipient, subject]);
const states = ({ people }: SignatureDetail) => people.map(({ state }) => state);
const codeOf = async (act: Promise<unknown>) => {
  const found = await act.catch((error) => error);
  return found instanceof Problem ? found.code : found;
};
const three = (in_order: boolean) =>
  sent(
    [
      { name: 'Ana Prado', turn: 1 },
      { name: 'Rui Alves', role: 'GUARANTOR', turn: 2, email: 'rui@exemplo.com.br' },
      { name: 'Dona Lia', role: 'OWNER', turn: 3, email: 'lia@exemplo.com.br' },
    ],
    { in_order },
  );

describe('a draft', () => {
  test('proposes the people of the contract, in their roles', async () => {
    const lia = await owner({ name: 'Lia Reis' });
    const ana = await client({ name: 'Ana Prado' });
    const rui = await client({ name: 'Rui Alves', type: 'GUARANTOR' });
    await db
      .updateTable('client')
      .set({ marital_status: 'CASADO', spounce_name: 'Bia Alves', spounce_cpf: made.newCpf() })
      .where('id', '=', rui.id)
      .execute();
    const { id } = await contract({ user_id: ana.id, property: { owners: [lia] } });
    const davi = await client({ name: 'Davi Reis' });
    await staff.put(`/proposal/${id}/party`, { client_id: rui.id, role: 'GUARANTOR' });
    await staff.put(`/proposal/${id}/party`, { client_id: davi.id, role: 'PROCURATOR', of_client_id: lia.id });
    const found = await made.draft({ subject_id: id });
    expect(found.people.map(({ role, name, capacity }) => [role, name, capacity])).toEqual([
      ['TENANT', 'Ana Prado', null],
      ['GUARANTOR', 'Rui Alves', null],
      ['SPOUSE', 'Bia Alves', 'Cônjuge de Rui Alves'],
      ['PROCURATOR', 'Davi Reis', 'Por Lia Reis'],
      ['AGENCY', 'Mariana Dias', null],
    ]);
    expect([found.state, found.accepted, found.pages.length]).toEqual(['DRAFT', true, 1]);
    expect(found.deadline).toBe('2026-03-25');
  });

  test('is made of a template, which asks for what the record lacks', LONG, async () => {
    const { id } = await contract();
    const template = await db
      .insertInto('contract_template')
      .values({ name: 'Locação', body: '<p>{{inquilino.nome}}, RG {{inquilino.rg}}</p>' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const body = { kind: 'LEASE', subject: 'CONTRACT', subject_id: id, template_id: template.id };
    expect(refusal(await staff.post('/signature', body))).toEqual([422, 'SIGNATURE_BLANKS']);
    const answer = await staff.post('/signature', { ...body, leave_blank: true });
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json()).toMatchObject({ title: `Locação, contrato ${id}`, accepted: false, state: 'DRAFT' });
    expect((await staff.get(`/signature/${answer.json().id}/paper`)).rawPayload.subarray(0, 5).toString()).toBe(
      '%PDF-',
    );
    const page = await staff.get(`/signature/${answer.json().id}/page/1`);
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'image/webp']);
  });

  test('says what keeps it from being sent, signer by signer', async () => {
    const { id } = await made.draft();
    await update(id, { signers: [] });
    expect(refusal(await send(id))).toEqual([422, 'SIGNATURE_SIGNERS']);
    const person = made.named({});
    await update(id, { signers: [person, { ...person, name: 'Rui' }] });
    expect(firstError(await send(id))).toEqual([
      422,
      'signers.1.cpf',
      'Este CPF já está na lista: uma assinatura vale por todos os papéis da pessoa',
    ]);
    await update(id, { signers: [{ ...person, channel: 'SMS', phone: '32988412076' }] });
    expect(firstError(await send(id)).slice(0, 2)).toEqual([422, 'signers.0.channel']);
    expect(refusal(await update(id, { deadline: '2026-03-09' }))).toEqual([422, 'SIGNATURE_DAY']);
    const box = { page: 1, x: 0, y: 0, width: 2_000, height: 500, kind: 'SIGNATURE' };
    expect(firstError(await update(id, { fields: [{ ...box, signer: 0, x: 5_900 }] }))).toEqual([
      422,
      'fields.0',
      'Um campo está fora da página, ou de quem não assina',
    ]);
    expect((await update(id, { fields: [{ ...box, signer: 0 }] })).json().fields).toHaveLength(1);
  });

  test('is refused for a record that the person may not see, and for a file that is no PDF', async () => {
    const { id } = await contract();
    const body = { kind: 'OTHER', subject: 'CONTRACT', subject_id: id, file_id: 1 };
    expect(refusal(await as('SIGNATURE_SEND').post('/signature', body))).toEqual([422, 'SIGNATURE_SUBJECT']);
    for (const [content, code] of [
      ['%PDF-1.4\nx\n%%EOF', 'SIGNATURE_UNREADABLE'],
      ['%PDF-1.7\nnada', 'SIGNATURE_UNREADABLE'],
      ['nada', 'SIGNATURE_NOT_PDF'],
    ] as const) {
      const data = form(Buffer.from(content), 'x.pdf', { type: 'application/pdf' });
      for (const [name, value] of Object.entries({ kind: 'LEASE', subject: 'CONTRACT', subject_id: String(id) }))
        data.append(name, value);
      expect(refusal(await staff.post('/signature/upload', data as never))).toEqual([422, code]);
    }
  });

  test('does not show contacts and links to who only sees', async () => {
    const { id } = await sent([{}]);
    const seen = (await as('SIGNATURE_VIEW', 'PROPOSAL_VIEW').get(`/signature/${id}`)).json().people[0];
    expect([seen.name, seen.cpf, seen.email, seen.link]).toEqual(['Ana Prado', null, null, null]);
    const [own] = (await show(id)).people;
    expect(own?.link?.url).toMatch(/^https:\/\/serra\.example\/assinar\/\d+-[\w-]{43}$/);
    expect(own?.message?.text).toContain(own?.link?.url);
  });
});

describe('signing', () => {
  test('in order, each is asked in turn', async () => {
    const found = await three(true);
    const [ana, rui, lia] = found.people.map(({ id }) => id) as [number, number, number];
    expect(states(found)).toEqual(['ASKED', 'WAITING', 'WAITING']);
    expect(await codeOf(sign(lia))).toBe('SIGNER_NOT_YET');
    await sign(ana);
    expect(states(await show(found.id))).toEqual(['SIGNED', 'ASKED', 'WAITING']);
    await sign(rui);
    expect(await sign(lia)).toBe('SEALING');
    expect((await mails('Documento para assinar%')).map(([to]) => to)).toEqual([
      'ana@exemplo.com.br',
      'rui@exemplo.com.br',
      'lia@exemplo.com.br',
    ]);
    expect(refusal(await staff.post(`/signature/${found.id}/withdraw`, { reason: 'x' }))).toEqual([
      409,
      'SIGNATURE_SEALING',
    ]);
  });

  test('all at once, in any order; the file is closed, kept with the contract and told', async () => {
    const { id: proposal } = await contract();
    const draft = await drafted(
      [
        { name: 'Ana Prado' },
        { name: 'Rui Alves', role: 'GUARANTOR', email: 'rui@exemplo.com.br' },
        { name: 'Dona Lia', role: 'OWNER', email: 'lia@exemplo.com.br' },
      ],
      { subject_id: proposal },
    );
    const box = { page: 1, x: 1_000, y: 6_000, width: 2_000, height: 500 };
    await update(draft.id, {
      fields: [0, 1, 2].map((signer) => ({ ...box, signer, y: 5_000 + signer * 600, kind: 'SIGNATURE' })),
    });
    await send(draft.id);
    const [ana, rui, lia] = draft.people.map(({ id }) => id) as [number, number, number];
    for (const one of [lia, ana, rui]) await sign(one);
    expect((await show(draft.id)).state).toBe('SEALING');
    await Promise.all([made.close(draft.id), made.close(draft.id)]);
    const found = await show(draft.id);
    expect([found.state, found.sealed, found.seal_problem]).toEqual(['SIGNED', false, null]);
    const answer = await staff.get(`/signature/${draft.id}/signed`);
    expect(sha256Of(answer.rawPayload)).toBe(found.signed_sha256);
    const { file_id } = await db
      .selectFrom('signature_envelope')
      .select('file_id')
      .where('id', '=', draft.id)
      .executeTakeFirstOrThrow();
    const paper = await bytesOf(ctx, file_id);
    expect(answer.rawPayload.subarray(0, paper?.length).equals(paper as Buffer)).toBe(true);
    const documents = (await staff.get(`/proposal/${proposal}`)).json().documents;
    expect(documents.map(({ type, name }: { type: string; name: string }) => [type, name])).toEqual([
      ['CONTRACT', 'contrato (assinado).pdf'],
    ]);
    expect((await mails('Todos assinaram%')).map(([to]) => to).toSorted()).toEqual([
      'ana@exemplo.com.br',
      'lia@exemplo.com.br',
      'rui@exemplo.com.br',
    ]);
    expect((await trailOf(db, 'signature', draft.id)).map(({ action }) => action)).toEqual([
      ...['create', 'update', 'update', 'send', 'sign', 'sign', 'sign', 'seal', 'read'],
    ]);
  });

  test('of two who sign at once both count, and of one person’s two signatures one', async () => {
    const found = await three(false);
    const [ana, rui, lia] = found.people.map(({ id }) => id) as [number, number, number];
    const twice = await Promise.all([codeOf(sign(ana)), codeOf(sign(ana))]);
    expect(twice.toSorted()).toEqual(['OUT', 'SIGNER_SIGNED']);
    expect((await Promise.all([sign(rui), sign(lia)])).toSorted()).toEqual(['OUT', 'SEALING']);
    const completed = found.events.length;
    expect(completed).toBeGreaterThan(0);
    const kinds = (await show(found.id)).events.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'COMPLETED' || kind === 'SIGNED')).toEqual([
      ...['SIGNED', 'SIGNED', 'SIGNED', 'COMPLETED'],
    ]);
  });

  test('a refusal ends it for all, and says why to the agency alone', async () => {
    const found = await three(false);
    const [ana, rui, lia] = found.people.map(({ id }) => id) as [number, number, number];
    await sign(ana);
    expect(await made.refuse(rui, 'A multa é alta')).toBe('REFUSED');
    const after = await show(found.id);
    expect([states(after), after.ended_reason]).toEqual([['SIGNED', 'REFUSED', 'CLOSED'], 'A multa é alta']);
    expect(await codeOf(sign(lia))).toBe('SIGNATURE_ENDED');
    const bodies = await db
      .selectFrom('outgoing_mail')
      .select(['recipient', 'body'])
      .where('subject', 'like', 'Documento cancelado%')
      .execute();
    expect(bodies.map(({ recipient }) => recipient).toSorted()).toEqual(['ana@exemplo.com.br', 'lia@exemplo.com.br']);
    expect(bodies.map(({ body }) => body).join()).not.toContain('multa');
  });

  test('it may be signed through its last day, and not after midnight', async () => {
    const found = await three(false);
    const [ana, rui] = found.people.map(({ id }) => id) as [number, number];
    clock.today = '2026-03-25';
    await sign(ana);
    clock.today = '2026-03-26';
    expect(await codeOf(sign(rui))).toBe('SIGNATURE_EXPIRED');
    expect(await expireIfPast(ctx, found.id)).toBe(true);
    expect(states(await show(found.id))).toEqual(['SIGNED', 'CLOSED', 'CLOSED']);
    expect(refusal(await staff.post(`/signature/signer/${rui}/remind`))).toEqual([409, 'SIGNATURE_ENDED']);
    const other = await three(false);
    clock.today = '2026-04-30';
    expect((await tidySignatures(deps)).expired).toBeGreaterThan(0);
    expect((await show(other.id)).state).toBe('EXPIRED');
  });

  test('a file that can’t be closed waits in words, and is closed later', async () => {
    const { id, people } = await sent([{}]);
    const { file_id } = await db
      .selectFrom('signature_envelope')
      .select('file_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const file = await db.selectFrom('stored_file').select('key').where('id', '=', file_id).executeTakeFirstOrThrow();
    const bytes = await buffer(await deps.files.stream(file.key));
    await sign(people[0]?.id ?? 0);
    await deps.files.remove(file.key);
    await expect(made.close(id)).rejects.toThrow();
    const waiting = await show(id);
    expect([waiting.state, waiting.seal_problem]).toEqual([
      'SEALING',
      'O documento enviado não está mais no armazenamento.',
    ]);
    expect((await staff.get('/signature/tasks')).json().stuck.map((row: { id: number }) => row.id)).toContain(id);
    await deps.files.put(file.key, bytes, 'application/pdf');
    await staff.post(`/signature/${id}/seal`);
    await made.close(id);
    expect((await show(id)).state).toBe('SIGNED');
  });

  test('a file whose job was given up is queued again', async () => {
    const { id, people } = await sent([{}]);
    await sign(people[0]?.id ?? 0);
    const key = `signature-file:${id}`;
    await sql`delete from graphile_worker._private_jobs where key = ${key}`.execute(db);
    await resumeClosing(deps);
    expect((await sql`select from graphile_worker.jobs where key = ${key}`.execute(db)).rows).toHaveLength(1);
    await made.close(id);
  });
});

test('a document of a contract is what is signed, and of no other one', async () => {
  const { id: subject_id } = await contract();
  const scan = form(await paperOf(), 'vistoria.pdf', { type: 'application/pdf' });
  const { id: file_id } = (await staff.put(`/proposal/${subject_id}/CONTRACT`, scan as never)).json();
  const about = (subject: number) =>
    staff.post('/signature', { kind: 'LEASE', subject: 'CONTRACT', subject_id: subject, file_id });
  const answer = await about(subject_id);
  expect(answer.statusCode, answer.body).toBe(201);
  expect(answer.json()).toMatchObject({ title: 'vistoria', state: 'DRAFT' });
  expect(refusal(await about((await contract()).id))).toEqual([422, 'SIGNATURE_FILE']);
});

test('reminders come once in so many days, by day, and on the day before the last', async () => {
  const found = await sent([{}, { name: 'Rui', email: 'rui@exemplo.com.br' }]);
  await update(found.id, {});
  const at = (day: string, hour = 15) => {
    clock.today = day as '2026-03-10';
    return remindSigners(deps, new Date(`${day}T${String(hour).padStart(2, '0')}:00:00Z`));
  };
  // The clock of evidence is the database's, so what was told is set back.
  const told = (day: string) =>
    db
      .updateTable('signature_signer')
      .set({ asked_at: `${day}T15:00:00Z`, reminded_at: null })
      .where('envelope_id', '=', found.id)
      .execute();
  await told('2026-03-10');
  await sign(found.people[0]?.id ?? 0);
  expect(await at('2026-03-12')).toBe(0);
  expect(await at('2026-03-13', 3)).toBe(0);
  expect(await at('2026-03-13')).toBe(1);
  expect(await mails('Falta a sua assinatura%')).toEqual([['rui@exemplo.com.br', 'Falta a sua assinatura: contrato']]);
});

test('another link voids the one before, and may go to another address', async () => {
  const { people } = await sent([{}]);
  const [before] = people;
  const answer = await staff.post(`/signature/signer/${before?.id}/link`, { email: 'nova@exemplo.com.br' });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json().people[0].link.url).not.toBe(before?.link?.url);
  expect((await mails()).at(-1)?.[0]).toBe('nova@exemplo.com.br');
});

test('a signed paper is never changed: a correction is another that names it, with its people', LONG, async () => {
  const { id, people } = await sent([{}]);
  expect(
    refusal(
      await staff.post(
        `/signature/${id}/correct`,
        form(await paperOf(), 'novo.pdf', { type: 'application/pdf' }) as never,
      ),
    ),
  ).toEqual([409, 'SIGNATURE_NOT_SIGNED']);
  await sign(people[0]?.id ?? 0);
  await made.close(id);
  const answer = await staff.post(
    `/signature/${id}/correct`,
    form(await paperOf('Outro texto'), 'novo.pdf', { type: 'application/pdf' }) as never,
  );
  expect(answer.statusCode, answer.body).toBe(201);
  expect(answer.json()).toMatchObject({
    corrects_id: id,
    state: 'DRAFT',
    people: [{ name: 'Ana Prado', state: 'WAITING' }],
  });
  expect((await show(id)).corrected_by).toEqual([answer.json().id]);
  expect(refusal(await update(id, { title: 'Outro' }))).toEqual([409, 'SIGNATURE_SIGNED']);
});

test('what ended unsigned is emptied of its people after its time', async () => {
  const { id } = await sent([{}]);
  await staff.post(`/signature/${id}/withdraw`, { reason: 'Desistiram' });
  await db.updateTable('signature_envelope').set({ ended_at: '2025-08-01T12:00:00Z' }).where('id', '=', id).execute();
  expect((await tidySignatures(deps)).emptied).toBe(1);
  const found = await show(id);
  const [person] = found.people;
  expect([found.emptied, found.title, found.ended_reason, person?.name, person?.cpf]).toEqual([
    ...[true, 'Contrato de locação', null, 'Titular anonimizado', null],
  ]);
  expect((await staff.get(`/signature/${id}/paper`)).statusCode).toBe(404);
});

test('settings give new drafts their days', async () => {
  const settings = { deadline_days: 5, remind_days: 0, provider: 'ROOM', seal: false };
  expect((await staff.put('/signature/settings', settings)).json()).toMatchObject({ ...settings, channels: ['EMAIL'] });
  expect(await made.draft()).toMatchObject({ deadline: '2026-03-15', remind_days: 0 });
  await db.deleteFrom('signature_setting').execute();
});

test('evidence can’t be changed', async () => {
  const { id } = await sent([{}]);
  const change = db.updateTable('signature_event').set({ kind: 'SIGNED' }).where('envelope_id', '=', id).execute();
  await expect(change).rejects.toThrow('evidence of a signature is not changed');
});

test('a property or client of a paper that is out is not deleted', async () => {
  const { id: property_id } = await property();
  const person = await client();
  await sent([{ client_id: person.id }], { kind: 'MANDATE', subject: 'PROPERTY', subject_id: property_id });
  expect(refusal(await staff.delete(`/property/${property_id}`))).toEqual([409, 'PROPERTY_IN_WORK']);
  expect(refusal(await staff.delete(`/user/${person.id}/admin`))).toEqual([409, 'CLIENT_IN_WORK']);
});

test('who is erased leaves the signed paper, and nothing of their contacts, address and device', async () => {
  const person = await client({ name: 'Tito Paz' });
  const { id, people } = await sent([
    { name: 'Tito Paz', client_id: person.id, role: 'WITNESS', cpf: person.cpf_cnpj },
  ]);
  await sign(people[0]?.id ?? 0);
  await made.close(id);
  const kept = await unzip((await staff.get(`/user/${person.id}/personal-data`)).rawPayload);
  expect([...kept.keys()].filter((name) => name.endsWith('.pdf'))).toHaveLength(1);
  const answer = await staff.patch(`/user/${person.id}/anonymise`);
  expect(answer.statusCode, answer.body).toBe(200);
  const found = await show(id);
  expect([found.state, found.people[0]?.name, found.people[0]?.cpf]).toEqual(['SIGNED', 'Titular anonimizado', null]);
  expect(found.events.filter(({ address, device }) => address || device)).toEqual([]);
  expect((await staff.get(`/signature/${id}/signed`)).statusCode).toBe(200);
});
