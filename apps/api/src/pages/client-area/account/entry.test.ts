import formbody from '@fastify/formbody';
import fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { hashPassword } from '#api/base/secrets/password-hashing.ts';
import { readSettings } from '#api/base/settings.ts';
import { clientAccess } from '#api/http/client-access.ts';
import { startJobs } from '#api/jobs.ts';
import { sweepClientArea } from '#api/modules/registry/clients/sessions.service.ts';
import { openOutside } from '#api/outside/outside.ts';
import { hashAsInProduction, hashCheaply } from '#test/cheap-hashes.ts';
import { clientDesk, clientSession, cookieOf, noticeIn, wordsOf, wrongsIn } from '#test/desks/client-desk.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { type Received, startMailServer } from '#test/servers/mail-server.ts';
import { until } from '#test/until.ts';

const PUBLIC_URL = 'https://serra.example';
hashAsInProduction();
afterAll(hashCheaply);
const mail = await startMailServer();
const outside = openOutside(
  readSettings({ CEP_URL: '', INDICES_URL: '', SMTP_URL: mail.url, MAIL_FROM: 'a@serra.example', PUBLIC_URL }),
  { within: 60_000, rest: 1 },
);
const started = await startApp({ outside });
const { db, deps, pool, as, client, contract, signIn: staffSession, stop } = started;
const app = await buildApp({ ...deps, publicUrl: PUBLIC_URL });
/** The same agency without e-mail, on plain http. */
const plain = await buildApp({ ...deps, outside: {} });
const jobs = await startJobs({ ...deps, publicUrl: PUBLIC_URL }, pool, app.log, { crontab: '', pollInterval: 1_000 });
await db.updateTable('agency').set({ name: 'Imobiliária Serra', phone: '3232150000' }).execute();
afterAll(async () => {
  await jobs.stop();
  await Promise.all([app.close(), plain.close()]);
  await stop();
  await mail.close();
});
beforeEach(async () => {
  mail.behaviour = 'accepts';
  await db.deleteFrom('login_failure').execute();
});

const { anonymous, browser } = clientDesk(app);
const PASSWORD = 'uma-senha-boa';
const HASH = await hashPassword(PASSWORD);

/** A client with a password. */
async function person() {
  const made = await client({ name: 'Célia Prado' });
  await db.updateTable('client').set({ password_hash: HASH }).where('id', '=', made.id).execute();
  return { id: made.id, email: made.email ?? '' };
}

const signIn = (email: string, password = PASSWORD, more: Record<string, string> = {}) =>
  anonymous.post('/cliente/entrar', { email, password, ...more });
/** Cookie of a new session of the client, without a password to verify, which takes most of a case's time. */
const enter = async (id: number) => `__Secure-cliente=${await clientSession({ db }, id)}`;
const inside = async (cookie: string | undefined) => (await browser(cookie).get('/cliente')).statusCode;
const moveSession = (id: number, column: 'seen_at' | 'created_at', by: string) =>
  sql`update client_session set ${sql.ref(column)} = now() - ${by}::interval where client_id = ${id}`.execute(db);

const isTo = (email: string) => (one: Received) => one.to.join() === email;
const linkTo = (email: string) => mail.next((one) => isTo(email)(one) && one.text.includes('/acesso/'));
const noticeTo = (email: string) => mail.next((one) => isTo(email)(one) && one.text.includes('foi trocada'));
const mailsTo = (...emails: string[]) => mail.received.filter((one) => emails.some((email) => isTo(email)(one))).length;

/** Requests a link and returns the address in the mail that arrives. */
async function mailedLink(email: string) {
  const arrival = linkTo(email);
  expect((await anonymous.post('/cliente/acesso', { email })).headers.location).toBe('/cliente/acesso?enviado=sim');
  const { text } = await arrival;
  return /https:\/\/serra\.example(\/cliente\/acesso\/[\w-]{43})/.exec(text)?.[1] ?? '';
}
const newPassword = (path: string, password = 'outra-senha-boa', confirmation = password) =>
  anonymous.post(path, { password, confirmation });

describe('signing in', () => {
  test('opens the area, by a cookie hidden from scripts and other paths', async () => {
    const { email } = await person();
    const answer = await signIn(email.toUpperCase());
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/cliente']);
    expect(answer.cookies).toEqual([
      {
        name: '__Secure-cliente',
        value: expect.stringMatching(/^[\w-]{43}$/),
        path: '/cliente',
        httpOnly: true,
        secure: true,
        sameSite: 'Lax',
      },
      // The cookie of a familiar browser, which grants no access.
      {
        name: '__Secure-aparelho',
        value: expect.stringMatching(/^[\w-]{43}$/),
        path: '/cliente',
        httpOnly: true,
        secure: true,
        sameSite: 'Strict',
        maxAge: 15_552_000,
      },
    ]);
    const page = await browser(cookieOf(answer)).get('/cliente');
    expect([page.statusCode, wordsOf(page)]).toEqual([200, expect.stringContaining('Olá, Célia')]);
  });

  test('omits the secure flag of the cookie without https', async () => {
    const { email } = await person();
    const answer = await clientDesk(plain).anonymous.post('/cliente/entrar', { email, password: PASSWORD });
    expect(answer.cookies).toMatchObject([
      { name: 'cliente', httpOnly: true, sameSite: 'Lax', path: '/cliente' },
      { name: 'aparelho', httpOnly: true, sameSite: 'Strict', path: '/cliente' },
    ]);
    expect(answer.cookies[0]).not.toHaveProperty('secure');
  });

  test('returns to the requested page of the area only', async () => {
    const { email } = await person();
    const sent = await anonymous.get('/cliente/faturas?x=1');
    expect([sent.statusCode, sent.headers.location]).toEqual([303, '/cliente/entrar?voltar=%2Fcliente%2Ffaturas']);
    expect((await anonymous.get(String(sent.headers.location))).body).toContain(
      'name="voltar" value="/cliente/faturas"',
    );
    expect((await signIn(email, PASSWORD, { voltar: '/cliente/faturas' })).headers.location).toBe('/cliente/faturas');
    for (const voltar of [
      'https://mau.example',
      '//mau.example',
      '/cliente/../login',
      '/clientes',
      '/cliente/\r\nx: y',
      '/cliente\n',
      '/cliente/faturas\t',
      '/\t/mau.example',
      '/cliente\\mau.example',
      '/cliente//mau.example',
      '/cliente/%09/mau.example',
      '/cliente@mau.example',
      'javascript:alert(1)',
    ])
      expect((await anonymous.get(`/cliente/entrar?voltar=${encodeURIComponent(voltar)}`)).body).not.toContain(
        'voltar',
      );
    expect((await signIn(email, PASSWORD, { voltar: 'https://mau.example' })).headers.location).toBe('/cliente');
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[object, string, string]>([
    [{ email: '' },               'email',    'Informe seu e-mail!'],
    [{ email: 'celia' },          'email',    'Informe um e-mail válido'],
    [{ password: '' },            'password', 'Informe sua senha!'],
  ])('shows the error of %j at its field', async (changed, field, words) => {
    const answer = await anonymous.post('/cliente/entrar', { email: 'a@b.co', password: 'x', ...changed });
    expect([answer.statusCode, wrongsIn(answer)]).toEqual([422, { [field]: words }]);
  });

  test('gives one answer for a wrong password and an unknown address, without the typed password', async () => {
    const { email } = await person();
    const [wrong, unknown] = [await signIn(email, 'errada'), await signIn('ninguem@exemplo.com.br', 'errada')];
    const told = (answer: typeof wrong) => [answer.statusCode, noticeIn(answer), answer.cookies];
    expect(told(wrong)).toEqual([401, 'E-mail ou senha incorretos.', []]);
    expect(told(unknown)).toEqual(told(wrong));
    expect(wrong.body).not.toContain('errada');
  });

  test('takes equally long for both', LONG, async () => {
    const { email } = await person();
    const took = async (address: string) => {
      const begun = performance.now();
      await signIn(address, 'errada');
      return performance.now() - begun;
    };
    // The shortest of several, measured in turns, since other load on the machine comes and goes and only adds time.
    let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let tries = 0; tries < 8; tries += 1) {
      known = Math.min(known, await took(email));
      unknown = Math.min(unknown, await took('ninguem@exemplo.com.br'));
    }
    expect(unknown).toBeGreaterThan(known / 2);
  });

  test('refuses clients without a password, deleted or anonymised', async () => {
    const { email } = await client();
    expect((await signIn(email ?? '', '')).statusCode).toBe(422);
    expect((await signIn(email ?? '')).statusCode).toBe(401);
    for (const gone of [{ deleted_at: new Date() }, { anonymised_at: new Date() }]) {
      const one = await person();
      const cookie = await enter(one.id);
      await db.updateTable('client').set(gone).where('id', '=', one.id).execute();
      expect([await inside(cookie), (await signIn(one.email)).statusCode]).toEqual([303, 401]);
    }
  });

  test('delays an origin after ten failures, and lets the owner in from a familiar one', LONG, async () => {
    const { email } = await person();
    const from = (address: string, password: string) =>
      anonymous.post('/cliente/entrar', { email, password }, { 'x-from': address });
    expect((await from('203.0.113.50', PASSWORD)).statusCode).toBe(303);
    for (let times = 0; times < 10; times += 1) expect((await from('203.0.113.51', 'errada')).statusCode).toBe(401);
    const eleventh = await from('203.0.113.51', PASSWORD);
    expect([eleventh.statusCode, noticeIn(eleventh)]).toEqual([
      429,
      'Muitas tentativas com senha errada. Aguarde alguns minutos.',
    ]);
    expect((await from('203.0.113.50', PASSWORD)).statusCode).toBe(303);
  });

  test('reports many failures to the client by e-mail and at the next sign-in', async () => {
    const { email } = await person();
    const notice = mail.next((one) => isTo(email)(one) && one.text.includes('senhas erradas'));
    for (let times = 0; times < 12; times += 1) await signIn(email, 'errada');
    expect((await notice).text).toContain('Olá, Célia Prado.');
    const entered = await signIn(email, PASSWORD, { voltar: '/cliente/faturas' });
    expect(entered.headers.location).toBe('/cliente?tentativas=sim');
    const page = await browser(cookieOf(entered)).get('/cliente?tentativas=sim');
    expect(noticeIn(page)).toBe(
      'Nas últimas 24 horas houve 12 tentativas de entrar na sua conta com senha errada. Se não foi você, avise a imobiliária.',
    );
    // The counters hold no personal data.
    const { rows } = await sql<{ text: string }>`
      select string_agg(f::text, '') || (select string_agg(o::text, '') from familiar_origin o) as text from login_failure f`.execute(
      db,
    );
    expect(rows[0]?.text).toMatch(/^\(origin:/);
    expect(rows[0]?.text).not.toContain(email);
    // A count in the address is not trusted.
    await db.deleteFrom('login_failure').execute();
    expect(noticeIn(await browser(cookieOf(entered)).get('/cliente?tentativas=sim'))).toBeUndefined();
  });

  test('failures of a client don’t lock a staff member with the same address', LONG, async () => {
    const { email } = await person();
    for (let times = 0; times < 11; times += 1) await signIn(email, 'errada');
    const answer = await app.inject({
      ...{ method: 'POST', url: '/api/user/admin/session', remoteAddress: '203.0.113.9' },
      payload: { email, password: 'errada' },
    });
    expect(answer.statusCode).toBe(401);
  });
});

describe('a session', () => {
  test('is stored as a hash only', async () => {
    const { id, email } = await person();
    const token = cookieOf(await signIn(email))?.split('=')[1] ?? '';
    const { rows } = await sql<{ row: string; same: boolean }>`
      select s::text as row, token_hash = sha256(${Buffer.from(token)}) as same from client_session s where client_id = ${id}`.execute(
      db,
    );
    expect(rows).toMatchObject([{ same: true }]);
    expect(rows[0]?.row).not.toContain(token);
  });

  test('ends with sign-out, and others stay', async () => {
    const { id } = await person();
    const [one, other] = [await enter(id), await enter(id)];
    const left = await browser(one).post('/cliente/sair');
    expect([left.statusCode, left.headers.location]).toEqual([303, '/cliente/entrar?saiu=sim']);
    expect(left.cookies).toMatchObject([{ name: '__Secure-cliente', value: '' }]);
    expect([await inside(one), await inside(other)]).toEqual([303, 200]);
  });

  test('ends after twelve hours without use, is extended by use, and ends after thirty days', async () => {
    const { id } = await person();
    const cookie = await enter(id);
    await moveSession(id, 'seen_at', '11 hours 59 minutes');
    expect(await inside(cookie)).toBe(200);
    await moveSession(id, 'created_at', '29 days 23 hours');
    expect(await inside(cookie)).toBe(200);
    await moveSession(id, 'created_at', '30 days');
    expect(await inside(cookie)).toBe(303);
    await moveSession(id, 'created_at', '1 hour');
    await moveSession(id, 'seen_at', '12 hours');
    expect(await inside(cookie)).toBe(303);
  });

  test('with an unknown token opens nothing', async () => {
    for (const cookie of ['__Secure-cliente=', '__Secure-cliente=x', `__Secure-cliente=${'a'.repeat(43)}`, 'x=y'])
      expect(await inside(cookie)).toBe(303);
  });
});

describe('separation of staff and clients', () => {
  test('a client’s token opens no staff route', async () => {
    const { id } = await person();
    const token = await clientSession({ db }, id);
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { cookie: `__Secure-cliente=${token}` },
      { authorization: `Bearer ${token}`, cookie: `__Secure-cliente=${token}` },
    ] as Record<string, string>[])
      for (const url of ['/api/user?page=1', `/api/user/${id}`, '/api/invoice', '/api/chat', '/api/dashboard'])
        expect([url, (await app.inject({ url, headers })).statusCode]).toEqual([url, 401]);
    expect((await app.inject(`/api/user/${id}?ticket=${token}`)).statusCode).toBe(401);
  });

  test('a staff token opens no page of the area', async () => {
    const { token } = await staffSession('*');
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { cookie: `__Secure-cliente=${token}` },
      { cookie: `cliente=${token}` },
    ] as Record<string, string>[])
      for (const url of ['/cliente', '/cliente/faturas', '/cliente/extrato/pdf'])
        expect([url, (await app.inject({ url, headers })).statusCode]).toEqual([url, 303]);
    expect((await browser(`__Secure-cliente=${token}`).post('/cliente/atendimento/novo', {})).headers.location).toBe(
      '/cliente/entrar',
    );
  });

  test('a page without declared access stops the boot', async () => {
    const bare = fastify();
    bare.register(async (area) => {
      const doors = { cookie: 'x', identify: async () => undefined, signInPath: () => '/', publicUrl: () => undefined };
      await clientAccess(area, doors);
      await area.register(formbody);
      area.get('/cliente/aberta', async () => 'x');
    });
    await expect(bare.ready()).rejects.toThrow('GET /cliente/aberta does not declare who may open it');
  });

  test('every page except the entry pages requires a session', async () => {
    const closed = [
      '',
      '/faturas',
      '/faturas/1',
      '/faturas/1/boleto',
      '/faturas/1/recibo',
      '/contratos',
      '/documentos/1',
    ];
    const owners = ['/repasses', '/repasses/1/recibo', '/extrato', '/extrato/pdf', '/imoveis'];
    const others = ['/atendimento', '/atendimento/novo', '/atendimento/1', '/conta', '/nada'];
    for (const path of [...closed, ...owners, ...others]) {
      const answer = await anonymous.get(`/cliente${path}`);
      expect([path, answer.statusCode, answer.headers.location]).toEqual([
        path,
        303,
        expect.stringMatching(/^\/cliente\/entrar/),
      ]);
    }
  });
});

describe('a form', () => {
  const elsewhere: Record<string, string>[] = [
    { origin: 'https://mau.example' },
    { origin: 'null' },
    { origin: '' },
    { origin: 'https://serra.example.mau.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  test.each(elsewhere)('sent by another site (%j) is refused', async (headers) => {
    const { id, email } = await person();
    const own = browser(await enter(id));
    const answer = await own.post('/cliente/atendimento/novo', { title: 'x', message: 'y' }, headers);
    expect([answer.statusCode, wordsOf(answer)]).toEqual([
      403,
      expect.stringMatching(/Este formulário não veio da área do cliente\.|Este pedido veio da página de outro site\./),
    ]);
    expect((await own.post('/cliente/sair', {}, headers)).statusCode).toBe(403);
    expect((await anonymous.post('/cliente/entrar', { email, password: PASSWORD }, headers)).cookies).toEqual([]);
    expect(await db.selectFrom('ticket').select('id').where('user_id', '=', id).execute()).toEqual([]);
  });

  test('behind a proxy is accepted by the public address', async () => {
    const { email } = await person();
    const headers = { host: '10.0.0.7:3000', origin: 'https://serra.example' };
    expect((await anonymous.post('/cliente/entrar', { email, password: PASSWORD }, headers)).statusCode).toBe(303);
  });
});

describe('first access and password reset', () => {
  test('comes by e-mail, works once, and signs in', async () => {
    const { id, email } = await client({ name: 'Davi Reis' });
    const path = await mailedLink(email ?? '');
    const form = await anonymous.get(path);
    expect([form.statusCode, wordsOf(form)]).toEqual([200, expect.stringContaining(`Davi Reis, ${email}`)]);
    // Opening the link does not consume it.
    expect((await anonymous.get(path)).statusCode).toBe(200);
    const answer = await newPassword(path);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/cliente']);
    expect(await inside(cookieOf(answer))).toBe(200);
    expect((await signIn(email ?? '', 'outra-senha-boa')).statusCode).toBe(303);
    const again = [await anonymous.get(path), await newPassword(path, 'terceira-senha')];
    expect(again.map(({ statusCode }) => statusCode)).toEqual([410, 410]);
    expect(wordsOf(again[0] as Awaited<ReturnType<typeof newPassword>>)).toContain('Este link não vale mais');
    const trail = await db
      .selectFrom('trail')
      .select(['actor', 'admin_user_id', 'action', 'changes'])
      .where('record', '=', 'client')
      .where('record_id', '=', id)
      .execute();
    expect(trail).toEqual([{ actor: 'Área do cliente', admin_user_id: null, action: 'password', changes: null }]);
  });

  test('a new password ends every other session, and is reported by e-mail', async () => {
    const { id, email } = await person();
    const [one, other] = [await enter(id), await enter(id)];
    const path = await mailedLink(email);
    const told = noticeTo(email);
    const fresh = cookieOf(await newPassword(path));
    expect([await inside(one), await inside(other), await inside(fresh)]).toEqual([303, 303, 200]);
    expect((await told).text).toContain('A senha da sua área do cliente foi trocada em 10/03/2026.');
    expect((await signIn(email)).statusCode).toBe(401);
  });

  test('one of two concurrent uses of a link succeeds', async () => {
    const { email } = await person();
    const path = await mailedLink(email);
    const answers = await Promise.all([newPassword(path, 'araucária do vale'), newPassword(path, 'pinhão na brasa')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 410]);
  });

  test('the link expires after an hour', async () => {
    const { id, email } = await person();
    const path = await mailedLink(email);
    const move = (by: string) =>
      sql`update client_access_link set created_at = now() - ${by}::interval where client_id = ${id}`.execute(db);
    await move('59 minutes');
    expect((await anonymous.get(path)).statusCode).toBe(200);
    await move('60 minutes');
    expect([(await anonymous.get(path)).statusCode, (await newPassword(path)).statusCode]).toEqual([410, 410]);
    expect((await signIn(email)).statusCode).toBe(303);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, string, object]>([
    ['',                 '',                 { password: 'Informe sua nova senha', confirmation: 'Repita a senha' }],
    ['curta',            'curta',            { password: 'A senha precisa de 8 caracteres ou mais' }],
    ['x'.repeat(129),    'x'.repeat(129),    { password: 'Use até 128 caracteres' }],
    ['uma-senha-boa',    'outra-senha',      { confirmation: 'As duas senhas não são iguais' }],
  ])('refuses %j and %j, and keeps the link valid', async (password, confirmation, wrongs) => {
    const { email } = await person();
    const path = await mailedLink(email);
    const answer = await newPassword(path, password, confirmation);
    expect([answer.statusCode, wrongsIn(answer)]).toEqual([422, wrongs]);
    expect((await newPassword(path)).statusCode).toBe(303);
  });

  test('an unknown address gets the same answer and no mail', async () => {
    const { email } = await person();
    const unknown = await anonymous.post('/cliente/acesso', { email: 'ninguem@exemplo.com.br' });
    const removed = await client();
    await db.updateTable('client').set({ deleted_at: new Date() }).where('id', '=', removed.id).execute();
    const gone = await anonymous.post('/cliente/acesso', { email: removed.email ?? '' });
    const arrival = linkTo(email);
    const known = await anonymous.post('/cliente/acesso', { email });
    const told = ({ statusCode, headers, body }: typeof known) => [statusCode, headers.location, body];
    expect([told(unknown), told(gone)]).toEqual([told(known), told(known)]);
    await arrival;
    expect([mailsTo(email), mailsTo('ninguem@exemplo.com.br', removed.email ?? '')]).toEqual([1, 0]);
  });

  test('repeated requests are limited by mailbox and by address', LONG, async () => {
    const { email } = await person();
    for (let times = 0; times < 3; times += 1) await mailedLink(email);
    const { email: next } = await person();
    for (let times = 0; times < 3; times += 1)
      expect((await anonymous.post('/cliente/acesso', { email })).statusCode).toBe(303);
    await mailedLink(next);
    expect([mailsTo(email), mailsTo(next)]).toEqual([3, 1]);
    const from = { 'x-from': '203.0.113.50' };
    for (let times = 0; times < 20; times += 1) await anonymous.post('/cliente/acesso', { email: '' }, from);
    const answer = await anonymous.post('/cliente/acesso', { email }, from);
    expect([answer.statusCode, noticeIn(answer)]).toEqual([
      429,
      'Muitas tentativas. Aguarde um pouco e tente de novo.',
    ]);
  });

  test('the mail links to PUBLIC_URL, whatever the request’s host', async () => {
    const { email } = await person();
    const arrival = linkTo(email);
    const headers = { host: 'mau.example', origin: 'https://mau.example', 'x-forwarded-host': 'mau.example' };
    await anonymous.post('/cliente/acesso', { email }, headers);
    const { text } = await arrival;
    expect(text).toContain('https://serra.example/cliente/acesso/');
    expect(text).not.toContain('mau.example');
  });

  test('while the mail server is down the action succeeds, and the mail follows', LONG, async () => {
    const { email } = await person();
    const path = await mailedLink(email);
    mail.behaviour = 'defers';
    expect((await newPassword(path)).statusCode).toBe(303);
    const told = noticeTo(email);
    const failed = sql<{ tried: boolean }>`
      select attempts > 0 as tried from outgoing_mail where recipient = ${email} and sent_at is null`;
    await until(
      () => failed.execute(db),
      ({ rows }) => rows[0]?.tried === true,
    );
    mail.behaviour = 'accepts';
    await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(db);
    await told;
  });

  test('without e-mail the page says so, and names contacts', async () => {
    const { email } = await person();
    const desk = clientDesk(plain);
    const page = wordsOf(await desk.anonymous.get('/cliente/acesso'));
    expect(page).toContain(
      'O envio de e-mails não está configurado aqui. Peça a sua senha à imobiliária: (32) 3215-0000.',
    );
    const answer = await desk.anonymous.post('/cliente/acesso', { email });
    expect(answer.statusCode).toBe(503);
    const queued = await db.selectFrom('outgoing_mail').select('id').where('recipient', '=', email).execute();
    expect(queued).toEqual([]);
  });
});

describe('changing the password', () => {
  const change = (cookie: string | undefined, current_password: string, password = 'outra-senha-boa') =>
    browser(cookie).post('/cliente/conta', { current_password, password, confirmation: password });

  test('with the current one ends the other sessions', async () => {
    const { id, email } = await person();
    const [one, other] = [await enter(id), await enter(id)];
    const answer = await change(one, PASSWORD);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/cliente/conta?salvo=senha']);
    expect([await inside(one), await inside(other), await inside(cookieOf(answer))]).toEqual([303, 303, 200]);
    expect((await signIn(email, 'outra-senha-boa')).statusCode).toBe(303);
  });

  test('without the current one is refused', async () => {
    const { id, email } = await person();
    const cookie = await enter(id);
    const answer = await change(cookie, 'errada');
    expect([answer.statusCode, wrongsIn(answer)]).toEqual([422, { current_password: 'A senha atual não confere' }]);
    expect((await signIn(email)).statusCode).toBe(303);
  });
});

describe('staff', () => {
  const clerk = as('CLIENT_EDIT', 'CLIENT_VIEW');

  test('setting a client’s password ends sessions and voids pending links', LONG, async () => {
    const { id, email } = await person();
    const cookie = await enter(id);
    const path = await mailedLink(email);
    const { user } = (await clerk.get(`/user/${id}`)).json();
    const answer = await clerk.patch(`/user/${id}/user`, { ...user, password: 'senha-do-balcao' });
    expect([answer.statusCode, answer.body]).toEqual([200, expect.not.stringContaining('senha-do-balcao')]);
    expect([await inside(cookie), (await anonymous.get(path)).statusCode]).toEqual([303, 410]);
    expect((await signIn(email, 'senha-do-balcao')).statusCode).toBe(303);
  });

  test('changing the e-mail voids links sent to the old one', async () => {
    const { id, email } = await person();
    const path = await mailedLink(email);
    await clerk.patch(`/user/${id}/update/email`, { value: `novo.${email}` });
    expect((await anonymous.get(path)).statusCode).toBe(410);
    expect((await signIn(`novo.${email}`)).statusCode).toBe(303);
  });

  test('anonymising a client removes all access', async () => {
    const { id, email } = await person();
    const cookie = await enter(id);
    const answer = await as('*').patch(`/user/${id}/anonymise`);
    expect([answer.statusCode, await inside(cookie)]).toEqual([200, 303]);
    expect((await signIn(email)).statusCode).toBe(401);
  });
});

test('no page is cached, indexed or framed, and none sends referrers', async () => {
  const own = browser(await enter((await person()).id));
  for (const answer of [
    await anonymous.get('/cliente/entrar'),
    await own.get('/cliente'),
    await own.get('/cliente/nada'),
  ]) {
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    });
    const policy = String(answer.headers['content-security-policy']);
    for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "form-action 'self'"])
      expect(policy).toContain(part);
    expect(answer.body).toContain('<meta name="robots" content="noindex">');
    expect(answer.body).not.toMatch(/<script(?![^>]* src=)|style="|onclick/);
    for (const [, path] of answer.body.matchAll(/(?:src|href)="(\/site\/[^"]+\.\w+)"/g))
      expect([path, (await app.inject({ url: path ?? '' })).statusCode]).toEqual([path, 200]);
  }
  expect((await own.get('/cliente/nada')).statusCode).toBe(404);
});

test('the sweep deletes what has expired, and nothing else', async () => {
  const [kept, idle] = [await person(), await person()];
  const [alive, dead] = [await enter(kept.id), await enter(idle.id)];
  await mailedLink(kept.email);
  await mailedLink(idle.email);
  await moveSession(idle.id, 'seen_at', '13 hours');
  await sql`update client_access_link set created_at = now() - interval '2 hours' where client_id = ${idle.id}`.execute(
    db,
  );
  await sweepClientArea(deps);
  const left = async (table: 'client_session' | 'client_access_link') =>
    (await db.selectFrom(table).select('client_id').where('client_id', 'in', [kept.id, idle.id]).execute()).map(
      ({ client_id }) => client_id,
    );
  expect([await left('client_session'), await left('client_access_link')]).toEqual([[kept.id], [kept.id]]);
  expect([await inside(alive), await inside(dead)]).toEqual([200, 303]);
});

test('a contract alone grants no access', async () => {
  const { user_id } = await contract();
  const { email } = await db.selectFrom('client').select('email').where('id', '=', user_id).executeTakeFirstOrThrow();
  expect((await signIn(email ?? '', 'qualquer-senha')).statusCode).toBe(401);
});
