import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { applicationsOf, mailing, pdf } from '#test/applications.ts';
import { refusal, trailOf } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { form } from '#test/pictures.ts';
import { tidyApplications } from './retention.service.ts';

const started = await startApp({ today: '2026-03-10', outside: mailing() });
const { app, as, client, clock, db, deps, signIn, stop } = started;
afterAll(stop);
const made = applicationsOf(started);
const { staff } = made;
beforeEach(async () => {
  clock.today = '2026-03-10';
  await db.deleteFrom('application_rules').execute();
  await db.deleteFrom('outgoing_mail').execute();
});

const RULES = {
  income_times: 300,
  guarantor_times: 300,
  debts_share: 30,
  guarantor_property: true,
  approval_limit: null,
};
const mails = () => db.selectFrom('outgoing_mail').select(['recipient', 'subject', 'body']).orderBy('id').execute();
const person = async (...permissions: string[]) => {
  const { token, adminId } = await signIn('APPLICATION_VIEW', ...permissions);
  const decide = (id: number, payload: object) =>
    app.inject({
      ...{ method: 'POST', url: `/api/application/${id}/decision`, headers: { authorization: `Bearer ${token}` } },
      payload: { comment: 'Conferi os documentos', ...payload },
    });
  return { decide, adminId };
};
async function inAnalysis(terms: Parameters<typeof made.complete>[0] = {}) {
  const subject = await made.complete(terms);
  await staff.post(`/application/${subject.id}/analyse`);
  return subject;
}

describe('analysis', () => {
  test('is computed from the forms, with the agency’s rules, and follows what staff compared', async () => {
    const { id, party } = await inAnalysis();
    const income = async () =>
      (await made.show(id)).analysis.find(({ rule }: { rule: string }) => rule === 'Renda dos locatários');
    expect(await income()).toMatchObject({ outcome: 'MET' });
    await staff.patch(`/application/party/${party}`, { proven_income: 5_000 });
    const line = await income();
    expect([line.outcome, line.words.replaceAll('\u00a0', ' ')]).toEqual([
      'NOT_MET',
      'Renda de R$ 5.000,00 (Ana Prado R$ 5.000,00 comprovada), 2,5 vezes o aluguel com encargos de R$ 2.000,00; a regra pede 3 vezes, ou R$ 6.000,00.',
    ]);
    await staff.put('/application/rules', { ...RULES, income_times: 250 });
    expect(await income()).toMatchObject({ outcome: 'MET' });
  });

  test('the credit report is a file of the agency, which the person neither sees nor removes', async () => {
    const { id, party, tenant } = await inAnalysis();
    const answer = await staff.post(
      `/application/party/${party}/report`,
      form(pdf('bureau'), 'consulta.pdf', { type: 'application/pdf' }) as never,
    );
    expect(answer.statusCode, answer.body).toBe(201);
    const report = answer.json().parties[0].documents.find(({ kind }: { kind: string }) => kind === 'CREDIT_REPORT');
    expect((await tenant.get(`/documento/${report.id}`)).statusCode).toBe(404);
    await staff.patch(`/application/party/${party}`, { credit: 'LISTED' });
    expect((await made.show(id)).verdict).toBe('NOT_MET');
    const file = await as('PROPOSAL_VIEW').get(`/files/${report.file.id}`);
    expect(file.statusCode).toBe(404);
    expect((await as('APPLICATION_VIEW').get(`/files/${report.file.id}`)).statusCode).toBe(200);
    expect((await trailOf(db, 'application', id)).map(({ action }) => action)).toContain('read-document');
  });
});

describe('decision', () => {
  test('within the limit takes one person, and keeps the figures that they saw', async () => {
    const { id } = await inAnalysis();
    const { decide } = await person('APPLICATION_APPROVE');
    expect((await decide(id, { decision: 'APPROVE' })).json()).toMatchObject({ state: 'APPROVED' });
    const [opinion] = (await made.show(id)).opinions;
    expect([opinion.decision, opinion.comment, opinion.lines.length]).toEqual(['APPROVE', 'Conferi os documentos', 5]);
    expect((await mails()).at(-1)?.subject).toBe('Sua ficha foi aprovada');
  });

  test('above it takes a second one, who neither opened nor recommended it', async () => {
    await staff.put('/application/rules', { ...RULES, approval_limit: 1_999.99 });
    const { id } = await inAnalysis();
    const [first, second] = [await person('APPLICATION_APPROVE'), await person('APPLICATION_APPROVE')];
    expect((await first.decide(id, { decision: 'APPROVE' })).json()).toMatchObject({ state: 'RECOMMENDED' });
    expect(refusal(await first.decide(id, { decision: 'APPROVE' }))).toEqual([403, 'APPLICATION_SECOND']);
    // Who opened the application.
    expect(refusal(await staff.post(`/application/${id}/decision`, { decision: 'APPROVE', comment: 'x' }))).toEqual([
      403,
      'APPLICATION_SECOND',
    ]);
    expect((await mails()).filter(({ subject }) => subject.includes('aprovada'))).toEqual([]);
    expect((await second.decide(id, { decision: 'APPROVE' })).json()).toMatchObject({ state: 'APPROVED' });
    expect((await made.show(id)).opinions.map(({ decision }: { decision: string }) => decision)).toEqual([
      'RECOMMEND',
      'APPROVE',
    ]);
  });

  test('of two at once one counts', async () => {
    const { id } = await inAnalysis();
    const [one, two] = [await person('APPLICATION_APPROVE'), await person('APPLICATION_APPROVE')];
    const answers = await Promise.all([
      one.decide(id, { decision: 'APPROVE' }),
      two.decide(id, { decision: 'REFUSE' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await made.show(id)).opinions.length).toBe(1);
  });

  test('refuses with a message that names no debt, to the tenant alone', async () => {
    const { id, party } = await inAnalysis();
    await staff.patch(`/application/party/${party}`, { credit: 'LISTED' });
    const { decide } = await person('APPLICATION_APPROVE');
    await decide(id, { decision: 'REFUSE', comment: 'Negativado no Serasa por R$ 4.000' });
    const [mail, ...others] = (await mails()).filter(({ subject }) => subject === 'Resposta sobre a locação');
    expect([mail?.recipient, others]).toEqual(['ana@exemplo.com.br', []]);
    expect(mail?.body).not.toMatch(/serasa|negativ|d[íi]vida|4\.000|apontamento|cr[ée]dito|renda/i);
  });

  test('a condition is told, and one more guarantor brings the forms back', async () => {
    const { id } = await inAnalysis({ guarantee: 'BONDSMAN' });
    const { decide } = await person('APPLICATION_APPROVE');
    const blank = await decide(id, { decision: 'CONDITION' });
    expect([blank.statusCode, blank.json().errors?.[0]?.field ?? blank.json().field]).toEqual([422, 'condition']);
    await decide(id, { decision: 'CONDITION', condition: 'Um fiador com imóvel quitado.' });
    expect((await mails()).at(-1)?.body).toContain('Um fiador com imóvel quitado.');
    const added = (
      await staff.post(`/application/${id}/party`, {
        role: 'GUARANTOR',
        name: 'Rui Alves',
        email: 'rui@exemplo.com.br',
      })
    ).json();
    expect(added.state).toBe('FILLING');
    const guarantor = added.parties.find(({ role }: { role: string }) => role === 'GUARANTOR');
    await made.fill(made.browser(made.pathOf(guarantor.link)), 'GUARANTOR', { name: 'Rui Alves' });
    const shown = await made.show(id);
    expect(shown.state).toBe('COMPLETE');
    expect(shown.analysis.find(({ rule }: { rule: string }) => rule === 'Imóvel do fiador').outcome).toBe('MET');
  });

  test('the rules are changed by who may do everything', async () => {
    expect((await as('APPLICATION_VIEW', 'APPLICATION_APPROVE').put('/application/rules', RULES)).statusCode).toBe(403);
    expect((await staff.put('/application/rules', { ...RULES, approval_limit: 2_500 })).json()).toMatchObject({
      approval_limit: 2_500,
    });
  });
});

test('a lead follows its application, to the contract', async () => {
  const lead = await db
    .insertInto('lead')
    .values({ kind: 'RENT', source: 'TYPED', name: 'Ana Prado', phone: '32988412076' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id, party } = await inAnalysis();
  const stage = async () =>
    (await db.selectFrom('lead').select('stage').where('id', '=', lead.id).executeTakeFirstOrThrow()).stage;
  expect([(await made.show(id)).lead_id, await stage()]).toEqual([lead.id, 'ANALYSIS']);
  const { decide } = await person('APPLICATION_APPROVE');
  await decide(id, { decision: 'APPROVE' });
  const { cpf } = await db
    .selectFrom('application_party')
    .select('cpf')
    .where('id', '=', party)
    .executeTakeFirstOrThrow();
  const { id: user_id } = await client({ cpf_cnpj: cpf ?? '' });
  const { id: property_id } = (await made.show(id)).property;
  await staff.post('/proposal/manual', {
    ...{ user_id, property_id, current_price: 1800, commission: 10, transfer_date: 5, guarantee: 'OTHER' },
    ...{ start_date: '2026-04-01', end_date: '2028-09-30' },
  });
  expect([(await made.show(id)).state, await stage()]).toEqual(['CONTRACTED', 'WON']);
  const events = await db
    .selectFrom('lead_event')
    .select('event')
    .where('lead_id', '=', lead.id)
    .orderBy('id')
    .execute();
  expect(events.map(({ event }) => event)).toEqual(['APPLICATION_SENT', 'APPLICATION_APPROVED', 'CONTRACT_MADE']);
  await db.deleteFrom('lead_event').execute();
  await db.updateTable('application').set({ lead_id: null }).execute();
  await db.deleteFrom('lead').execute();
});

describe('what is kept', () => {
  const kept = async (id: number) => ({
    party: await db
      .selectFrom('application_party')
      .select(['name', 'email', 'cpf', 'state'])
      .where('application_id', '=', id)
      .executeTakeFirstOrThrow(),
    files: await db
      .selectFrom('application_document')
      .innerJoin('stored_file', 'stored_file.id', 'file_id')
      .innerJoin('application_party', 'application_party.id', 'party_id')
      .select(['stored_file.name', 'deleted_at'])
      .where('application_id', '=', id)
      .execute(),
  });

  test('of a refusal goes after 180 days, with its files, and the decision stays without words', async () => {
    const { id } = await inAnalysis();
    const { decide, adminId } = await person('APPLICATION_APPROVE');
    await decide(id, { decision: 'REFUSE' });
    expect((await made.show(id)).erased_on).toBe('2026-09-07');
    clock.today = '2026-09-06';
    expect((await tidyApplications(deps)).erased).toBe(0);
    clock.today = '2026-09-07';
    await tidyApplications(deps);
    const { party, files } = await kept(id);
    expect(party).toEqual({ name: 'Dados apagados', email: null, cpf: null, state: 'ERASED' });
    expect(files.every(({ name, deleted_at }) => name === 'Documento apagado' && deleted_at !== null)).toBe(true);
    const [opinion] = await db.selectFrom('application_opinion').selectAll().where('application_id', '=', id).execute();
    expect([opinion?.admin_user_id, opinion?.comment, opinion?.lines]).toEqual([adminId, 'Texto apagado', []]);
    const jobs = await started.pool.query(
      `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'drop-files'`,
    );
    expect(jobs.rows.at(-1)?.payload.documents.length).toBe(3);
  });

  test('of a person who is anonymised goes at once, and the others’ stays', async () => {
    const subject = await made.complete({}, { cpf: '529.982.247-25' });
    const two = (await staff.post(`/application/${subject.id}/party`, { role: 'GUARANTOR', name: 'Rui Alves' })).json();
    const guarantor = two.parties.find(({ role }: { role: string }) => role === 'GUARANTOR');
    await made.fill(made.browser(made.pathOf(guarantor.link)), 'GUARANTOR', { name: 'Rui Alves' });
    const { id: client_id } = await client({ cpf_cnpj: '52998224725' });
    const file = await staff.get(`/user/${client_id}/personal-data`);
    expect(file.statusCode).toBe(200);
    expect((await as('*').patch(`/user/${client_id}/anonymise`)).statusCode).toBe(200);
    const parties = await db
      .selectFrom('application_party')
      .select(['role', 'name', 'state'])
      .where('application_id', '=', subject.id)
      .orderBy('id')
      .execute();
    expect(parties).toEqual([
      { role: 'TENANT', name: 'Dados apagados', state: 'ERASED' },
      { role: 'GUARANTOR', name: 'Rui Alves', state: 'SENT' },
    ]);
    expect(await made.show(subject.id)).toMatchObject({ state: 'WITHDRAWN', withdrawn_by: 'ERASURE' });
  });

  test('of an application that nobody worked on ends by itself, and one server’s job passes another’s by', async () => {
    const { id } = await made.sent();
    clock.today = '2026-04-10';
    const done = await Promise.all([tidyApplications(deps), tidyApplications(deps)]);
    expect(done[0].expired + done[1].expired).toBeGreaterThan(0);
    expect(await made.show(id)).toMatchObject({ state: 'EXPIRED', ended_on: '2026-04-10' });
    expect((await trailOf(db, 'application', id)).filter(({ action }) => action === 'expire').length).toBe(1);
  });

  test('names no person in the trail', async () => {
    const { id } = await inAnalysis();
    const trail = JSON.stringify(
      await db
        .selectFrom('trail')
        .select('changes')
        .where('record', '=', 'application')
        .where('record_id', '=', id)
        .execute(),
    );
    for (const word of ['Ana', 'Prado', 'exemplo', '988412076', 'Dentista']) expect(trail).not.toContain(word);
  });
});

test('a lead that is lost ends its application', async () => {
  const lead = await db
    .insertInto('lead')
    .values({ kind: 'RENT', source: 'TYPED', name: 'Ana Prado', phone: '32988412076' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await inAnalysis();
  expect((await staff.post(`/lead/${lead.id}/lost`, { reason: 'NO_ANSWER' })).statusCode).toBe(200);
  expect(await made.show(id)).toMatchObject({ state: 'WITHDRAWN', withdrawn_by: 'LEAD_LOST' });
  await db.deleteFrom('lead_event').execute();
  await db.updateTable('application').set({ lead_id: null }).execute();
  await db.deleteFrom('lead').execute();
});

test('a property that was let ends its open applications', async () => {
  const { id } = await inAnalysis();
  const { property } = await made.show(id);
  await started.contract({ property_id: property.id });
  expect(await made.show(id)).toMatchObject({ state: 'WITHDRAWN', withdrawn_by: 'LET' });
});

test('a property that is for sale, or gone, takes no application', async () => {
  const sale = await started.property({ type: 'SALE' });
  const answer = await staff.post('/application', { property_id: sale.id, rent: 1, fees: 0, tenant: { name: 'Ana' } });
  expect(refusal(answer)).toEqual([422, 'APPLICATION_PROPERTY']);
});

test('the list is searched by name, place and state', async () => {
  const one = await made.create({ email: '' });
  const found = async (query: string) =>
    (await staff.get(`/application?${query}`)).json().data.map(({ id }: { id: number }) => id);
  expect(await found('query=prado')).toContain(one.id);
  expect(await found(`query=${one.id}`)).toEqual([one.id]);
  expect(await found(`property=${one.property.id}`)).toEqual([one.id]);
  expect(await found(`state=DRAFT&property=${one.property.id}`)).toEqual([one.id]);
  expect(await found(`state=APPROVED&property=${one.property.id}`)).toEqual([]);
});

test('decided while its lead is given up, it ends in every order', LONG, async () => {
  for (const [index, decision] of (['APPROVE', 'REFUSE', 'APPROVE', 'REFUSE'] as const).entries()) {
    const { id } = await inAnalysis();
    const phone = `(32) 97613-00${10 + index}`;
    const lead = (await as('*').post('/lead', { name: `Lead ${index}`, phone, kind: 'RENT' })).json().id;
    await db.updateTable('application').set({ lead_id: lead }).where('id', '=', id).execute();
    const { decide } = await person('APPLICATION_APPROVE');
    const answers = await Promise.all([
      as('*').post(`/lead/${lead}/lost`, { reason: 'GAVE_UP' }),
      decide(id, { decision }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([]);
    const { state } = await made.show(id);
    expect(['WITHDRAWN', 'REFUSED'], `${decision} ${state}`).toContain(state);
    expect((await as('*').get(`/lead/${lead}`)).json().stage).toBe('LOST');
  }
});

describe('begun from a bid', () => {
  const terms = { rent: 1500, fees: 0, tenant: { name: 'Rui Sales', email: '', phone: '' } };

  test('names it and its lead, and only one for a rental of the same property', async () => {
    const [flat, other] = [await started.property(), await started.property()];
    const lead_id = (await as('*').post('/lead', { name: 'Rui', phone: '(32) 97712-3399', kind: 'RENT' })).json().id;
    const bid = await as('*').post('/bid', {
      ...{ property_id: flat.id, lead_id, name: 'Rui Sales', amount: 1500, guarantee: 'BONDSMAN' },
      ...{ term_months: 30, start_on: '2026-04-01', expires_on: '2026-03-20' },
    });
    const bid_id = bid.json().id;
    await as('*').post(`/bid/${bid_id}/send`);
    const refused = await staff.post('/application', { property_id: other.id, bid_id, ...terms });
    expect(refusal(refused)).toEqual([422, 'APPLICATION_BID']);
    const answer = await staff.post('/application', { property_id: flat.id, bid_id, ...terms });
    expect(answer.json()).toMatchObject({ bid_id, lead_id });
  });
});

test('what waits for analysis or a decision is found, the oldest first; the list goes into a sheet', async () => {
  const [first, second] = [await made.complete(), await inAnalysis()];
  const { total, data } = (await as('APPLICATION_VIEW').get('/application/tasks')).json();
  const ids = data.map(({ id }: { id: number }) => id);
  expect(ids.filter((id: number) => id === first.id || id === second.id)).toEqual([first.id, second.id]);
  expect(total).toBeGreaterThanOrEqual(2);
  const sheet = await as('APPLICATION_VIEW').get('/application/export/csv?state=IN_ANALYSIS');
  expect(sheet.body).toContain('Locatário');
  expect(sheet.body.split('\n').filter((line: string) => line.startsWith(`${second.id};`))).toHaveLength(1);
});
