import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { hashPassword } from '#api/base/secrets/password-hashing.ts';
import { readSettings } from '#api/base/settings.ts';
import { openOutside } from '#api/outside/outside.ts';
import { ATTACKS, executables } from '#test/attacks/attacks.ts';
import { clientDesk, clientSession, cookieOf, noticeIn, wordsOf, wrongsIn } from '#test/desks/client-desk.ts';
import { startApp } from '#test/harness.ts';

const PUBLIC_URL = 'https://serra.example';
const outside = openOutside(
  readSettings({
    CEP_URL: '',
    INDICES_URL: '',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'a@serra.example',
    PUBLIC_URL,
  }),
);
const { db, deps, as, signIn, client, owner, contract, stop } = await startApp({ outside, today: '2026-03-10' });
const app = await buildApp({ ...deps, publicUrl: PUBLIC_URL });
/** The same agency without e-mail. */
const plain = await buildApp({ ...deps, outside: {} });
afterAll(async () => {
  await Promise.all([app.close(), plain.close()]);
  await stop();
});
beforeEach(() => db.deleteFrom('login_failure').execute());
const { browser } = clientDesk(app);
const staff = as('*');
const PASSWORD = 'uma-senha-boa';
const HASH = await hashPassword(PASSWORD);

const enter = async (id: number, desk = browser) => desk(`__Secure-cliente=${await clientSession({ db }, id)}`);

async function person() {
  const made = await client({ name: 'Célia Prado' });
  await db.updateTable('client').set({ password_hash: HASH }).where('id', '=', made.id).execute();
  return { id: made.id, email: made.email ?? '', own: await enter(made.id) };
}

/** An owner with an account at Banco do Brasil and a contract that pays to it. */
async function landlady() {
  const made = await owner({ name: 'Olga Reis' });
  const lease = await contract({ property: { owners: [{ id: made.id }] } });
  return { id: made.id, email: made.email ?? '', lease, own: await enter(made.id) };
}

/** Texts of mails to an address, the newest last. */
const mailsTo = async (email: string) =>
  (await db.selectFrom('outgoing_mail').select('body').where('recipient', '=', email).orderBy('id').execute()).map(
    ({ body }) => body ?? '',
  );
const lastMail = async (email: string) => (await mailsTo(email)).at(-1) ?? '';
const trailOf = async (record: string, id: number) =>
  db
    .selectFrom('trail')
    .select(['action', 'actor', 'changes'])
    .where('record', '=', record)
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();

const CONTACT = {
  ...{ phone: '(32) 98800-1122', cellphone: '', cep: '36010-000', street: 'Rua Halfeld', number: '414' },
  ...{ complement: '', neighborhood: 'Centro', city: 'Juiz de Fora', state: 'MG' },
};

describe('contact data', () => {
  test('are changed by the client, with a trail', async () => {
    const { id, own } = await person();
    expect((await own.post('/cliente/conta/dados', CONTACT)).headers.location).toBe('/cliente/conta?salvo=dados');
    const kept = await db.selectFrom('client').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(kept).toMatchObject({
      phone: '32988001122',
      cep: '36010000',
      street: 'Rua Halfeld',
      city: 'Juiz de Fora',
      state: 'MG',
    });
    const [entry] = await trailOf('client', id);
    expect(entry).toMatchObject({
      action: 'update',
      actor: 'Área do cliente',
      changes: { phone: ['32988412076', '32988001122'] },
    });
    await own.post('/cliente/conta/dados', { ...CONTACT, street: '', cep: '', state: '' });
    expect(
      await db.selectFrom('client').select(['street', 'cep', 'state']).where('id', '=', id).executeTakeFirst(),
    ).toEqual({ street: null, cep: null, state: null });
  });

  test('that were refused are shown again to who typed them, and to nobody who uses the browser after them', async () => {
    const [first, second] = [await person(), await person()];
    const headers = { host: 'serra.example', origin: PUBLIC_URL, 'content-type': 'application/x-www-form-urlencoded' };
    const refused = await app.inject({
      ...{ method: 'POST', url: '/cliente/conta/dados', headers: { ...headers, cookie: first.own.cookie } },
      payload: new URLSearchParams({ ...CONTACT, street: 'Rua das Palmeiras', phone: '' }).toString(),
    });
    const seenBy = async ({ own }: typeof first) => {
      const cookie = `${own.cookie}; ${String(refused.headers['set-cookie']).split(';', 1)[0]}`;
      const { body } = await app.inject({ url: String(refused.headers.location), headers: { ...headers, cookie } });
      return [body.includes('Rua das Palmeiras'), body.includes('não está guardado')];
    };
    expect([await seenBy(first), await seenBy(second)]).toEqual([
      [true, false],
      [false, false],
    ]);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[Record<string, string>, object]>([
    [{ phone: '' },                  { phone: 'Informe o telefone' }],
    [{ phone: '123' },               { phone: 'Informe o telefone com DDD' }],
    [{ cep: '123' },                 { cep: 'O CEP tem 8 dígitos' }],
    [{ street: 'x'.repeat(201) },    { street: 'Use até 200 caracteres' }],
  ])('with %j show the error, and nothing changes', async (changed, wrongs) => {
    const { id, own } = await person();
    const answer = await own.post('/cliente/conta/dados', { ...CONTACT, ...changed });
    expect([answer.statusCode, wrongsIn(answer)]).toEqual([422, wrongs]);
    expect(await trailOf('client', id)).toEqual([]);
  });

  test.each(ATTACKS)('escape %s', async (attack) => {
    const { own } = await person();
    const fields = Object.fromEntries(Object.keys(CONTACT).map((name) => [name, attack]));
    const refused = await own.post('/cliente/conta/dados', fields);
    expect([refused.statusCode, executables(refused.body)]).toEqual([422, []]);
    await own.post('/cliente/conta/dados', { ...CONTACT, street: attack, city: attack });
    expect(executables((await own.get('/cliente/conta')).body)).toEqual([]);
    const email = await own.post('/cliente/conta/email', { email: attack, current_password: 'x' });
    expect([email.statusCode, executables(email.body)]).toEqual([422, []]);
  });
});

describe('a new e-mail', () => {
  const ask = (own: Awaited<ReturnType<typeof person>>['own'], email: string, current_password = PASSWORD) =>
    own.post('/cliente/conta/email', { email, current_password });
  const linkIn = (text: string) => /https:\/\/serra\.example(\/cliente\/conta\/email\/[\w-]{43})/.exec(text)?.[1] ?? '';

  test('takes effect by the link sent to it, once; the former address is told', async () => {
    const { id, email, own } = await person();
    expect((await ask(own, 'nova@exemplo.com.br')).headers.location).toBe('/cliente/conta?salvo=email');
    const path = linkIn(await lastMail('nova@exemplo.com.br'));
    expect(wordsOf(await own.get(path))).toContain('nova@exemplo.com.br');
    const unchanged = await db.selectFrom('client').select('email').where('id', '=', id).executeTakeFirst();
    expect(unchanged?.email).toBe(email);
    // A link works only for the client who requested it.
    expect((await (await person()).own.post(path)).statusCode).toBe(410);
    const answers = await Promise.all([own.post(path), own.post(path)]);
    const [saved, ...more] = answers.filter(({ headers }) => headers.location === '/cliente/conta?salvo=dados');
    expect(more).toEqual([]);
    // The sessions of before ended; the one who confirmed goes on with a new one.
    expect((await own.get('/cliente/conta')).headers.location).toContain('/cliente/entrar');
    expect((await browser(cookieOf(saved as never)).get('/cliente/conta')).statusCode).toBe(200);
    expect((await db.selectFrom('client').select('email').where('id', '=', id).executeTakeFirst())?.email).toBe(
      'nova@exemplo.com.br',
    );
    expect(await lastMail(email)).toContain('Este endereço não entra mais.');
    await db.updateTable('client').set({ email: null }).where('id', '=', id).execute();
  });

  test('needs the password, and another address; one of another client gets no link, and the answer is the same', async () => {
    const [{ id, email, own }, other] = [await person(), await person()];
    expect(wrongsIn(await ask(own, 'x@exemplo.com.br', 'errada'))).toEqual({
      current_password: 'A senha atual não confere',
    });
    expect(wrongsIn(await ask(own, email))).toEqual({ email: 'Este já é o seu e-mail' });
    const before = (await mailsTo(other.email)).length;
    expect((await ask(own, other.email)).headers.location).toBe('/cliente/conta?salvo=email');
    expect((await mailsTo(other.email)).length).toBe(before);
    expect(await db.selectFrom('client_email_link').select('email').where('client_id', '=', id).execute()).toEqual([]);
  });

  test('over an hour old is over', async () => {
    const { own, id } = await person();
    await ask(own, 'tarde@exemplo.com.br');
    const path = linkIn(await lastMail('tarde@exemplo.com.br'));
    await db
      .updateTable('client_email_link')
      .set({ created_at: new Date(Date.now() - 3_601_000).toISOString() })
      .where('client_id', '=', id)
      .execute();
    expect((await own.post(path)).statusCode).toBe(410);
  });
});

describe('a change of account', () => {
  const ACCOUNT = {
    ...{ code: '', agency_number: '', account_number: '', account_type: 'CORRENTE', operation_number: '' },
    ...{ pix_key: 'olga@nova.com.br', holder_name: 'Olga Reis', document: '52998224725' },
  };
  type Own = Awaited<ReturnType<typeof landlady>>['own'];
  const accountsOf = (id: number) =>
    db
      .selectFrom('bank_account')
      .select(['id', 'pix_key', 'account_number'])
      .where('client_id', '=', id)
      .where('deleted_at', 'is', null)
      .execute();
  const replaced = async (id: number) => ({ ...ACCOUNT, replaces: String((await accountsOf(id))[0]?.id) });
  const codeFor = async (email: string) => /código é (\d{6})/.exec(await lastMail(email))?.[1] ?? '';
  const confirm = (own: Own, code: string) => own.post('/cliente/conta/repasses/codigo', { code });
  const waiting = async () => (await staff.get('/account-request')).json() as { id: number; client: { id: number } }[];
  const waitingOf = async (clientId: number) => (await waiting()).find(({ client }) => client.id === clientId);

  test('is confirmed by the code, then by staff; the contract that paid to the former account follows', async () => {
    const { id, email, lease, own } = await landlady();
    expect((await own.post('/cliente/conta/repasses', await replaced(id))).statusCode).toBe(303);
    expect(await waitingOf(id)).toBeUndefined();
    const code = await codeFor(email);
    expect((await confirm(own, `${code.slice(0, 3)} ${code.slice(3)}`)).statusCode).toBe(303);
    expect(wordsOf(await own.get('/cliente/conta/repasses'))).toContain('Pedido confirmado por você');
    // Nothing changed yet.
    expect(await accountsOf(id)).toMatchObject([{ pix_key: email, account_number: '51782-8' }]);
    const request = await waitingOf(id);
    expect(request).toMatchObject({
      pix_key: 'olga@nova.com.br',
      present: { account_number: '51782-8' },
      email_changed_on: null,
    });
    const { token } = await signIn('*');
    const apply = () =>
      app.inject({
        ...{ method: 'POST', url: `/api/account-request/${request?.id}/apply` },
        headers: { authorization: `Bearer ${token}` },
      });
    const answers = await Promise.all([apply(), apply(), apply()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409, 409]);
    expect(await accountsOf(id)).toMatchObject([{ pix_key: 'olga@nova.com.br', account_number: null }]);
    const paid = await db
      .selectFrom('proposal')
      .select(['bank_pix', 'bank_account'])
      .where('id', '=', lease.id)
      .executeTakeFirst();
    expect(paid).toEqual({ bank_pix: 'olga@nova.com.br', bank_account: null });
    const trail = await trailOf('bank_account_request', request?.id ?? 0);
    expect(trail.map(({ action, actor }) => `${actor}: ${action}`)).toEqual([
      ...['Área do cliente: create', 'Área do cliente: confirm'],
      'Mariana Dias: apply',
    ]);
    // The person who confirmed counts as the one who changed the account, so another one approves its first payment.
    const changed = await trailOf('bank_account', (await accountsOf(id))[0]?.id ?? 0);
    expect(changed.map(({ action, actor }) => `${actor}: ${action}`)).toEqual(['Mariana Dias: update']);
    expect(await lastMail(email)).toContain('a imobiliária confirmou a troca');
  });

  test('is over after five wrong codes, also at the same time, and after fifteen minutes', async () => {
    const { id, email, own } = await landlady();
    await own.post('/cliente/conta/repasses', await replaced(id));
    const code = await codeFor(email);
    const wrong = code === '000000' ? '000001' : '000000';
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(own, wrong)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([409, 409, 409, 422, 422, 422, 422, 422]);
    expect((await confirm(own, code)).statusCode).toBe(409);
    await own.post('/cliente/conta/repasses', await replaced(id));
    const second = await codeFor(email);
    await db
      .updateTable('bank_account_request')
      .set({ code_sent_at: new Date(Date.now() - 901_000).toISOString() })
      .where('client_id', '=', id)
      .where('state', '=', 'WAITING_CODE')
      .execute();
    const late = await confirm(own, second);
    expect([late.statusCode, noticeIn(late)]).toEqual([409, expect.stringContaining('O código venceu')]);
    expect(await waitingOf(id)).toBeUndefined();
  });

  test('is refused with a reason that the owner reads, or cancelled by the owner', async () => {
    const { id, email, own } = await landlady();
    await own.post('/cliente/conta/repasses', await replaced(id));
    await confirm(own, await codeFor(email));
    const again = await own.post('/cliente/conta/repasses', await replaced(id));
    expect(again.statusCode).toBe(409);
    const request = await waitingOf(id);
    await staff.post(`/account-request/${request?.id}/refuse`, { reason: 'A titular não confirmou por telefone' });
    expect(wordsOf(await own.get('/cliente/conta/repasses'))).toContain('A titular não confirmou por telefone');
    expect(await accountsOf(id)).toMatchObject([{ account_number: '51782-8' }]);
    await own.post('/cliente/conta/repasses', await replaced(id));
    await confirm(own, await codeFor(email));
    expect((await own.post('/cliente/conta/repasses/cancelar')).statusCode).toBe(303);
    expect(await waitingOf(id)).toBeUndefined();
  });

  test('is for owners, where mail is set, with an account that its bank’s rules allow', async () => {
    const { id, own } = await landlady();
    const wrong = await own.post('/cliente/conta/repasses', {
      ...(await replaced(id)),
      code: '001',
      agency_number: '0024-1',
      account_number: '51782-8',
      pix_key: '',
    });
    expect([wrong.statusCode, Object.keys(wrongsIn(wrong)).length > 0]).toEqual([422, true]);
    const tenant = await client();
    await contract({ user_id: tenant.id });
    expect((await (await enter(tenant.id)).post('/cliente/conta/repasses', ACCOUNT)).statusCode).toBe(404);
    const off = clientDesk(plain).browser(`cliente=${await clientSession({ db }, id)}`);
    const page = wordsOf(await off.get('/cliente/conta/repasses'));
    expect(page).toContain('Para trocar a conta, fale com a imobiliária');
    expect((await off.post('/cliente/conta/repasses', await replaced(id))).statusCode).toBe(503);
    expect((await as('CLIENT_VIEW').get('/account-request')).statusCode).toBe(403);
  });

  test('shows the ends of an account alone, and tells staff of an e-mail that was changed lately', async () => {
    const { id, email, own } = await landlady();
    expect(wordsOf(await own.get('/cliente/conta/repasses'))).toMatch(/conta •••82-8 · Pix •••/);
    await staff.patch(`/user/${id}/update/email`, { value: 'olga.nova@exemplo.com.br' });
    expect((await own.get('/cliente/conta/repasses')).statusCode).toBe(303);
    const anew = await enter(id);
    await anew.post('/cliente/conta/repasses', await replaced(id));
    await confirm(anew, await codeFor('olga.nova@exemplo.com.br'));
    expect(email).not.toBe('olga.nova@exemplo.com.br');
    expect(await waitingOf(id)).toMatchObject({ email_changed_on: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) });
  });
});
