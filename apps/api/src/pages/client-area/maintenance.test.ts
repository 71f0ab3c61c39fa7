import { afterAll, describe, expect, test } from 'vitest';
import { ATTACKS, executables } from '#test/attacks/attacks.ts';
import { clientDesk, clientSession, noticeIn, wordsOf, wrongsIn } from '#test/desks/client-desk.ts';
import { shownAfter } from '#test/form-answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { form, jpeg } from '#test/pictures.ts';
import { unzip } from '#test/unzip.ts';

const started = await startApp({ today: '2026-03-02' });
const { app, as, db, client, owner, contract, invoice, stop } = started;
afterAll(stop);
const { browser } = clientDesk(app);
const enter = async (id: number) => browser(`cliente=${await clientSession({ db }, id)}`);
const staff = as('*');

const HOST = 'serra.example';
type File = { name: string; bytes: Buffer };

let callers = 0;
/** The form of a new request, with its files, as a browser sends it. */
async function request(
  cookie: string | undefined,
  fields: Record<string, string>,
  files: readonly File[] = [],
  draft = '',
) {
  callers += 1;
  const payload = new FormData();
  for (const [name, value] of Object.entries(fields)) payload.append(name, value);
  for (const { name, bytes } of files)
    payload.append('photos', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), name);
  const answer = await app.inject({
    ...{ method: 'POST', url: '/cliente/manutencoes/nova', remoteAddress: `203.0.113.${callers % 250}` },
    headers: { host: HOST, origin: `https://${HOST}`, ...(cookie && { cookie: `${cookie}; ${draft}` }) },
    payload,
  });
  kept = answer.cookies.findLast(({ name, value }) => name === 'rascunho' && value)?.value ?? '';
  return shownAfter(app, answer, cookie);
}
/** Cookie of the last form's draft, as the browser keeps it. */
let kept = '';
/** Number of a page's draft, which its form sends along. */
const numberOf = ({ body }: { body: string }) => ({
  rascunho: /name="rascunho" value="([\w-]+)"/.exec(body)?.[1] ?? '',
});

/** A lease with its people: Ana rents what Olga and Otto own; Vera owns another property. */
async function lease() {
  const [ana, olga, otto, vera] = [
    await client({ name: 'Ana Prado' }),
    await owner({ name: 'Olga Reis' }),
    await owner({ name: 'Otto Reis' }),
    await owner({ name: 'Vera Luz' }),
  ];
  const signed = await contract({
    user_id: ana.id,
    property: {
      street: 'Rua Halfeld',
      number: '30',
      owners: [
        { id: olga.id, share: 5_000 },
        { id: otto.id, share: 5_000 },
      ],
    },
  });
  await contract({ property: { street: 'Rua Alheia', number: '9', owners: [{ id: vera.id }] } });
  return {
    ...{ signed, property: signed.property_id, people: { ana, olga, otto, vera } },
    ...{ ana: await enter(ana.id), olga: await enter(olga.id), otto: await enter(otto.id), vera: await enter(vera.id) },
  };
}
type Lease = Awaited<ReturnType<typeof lease>>;

const WORDS = { title: 'Vazamento na pia', description: 'Pinga desde ontem.' };
const asked = async ({ ana, property }: Lease, files: readonly File[] = [], words = WORDS) => {
  const answer = await request(ana.cookie, { property_id: String(property), ...words }, files);
  const path = String(answer.headers.location);
  return { answer, path, id: Number(path.split('/').at(-1)) };
};

/** A request with quotes of 680,00 and 545,00 that waits for the owners. */
async function submitted(world: Lease) {
  const { id, path } = await asked(world);
  const quote = async (supplier: string, amount: number) =>
    (await staff.post(`/maintenance/${id}/quote`, { supplier, amount })).json().id as number;
  const [dear, cheap] = [await quote('Hidráulica Central', 680), await quote('João Reparos', 545)];
  const sent = await staff.post(`/maintenance/${id}/submit`);
  expect([sent.statusCode, sent.json().state]).toEqual([200, 'AWAITING_APPROVAL']);
  return { id, path, dear, cheap };
}
const shown = async (id: number) => (await staff.get(`/maintenance/${id}`)).json();
const approve = (own: Lease['olga'], path: string, quote: number) =>
  own.post(path, { answer: 'approve', quote_id: String(quote) });
const extrasOf = (id: number) =>
  db
    .selectFrom('extra_value')
    .select(['id', 'description', 'amount', 'type', 'influence', 'boleto', 'transfer', 'from_reference'])
    .where('proposal_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
const trailOf = async (id: number) =>
  (
    await db
      .selectFrom('trail')
      .select(['action', 'actor'])
      .where('record', '=', 'maintenance')
      .where('record_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action, actor }) => `${actor}: ${action}`);

/** Number of photographs that a tenant's refused form keeps. */
const keptOf = async ({ people }: Lease) =>
  (await db.selectFrom('form_draft_photograph').select('position').where('client_id', '=', people.ana.id).execute())
    .length;

describe('a request', () => {
  test('keeps its photographs, drawn anew from their pixels', async () => {
    const world = await lease();
    const bytes = await jpeg(60, 40);
    const tail = Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]);
    const { answer, path, id } = await asked(world, [
      { name: 'pia.jpg', bytes },
      { name: 'parede.jpg', bytes: tail },
      { name: '', bytes: Buffer.alloc(0) },
    ]);
    expect([answer.statusCode, path]).toEqual([303, `/cliente/manutencoes/${id}`]);
    const page = await world.ana.get(path);
    expect(wordsOf(page)).toContain(`Vazamento na pia Manutenção nº ${id}, Rua Halfeld, 30 Aberto`);
    const pictures = [...page.body.matchAll(/<img src="([^"]+)"/g)].map(([, source]) => String(source));
    expect(pictures).toHaveLength(2);
    for (const picture of pictures) {
      const served = await world.ana.get(picture);
      expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/jpeg']);
      expect(served.rawPayload.includes('<script>')).toBe(false);
      expect((await world.vera.get(picture)).statusCode).toBe(404);
      expect((await world.olga.get(picture)).statusCode).toBe(404);
    }
    expect(await shown(id)).toMatchObject({
      ...{ title: 'Vazamento na pia', state: 'OPENED', client: { name: 'Ana Prado' }, quotes: [] },
      photos: [{ name: 'pia.jpg' }, { name: 'parede.jpg' }],
      owners: [{ name: 'Olga Reis' }, { name: 'Otto Reis' }],
      contract: { id: world.signed.id, tenant: 'Ana Prado' },
    });
    const own = await unzip((await as('*').get(`/user/${world.people.ana.id}/personal-data`)).rawPayload);
    expect([...own.keys()].filter((name) => name.endsWith('.jpg'))).toHaveLength(2);
  });

  test('that is sent twice, even concurrently, is kept once', async () => {
    const world = await lease();
    const [one, other] = await Promise.all([asked(world), asked(world)]);
    expect(one.id).toBe(other.id);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[Record<string, string>, object]>([
    [{ title: '', description: ' ' },     { title: 'Informe o que precisa de reparo', description: 'Descreva o problema' }],
    [{ title: 'x'.repeat(121) },          { title: 'Use até 120 caracteres' }],
    [{ description: 'x'.repeat(4_001) },  { description: 'Use até 4000 caracteres' }],
    [{ property_id: '' },                 { property_id: 'Escolha o imóvel' }],
    [{ property_id: 'x' },                { property_id: 'Escolha o imóvel' }],
    [{ property_id: '999999' },           { property_id: 'Escolha um imóvel' }],
  ])('with %j shows the error at its field and changes nothing', async (changed, wrongs) => {
    const world = await lease();
    const answer = await request(world.ana.cookie, { property_id: String(world.property), ...WORDS, ...changed });
    expect([answer.statusCode, wrongsIn(answer)]).toEqual([422, wrongs]);
    expect(wordsOf(await world.ana.get('/cliente/manutencoes'))).toContain('Nenhuma manutenção em andamento.');
  });

  test.each<[string, (bytes: Buffer) => File[], string]>([
    [
      'seven photographs',
      (bytes) => Array.from({ length: 7 }, (_, at) => ({ name: `${at}.jpg`, bytes })),
      'Envie até 6 fotos',
    ],
    [
      'eight photographs',
      (bytes) => Array.from({ length: 8 }, (_, at) => ({ name: `${at}.jpg`, bytes })),
      'Envie até 6 fotos',
    ],
    [
      'a text named as a picture',
      () => [{ name: 'a.jpg', bytes: Buffer.from('<svg onload=alert(1)>') }],
      'a.jpg: Arquivo não suportado',
    ],
    ['a huge file', () => [{ name: 'a.jpg', bytes: Buffer.alloc(12_000_001) }], 'a.jpg passa de 12 MB'],
  ])('with %s is refused', async (_, files, word) => {
    const world = await lease();
    const answer = await request(
      world.ana.cookie,
      { property_id: String(world.property), ...WORDS },
      files(await jpeg(20, 20)),
    );
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(wrongsIn(answer).photos).toContain(word);
    expect(answer.body).toContain('value="Vazamento na pia"');
    expect(wordsOf(await world.ana.get('/cliente/manutencoes'))).toContain('Nenhuma manutenção em andamento.');
  });

  test('that is refused keeps its photographs for this browser, and sends those that are still wanted', async () => {
    const world = await lease();
    const fields = { property_id: String(world.property), ...WORDS };
    const photographs = ['pia.jpg', 'chão.jpg'];
    const [pia, chao] = await Promise.all([jpeg(60, 40, '#934d2c'), jpeg(44, 50)]);
    const script = Buffer.from('<svg onload=alert(1)>');
    const wrong = await request(world.ana.cookie, { ...fields, title: '' }, [
      { name: 'pia.jpg', bytes: pia },
      { name: 'chão.jpg', bytes: chao },
      { name: 'nota.svg', bytes: script },
      { name: 'lixo.jpg', bytes: script },
    ]);
    expect(wrong.statusCode).toBe(422);
    expect(wrongsIn(wrong).photos).toMatch(/^nota\.svg: .+\nlixo\.jpg: .+$/);
    for (const name of photographs) expect(wrong.body).toContain(`checked>${name}<`);
    const sources = [
      ...wrong.body.matchAll(/<img src="(\/cliente\/manutencoes\/nova\/fotos\/\d\?rascunho=[\w-]{12})"/g),
    ].map(([, url]) => url);
    expect(sources).toHaveLength(2);
    const draft = `rascunho=${kept}`;
    const open = (cookie: string | undefined, url = sources[0]) =>
      app.inject({ url: String(url), headers: { host: HOST, cookie: `${cookie}; ${draft}` } });
    const served = await open(world.ana.cookie);
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await open('')).headers.location).toContain('/cliente/entrar');
    expect((await world.ana.get(String(sources[0]))).statusCode).toBe(404);
    const stored = await db.selectFrom('form_draft_photograph').select('sealed').execute();
    expect(stored.some(({ sealed }) => sealed.includes(served.rawPayload.subarray(0, 32)))).toBe(false);

    const right = await request(
      world.ana.cookie,
      { ...fields, 'foto-1': 'sim', ...numberOf(wrong) },
      [{ name: 'azul.jpg', bytes: pia }],
      draft,
    );
    const id = Number(String(right.headers.location).split('/').at(-1));
    expect(await shown(id)).toMatchObject({ photos: [{ name: 'chão.jpg' }, { name: 'azul.jpg' }] });
    expect(await keptOf(world)).toBe(0);

    // Newer forms took their place meanwhile: the form says what is missing, and makes no request without it.
    const before = await db.selectFrom('maintenance').select('id').execute();
    const lost = await request(world.ana.cookie, { ...fields, 'foto-0': 'sim', 'foto-1': 'sim' }, []);
    expect([lost.statusCode, wrongsIn(lost).photos]).toEqual([
      ...[422, '2 fotos não estão mais guardadas: escolha-as de novo'],
    ]);
    expect(await db.selectFrom('maintenance').select('id').execute()).toEqual(before);
  });

  test('keeps the photographs of a person’s last three forms, whatever others of the client send', async () => {
    const world = await lease();
    const fields = { property_id: String(world.property), ...WORDS, title: '' };
    const bytes = await jpeg(20, 20);
    const six = Array.from({ length: 6 }, (_, at) => ({ name: `${at}.jpg`, bytes }));
    const first = await request(world.ana.cookie, fields, six);
    const draft = `rascunho=${kept}`;
    const all = Object.fromEntries(six.map((_, at) => [`foto-${at}`, 'sim']));
    // The same form takes its own place, and another tab's form takes none.
    const again = { ...fields, ...all, ...numberOf(first) };
    const more = await request(world.ana.cookie, again, [{ name: '7.jpg', bytes }], draft);
    expect(wrongsIn(more).photos).toBe('Envie até 6 fotos');
    expect(await keptOf(world)).toBe(6);
    for (const pictures of [2, 3, 4]) {
      expect((await request(world.ana.cookie, again, [], draft)).body).toContain('checked>5.jpg<');
      await request(world.ana.cookie, fields, six.slice(0, pictures));
    }
    expect(await keptOf(world)).toBe(6 + 3 + 4);
    const { id: person_id } = await db
      .insertInto('client_person')
      .values({ client_id: world.people.ana.id, name: 'Caio Prado', email: 'caio@prado.example' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('form_draft_photograph').set({ person_id }).execute();
    await request(world.ana.cookie, fields, six.slice(0, 1));
    expect(await keptOf(world)).toBe(6 + 3 + 4 + 1);
  });

  test('is made for one’s own properties alone, with a session', async () => {
    const world = await lease();
    const fields = { property_id: String(world.property), ...WORDS };
    const foreign = await request(world.vera.cookie, fields);
    expect([foreign.statusCode, wrongsIn(foreign)]).toEqual([422, { property_id: 'Escolha um imóvel' }]);
    const nobody = await request(undefined, fields);
    expect([nobody.statusCode, nobody.headers.location]).toEqual([303, '/cliente/entrar']);
  });

  test('is not the business of others, and of owners only once it was sent to them', async () => {
    const world = await lease();
    const { id, path } = await asked(world);
    for (const own of [world.vera, world.olga]) {
      expect((await own.get(path)).statusCode).toBe(404);
      expect((await approve(own, path, 1)).statusCode).toBe(404);
    }
    const quote = (await staff.post(`/maintenance/${id}/quote`, { supplier: 'João', amount: 100 })).json().id;
    await staff.post(`/maintenance/${id}/submit`);
    expect((await world.olga.get(path)).statusCode).toBe(200);
    expect((await world.vera.get(path)).statusCode).toBe(404);
    expect((await approve(world.vera, path, quote)).statusCode).toBe(404);
    // The tenant reads the state, and neither the quotes nor a way to decide.
    const page = await world.ana.get(path);
    expect(wordsOf(page)).toContain('Aguardando aprovação');
    expect(page.body).not.toMatch(/João|R\$|name="answer"/);
    expect((await approve(world.ana, path, quote)).statusCode).toBe(404);
    expect((await shown(id)).state).toBe('AWAITING_APPROVAL');
  });
});

describe('an owner', () => {
  test('approves one quote, and every reader sees it', async () => {
    const world = await lease();
    const { id, path, cheap } = await submitted(world);
    const home = wordsOf(await world.olga.get('/cliente'));
    expect(home).toMatch(/Espera a sua aprovação Vazamento na pia/);
    const page = wordsOf(await world.olga.get(path));
    expect(page).toContain('Hidráulica Central R$ 680,00');
    expect(page).toContain('João Reparos R$ 545,00');
    const none = await world.olga.post(path, { answer: 'approve' });
    expect([none.statusCode, wrongsIn(none)]).toEqual([422, { quote_id: 'Escolha um dos orçamentos' }]);
    const foreign = await approve(world.olga, path, 999_999);
    expect([foreign.statusCode, wrongsIn(foreign)]).toEqual([422, { quote_id: 'Escolha um dos orçamentos' }]);
    expect(
      (await world.olga.post(path, { answer: 'approve', quote_id: String(cheap), note: 'Pode fazer.' })).statusCode,
    ).toBe(303);
    expect(await shown(id)).toMatchObject({
      ...{ state: 'APPROVED', decided_by: 'Olga Reis', decision_note: 'Pode fazer.', cost: 545 },
      quotes: [{ chosen: false }, { chosen: true }],
    });
    expect(wordsOf(await world.otto.get(path))).toContain('João Reparos R$ 545,00 Aprovado');
    expect(await trailOf(id)).toEqual([
      'Área do cliente: create',
      ...['quote', 'quote', 'submit'].map((action) => `Mariana Dias: ${action}`),
      'Área do cliente: approve',
    ]);
  });

  test('who approved and sold their share leaves the repair to be approved by who owns the property now', async () => {
    const world = await lease();
    const { id, path, cheap } = await submitted(world);
    await approve(world.olga, path, cheap);
    expect(wordsOf(await world.otto.get('/cliente/manutencoes'))).toContain('Vazamento na pia');
    const sold = await staff.delete(`/property/${world.property}/member/${world.people.olga.id}`);
    expect(sold.statusCode, sold.body).toBe(204);
    expect(await shown(id)).toMatchObject({ state: 'AWAITING_APPROVAL', decided_by: null });
  });

  test('whose quotes wait is told to an owner who joins', async () => {
    const world = await lease();
    const { id, cheap } = await submitted(world);
    const joined = await staff.put(`/property/${world.property}/member/OWNER/${world.people.vera.id}`);
    expect(joined.statusCode, joined.body).toBeLessThan(300);
    const path = `/cliente/manutencoes/${id}`;
    expect((await approve(world.vera, path, cheap)).statusCode).toBe(303);
    expect(await shown(id)).toMatchObject({ state: 'APPROVED' });
  });

  test('that is over stays among those that ended', async () => {
    const world = await lease();
    const { id } = await asked(world);
    expect((await staff.post(`/maintenance/${id}/cancel`, { reason: 'Parou de pingar' })).statusCode).toBe(200);
    expect(wordsOf(await world.ana.get('/cliente/manutencoes'))).toMatch(/Encerradas .*Vazamento na pia/);
  });

  test('decides once, also when two owners answer at the same time', async () => {
    const world = await lease();
    const { id, path, dear, cheap } = await submitted(world);
    const answers = await Promise.all([
      approve(world.olga, path, cheap),
      world.otto.post(path, { answer: 'refuse' }),
      approve(world.olga, path, dear),
      world.otto.post(path, { answer: 'refuse' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 409, 409, 409]);
    const trail = (await trailOf(id)).filter((line) => /approve|refuse/.test(line));
    expect(trail).toHaveLength(1);
    const loser = answers.find(({ statusCode }) => statusCode === 409);
    expect(loser && noticeIn(loser)).toContain('não está mais nesta situação');
  });

  test('refuses, and may be asked again with another quote', LONG, async () => {
    const world = await lease();
    const { id, path } = await submitted(world);
    await world.otto.post(path, { answer: 'refuse', note: 'Caro demais.' });
    expect(await shown(id)).toMatchObject({ state: 'REFUSED', decided_by: 'Otto Reis', decision_note: 'Caro demais.' });
    const { data } = (await staff.get('/maintenance/tasks')).json();
    expect(data).toContainEqual(expect.objectContaining({ id, state: 'REFUSED', property: 'Rua Halfeld, 30' }));
    expect((await staff.post(`/maintenance/${id}/start`)).statusCode).toBe(409);
    await staff.post(`/maintenance/${id}/quote`, { supplier: 'Zé Encanador', amount: 300 });
    await staff.post(`/maintenance/${id}/submit`);
    expect(await shown(id)).toMatchObject({ state: 'AWAITING_APPROVAL', decided_by: null, decision_note: null });
  });
});

describe('the cost', () => {
  const charge = (id: number, charged_to: 'TENANT' | 'OWNER', cost: number) =>
    staff.post(`/maintenance/${id}/charge`, { charged_to, cost });

  test('becomes one deduction of the owner’s transfer, however often it is charged', async () => {
    const world = await lease();
    const { id, path, cheap } = await submitted(world);
    await approve(world.olga, path, cheap);
    await staff.post(`/maintenance/${id}/start`);
    const above = await charge(id, 'OWNER', 545.01);
    expect([above.statusCode, above.json().errors?.[0]?.field ?? above.json().field]).toEqual([422, 'cost']);
    const answers = await Promise.all([charge(id, 'OWNER', 545), charge(id, 'OWNER', 545), charge(id, 'TENANT', 545)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    const extras = await extrasOf(world.signed.id);
    expect(extras).toHaveLength(1);
    const { charged_to } = await shown(id);
    expect(extras[0]).toMatchObject(
      charged_to === 'OWNER'
        ? { type: 'CREDIT', boleto: false, transfer: true }
        : { type: 'DEBIT', boleto: true, transfer: false },
    );
    expect(extras[0]).toMatchObject({
      amount: 54_500,
      influence: 'EXPENSE',
      description: `Manutenção ${id}: Vazamento na pia`,
    });
  });

  test('comes with the tenant’s next invoice: rent 1.500,00 and 120,00 of repair are 1.620,00', async () => {
    const world = await lease();
    const { id, path } = await asked(world);
    await staff.post(`/maintenance/${id}/start`);
    expect((await charge(id, 'TENANT', 120)).json()).toMatchObject({ state: 'DONE', charged_to: 'TENANT', cost: 120 });
    const issued = await invoice({ contract: world.signed, reference: '2026-04' });
    expect(issued.amount).toBe(162_000);
    expect(wordsOf(await world.ana.get(path))).toContain('O custo de R$ 120,00 vem na sua próxima fatura.');
    expect((await world.olga.get(path)).statusCode).toBe(404);
  });

  test('in three instalments comes with three invoices: 100,01 is 33,35 and twice 33,33', async () => {
    const world = await lease();
    await invoice({ contract: world.signed, reference: '2026-04' });
    const { id, path } = await asked(world);
    await staff.post(`/maintenance/${id}/start`);
    const split = (instalments: number) =>
      staff.post(`/maintenance/${id}/charge`, { charged_to: 'TENANT', cost: 100.01, instalments });
    for (const wrong of [0, 61, 1.5]) expect((await split(wrong)).json().errors[0].field).toBe('instalments');
    expect((await split(3)).json()).toMatchObject({ state: 'DONE', cost: 100.01, instalments: 3 });
    expect((await split(3)).statusCode).toBe(409);
    // April's invoice exists already, so the first instalment goes into May's.
    expect(await extrasOf(world.signed.id)).toMatchObject([
      { description: `Manutenção ${id}: Vazamento na pia 1/3`, amount: 3_335, from_reference: '2026-05' },
      { description: `Manutenção ${id}: Vazamento na pia 2/3`, amount: 3_333, from_reference: '2026-06' },
      { description: `Manutenção ${id}: Vazamento na pia 3/3`, amount: 3_333, from_reference: '2026-07' },
    ]);
    expect((await invoice({ contract: world.signed, reference: '2026-05' })).amount).toBe(153_335);
    expect(wordsOf(await world.ana.get(path))).toContain(
      'O custo de R$ 100,01 vem em 3 parcelas mensais, a partir da sua próxima fatura.',
    );
  });

  test('is refused to an owner who approved nothing, and leaves the request as it is', async () => {
    const world = await lease();
    const { id } = await asked(world);
    await staff.post(`/maintenance/${id}/start`);
    const refused = await charge(id, 'OWNER', 50);
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('ainda não aprovou')]);
    expect([(await shown(id)).state, await extrasOf(world.signed.id)]).toEqual(['IN_PROGRESS', []]);
    // The owner answered by telephone, and staff record it.
    expect((await staff.post(`/maintenance/${id}/conclude`, {})).json()).toMatchObject({
      state: 'DONE',
      charged_to: 'NONE',
    });
  });

  test('is charged after an answer that staff noted', async () => {
    const world = await lease();
    const { id, dear } = await submitted(world);
    const blank = await staff.post(`/maintenance/${id}/decision`, { approved: true, quote_id: dear, note: ' ' });
    expect(blank.statusCode).toBe(422);
    await staff.post(`/maintenance/${id}/decision`, { approved: true, quote_id: dear, note: 'Por telefone, dia 2.' });
    expect(await shown(id)).toMatchObject({
      state: 'APPROVED',
      decided_by: null,
      decision_note: 'Por telefone, dia 2.',
    });
    await staff.post(`/maintenance/${id}/start`);
    expect((await charge(id, 'OWNER', 680)).statusCode).toBe(200);
    expect(await extrasOf(world.signed.id)).toMatchObject([
      { amount: 68_000, type: 'CREDIT', transfer: true, boleto: false },
    ]);
  });

  test('needs the permission to change contracts, and a contract in force', async () => {
    const world = await lease();
    const { id } = await asked(world);
    await staff.post(`/maintenance/${id}/start`);
    const body = { charged_to: 'TENANT', cost: 10 };
    expect((await as('MAINTENANCE_EDIT').post(`/maintenance/${id}/charge`, body)).statusCode).toBe(403);
    await as('PROPOSAL_EDIT').patch(`/proposal/${world.signed.id}/close`);
    const refused = await staff.post(`/maintenance/${id}/charge`, body);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('não tem contrato em vigor'),
    ]);
  });
});

describe('staff', () => {
  test('open, quote, remove and cancel; a state that forbids it answers 409', async () => {
    const world = await lease();
    const made = await staff.post('/maintenance', {
      property_id: world.property,
      client_id: world.people.ana.id,
      ...WORDS,
    });
    expect(made.statusCode).toBe(201);
    const { id } = made.json();
    const foreign = { property_id: world.property, client_id: world.people.vera.id, ...WORDS };
    expect((await staff.post('/maintenance', foreign)).json().message).toContain('não é inquilina nem proprietária');
    expect((await staff.post(`/maintenance/${id}/submit`)).statusCode).toBe(409);
    const quote = (await staff.post(`/maintenance/${id}/quote`, { supplier: 'João', amount: 10 })).json().id;
    const bytes = await jpeg(30, 30);
    const filed = await staff.put(`/maintenance/quote/${quote}/file`, form(bytes, 'orcamento.jpg'));
    expect([filed.statusCode, filed.json().quotes[0].file.name]).toEqual([200, 'orcamento.jpg']);
    const file = await staff.get(`/files/${filed.json().quotes[0].file.id}`);
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await as('SUPPORT_VIEW').get(`/files/${filed.json().quotes[0].file.id}`)).statusCode).toBe(404);
    expect((await staff.delete(`/maintenance/quote/${quote}`)).json().quotes).toEqual([]);
    const cancelled = await staff.post(`/maintenance/${id}/cancel`, { reason: 'Resolvido pelo inquilino' });
    expect(cancelled.json()).toMatchObject({ state: 'CANCELLED', cancel_reason: 'Resolvido pelo inquilino' });
    for (const action of ['start', 'submit', 'conclude'])
      expect(
        (await staff.post(`/maintenance/${id}/${action}`, action === 'conclude' ? {} : undefined)).statusCode,
      ).toBe(409);
    expect(wordsOf(await world.ana.get(`/cliente/manutencoes/${id}`))).toContain('Cancelado');
    const list = (await staff.get(`/maintenance?page=1&query=vazamento&property=${world.property}`)).json();
    expect(list).toMatchObject({
      total: 1,
      data: [{ id, state: 'CANCELLED', property: { label: 'Rua Halfeld, 30' } }],
    });
  });
});

describe('a payload', async () => {
  const world = await lease();
  test.each(ATTACKS)('%s is escaped on every page of a request', async (attack) => {
    const fields = { property_id: String(world.property), title: attack, description: attack };
    const answer = await request(world.ana.cookie, fields);
    expect(executables(answer.body)).toEqual([]);
    if (answer.statusCode !== 303) return;
    const path = String(answer.headers.location);
    const id = Number(path.split('/').at(-1));
    await staff.post(`/maintenance/${id}/quote`, { supplier: attack, amount: 10, note: attack });
    await staff.post(`/maintenance/${id}/submit`);
    for (const own of [world.ana, world.olga]) expect(executables((await own.get(path)).body)).toEqual([]);
    const refused = await world.olga.post(path, { answer: attack, quote_id: attack, note: attack });
    expect([refused.statusCode, executables(refused.body)]).toEqual([422, []]);
    expect(executables((await world.ana.get(`/cliente/atendimento/novo?manutencao=${id}`)).body)).toEqual([]);
    await staff.post(`/maintenance/${id}/cancel`, { reason: 'fim' });
  });
});
