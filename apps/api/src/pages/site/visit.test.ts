import { listingPath } from '@morada/domain/property/property';
import type { LightMyRequestResponse as Answer } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readSettings } from '#api/base/settings.ts';
import { sendMail } from '#api/mail/mail.service.ts';
import { TOLD_ALONE } from '#api/modules/access/credentials/tries.service.ts';
import { forgetDrafts } from '#api/modules/doors/form-drafts/form-drafts.service.ts';
import { visitPageOf } from '#api/modules/doors/site/visit-link.service.ts';
import { openOutside } from '#api/outside/outside.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { startMailServer } from '#test/servers/mail-server.ts';

const mails = await startMailServer();
const settings = {
  ...{ CEP_URL: '', INDICES_URL: '', SMTP_URL: mails.url, MAIL_FROM: 'Serra <a@serra.example>' },
  PUBLIC_URL: 'https://serra.example',
};
const { app, as, signIn, db, deps, clock, property, stop } = await startApp({
  today: '2026-11-22',
  outside: openOutside(readSettings(settings), { within: 60_000, rest: 1 }),
});
Object.assign(deps, { publicUrl: settings.PUBLIC_URL });
afterAll(async () => {
  await stop();
  await mails.close();
});

const { id: property_id } = await property({ street: 'Rua Halfeld' });
const listing = listingPath(
  await db.selectFrom('property').selectAll().where('id', '=', property_id).executeTakeFirstOrThrow(),
);

const queued = () => db.selectFrom('outgoing_mail').select(['recipient', 'subject', 'body']).orderBy('id').execute();
const visits = () => db.selectFrom('schedule').selectAll().orderBy('id').execute();
beforeEach(async () => {
  clock.today = '2026-11-22';
  await sql`truncate outgoing_mail, schedule, login_failure, form_draft cascade`.execute(db);
  await db
    .updateTable('agency')
    .set({ name: 'Serra Verde', email: 'contato@serra.example', whatsapp: '32988410000' })
    .execute();
});

let visitors = 0;
const send = (url: string, fields: Record<string, string>, cookie = '') =>
  app.inject({
    ...{ method: 'POST', url, remoteAddress: `198.51.100.${++visitors % 250}` },
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    payload: new URLSearchParams(fields).toString(),
  });
const VISIT = {
  ...{ pedido: 'visita', date: '2026-11-24', time: '14:00', name: 'Helena Prado', phone: '(32) 98841-2076' },
  ...{ email: 'helena@exemplo.com.br', consent: 'sim' },
};
const cookieOf = ({ headers }: Pick<Answer, 'headers'>) => String(headers['set-cookie']).split(';', 1)[0];
/** The page that a form's answer leads to, in the browser that sent it. */
const opened = (answer: Pick<Answer, 'headers'>, cookie = cookieOf(answer)) =>
  app.inject({ url: String(answer.headers.location).split('#', 1)[0] ?? '', headers: { cookie } });
async function requested(): Promise<{ id: number; own: string }> {
  await send(listing, VISIT);
  const id = (await visits()).at(-1)?.id ?? 0;
  return { id, own: await visitPageOf(deps, db, id) };
}

test('a request reaches the agency, and the visitor gets a receipt that holds nothing they typed', LONG, async () => {
  const { own } = await requested();
  const [agency, visitor, ...rest] = await queued();
  expect(rest).toEqual([]);
  expect(agency).toMatchObject({
    recipient: 'contato@serra.example',
    subject: `Pedido de visita: 24/11/2026, às 14h, imóvel ${property_id}`,
  });
  for (const words of ['Helena Prado', 'https://wa.me/5532988412076', 'helena@exemplo.com.br', '/app/schedules'])
    expect(agency?.body).toContain(words);
  expect(visitor).toMatchObject({ recipient: 'helena@exemplo.com.br' });
  for (const words of [
    '24 de novembro de 2026, às 14h',
    'Rua Halfeld',
    `https://serra.example${own}`,
    'https://wa.me/55',
  ])
    expect(visitor?.body).toContain(words);
  expect(visitor?.body).not.toMatch(/Helena|Prado/);
  const arrival = mails.next();
  const { id } = await db.selectFrom('outgoing_mail').select('id').orderBy('id').executeTakeFirstOrThrow();
  await sendMail(deps, id);
  expect(await arrival).toMatchObject({ to: ['contato@serra.example'], text: expect.stringContaining('Helena Prado') });
});

test(
  'a flood of messages from many networks is told one by one for a while, and then by one mail that sums up',
  LONG,
  async () => {
    const message = (index: number) =>
      send(listing, {
        ...{ pedido: 'mensagem', name: 'Rui Sales', email: `rui${index}@exemplo.com.br`, phone: '', consent: 'sim' },
        message: `Pergunta ${index}`,
      });
    for (let index = 0; index < TOLD_ALONE + 5; index += 1)
      expect((await message(index)).headers.location).toContain('?enviado=mensagem');
    const told = async () =>
      (await queued()).filter(({ recipient }) => recipient === 'contato@serra.example').map(({ subject }) => subject);
    const alone = Array.from({ length: TOLD_ALONE }, () => `Mensagem do site sobre o imóvel ${property_id}`);
    expect(await told()).toEqual([...alone, `Muitos pedidos pelo site: ${TOLD_ALONE + 1} em 15 minutos`]);
    const sums = (await queued()).findLast(({ subject }) => subject.startsWith('Muitos'));
    expect(sums?.body).toContain('https://serra.example/app/contacts');
    expect((await db.selectFrom('contact_message').select('id').execute()).length).toBeGreaterThanOrEqual(
      TOLD_ALONE + 5,
    );
    // A quarter of an hour later the flood goes on.
    await sql`update login_failure set at = at - interval '15 minutes' where key = 'visitors-summaries'`.execute(db);
    await Promise.all([message(98), message(99)]);
    expect((await told()).slice(TOLD_ALONE + 1)).toEqual([`Muitos pedidos pelo site: ${TOLD_ALONE + 6} em 15 minutos`]);
  },
);

test('without the agency’s address everyone who may do everything is told; a message tells too', async () => {
  await db.updateTable('agency').set({ email: null }).execute();
  await as('*').get('/agency');
  const answer = await send(listing, {
    ...{ pedido: 'mensagem', name: 'Rui Sales', email: 'rui@exemplo.com.br', phone: '', message: 'Aceita cachorro?' },
    consent: 'sim',
  });
  expect(answer.headers.location).toContain('?enviado=mensagem');
  const [mail, receipt] = await queued();
  expect(mail).toMatchObject({ subject: `Mensagem do site sobre o imóvel ${property_id}` });
  expect(mail?.recipient).toMatch(/^staff\d+@morada\.test$/);
  for (const words of ['Aceita cachorro?', 'rui@exemplo.com.br', '/app/contacts']) expect(mail?.body).toContain(words);
  expect(receipt).toMatchObject({
    ...{ recipient: 'rui@exemplo.com.br', subject: `Mensagem recebida sobre o imóvel ${property_id}` },
    body: expect.stringContaining(`https://serra.example${listing}`),
  });
  expect(receipt?.body).not.toMatch(/cachorro|Rui/);
});

test('who answers for the listing is told too: the person to talk to, else who brought it in, by a name of the staff', async () => {
  const staffed = async (name: string, ...permissions: string[]) => {
    const { adminId } = await signIn(...permissions);
    const named = db.updateTable('admin_user').set({ name }).where('id', '=', adminId).returning('email');
    return (await named.executeTakeFirstOrThrow()).email;
  };
  const bia = await staffed('Bia Reis', 'SCHEDULE_VIEW');
  const caio = await staffed('Caio Melo', '*');
  const toldOf = async (contact_name: string | null, pickup: string | null) => {
    await sql`truncate outgoing_mail, schedule, login_failure cascade`.execute(db);
    await db.updateTable('property').set({ contact_name, pickup }).where('id', '=', property_id).execute();
    await send(listing, VISIT);
    return (await queued()).flatMap(({ recipient, subject }) =>
      subject.startsWith('Pedido de visita:') && recipient !== 'contato@serra.example' ? [recipient] : [],
    );
  };
  expect(await toldOf('bia reis ', 'Caio Melo')).toEqual([bia]);
  expect(await toldOf('Recepção', 'Caio Melo')).toEqual([caio]);
  expect(await toldOf(null, null)).toEqual([]);
  // Who may not see messages is not told of one, nor is either of two people of one name.
  await db.updateTable('property').set({ contact_name: 'Bia Reis', pickup: null }).execute();
  const message = {
    pedido: 'mensagem',
    name: 'Rui',
    email: 'rui@exemplo.com.br',
    message: 'Aceita cachorro?',
    consent: 'sim',
  };
  await send(listing, { ...message, phone: '' });
  expect((await queued()).map(({ recipient }) => recipient)).not.toContain(bia);
  await staffed('Bia Reis', 'SCHEDULE_VIEW', 'CONTACT_VIEW');
  expect(await toldOf('Bia Reis', null)).toEqual([]);
  await db.updateTable('property').set({ contact_name: null, pickup: null }).execute();
});

test('who answers for the listing and gets its leads is mailed once of each form', async () => {
  const { adminId } = await signIn('SCHEDULE_VIEW', 'CONTACT_VIEW', 'LEAD_EDIT');
  const named = db.updateTable('admin_user').set({ name: 'Davi Rocha' }).where('id', '=', adminId).returning('email');
  const { email } = await named.executeTakeFirstOrThrow();
  await db.updateTable('property').set({ contact_name: 'Davi Rocha' }).where('id', '=', property_id).execute();
  const mailsTo = async () =>
    (await queued()).flatMap(({ recipient, subject }) => (recipient === email ? subject : []));
  await send(listing, { ...VISIT, name: 'Nina Braga', phone: '(32) 97700-1020', email: '' });
  expect(await mailsTo()).toEqual([`Pedido de visita: 24/11/2026, às 14h, imóvel ${property_id}`]);
  await send(listing, {
    ...{ pedido: 'mensagem', name: 'Otto Reis', email: 'otto@exemplo.com.br', phone: '', consent: 'sim' },
    message: 'Aceita cachorro?',
  });
  expect((await mailsTo()).slice(1)).toEqual([`Mensagem do site sobre o imóvel ${property_id}`]);
  // A further message of the same person tells the colleague as well: the lead stood before.
  await send(listing, {
    ...{ pedido: 'mensagem', name: 'Otto Reis', email: 'otto@exemplo.com.br', phone: '', consent: 'sim' },
    message: 'E gato?',
  });
  expect(await mailsTo()).toHaveLength(3);
  await db.updateTable('property').set({ contact_name: null }).where('id', '=', property_id).execute();
});

test('a form that is sent twice tells once, and an address gets three receipts at most', LONG, async () => {
  await send(listing, VISIT);
  await send(listing, VISIT);
  expect(await queued()).toHaveLength(2);
  for (const time of ['09:00', '10:00', '11:00', '15:00']) await send(listing, { ...VISIT, time });
  expect((await queued()).filter(({ recipient }) => recipient === VISIT.email)).toHaveLength(3);
});

test('who knows phone and hour of a visit alone is not led to its page', async () => {
  const path = async (form: Record<string, string>) => String((await send(listing, form)).headers.location);
  const own = await path(VISIT);
  expect(own).toMatch(/^\/visita\//);
  expect(await path(VISIT)).toBe(own);
  for (const other of [{ name: 'Outra Pessoa' }, { email: 'outra@exemplo.com.br' }])
    expect(await path({ ...VISIT, ...other })).not.toContain('/visita/');
});

test('its page tells when and where, gives the calendar’s file, and opens by its link alone', async () => {
  const { id, own } = await requested();
  const page = await app.inject(own);
  expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(page.body).toContain('24 de novembro de 2026, às 14h');
  expect(page.body).not.toMatch(/Helena|98841-2076"/);
  const file = await app.inject(`${own}/visita.ics`);
  expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(file.body).toContain('DTSTART:20261124T170000Z');
  for (const wrong of [`/visita/${id}/${'x'.repeat(43)}`, `/visita/${id + 1}/${own.split('/').at(-1)}`, '/visita/x/y'])
    expect([wrong, (await app.inject(wrong)).statusCode]).toEqual([wrong, 404]);
});

test('the visitor moves it: a day is chosen, an hour sent; staff confirms anew and is told', LONG, async () => {
  const { id, own } = await requested();
  await as('SCHEDULE_EDIT').patch(`/schedule/admin/${id}/CONFIRMED/status`);
  const chosen = await send(own, { date: '2026-11-24', dia: '2026-11-26' });
  expect(chosen.headers.location).toMatch(new RegExp(`^${own}\\?rascunho=[\\w-]{12}#mudar$`));
  const page = await opened(chosen);
  expect(page.body).toContain('Horários livres em 26 de novembro de 2026');
  const calendar = async () => /UID:.*|SEQUENCE:\d+/g[Symbol.match]((await app.inject(`${own}/visita.ics`)).body) ?? [];
  const [uid, sequence] = await calendar();
  const moved = await send(own, { date: '2026-11-26', time: '10:00' }, cookieOf(chosen));
  expect(moved.headers.location).toBe(`${own}?feito=mudada`);
  expect(await visits()).toMatchObject([{ date: '2026-11-26', time: '10:00', shift: 'AM', status: 'PENDING' }]);
  // A new receipt takes the place of the first, and its calendar file that of the first one's.
  expect((await queued()).map(({ subject }) => subject)).toEqual([
    `Pedido de visita: 24/11/2026, às 14h, imóvel ${property_id}`,
    `Visita mudada pelo visitante: 26/11/2026, às 10h, imóvel ${property_id}`,
    'Novo horário da visita: 26/11/2026, às 10h',
  ]);
  const [sameUid, later] = await calendar();
  expect(sameUid).toBe(uid);
  expect(Number(later?.slice(9))).toBeGreaterThan(Number(sequence?.slice(9)));
  const { own: other } = await requested();
  const taken = await send(other, { date: '2026-11-26', time: '10:00' });
  expect((await opened(taken)).body).toContain('Escolha um dos horários livres');
  // One visit's form is not shown on the page of another.
  const elsewhere = {
    ...taken,
    headers: { ...taken.headers, location: String(taken.headers.location).replace(other, own) },
  };
  expect((await opened(elsewhere)).body).not.toContain('Escolha um dos horários livres');
});

test('the same hour sent twice is one move, and a listing that went meanwhile is said, not passed over', async () => {
  const { own } = await requested();
  const hour = { date: '2026-11-26', time: '10:00' };
  const twice = [...(await Promise.all([send(own, hour), send(own, hour)])), await send(own, hour)];
  expect(twice.map(({ headers }) => headers.location)).toEqual(Array(3).fill(`${own}?feito=mudada`));
  expect((await queued()).filter(({ subject }) => subject.startsWith('Visita mudada'))).toHaveLength(1);
  await db.updateTable('property').set({ advertised: false }).where('id', '=', property_id).execute();
  const late = await opened(await send(own, { date: '2026-11-27', time: '10:00' }));
  await db.updateTable('property').set({ advertised: true }).where('id', '=', property_id).execute();
  expect([late.statusCode, late.body]).toEqual([409, expect.stringContaining('não está mais anunciado')]);
  expect(await visits()).toMatchObject([hour]);
});

test('staff who cancel it call off the receipt that waits; a form sent again after they confirmed is still one', async () => {
  const { id, own } = await requested();
  await as('SCHEDULE_EDIT').patch(`/schedule/admin/${id}/CONFIRMED/status`);
  expect((await send(listing, VISIT)).headers.location).toContain(own);
  await as('SCHEDULE_EDIT').patch(`/schedule/admin/${id}/CANCELED/status`);
  expect((await queued()).map(({ recipient }) => recipient)).toEqual(['contato@serra.example']);
  expect((await send(listing, VISIT)).headers.location).not.toContain(own);
});

test('the visitor cancels it: the hour is free, the receipt is called off, and the agency is told', async () => {
  const { own } = await requested();
  expect((await send(`${own}/cancelar`, {})).headers.location).toBe(`${own}#cancelar`);
  expect((await send(`${own}/cancelar`, { confirma: 'sim' })).headers.location).toBe(`${own}?feito=cancelada`);
  expect(await visits()).toMatchObject([{ status: 'CANCELED' }]);
  expect((await queued()).map(({ subject }) => subject)).toEqual([
    `Pedido de visita: 24/11/2026, às 14h, imóvel ${property_id}`,
    `Visita cancelada pelo visitante: 24/11/2026, às 14h, imóvel ${property_id}`,
  ]);
  // Again, from a second tab: it is what was asked. Nothing says that it was just requested.
  expect((await send(`${own}/cancelar`, { confirma: 'sim' })).headers.location).toBe(`${own}?feito=cancelada`);
  expect((await app.inject(`${own}?feito=cancelada`)).body).toContain('Visita cancelada');
  expect((await app.inject(`${own}?feito=pedida`)).body).not.toContain('Pedido de visita enviado');
  const late = await send(own, { date: '2026-11-26', time: '10:00' });
  expect((await opened(late)).body).toContain('Esta visita já passou ou foi cancelada.');
  expect((await app.inject(own)).body).not.toContain('Mudar o horário</button>');
  expect(await visits()).toMatchObject([{ status: 'CANCELED', date: '2026-11-24' }]);
});

test('a visit that has passed is shown, and not changed', async () => {
  const { own } = await requested();
  clock.today = '2026-11-25';
  expect((await app.inject(own)).body).not.toContain('Cancelar a visita');
  const late = await opened(await send(`${own}/cancelar`, { confirma: 'sim' }));
  expect([late.statusCode, late.body]).toEqual([409, expect.stringContaining('Esta visita já passou')]);
  expect(await visits()).toMatchObject([{ status: 'PENDING' }]);
});

test('one network stores a hundred forms in ten minutes, whatever refuses them', LONG, async () => {
  const from = (times: number) =>
    Promise.all(
      Array.from({ length: times }, () =>
        app.inject({
          ...{ method: 'POST', url: listing, remoteAddress: '203.0.113.9', payload: 'pedido=visita&dia=2026-11-26' },
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      ),
    );
  expect(new Set((await from(100)).map(({ statusCode }) => statusCode))).toEqual(new Set([303]));
  expect((await from(1))[0]?.statusCode).toBe(429);
  expect(await db.selectFrom('form_draft').select('token_hash').execute()).toHaveLength(100);
});

test('what was typed is kept for an hour, and opens with the browser’s cookie alone', async () => {
  const refused = await send(listing, { ...VISIT, name: '' });
  const [row] = await db.selectFrom('form_draft').selectAll().execute();
  expect(row?.sealed).not.toContain('98841');
  expect((await opened(refused)).body).toContain('(32) 98841-2076');
  const LOST = 'não está guardado neste navegador';
  expect((await opened(refused)).body).not.toContain(LOST);
  // A browser that takes no cookie, or another one: a blank form would look like one that was taken.
  for (const cookie of [`rascunho=${'x'.repeat(43)}`, '']) {
    const { statusCode, body } = await opened(refused, cookie);
    expect([statusCode, body.split(LOST).length, body.includes('98841-2076"')]).toEqual([200, 2, false]);
  }
  const step = await opened(await send('/anuncie', { passo: 'inicio', type: 'RENT', location: '', cep: '' }), '');
  expect([step.statusCode, step.body]).toEqual([200, expect.stringContaining(LOST)]);
  expect(step.body).toContain('name="passo" value="inicio"');
  await sql`update form_draft set created_at = now() - interval '61 minutes'`.execute(db);
  expect((await opened(refused)).body).not.toContain('(32) 98841-2076');
  await forgetDrafts(deps);
  expect(await db.selectFrom('form_draft').selectAll().execute()).toEqual([]);
});

test('each tab keeps its own form, and one that is taken leaves those of the others', async () => {
  const first = await send(listing, { ...VISIT, name: '', phone: '(32) 98841-1111' });
  const cookie = cookieOf(first);
  const second = await send(listing, { ...VISIT, name: '', phone: '(32) 98841-2222' }, cookie);
  const offer = await send('/anuncie', { passo: 'inicio', type: 'SALE', location: '', cep: '36025-000' }, cookie);
  expect(cookieOf(second)).toBe(cookie);
  expect((await opened(second)).body).toContain('98841-2222');
  // Sent again from its page, a form is the same draft: Back finds what was typed last.
  const [, number = ''] = /name="rascunho" value="([\w-]+)"/.exec((await opened(second)).body) ?? [];
  const third = await send(listing, { ...VISIT, name: '', phone: '(32) 98841-3333', rascunho: number }, cookie);
  expect(third.headers.location).toBe(second.headers.location);
  expect((await opened(second)).body).toContain('98841-3333');
  expect((await send(listing, { ...VISIT, rascunho: number }, cookie)).headers.location).toContain('/visita/');
  expect((await opened(second)).body).not.toContain('98841-3333');
  expect((await opened(first)).body).toContain('98841-1111');
  expect((await opened(offer)).body).toContain('<option value="SALE" selected>');
});

test('each confirmation is told, of another hour of the same shift too', async () => {
  const news = { hour: null, days: null, channels: null, template: null, subject: 'Visita', text: '{{turno}}' };
  await as('*').put('/messages/news/VISIT_CONFIRMED', { ...news, active: true });
  const { id, own } = await requested();
  const confirm = () => as('SCHEDULE_EDIT').patch(`/schedule/admin/${id}/CONFIRMED/status`);
  for (const time of ['15:00', '14:00']) {
    await confirm();
    expect((await send(own, { date: VISIT.date, time })).headers.location).toBe(`${own}?feito=mudada`);
  }
  await confirm();
  const told = await db.selectFrom('message').select(['state', 'body']).orderBy('id').execute();
  expect(told.map(({ state }) => state)).toEqual(['CANCELLED', 'CANCELLED', 'QUEUED']);
  expect(new Set(told.map(({ body }) => body)).size).toBe(2);
});
