import { oneLine } from '@morada/domain/base/written';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { hashPassword } from '#api/base/secrets/password-hashing.ts';
import { hashOf } from '#api/base/secrets/secrets.ts';
import { readSettings } from '#api/base/settings.ts';
import { openOutside } from '#api/outside/outside.ts';
import { testPayloads } from '#test/attacks/each-payload.ts';
import { foreignMarkup } from '#test/attacks/markup.ts';
import { firstError, refusal } from '#test/calls/answers.ts';
import { clientDesk, clientSession, cookieOf, wordsOf, wrongsIn } from '#test/desks/client-desk.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { unzip } from '#test/unzip.ts';

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
const { db, deps, as, client, contract, stop } = await startApp({ outside, today: '2026-03-10' });
const app = await buildApp({ ...deps, publicUrl: PUBLIC_URL });
/** The same agency without e-mail. */
const plain = await startApp();
afterAll(async () => {
  await app.close();
  await Promise.all([stop(), plain.stop()]);
});
beforeEach(() => db.deleteFrom('login_failure').execute());
const { browser, anonymous } = clientDesk(app);
const staff = as('*');
// Staff's calls send links too.
Object.assign(deps, { publicUrl: PUBLIC_URL });
const PASSWORD = 'uma-senha-boa';
const HASH = await hashPassword(PASSWORD);
let companies = 0;
const cnpj = () => String(11_222_333_000_100 + ++companies);

let people = 0;
const someone = () => ({ name: 'Ana Lima', email: `ana.${++people}@empresa.com.br` });

/** A company with a password, a contract as its tenant, and its own session. */
async function company() {
  const made = await client({ name: 'Padaria Serra Ltda', cpf_cnpj: cnpj() });
  await db.updateTable('client').set({ password_hash: HASH }).where('id', '=', made.id).execute();
  const lease = await contract({ user_id: made.id });
  const own = browser(`__Secure-cliente=${await clientSession({ db }, made.id)}`);
  return { id: made.id, email: made.email ?? '', lease, own };
}
const add = (id: number, body: object, by = staff) => by.post(`/user/${id}/people`, body);
const listOf = async (id: number) => (await staff.get(`/user/${id}/people`)).json();
const signIn = (email: string, password = PASSWORD) => anonymous.post('/cliente/entrar', { email, password });
const lastMail = async (email: string) =>
  (
    await db.selectFrom('outgoing_mail').select('body').where('recipient', '=', email).orderBy('id', 'desc').execute()
  )[0]?.body ?? '';
const trailOf = (id: number) =>
  db
    .selectFrom('trail')
    .select(['action', 'actor', 'person', 'changes'])
    .where('record', '=', 'client')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();

describe('a person of a company', () => {
  test('is invited by staff, makes a password by the link and sees what is the company’s', async () => {
    const { id } = await company();
    const other = await company();
    const ana = someone();
    const answer = await add(id, ana);
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      { id: expect.any(Number), ...ana, has_password: false, created_at: expect.any(String) },
    ]);
    const mail = await lastMail(ana.email);
    expect(mail).toContain('por Padaria Serra Ltda.');
    const path = /https:\/\/serra\.example(\/cliente\/acesso\/[\w-]{43})/.exec(mail)?.[1] ?? '';
    const entered = await anonymous.post(path, { password: PASSWORD, confirmation: PASSWORD });
    expect([entered.statusCode, entered.headers.location]).toEqual([303, '/cliente']);
    expect(await listOf(id)).toMatchObject([{ ...ana, has_password: true }]);

    const signed = await signIn(ana.email);
    const hers = browser(cookieOf(signed));
    const home = await hers.get('/cliente');
    expect(wordsOf(home)).toContain('Olá, Ana');
    expect(home.body).toContain('Ana Lima, por Padaria Serra Ltda');
    const bills = await staff.post('/financial/invoice', { proposal_id: other.lease.id, reference: '2026-03' });
    expect((await hers.get(`/cliente/faturas/${bills.json().id}`)).statusCode).toBe(404);
    const mine = await staff.post('/financial/invoice', { proposal_id: (await ownLease(id)).id, reference: '2026-03' });
    expect((await hers.get(`/cliente/faturas/${mine.json().id}`)).statusCode).toBe(200);

    // The trail names the person for her actions, and none for the company's own sign-in.
    await hers.post('/cliente/atendimento/novo', { title: 'Chave', message: 'Preciso de uma cópia', property_id: '' });
    const [said] = await db
      .selectFrom('trail')
      .select(['actor', 'person', 'client_id'])
      .where('record', '=', 'ticket')
      .execute();
    expect(said).toEqual({ actor: 'Área do cliente', person: 'Ana Lima', client_id: id });
  });

  test('is named to staff whose change came too late', LONG, async () => {
    const { id } = await company();
    const ana = someone();
    await add(id, { ...ana, password: PASSWORD });
    const { etag } = (await staff.get(`/user/${id}`)).headers;
    const hers = browser(cookieOf(await signIn(ana.email)));
    const saved = await hers.post('/cliente/conta/dados', { phone: '(32) 98800-1122' });
    expect(saved.headers.location).toBe('/cliente/conta?salvo=dados');
    const request = { name: 'Padaria da Serra' };
    const late = await staff.patch(`/user/${id}/user`, request, { 'if-match': String(etag) });
    expect([late.statusCode, late.json().saved_by]).toEqual([412, 'Ana Lima']);
  });

  test('changes their own password alone, and has no say in the company’s e-mail and people', async () => {
    const { id, email, own } = await company();
    const ana = someone();
    await add(id, { ...ana, password: PASSWORD });
    const hers = browser(cookieOf(await signIn(ana.email)));
    const page = await hers.get('/cliente/conta');
    expect(wordsOf(page)).not.toContain('Pessoas da empresa');
    expect(wordsOf(page)).not.toContain('Novo e-mail');
    const invite = { ...someone(), current_password: PASSWORD };
    expect((await hers.post('/cliente/conta/pessoas', invite)).statusCode).toBe(404);
    expect(
      (await hers.post('/cliente/conta/email', { email: 'x@y.com.br', current_password: PASSWORD })).statusCode,
    ).toBe(404);
    const [{ id: anaId }] = await listOf(id);
    expect((await hers.post(`/cliente/conta/pessoas/${anaId}/remover`)).statusCode).toBe(404);
    const changed = { current_password: PASSWORD, password: 'outra-senha-boa', confirmation: 'outra-senha-boa' };
    expect((await hers.post('/cliente/conta', changed)).headers.location).toBe('/cliente/conta?salvo=senha');
    expect((await signIn(ana.email)).statusCode).toBe(401);
    expect((await signIn(ana.email, 'outra-senha-boa')).statusCode).toBe(303);
    // The company's entry keeps its password and its session.
    expect((await signIn(email)).statusCode).toBe(303);
    expect((await own.get('/cliente')).statusCode).toBe(200);
    expect((await trailOf(id)).at(-1)).toEqual({
      action: 'person-password',
      actor: 'Área do cliente',
      person: 'Ana Lima',
      changes: null,
    });
  });

  test('is out at once when removed, with the link that was under way', async () => {
    const { id, own } = await company();
    const [ana, beto] = [someone(), someone()];
    const { id: anaId } = (await add(id, { ...ana, password: PASSWORD })).json();
    const { id: betoId } = (await add(id, beto)).json();
    const link = /https:\/\/serra\.example(\/cliente\/acesso\/[\w-]{43})/.exec(await lastMail(beto.email))?.[1] ?? '';
    const hers = browser(cookieOf(await signIn(ana.email)));
    expect((await hers.get('/cliente')).statusCode).toBe(200);
    expect((await staff.delete(`/user/${id}/people/${anaId}`)).statusCode).toBe(204);
    expect((await staff.delete(`/user/${id}/people/${betoId}`)).statusCode).toBe(204);
    expect((await hers.get('/cliente')).headers.location).toContain('/cliente/entrar');
    expect((await signIn(ana.email)).statusCode).toBe(401);
    expect((await anonymous.get(link)).statusCode).toBe(410);
    expect((await own.get('/cliente')).statusCode).toBe(200);
    expect(refusal(await staff.delete(`/user/${id}/people/${anaId}`))).toEqual([404, 'PERSON_NOT_FOUND']);
    expect((await trailOf(id)).slice(-1)).toEqual([
      {
        action: 'remove-person',
        actor: 'Mariana Dias',
        person: null,
        changes: { person_name: beto.name, person_email: beto.email },
      },
    ]);
  });
});

describe('the company’s own entry', () => {
  test('invites with its password, and removes', async () => {
    const { id, own } = await company();
    const ana = someone();
    const wrong = await own.post('/cliente/conta/pessoas', { ...ana, current_password: 'errada' });
    expect([wrong.statusCode, wrongsIn(wrong)]).toEqual([422, { current_password: 'A senha atual não confere' }]);
    expect(await listOf(id)).toEqual([]);
    const asked = await own.post('/cliente/conta/pessoas', { ...ana, current_password: PASSWORD });
    expect(asked.headers.location).toBe('/cliente/conta?salvo=pessoa');
    expect(wordsOf(await own.get('/cliente/conta'))).toContain(`Ana Lima ${ana.email}, ainda sem senha`);
    const [{ id: personId }] = await listOf(id);
    const away = await own.post(`/cliente/conta/pessoas/${personId}/remover`);
    expect(away.headers.location).toBe('/cliente/conta?salvo=sem-pessoa');
    expect(await listOf(id)).toEqual([]);
  });

  test('neither sees nor removes people of another company', async () => {
    const [mine, theirs] = [await company(), await company()];
    const { id: personId } = (await add(theirs.id, someone())).json();
    expect((await mine.own.post(`/cliente/conta/pessoas/${personId}/remover`)).statusCode).toBe(404);
    expect(refusal(await staff.delete(`/user/${mine.id}/people/${personId}`))).toEqual([404, 'PERSON_NOT_FOUND']);
    expect(await listOf(theirs.id)).toHaveLength(1);
  });
});

test('refuses what cannot be, and changes nothing', async () => {
  const { id, email } = await company();
  const natural = await client({ cpf_cnpj: '52998224725' });
  const ana = someone();
  expect(refusal(await add(natural.id, ana))).toEqual([409, 'CLIENT_NOT_COMPANY']);
  expect(refusal(await add(id, { ...ana, email }))).toEqual([409, 'PERSON_EMAIL_TAKEN']);
  expect(refusal(await add(999_999, ana))).toEqual([404, 'CLIENT_NOT_FOUND']);
  expect(firstError(await add(id, { ...ana, name: ' ' }))).toEqual([422, 'name', 'Informe o nome da pessoa']);
  expect((await add(id, ana, as('CLIENT_VIEW'))).statusCode).toBe(403);
  expect((await as('PROPERTY_VIEW').get(`/user/${id}/people`)).statusCode).toBe(403);
  expect(await listOf(id)).toEqual([]);
  await add(id, ana);
  expect(refusal(await add(id, ana))).toEqual([409, 'PERSON_EMAIL_TAKEN']);
  expect(refusal(await staff.patch(`/user/${natural.id}/user`, { email: ana.email }))).toEqual([
    409,
    'PERSON_EMAIL_TAKEN',
  ]);
  for (let more = 1; more < 10; more++) expect((await add(id, someone())).statusCode).toBe(201);
  expect(refusal(await add(id, someone()))).toEqual([409, 'PERSON_TOO_MANY']);
  expect(await listOf(id)).toHaveLength(10);

  const quiet = await plain.client({ cpf_cnpj: '11222333000181' });
  expect(refusal(await plain.as('*').post(`/user/${quiet.id}/people`, ana))).toEqual([422, 'PERSON_NEEDS_PASSWORD']);
  expect((await plain.as('*').post(`/user/${quiet.id}/people`, { ...ana, password: PASSWORD })).statusCode).toBe(201);
});

test('people are in the export, and anonymising the company leaves no trace of them', async () => {
  const made = await client({ name: 'Oficina Serra Ltda', cpf_cnpj: cnpj() });
  const zoe = { name: 'Zoe Quintanilha', email: 'zoe.quintanilha@empresa.com.br' };
  await add(made.id, { ...zoe, password: PASSWORD });
  const hers = browser(cookieOf(await signIn(zoe.email)));
  await hers.post('/cliente/atendimento/novo', { title: 'Chave', message: 'Uma cópia', property_id: '' });
  const files = await unzip((await staff.get(`/user/${made.id}/personal-data`)).rawPayload);
  expect(JSON.parse(String(files.get('dados.json'))).pessoas_com_acesso).toEqual([
    { nome: zoe.name, email: zoe.email, desde: expect.any(String) },
  ]);
  expect((await staff.patch(`/user/${made.id}/anonymise`)).statusCode).toBe(200);
  expect((await hers.get('/cliente')).headers.location).toContain('/cliente/entrar');
  for (const table of ['client_person', 'trail', 'outgoing_mail'] as const) {
    const rows = JSON.stringify(await db.selectFrom(table).selectAll().execute());
    expect(rows, table).not.toContain('Quintanilha');
    expect(rows, table).not.toContain(zoe.email);
  }
});

const ownLease = (id: number) =>
  db.selectFrom('proposal').select('id').where('user_id', '=', id).executeTakeFirstOrThrow();

testPayloads('hostile names and e-mails of people are shown as text, and coded fields refuse them', async (all) => {
  const { id, own } = await company();
  for (const attack of all) {
    const ana = { ...someone(), name: oneLine(attack).slice(0, 120).trim() };
    const added = await add(id, ana);
    expect([attack, added.statusCode]).toEqual([attack, 201]);
    const [{ id: person_id }] = await listOf(id);
    const token = await clientSession({ db }, id);
    await db.updateTable('client_session').set({ person_id }).where('token_hash', '=', hashOf(token)).execute();
    const hers = browser(`__Secure-cliente=${token}`);
    for (const page of [await own.get('/cliente/conta'), await hers.get('/cliente'), await hers.get('/cliente/conta')])
      expect([attack, page.statusCode, foreignMarkup(page.body)]).toEqual([attack, 200, []]);
    await staff.delete(`/user/${id}/people/${person_id}`);
    await db.deleteFrom('login_failure').execute();
    const typed = { name: attack, email: attack, current_password: attack };
    const refused = await own.post('/cliente/conta/pessoas', typed);
    expect([attack, refused.statusCode, foreignMarkup(refused.body)]).toEqual([attack, 422, []]);
    expect((await add(id, typed)).statusCode).toBe(422);
  }
});
