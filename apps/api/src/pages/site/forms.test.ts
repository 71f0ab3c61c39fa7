import { listingPath } from '@morada/domain/property/property';
import type { LightMyRequestResponse as Answer } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetVisitors } from '#api/modules/doors/site/site.service.ts';
import { visitPageOf } from '#api/modules/doors/site/visit-link.service.ts';
import { ATTACKS, executables } from '#test/attacks/attacks.ts';
import { shownAfter } from '#test/form-answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const { app, as, db, deps, property, stop } = await startApp({ today: '2026-11-22' });
afterAll(stop);
await db.updateTable('agency').set({ name: 'Serra Verde Imóveis' }).execute();

const { id } = await property();
const home = await db.selectFrom('property').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const path = listingPath(home);

let visitors = 0;
/** Each from another address, except in the tests of the limit. */
const newAddress = () => `198.51.${Math.floor(++visitors / 250)}.${visitors % 250}`;
const send = (fields: Record<string, string>, remoteAddress = newAddress(), url = path) =>
  app.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
const post = async (...sent: Parameters<typeof send>) => shownAfter(app, await send(...sent));
const call = (url: string, payload: object, remoteAddress = newAddress()) =>
  app.inject({ method: 'POST', url: `/api/site${url}`, remoteAddress, payload });

const VISIT = {
  pedido: 'visita',
  date: '2026-11-24',
  time: '14:00',
  name: 'Helena Prado',
  phone: '(32) 98841-2076',
  email: '',
  consent: 'sim',
};
const MESSAGE = {
  pedido: 'mensagem',
  name: 'Helena Prado',
  email: 'Helena@Exemplo.com.br',
  phone: '',
  message: 'Aceita cachorro?\r\nObrigada.',
  consent: 'sim',
};

const visits = () => db.selectFrom('schedule').selectAll().execute();
const messages = () => db.selectFrom('contact_message').selectAll().execute();
beforeEach(async () => {
  await db.deleteFrom('schedule').execute();
  await db.deleteFrom('contact_message').execute();
});
const nothingKept = async () => expect([await visits(), await messages()]).toEqual([[], []]);

/** Error messages, by field. */
const wrongs = ({ body }: Answer) =>
  Object.fromEntries(
    [...body.matchAll(/<p class="wrong" id="(?:visita|mensagem)-(\w+)-erro">([^<]+)</g)].map(([, field, words]) => [
      field,
      words,
    ]),
  );

describe('requesting a visit', () => {
  test('stores it, and redirects to the page with thanks', async () => {
    const answer = await post(VISIT);
    const [{ id: visit } = { id: 0 }] = await visits();
    const own = await visitPageOf(deps, db, visit);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${own}?feito=pedida`]);
    expect(await visits()).toMatchObject([
      {
        property_id: id,
        status: 'PENDING',
        date: '2026-11-24',
        shift: 'PM',
        time: '14:00',
        name: 'Helena Prado',
        phone: '32988412076',
        email: null,
        consented_at: expect.anything(),
      },
    ]);
    const { body } = await app.inject(`${own}?feito=pedida`);
    expect(body).toContain('Pedido de visita enviado');
    expect(body).toContain('24 de novembro de 2026, às 14h');
    expect(body).not.toContain('Helena');
  });

  test('is shown to the staff, in the list and in the badge', async () => {
    await post(VISIT);
    const { progress } = (await as('SCHEDULE_VIEW').get('/schedule/admin')).json();
    expect(progress).toMatchObject([
      { property_id: id, date: '2026-11-24', time: '14:00', status: 'PENDING', user: { name: 'Helena Prado' } },
    ]);
    expect((await as('SCHEDULE_VIEW').get('/dashboard/badges')).json()).toMatchObject({ schedules: 1 });
  });

  test('sent twice, even concurrently, stores one', async () => {
    await Promise.all([post(VISIT), post(VISIT), post(VISIT)]);
    expect(await visits()).toHaveLength(1);
    await post({ ...VISIT, time: '09:00' });
    expect(await visits()).toHaveLength(2);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Record<string, string>, string, string]>([
    ['no name',                { name: ' ' },                 'name',    'Informe seu nome'],
    ['no telephone',           { phone: '' },                 'phone',   'Informe o telefone com DDD'],
    ['half a telephone',       { phone: '8841-2076' },        'phone',   'Informe o telefone com DDD'],
    ['half an e-mail',         { email: 'helena@' },          'email',   'Informe um e-mail válido'],
    ['no day',                 { date: '' },                  'date',    'Escolha o dia da visita'],
    ['a day that is none',     { date: '2026-02-30' },        'date',    'Escolha o dia da visita'],
    ['today',                  { date: '2026-11-22' },        'date',    'Escolha um dia a partir de amanhã, nos próximos 90 dias'],
    ['past the ninetieth day', { date: '2027-02-21' },        'date',    'Escolha um dia a partir de amanhã, nos próximos 90 dias'],
    ['no hour',                { time: '' },                  'time',    'Escolha o horário'],
    ['an hour of its own',     { time: '25:00' },             'time',    'Escolha o horário'],
    ['an hour between two',    { time: '14:30' },             'time',    'Escolha um dos horários livres'],
    ['a day that is closed',   { date: '2026-11-29' },        'time',    'Escolha um dos horários livres'],
    ['no consent',             { consent: '' },               'consent', 'Marque que concorda, para podermos responder'],
    ['a control character',    { name: 'Ana\u0000' },         'name',    'Há caracteres inválidos'],
    ['a name without end',     { name: 'x'.repeat(121) },     'name',    'Use até 120 caracteres'],
  ])('with %s shows the error at the field, and keeps the values', async (_, changed, field, words) => {
    const answer = await post({ ...VISIT, ...changed });
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect(wrongs(answer)).toEqual({ [field === 'date' ? 'time' : field]: words });
    expect(answer.body).toContain('role="alert">Confira os campos destacados.');
    const kept = { ...VISIT, ...changed };
    if (field !== 'phone') expect(answer.body).toContain(`value="${kept.phone}"`);
    if (field !== 'name') expect(answer.body).toContain('value="Helena Prado"');
    if (field !== 'date' && !changed.date) expect(answer.body).toContain('value="2026-11-24"');
    if (field !== 'time' && field !== 'date') expect(answer.body).toContain('value="14:00" checked');
    if (field !== 'consent') expect(answer.body).toContain('value="sim" checked');
    await nothingKept();
  });

  test('reports every invalid field at once', async () => {
    expect(Object.keys(wrongs(await post({ pedido: 'visita' }))).sort()).toEqual(
      // The day is chosen by a button, so its error stands at the hours.
      ['consent', 'name', 'phone', 'time'].sort(),
    );
  });
});

describe('free hours', () => {
  const text = ({ body }: Answer) => body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  const hoursOn = ({ body }: Answer) => [...body.matchAll(/name="time" value="(\d\d:\d\d)"/g)].map(([, time]) => time);
  const linked = ({ body }: Answer) =>
    [...body.matchAll(/name="dia" value="(\d{4}-\d\d-\d\d)"/g)].map(([, day]) => day);

  test('are those of the first open day, and of a day in the address', LONG, async () => {
    const first = await app.inject(path);
    expect(text(first)).toContain('Horários livres em 23 de novembro de 2026 Manhã 9h 10h 11h Tarde 12h 13h');
    // Eight days, without the Sundays.
    expect(linked(first)).toEqual([
      ...[
        '2026-11-23',
        '2026-11-24',
        '2026-11-25',
        '2026-11-26',
        '2026-11-27',
        '2026-11-28',
        '2026-11-30',
        '2026-12-01',
      ],
    ]);
    const saturday = await app.inject(`${path}?dia=2026-11-28`);
    expect(hoursOn(saturday)).toEqual(['09:00', '10:00', '11:00']);
    expect(saturday.body).toContain('value="2026-11-28" aria-current="date"');
    const later = await app.inject(`${path}?dias=2026-12-02`);
    expect(linked(later)[0]).toBe('2026-12-02');
    expect(later.body).toContain('aria-label="Dias anteriores"');
    for (const odd of ['dia=2026-11-22', 'dia=x', 'dia=2031-01-01', 'dias=x', 'dia=2026-11-23&dia=2026-11-24'])
      expect([odd, (await app.inject(`${path}?${odd}`)).statusCode]).toEqual([odd, 200]);
  });

  test('of another day are shown once it is chosen, and what was typed stays', async () => {
    const page = await post({ ...VISIT, dia: '2026-11-28', email: 'helena@' });
    expect(hoursOn(page)).toEqual(['09:00', '10:00', '11:00']);
    expect(page.body).toContain('value="helena@"');
    expect(page.body).toContain('value="Helena Prado"');
    expect(page.body).not.toContain('role="alert"');
    const later = await post({ ...VISIT, dias: '2026-12-02' });
    expect(linked(later)[0]).toBe('2026-12-02');
    await nothingKept();
  });

  test('stand in a form whose consent names the agency as a sentence does', async () => {
    await db.updateTable('agency').set({ name: 'Imobiliária Serra' }).execute();
    expect((await app.inject(path)).body).toContain('Concordo que a Imobiliária Serra guarde');
  });

  test('are within the agency’s opening hours', async () => {
    await db.updateTable('agency').set({ hours_weekdays: '8h30 às 12h', hours_saturday: null }).execute();
    const page = await app.inject(path);
    await db.updateTable('agency').set({ hours_weekdays: null }).execute();
    expect(hoursOn(page)).toEqual(['08:30', '09:30', '10:30']);
    expect(linked(page)).not.toContain('2026-11-28');
  });

  test('of two visitors who want one, one gets it; the other reads so and sees the rest', async () => {
    const answers = await Promise.all([
      post(VISIT),
      post({ ...VISIT, phone: '(32) 98841-2077', name: 'Rui Sales' }),
      post({ ...VISIT, phone: '(32) 98841-2078', name: 'Lia Nunes' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 409, 409]);
    expect(await visits()).toHaveLength(1);
    const late = answers.find(({ statusCode }) => statusCode === 409) as Answer;
    expect(wrongs(late)).toEqual({ time: 'Este horário acabou de ser reservado. Escolha outro.' });
    expect(hoursOn(late)).toContain('15:00');
    expect(hoursOn(late)).not.toContain('14:00');
    expect(late.body).toContain('(32) 98841-207');
  });

  test('are free again once a visit is canceled, and another property has its own', async () => {
    const other = await property();
    await post(VISIT);
    const listed = await db.selectFrom('property').selectAll().where('id', '=', other.id).executeTakeFirstOrThrow();
    expect(hoursOn(await app.inject(`${listingPath(listed)}?dia=2026-11-24`))).toContain('14:00');
    expect(hoursOn(await app.inject(`${path}?dia=2026-11-24`))).not.toContain('14:00');
    const [{ id: visit } = { id: 0 }] = await visits();
    await as('SCHEDULE_EDIT').patch(`/schedule/admin/${visit}/CANCELED/status`);
    expect(hoursOn(await app.inject(`${path}?dia=2026-11-24`))).toContain('14:00');
  });

  test('staff and a visitor who book one hour at once: one of them gets it', async () => {
    const booking = {
      property_id: id,
      name: 'Lívia Prado',
      phone: '32988412079',
      date: '2026-11-24',
      shift: 'PM',
      time: '14:00',
    };
    const answers = await Promise.all([post(VISIT), as('SCHEDULE_EDIT').post('/schedule/admin', booking)]);
    const [visitor = 0, staff = 0] = answers.map(({ statusCode }) => statusCode);
    expect([[303, 409].join(), [409, 201].join()]).toContain([visitor, staff].join());
    expect(await visits()).toHaveLength(1);
  });
});

describe('a message', () => {
  test.each(['google\u0007', 'x'.repeat(300)])(
    'is stored without a campaign that can’t be read: %j',
    async (campaign) => {
      expect((await post({ ...MESSAGE, campaign })).statusCode).toBe(303);
      expect((await call('/visit', { ...VISIT, property_id: id, consent: true, campaign })).statusCode).toBe(204);
      expect([...(await messages()), ...(await visits())].map((one) => one.campaign)).toEqual([null, null]);
    },
  );

  test('is stored as typed, and shown to the staff', async () => {
    const answer = await post({ ...MESSAGE, campaign: 'google / cpc / verão' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${path}?enviado=mensagem#mensagem`]);
    expect(await messages()).toMatchObject([
      {
        property_id: id,
        name: 'Helena Prado',
        email: 'helena@exemplo.com.br',
        phone: null,
        message: 'Aceita cachorro?\nObrigada.',
        read_at: null,
      },
    ]);
    const [seen] = (await as('CONTACT_VIEW').get('/contact')).json();
    expect(seen).toMatchObject({ email: 'helena@exemplo.com.br', property: { id }, read_at: null });
    expect(seen.campaign).toBe('google / cpc / verão');
    expect((await as('CONTACT_VIEW').get('/dashboard/badges')).json()).toMatchObject({ contacts: 1 });
    expect((await app.inject(`${path}?enviado=mensagem`)).body).toContain('Mensagem enviada');
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Record<string, string>, string, string]>([
    ['no e-mail',        { email: '' },                   'email',   'Informe um e-mail válido'],
    ['half a telephone', { phone: '123' },                'phone',   'Informe o telefone com DDD'],
    ['no words',         { message: ' \n ' },             'message', 'Escreva sua mensagem'],
    ['too many words',   { message: 'x'.repeat(2_001) },  'message', 'Use até 2000 caracteres'],
    ['no consent',       { consent: 'não' },              'consent', 'Marque que concorda, para podermos responder'],
  ])('with %s shows the error at the field, and keeps the values', async (_, changed, field, words) => {
    const answer = await post({ ...MESSAGE, ...changed });
    expect(wrongs(answer)).toEqual({ [field]: words });
    if (field !== 'message') expect(answer.body).toContain('Aceita cachorro?\nObrigada.</textarea>');
    await nothingKept();
  });
});

describe('a bot', () => {
  test.each([
    ['visit', VISIT],
    ['message', MESSAGE],
  ])('is thanked and ignored when it fills the hidden field: %s', async (_, fields) => {
    expect((await post({ ...fields, website: 'https://spam.example' })).statusCode).toBe(303);
    await nothingKept();
  });

  test('of visits is refused once its network has taken its share of the day, with what was typed', async () => {
    const asked = (hour: number, phone: string, from: string) =>
      post({ ...VISIT, time: `${String(hour).padStart(2, '0')}:00`, phone }, from);
    const from = newAddress();
    expect((await asked(9, '32988412001', from)).statusCode).toBe(303);
    await sql`update visit_network set visits = 12`.execute(db);
    const refused = await asked(10, '32988412002', from);
    expect(refused.body).toContain('Já há muitas visitas marcadas');
    expect(await visits()).toHaveLength(1);
    expect((await asked(10, '32988412002', newAddress())).statusCode).toBe(303);
    await forgetVisitors({ ...deps, today: () => '2026-12-31' });
    expect((await sql`select from visit_network`.execute(db)).rows).toEqual([]);
  });

  test('is stopped after twenty forms by its address, with its values shown again', LONG, async () => {
    const from = newAddress();
    for (let sent = 0; sent < 20; sent++)
      expect((await post({ ...MESSAGE, message: `Mensagem ${sent}` }, from)).statusCode).toBe(303);
    const answer = await post({ ...MESSAGE, message: 'Mais uma' }, from);
    expect(answer.body).toContain('Muitas tentativas. Aguarde um pouco e tente de novo.');
    expect(answer.body).toContain('Mais uma</textarea>');
    expect(await messages()).toHaveLength(20);
    expect((await post(MESSAGE)).statusCode).toBe(303);
    expect((await app.inject({ url: path, remoteAddress: from })).statusCode).toBe(200);
  });
});

test.each(['PENDING', 'RENTED', 'UNAVAILABLE'] as const)('a property that is %s accepts no form', async (status) => {
  const hidden = await property();
  await db.updateTable('property').set({ status }).where('id', '=', hidden.id).execute();
  const path = `/imovel/alugar/${hidden.id}/x`;
  expect((await send(VISIT, newAddress(), path)).headers.location).toBe(path);
  expect((await app.inject(path)).statusCode).toBe(404);
  const answer = await call('/contact', { property_id: hidden.id, ...MESSAGE, consent: true });
  expect([answer.statusCode, answer.json().message]).toEqual([404, 'Este imóvel não está mais anunciado.']);
  await nothingKept();
});

describe('malformed forms', () => {
  test.each([
    ['more than a form holds', 413, 'application/x-www-form-urlencoded', `message=${'x'.repeat(70_000)}`],
    ['a file', 415, 'multipart/form-data; boundary=x', '--x--'],
  ])('%s is refused with a readable message', async (_, status, type, payload) => {
    const answer = await app.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(answer.body).not.toContain('O problema é nosso');
    await nothingKept();
  });

  test('with lists, other field names or no form at all are refused', async () => {
    for (const payload of ['name=a&name=b', '__proto__=x&constructor=y', 'pedido[]=visita', '%', ''])
      expect(
        (
          await app.inject({
            ...{ method: 'POST', url: path, remoteAddress: newAddress(), payload },
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          })
        ).headers.location,
        payload,
      ).toContain('?revisar=');
    await nothingKept();
  });
});

describe('the form endpoints', () => {
  const visit = { ...VISIT, property_id: id, consent: true };
  const message = { ...MESSAGE, property_id: id, consent: true };

  test('store what the forms store', async () => {
    expect((await call('/visit', visit)).statusCode).toBe(204);
    expect((await call('/contact', message)).statusCode).toBe(204);
    expect(await visits()).toMatchObject([{ name: 'Helena Prado', date: '2026-11-24', time: '14:00', shift: 'PM' }]);
    expect(await messages()).toMatchObject([{ email: 'helena@exemplo.com.br', property_id: id }]);
  });

  test('refuse what the forms refuse', async () => {
    const answer = await call('/visit', { ...visit, date: '2026-11-22', consent: true });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      [{ field: 'date', message: 'Escolha um dia a partir de amanhã, nos próximos 90 dias' }],
    ]);
    expect((await call('/contact', { ...message, consent: false })).json().errors[0].field).toBe('consent');
    await nothingKept();
  });

  test('ignore bots with the hidden field, and stop after twenty', async () => {
    expect((await call('/visit', { ...visit, website: 'x' })).statusCode).toBe(204);
    await nothingKept();
    const from = newAddress();
    for (let sent = 0; sent < 20; sent++) await call('/contact', message, from);
    const answer = await call('/contact', message, from);
    expect([answer.statusCode, answer.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe.each(ATTACKS)('%s', (attack) => {
  test('is dangerous in raw markup', () => {
    const pages = [`<p>${attack}</p>`, `<input value="${attack}">`, `<input value='${attack}'>`];
    expect(pages.flatMap(executables)).not.toEqual([]);
  });

  test('is escaped in every field of both forms', async () => {
    for (const [asked, fields] of [
      ['visita', ['date', 'time', 'name', 'phone', 'email', 'consent', 'pedido']],
      ['mensagem', ['name', 'email', 'phone', 'message', 'consent']],
    ] as const) {
      const typed = Object.fromEntries(fields.map((field) => [field, attack]));
      const answer = await post({ pedido: asked, ...typed });
      expect(answer.body).toContain('role="alert"');
      expect(executables(answer.body)).toEqual([]);
    }
    await nothingKept();
  });
});
