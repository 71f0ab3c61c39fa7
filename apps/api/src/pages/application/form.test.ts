import { createServer } from 'node:http';
import { CONSENT_VERSION } from '@morada/domain/application/application-messages';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { ANSWERS, applicationsOf, mailing, pdf } from '#test/applications.ts';
import { ATTACKS, executables } from '#test/attacks/attacks.ts';
import { PLANTED, UNSUPPORTED } from '#test/attacks/hostile-pictures.ts';
import { PAYLOADS } from '#test/attacks/payloads.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { jpeg } from '#test/pictures.ts';

const started = await startApp({ today: '2026-03-10', outside: mailing() });
const { app, db, deps, clock, stop } = started;
afterAll(stop);
const made = applicationsOf(started);
const { staff, browser } = made;
beforeEach(() => {
  clock.today = '2026-03-10';
});

const partyOf = (id: number) =>
  db.selectFrom('application_party').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const lastMail = async () =>
  db
    .selectFrom('outgoing_mail')
    .select(['recipient', 'subject', 'body'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
const CODE = /\b\d{6}\b/;

describe('a form by link', () => {
  test('is filled step by step, sent with a consent, and read by the agency in words', async () => {
    const { id, party, tenant } = await made.sent();
    const first = await tenant.get();
    expect(first.body).toContain('Passo 1 de 6');
    expect(first.headers['cache-control']).toBe('no-store');
    expect(first.headers['referrer-policy']).toBe('no-referrer');
    const saved = await tenant.step('dados', { cpf: '529.982.247-25' });
    expect(saved.headers.location).toBe(`${tenant.path}?passo=moradia`);
    // What was saved comes back with its masks.
    expect((await tenant.get('?passo=dados')).body).toContain('value="529.982.247-25"');
    for (const step of ['moradia', 'renda', 'referencias'] as const) await tenant.step(step);
    expect((await tenant.get()).body).toContain('Passo 5 de 6');
    const early = await tenant.post('/enviar', { consent: 'sim' });
    expect((await tenant.follow(early)).body).toContain('Ainda falta preencher a ficha.');
    for (const kind of ['IDENTITY', 'ADDRESS', 'INCOME']) await tenant.upload(kind, pdf());
    expect((await tenant.follow(await tenant.post('/enviar'))).body).toContain(
      'Para enviar, leia e marque a autorização',
    );
    await tenant.post('/enviar', { consent: 'sim' });
    expect((await tenant.get()).body).toContain('Recebemos a sua ficha');
    const shown = await made.show(id);
    expect([shown.state, shown.forms_sent, shown.forms]).toEqual(['COMPLETE', 1, 1]);
    expect(shown.parties[0].consent.version).toBe(CONSENT_VERSION);
    expect(shown.parties[0].steps[2]).toEqual({
      title: 'Renda',
      answers: [
        { label: 'Origem da renda', value: 'Empregado com carteira' },
        { label: 'Profissão', value: 'Dentista' },
        { label: 'Onde trabalha', value: 'Clínica Sorriso' },
        { label: 'Renda por mês', value: 'R$\u00a06.000,00' },
        { label: 'Outras rendas', value: 'R$\u00a00,00' },
        { label: 'Parcelas de dívidas por mês', value: 'R$\u00a0500,00' },
      ],
    });
    expect((await partyOf(party)).cpf).toBe('52998224725');
  });

  test.each([
    ['dados', { cpf: '111.111.111-11' }, 'cpf', 'CPF inválido. Confira os dígitos.'],
    ['dados', { birth_date: '31/02/1990' }, 'birth_date', 'Informe sua data de nascimento'],
    ['dados', { name: ' ' }, 'name', 'Informe seu nome completo'],
    ['renda', { income: 'muito' }, 'income', 'Informe sua renda por mês; se não tiver, escreva 0'],
    ['moradia', { cep: '123' }, 'cep', 'O CEP tem 8 dígitos'],
  ] as const)('says what is wrong in %s %o, and keeps what was typed', async (step, changed, field, words) => {
    const { tenant, party } = await made.sent();
    if (step !== 'dados') await tenant.step('dados');
    const before = await partyOf(party);
    const page = await tenant.follow(await tenant.step(step, changed));
    expect(page.statusCode).toBe(422);
    expect(page.body).toContain(`id="ficha-${field}-erro">${words}`);
    const other = step === 'dados' ? ANSWERS.dados.rg : step === 'renda' ? 'Dentista' : 'Rua das Flores';
    expect(page.body).toContain(`value="${other}"`);
    expect((await partyOf(party)).answers).toEqual(before.answers);
  });

  test('a day may be typed', async () => {
    const { tenant, party } = await made.sent();
    await tenant.step('dados', { birth_date: '20/05/1990' });
    expect((await partyOf(party)).answers.person?.birth_date).toBe('1990-05-20');
    // It comes back as it is written here, in a field that a phone opens with digits.
    expect((await tenant.get('?passo=dados')).body).toMatch(
      /value="20\/05\/1990" autocomplete="bday" inputmode="numeric" data-mask="DAY"/,
    );
  });
});

test('a company fills it in by who signs for it, and its CNPJ says whose the form is', async () => {
  const { id, party, tenant } = await made.sent();
  await tenant.step('dados');
  expect((await tenant.get('?passo=dados')).body).toContain(`<a href="${tenant.path}?passo=empresa">`);
  expect((await tenant.get('?passo=empresa')).body).toContain('Passo 1 de 4');
  const company = {
    ...{ name: 'Serra Móveis Ltda', cnpj: '11.222.333/0001-81', revenue: '80.000,00', debts: '2.000' },
    ...{ representative: 'Rui Alves', representative_cpf: '529.982.247-25', representative_post: 'Sócio' },
    ...{ phone: '(32) 3215-4455', email: 'rui@serra.example' },
  };
  const wrong = await tenant.follow(await tenant.post('?passo=empresa', { ...company, cnpj: '11.222.333/0001-80' }));
  expect([wrong.statusCode, wrong.body.includes('id="ficha-cnpj-erro"')]).toEqual([422, true]);
  expect((await partyOf(party)).answers.person?.name).toBe('Ana Prado');
  const saved = await tenant.post('?passo=empresa', company);
  expect(saved.headers.location).toBe(`${tenant.path}?passo=referencias`);
  const { answers, cpf } = await partyOf(party);
  expect([Object.keys(answers), cpf]).toEqual([['company'], '11222333000181']);
  await tenant.step('referencias');
  for (const kind of ['IDENTITY', 'ADDRESS', 'INCOME']) await tenant.upload(kind, pdf());
  expect((await tenant.get('?passo=conferir')).body).toContain('<li>Contrato social</li>');
  await tenant.upload('COMPANY', pdf());
  await tenant.post('/enviar', { consent: 'sim' });
  const shown = await made.show(id);
  expect([shown.state, shown.parties[0].name, shown.parties[0].declared_income]).toEqual([
    ...['COMPLETE', 'Serra Móveis Ltda', 80_000],
  ]);
  expect(shown.parties[0].steps[0]).toMatchObject({ title: 'Dados da empresa' });
});

describe('another person’s link', () => {
  test('opens nothing: a wrong word, another number, one that was withdrawn, renewed or is over', async () => {
    const one = await made.sent();
    const two = await made.sent();
    const word = one.tenant.path.split('/')[3] ?? '';
    const closed = async (path: string) => {
      const answer = await app.inject({ url: path, remoteAddress: made.newAddress() });
      return [answer.statusCode, answer.body.includes('Este endereço não abre mais'), answer.body.includes('Ana')];
    };
    expect(await closed(`/ficha/${two.party}/${word}`)).toEqual([404, true, false]);
    expect(await closed(`/ficha/${one.party}/${'x'.repeat(43)}`)).toEqual([404, true, false]);
    expect(await closed(`/ficha/0/${word}`)).toEqual([404, true, false]);
    await staff.post(`/application/party/${one.party}/link`);
    expect(await closed(one.tenant.path)).toEqual([404, true, false]);
    await staff.post(`/application/party/${two.party}/close`);
    expect(await closed(two.tenant.path)).toEqual([404, true, false]);
    const third = await made.sent();
    clock.today = '2026-03-26';
    expect(await closed(third.tenant.path)).toEqual([404, true, false]);
    const { id, tenant } = await made.sent();
    await staff.post(`/application/${id}/withdraw`);
    expect(await closed(tenant.path)).toEqual([404, true, false]);
  });

  test('a stranger with the link of a form that was begun sees and changes nothing of it', async () => {
    const { tenant, party } = await made.complete();
    const stranger = browser(tenant.path);
    const documents = await db.selectFrom('application_document').select('id').where('party_id', '=', party).execute();
    const page = await stranger.get();
    expect(page.body).toContain('Esta ficha foi começada em outro aparelho');
    for (const word of ['Ana', 'Rua das Flores', 'Dentista', '6.000', 'R$']) expect(page.body).not.toContain(word);
    expect((await stranger.get(`/documento/${documents[0]?.id}`)).statusCode).toBe(404);
    const before = await partyOf(party);
    await stranger.step('dados', { name: 'Outra Pessoa' });
    await stranger.upload('OTHER', pdf());
    await stranger.post(`/documento/${documents[0]?.id}/remover`);
    await stranger.post('/desistir', { confirma: 'sim' });
    await stranger.post('/codigo', { pedir: 'mostrar' });
    expect(await partyOf(party)).toEqual(before);
    expect(await db.selectFrom('application_document').select('id').where('party_id', '=', party).execute()).toEqual(
      documents,
    );
  });

  test('a document of another form is not served', async () => {
    const one = await made.complete();
    const two = await made.complete();
    const of = (party: number) =>
      db.selectFrom('application_document').select('id').where('party_id', '=', party).executeTakeFirstOrThrow();
    const [mine, theirs] = [await of(one.party), await of(two.party)];
    expect((await one.tenant.get(`/documento/${mine.id}`)).statusCode).toBe(200);
    expect((await one.tenant.get(`/documento/${theirs.id}`)).statusCode).toBe(404);
  });
});

describe('another browser', () => {
  test('goes on by a code that the first one shows; it is used once', async () => {
    const { tenant } = await made.sent();
    await tenant.step('dados');
    const code =
      CODE.exec(
        (await tenant.follow(await tenant.post('/codigo', { pedir: 'mostrar' }))).body.split('class="code"')[1] ?? '',
      )?.[0] ?? '';
    const phone = browser(tenant.path);
    await phone.post('/codigo', { codigo: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect((await phone.get('?passo=dados')).body).toContain('value="Ana Prado"');
    const third = browser(tenant.path);
    expect((await third.follow(await third.post('/codigo', { codigo: code }))).body).toContain('Este código venceu');
    // The first one stays open.
    expect((await tenant.get()).body).toContain('Passo 2 de 6');
  });

  test('by e-mail, to the address of the form alone; staff may give one too', async () => {
    const { tenant, party } = await made.sent();
    await tenant.step('dados', { email: 'ana.nova@exemplo.com.br' });
    const phone = browser(tenant.path);
    await phone.post('/codigo', { pedir: 'email', email: 'mal@exemplo.com.br' });
    const mail = await lastMail();
    expect([mail.recipient, mail.subject]).toEqual(['ana.nova@exemplo.com.br', 'Código para continuar a sua ficha']);
    await phone.post('/codigo', { codigo: CODE.exec(mail.body)?.[0] ?? '' });
    expect((await phone.get()).body).toContain('Passo 2 de 6');
    const { code } = (await staff.post(`/application/party/${party}/code`)).json();
    const tablet = browser(tenant.path);
    await tablet.post('/codigo', { codigo: code });
    expect((await tablet.get()).body).toContain('Passo 2 de 6');
  });

  test('five wrong tries void the code, and the right one then too', async () => {
    const { tenant, party } = await made.sent();
    await tenant.step('dados');
    const { code } = (await staff.post(`/application/party/${party}/code`)).json();
    const wrong = code === '000000' ? '000001' : '000000';
    const stranger = browser(tenant.path);
    for (let tried = 0; tried < 5; tried++) await stranger.post('/codigo', { codigo: wrong });
    expect((await stranger.follow(await stranger.post('/codigo', { codigo: code }))).body).toContain(
      'Este código venceu',
    );
    expect((await stranger.get()).body).toContain('começada em outro aparelho');
  });

  test('codes of one form are limited', async () => {
    const { tenant, party } = await made.sent();
    await tenant.step('dados');
    const answers = [];
    for (let asked = 0; asked < 6; asked++)
      answers.push((await staff.post(`/application/party/${party}/code`)).statusCode);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('documents', () => {
  test('are kept one by one, named when refused, and a form takes sixty', async () => {
    const { tenant, party } = await made.sent();
    await tenant.step('dados');
    const photograph = await jpeg(80, 60);
    const kept = await tenant.upload('IDENTITY', photograph, 'frente.jpg', 'image/jpeg');
    expect(kept.headers.location).toBe(`${tenant.path}?passo=documentos&enviados=1`);
    const refused = await tenant.follow(
      await tenant.upload('IDENTITY', Buffer.from('<svg onload=alert(1)>'), 'verso.svg'),
    );
    expect(refused.body).toContain('verso.svg: ');
    const rows = Array.from({ length: 59 }, (_, at) => ({
      key: `document/${at}-${party}.pdf`,
      name: 'x.pdf',
      media_type: 'application/pdf',
      bytes: 1,
    }));
    const files = await db.insertInto('stored_file').values(rows).returning('id').execute();
    await db
      .insertInto('application_document')
      .values(files.map(({ id }) => ({ party_id: party, file_id: id, kind: 'OTHER' as const })))
      .execute();
    expect((await tenant.follow(await tenant.upload('INCOME', pdf()))).body).toContain(
      'Já há arquivos demais nesta ficha',
    );
  });

  test('come back to who sent them, able to run nothing, and are removed by them alone while the form is open', async () => {
    const { tenant, party } = await made.sent();
    await tenant.step('dados');
    await tenant.upload('IDENTITY', pdf('meu'), 'rg "frente".pdf');
    const { id } = await db
      .selectFrom('application_document')
      .select('id')
      .where('party_id', '=', party)
      .executeTakeFirstOrThrow();
    const served = await tenant.get(`/documento/${id}`);
    expect([served.statusCode, served.headers['content-type'], served.body]).toEqual([
      200,
      'application/pdf',
      pdf('meu').toString(),
    ]);
    expect(served.headers['content-security-policy']).toContain("default-src 'none'");
    await tenant.post(`/documento/${id}/remover`);
    expect((await tenant.get(`/documento/${id}`)).statusCode).toBe(404);
  });

  test.each(UNSUPPORTED.filter(([what]) => !what.startsWith('a PDF')).filter((_, at) => at % 12 === 0))(
    '%s is refused',
    async (_, bytes, name, type) => {
      const { tenant, party } = await made.sent();
      await tenant.step('dados');
      const answer = await tenant.upload('IDENTITY', bytes, name, type);
      expect(answer.headers.location).toContain('recusa=sim');
      expect((await tenant.follow(answer)).body).not.toContain(PLANTED);
      expect(await db.selectFrom('application_document').selectAll().where('party_id', '=', party).execute()).toEqual(
        [],
      );
    },
  );

  test('sixty photographs on a line that drops: what arrived stays, and the rest follows', LONG, async () => {
    const { tenant, party } = await made.sent();
    await tenant.step('dados');
    const photograph = await jpeg(1_600, 1_200);
    // Half of a body arrives, and the line drops.
    const serving = createServer((request, response) => app.routing(request, response));
    await new Promise<void>((done) => serving.listen(0, '127.0.0.1', done));
    const { port } = serving.address() as { port: number };
    const half = new AbortController();
    const slow = new ReadableStream({
      start(controller) {
        controller.enqueue(
          new TextEncoder().encode('--x\r\ncontent-disposition: form-data; name="arquivos"; filename="a.jpg"\r\n\r\n'),
        );
        controller.enqueue(photograph.subarray(0, photograph.length / 2));
        half.abort();
      },
    });
    await fetch(`http://127.0.0.1:${port}${tenant.path}/documentos/INCOME`, {
      ...{ method: 'POST', body: slow, signal: half.signal, duplex: 'half' },
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    } as RequestInit).catch(() => undefined);
    serving.close();
    for (let sent = 0; sent < 60; sent++) await tenant.upload('INCOME', photograph, `pagina-${sent}.jpg`, 'image/jpeg');
    const kept = await db.selectFrom('application_document').select('id').where('party_id', '=', party).execute();
    expect(kept.length).toBe(60);
    expect((await tenant.follow(await tenant.upload('INCOME', photograph, 'mais.jpg', 'image/jpeg'))).body).toContain(
      'Já há arquivos demais',
    );
  });
});

test('goes on where it stopped after the server was replaced', async () => {
  const { tenant, party } = await made.sent();
  const cookie = String((await tenant.step('dados')).headers['set-cookie']).split(';', 1)[0];
  const next = await buildApp(deps);
  const page = await next.inject({ url: tenant.path, headers: { cookie: `__Secure-${cookie}` } });
  expect(page.body).toContain('Passo 2 de 6');
  await next.close();
  expect((await partyOf(party)).answers.person?.name).toBe('Ana Prado');
});

test('giving up takes a tick, and ends the application for everybody', async () => {
  const { id, tenant } = await made.sent();
  await tenant.step('dados');
  expect((await tenant.follow(await tenant.post('/desistir'))).body).toContain('marque a caixa');
  await tenant.post('/desistir', { confirma: 'sim' });
  expect(await made.show(id)).toMatchObject({ state: 'WITHDRAWN', withdrawn_by: 'APPLICANT' });
  expect((await tenant.get()).statusCode).toBe(404);
});

test('a form that was given back says what is to be corrected, and is sent again', async () => {
  const { id, party, tenant } = await made.complete();
  await staff.post(`/application/party/${party}/reopen`, { note: 'O holerite está ilegível.' });
  expect((await lastMail()).body).toContain('O holerite está ilegível.');
  expect((await tenant.get()).body).toContain('O holerite está ilegível.');
  await tenant.step('renda', { income: '5.000' });
  await tenant.post('/enviar', { consent: 'sim' });
  const shown = await made.show(id);
  expect([shown.state, shown.parties[0].declared_income]).toEqual(['COMPLETE', 5_000]);
});

test('the agency asks for what is missing, by name and without values', async () => {
  const { party, tenant } = await made.sent();
  await tenant.step('dados');
  expect((await staff.post(`/application/party/${party}/ask`)).statusCode).toBe(200);
  const { body } = await lastMail();
  expect(body).toContain('ainda falta: Onde você mora, Sua renda, Referências, Documento com foto');
  expect(body).not.toContain('Prado');
  await made.fill(tenant, 'TENANT');
  expect((await staff.post(`/application/party/${party}/ask`)).json().code).toBe('FORM_COMPLETE');
  const silent = await made.sent({ email: '' });
  expect((await staff.post(`/application/party/${silent.party}/ask`)).json().code).toBe('FORM_WITHOUT_EMAIL');
});

describe('texts that attack', () => {
  const long = PAYLOADS.filter((payload) => payload.length <= 100 && !/[\r\n\v\f\u2028\u2029]/.test(payload));
  test('are escaped in every field that comes back', async () => {
    const { tenant } = await made.sent();
    for (const attack of ATTACKS.filter((_, at) => at % 8 === 0)) {
      const page = await tenant.follow(
        await tenant.step('dados', {
          name: attack,
          rg: attack,
          cpf: attack,
          phone: attack,
          email: attack,
          birth_date: attack,
          marital_status: attack,
        }),
      );
      expect(executables(page.body)).toEqual([]);
    }
  });
  test('stay text where they are stored', async () => {
    const { tenant, id } = await made.sent();
    await tenant.step('dados');
    for (let from = 0; from < long.length; from += 36) {
      const taken = (at: number) => long[(from + at) % long.length] ?? '';
      await tenant.step('moradia', {
        street: taken(0),
        number: taken(1).slice(0, 20),
        complement: taken(2),
        neighborhood: taken(3),
        city: taken(4),
      });
      const page = await tenant.get('?passo=conferir');
      expect([page.statusCode, executables(page.body)]).toEqual([200, []]);
    }
    expect((await made.show(id)).parties[0].steps[0].title).toBe('Dados pessoais');
  });
});
