import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { pdfText } from '#test/pdf-text.ts';
import { bidPageOf } from './bid-link.service.ts';
import { followBids } from './life.service.ts';

const { app, as, client, clock, db, deps, empty, owner, property, stop } = await startApp({ today: '2026-03-10' });
afterAll(stop);
beforeEach(empty);
const staff = as('*');

const RENTAL = {
  amount: 1500,
  guarantee: 'BONDSMAN',
  term_months: 30,
  start_on: '2026-04-01',
  expires_on: '2026-03-20',
};
// 60.000 + 150.000 + 2 × 20.000 = 250.000
const SALE = {
  ...{ amount: 250_000, down_payment: 60_000, financed: 150_000, expires_on: '2026-03-20' },
  instalments: [
    { due_on: '2026-05-10', amount: 20_000 },
    { due_on: '2026-06-10', amount: 20_000 },
  ],
};
const rui = { name: 'Rui Sales', phone: '(32) 98841-2076', email: 'rui@exemplo.com.br' };

async function bid(property_id: number, more: object = {}) {
  const made = await staff.post('/bid', { property_id, ...rui, ...RENTAL, ...more });
  expect(made.statusCode, made.body).toBe(201);
  const { id } = made.json();
  expect((await staff.post(`/bid/${id}/send`)).statusCode).toBe(200);
  return id as number;
}
const refusal = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code];
const show = async (id: number) => (await staff.get(`/bid/${id}`)).json();
const post = async (url: string, fields: Record<string, string>) =>
  app.inject({
    ...{ method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    payload: new URLSearchParams(fields).toString(),
  });

describe('what is kept', () => {
  test('a sale by its parts, to the centavo', async () => {
    const house = await property({ type: 'SALE', price: 25_000_000 });
    const refused = await staff.post('/bid', { property_id: house.id, ...rui, ...SALE, down_payment: 59_999.99 });
    expect([refused.statusCode, refused.json()]).toEqual([
      422,
      expect.objectContaining({ code: 'BID_TERMS', message: expect.stringMatching(/^Faltam R\$\s0,01/) }),
    ]);
    const id = await bid(house.id, { ...SALE, guarantee: null, term_months: null, start_on: null });
    const [{ instalments, amount }] = (await show(id)).history;
    expect([amount, instalments]).toEqual([250_000, SALE.instalments]);
  });

  test('the list is exported with each bid’s latest terms', async () => {
    const listing = await property();
    await bid(listing.id);
    const { body } = await staff.get('/bid/export/csv');
    expect(body).toMatch(/Rui Sales.*1\.?500,00/);
  });

  test('every version that was shown, whatever came after', async () => {
    const id = await bid((await property()).id);
    await staff.post(`/bid/${id}/counter`, { ...RENTAL, by: 'OWNER', amount: 1700, conditions: 'Sem animais' });
    await staff.post(`/bid/${id}/counter`, { ...RENTAL, by: 'PROSPECT', amount: 1600 });
    const { history, state } = await show(id);
    expect(state).toBe('SENT');
    expect(history.map((version: Record<string, unknown>) => [version.number, version.party, version.amount])).toEqual([
      [3, 'PROSPECT', 1600],
      [2, 'OWNER', 1700],
      [1, 'PROSPECT', 1500],
    ]);
    expect(refusal(await staff.patch(`/bid/${id}`, { ...rui, ...RENTAL }))).toEqual([409, 'BID_SENT']);
    const paper = await pdfText((await staff.get(`/bid/${id}/paper`)).rawPayload);
    expect(paper).toContain('1.600,00');
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, object, string]>([
    ['nobody who bids',      { name: null }, 'VALIDATION'],
    ['a day that has passed', { expires_on: '2026-03-09' }, 'BID_DAY'],
    ['no such client',       { client_id: 999_999 }, 'BID_CLIENT'],
    ['no such lead',         { lead_id: 999_999 }, 'BID_LEAD'],
    ['no such property',     { property_id: 999_999 }, 'BID_PROPERTY'],
  ])('refuses %s', async (_, more, code) => {
    const { id: property_id } = await property();
    const answer = await staff.post('/bid', { property_id, ...rui, ...RENTAL, ...more });
    expect(answer.statusCode).toBe(422);
    if (code !== 'VALIDATION') expect(answer.json().code).toBe(code);
    expect(await db.selectFrom('bid').select('id').execute()).toEqual([]);
  });

  test('refuses the owner as who bids, and a property that is let', async () => {
    const landlord = await owner();
    const flat = await property({ owners: [landlord] });
    expect(refusal(await staff.post('/bid', { property_id: flat.id, client_id: landlord.id, ...RENTAL }))).toEqual([
      422,
      'BID_OWNER',
    ]);
    const { id } = (await staff.post('/bid', { property_id: flat.id, ...rui, ...RENTAL })).json();
    await staff.patch(`/property/${flat.id}`, { status: 'RENTED' });
    expect(refusal(await staff.post(`/bid/${id}/send`))).toEqual([409, 'BID_PROPERTY_TAKEN']);
  });
});

describe('one at a time', () => {
  test('of two bids accepted at once one is', async () => {
    const { id: property_id } = await property();
    const bids = [await bid(property_id), await bid(property_id)];
    const answers = await Promise.all(bids.map((id) => staff.post(`/bid/${id}/accept`)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('BID_PROPERTY_ACCEPTED');
  });

  test('of two reservations at once one is, and it keeps others from accepting and from a contract', async () => {
    const { id: property_id } = await property();
    const bids = [await bid(property_id), await bid(property_id)];
    const answers = await Promise.all(bids.map((id) => staff.put(`/bid/${id}/reservation`, { until: '2026-03-15' })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const loser = bids[answers.findIndex(({ statusCode }) => statusCode === 409)];
    expect(refusal(await staff.post(`/bid/${loser}/accept`))).toEqual([409, 'BID_PROPERTY_RESERVED']);
    expect(refusal(await signed(property_id, (await client()).id))).toEqual([409, 'BID_PROPERTY_RESERVED']);
    expect(await db.selectFrom('proposal').select('id').execute()).toEqual([]);
    // Its last day passes, and no job has come by.
    clock.today = '2026-03-16';
    expect((await staff.post(`/bid/${loser}/accept`)).statusCode).toBe(200);
    expect((await staff.put(`/bid/${loser}/reservation`, { until: '2026-03-18' })).statusCode).toBe(200);
  });

  test('an acceptance that was decided on an older version is refused', async () => {
    const id = await bid((await property()).id);
    const path = await bidPageOf(deps, db, id, 'OWNER');
    await staff.post(`/bid/${id}/counter`, { ...RENTAL, by: 'PROSPECT', amount: 1400 });
    const answer = await post(`${path}/aceitar`, { versao: '1', confirma: 'sim' });
    expect([answer.statusCode, answer.body]).toEqual([409, expect.stringContaining('A proposta mudou')]);
    expect((await show(id)).state).toBe('SENT');
    // Sent twice, it is accepted once.
    for (const _ of [1, 2])
      expect((await post(`${path}/aceitar`, { versao: '2', confirma: 'sim' })).statusCode).toBe(303);
    expect((await show(id)).state).toBe('ACCEPTED');
  });

  test('the last day passes by reading, before the job writes it', async () => {
    const id = await bid((await property()).id);
    clock.today = '2026-03-21';
    expect((await show(id)).state).toBe('EXPIRED');
    expect(refusal(await staff.post(`/bid/${id}/accept`))).toEqual([409, 'BID_ENDED']);
    expect((await staff.get('/bid?state=EXPIRED')).json().data).toHaveLength(1);
    await followBids(deps);
    expect((await db.selectFrom('bid').select('state').executeTakeFirst())?.state).toBe('EXPIRED');
  });
});

const signed = (property_id: number, user_id: number, bid_id?: number) =>
  staff.post('/proposal/manual', {
    ...{ user_id, property_id, current_price: 1500, commission: 10, transfer_date: 5, guarantee: 'SECURITY_DEPOSIT' },
    ...{ start_date: '2026-04-01', end_date: '2028-09-30', ...(bid_id && { bid_id }) },
  });

describe('the contract', () => {
  test('of an accepted bid names its client, ends the others and tells the lead', async () => {
    const { id: property_id } = await property();
    const lead = await db
      .insertInto('lead')
      .values({ kind: 'RENT', source: 'TYPED', name: 'Rui Sales', phone: '32988412076', property_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const [first, other] = [await bid(property_id, { name: 'Ana', phone: null, email: null }), await bid(property_id)];
    await staff.post(`/bid/${other}/accept`);
    const tenant = await client();
    expect((await signed(property_id, tenant.id, other)).statusCode).toBe(201);
    expect([(await show(first)).state, (await show(first)).end_reason]).toEqual([
      'WITHDRAWN',
      'O imóvel foi alugado ou vendido.',
    ]);
    expect(await show(other)).toMatchObject({ state: 'DONE', client_id: tenant.id, lead_id: lead.id });
    const heard = await db.selectFrom('lead_event').select(['event', 'record_id']).orderBy('id').execute();
    expect(heard).toEqual(['BID_SENT', 'BID_ACCEPTED', 'CONTRACT_MADE'].map((event) => ({ event, record_id: other })));
  });

  test('of another property or person than its bid is refused', async () => {
    const [one, two] = [await property(), await property()];
    const tenant = await client();
    const id = await bid(one.id, { client_id: tenant.id });
    await staff.post(`/bid/${id}/accept`);
    expect(refusal(await signed(two.id, tenant.id, id))).toEqual([422, 'BID_OTHER_PROPERTY']);
    expect(refusal(await signed(one.id, (await client()).id, id))).toEqual([422, 'BID_OTHER_CLIENT']);
    expect(await db.selectFrom('proposal').select('id').execute()).toEqual([]);
  });
});

describe('people', () => {
  test('who may not read the register see no contact from it', async () => {
    const tenant = await client();
    const id = await bid((await property()).id, { client_id: tenant.id });
    const seen = (await as('LEAD_VIEW').get(`/bid/${id}`)).json();
    expect([seen.name, seen.phone, seen.email, seen.owner.phone]).toEqual([tenant.name, null, null, null]);
    expect((await as('CLIENT_VIEW').get(`/bid/${id}`)).statusCode).toBe(403);
  });

  test('an erased person is gone from bids that were typed with the same e-mail too', async () => {
    const tenant = await client({ email: 'rui@exemplo.com.br' });
    const id = await bid((await property()).id, { conditions: 'Rui Sales tem dois gatos' });
    const path = await bidPageOf(deps, db, id, 'OWNER');
    expect((await app.inject(path)).statusCode).toBe(200);
    expect((await staff.patch(`/user/${tenant.id}/anonymise`)).statusCode).toBeLessThan(300);
    expect(await show(id)).toMatchObject({ state: 'WITHDRAWN', name: null, phone: null, email: null });
    expect((await show(id)).history[0].conditions).toBeNull();
    expect(refusal(await staff.post(`/bid/${id}/counter`, { ...RENTAL, by: 'PROSPECT' }))).toEqual([
      409,
      'BID_PERSON_GONE',
    ]);
    expect((await app.inject(path)).statusCode).toBe(404);
  });

  test('who became no client is forgotten 180 days after the end', async () => {
    const id = await bid((await property()).id);
    await staff.post(`/bid/${id}/refuse`, { reason: 'Desistiu' });
    // Day 0 is March 10; the 180th is September 6.
    clock.today = '2026-09-06';
    await followBids(deps);
    expect((await show(id)).name).toBe('Rui Sales');
    clock.today = '2026-09-07';
    await followBids(deps);
    expect(await show(id)).toMatchObject({ state: 'REFUSED', name: null, phone: null });
  });

  test('neither is deleted while a bid is under way', async () => {
    const tenant = await client();
    const { id: property_id } = await property();
    await bid(property_id, { client_id: tenant.id });
    expect(refusal(await staff.delete(`/user/${tenant.id}/admin`))).toEqual([409, 'CLIENT_IN_WORK']);
    expect(refusal(await staff.delete(`/property/${property_id}`))).toEqual([409, 'PROPERTY_IN_WORK']);
  });
});

describe('a lead that is lost', () => {
  const lead = async (name: string) => {
    const answer = await staff.post('/lead', {
      name,
      phone: `(32) 9${String(70_000_000 + name.length)}`,
      kind: 'RENT',
    });
    return answer.json().id as number;
  };
  const lose = (id: number) => staff.post(`/lead/${id}/lost`, { reason: 'GAVE_UP' });

  test('ends what it bid for, accepted or not, frees the property, and leaves drafts and others’ bids', async () => {
    const [one, two] = [await lead('Ana Lima'), await lead('Beto Luz Sá')];
    const flats = [await property(), await property(), await property()] as const;
    const sent = await bid(flats[0].id, { lead_id: one });
    await staff.put(`/bid/${sent}/reservation`, { until: '2026-03-30' });
    const accepted = await bid(flats[1].id, { lead_id: one });
    await staff.post(`/bid/${accepted}/accept`);
    const draft = (await staff.post('/bid', { property_id: flats[2].id, lead_id: one, ...rui, ...RENTAL })).json().id;
    const others = await bid(flats[2].id, { lead_id: two });
    expect((await lose(one)).statusCode).toBe(200);
    const reason = 'O lead foi marcado como perdido.';
    expect(await show(sent)).toMatchObject({ state: 'WITHDRAWN', reserved_until: null, end_reason: reason });
    expect(await show(accepted)).toMatchObject({ state: 'WITHDRAWN', end_reason: reason });
    expect([(await show(draft)).state, (await show(others)).state]).toEqual(['DRAFT', 'SENT']);
    expect((await staff.get(`/lead/${one}`)).json().stage).toBe('LOST');
    // A further version takes both up again.
    await staff.post(`/bid/${sent}/counter`, { ...RENTAL, by: 'PROSPECT', amount: 1600 });
    expect([(await show(sent)).state, (await staff.get(`/lead/${one}`)).json().stage]).toEqual(['SENT', 'BID']);
  });

  test('and accepted, refused or countered at once, ends its bid in every order', LONG, async () => {
    for (const [index, act] of (['accept', 'refuse', 'counter', 'accept', 'withdraw', 'accept'] as const).entries()) {
      const id = await lead('x'.repeat(index + 20));
      const sent = await bid((await property()).id, { lead_id: id });
      const body = act === 'counter' ? { ...RENTAL, by: 'OWNER', amount: 1700 } : { reason: 'Preço' };
      const answers = await Promise.all([lose(id), staff.post(`/bid/${sent}/${act}`, act === 'accept' ? {} : body)]);
      expect([act, answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)]).toEqual([act, []]);
      const [{ state }, { stage }] = [await show(sent), (await staff.get(`/lead/${id}`)).json()];
      // A counter-offer that came after takes the lead up again.
      const expected = stage === 'LOST' ? ['WITHDRAWN', 'REFUSED'] : ['COUNTERED'];
      expect(expected, `${act} ${stage}`).toContain(state);
    }
  });

  test('ends those of leads that were joined to it', async () => {
    const [first, other] = [await lead('Caio'), await lead('Caio Reis')];
    const sent = await bid((await property()).id, { lead_id: first });
    await staff.post(`/lead/${first}/merge`, { into_id: other });
    await lose(other);
    expect((await show(sent)).state).toBe('WITHDRAWN');
  });
});

test('what waits for an answer or for a contract is found, what expires first at the head', async () => {
  const [late, soon, answered, over] = [
    await bid((await property()).id, { expires_on: '2026-03-12' }),
    await bid((await property()).id, { expires_on: '2026-03-11' }),
    await bid((await property()).id),
    await bid((await property()).id),
  ];
  await staff.post(`/bid/${answered}/accept`);
  await staff.post(`/bid/${over}/refuse`, { reason: 'Preço' });
  const waiting = async () => {
    const { total, data } = (await as('LEAD_VIEW').get('/bid/tasks')).json();
    return [total, data.map(({ id }: { id: number }) => id)];
  };
  expect(await waiting()).toEqual([3, [soon, late, answered]]);
  clock.today = '2026-03-12';
  expect(await waiting()).toEqual([2, [late, answered]]);
  expect((await as('LEAD_VIEW').get('/dashboard/today')).json().bids.total).toBe(2);
});

test('a reservation is told on the site and to the staff while it lasts, and visitors book no visit', async () => {
  const { id: property_id } = await property();
  const listing = () => app.inject(`/imovel/alugar/${property_id}/rua-sao-mateus-juiz-de-fora`);
  const visit = () =>
    app.inject({
      ...{ method: 'POST', url: '/api/site/visit' },
      payload: { property_id, ...rui, consent: true, date: '2026-03-12', time: '10:00' },
    });
  const id = await bid(property_id);
  expect((await listing()).body).toContain('>Agendar visita</a>');
  await staff.put(`/bid/${id}/reservation`, { until: '2026-03-15' });
  const reserved = (await listing()).body;
  expect(reserved).toContain('>Reservado <');
  expect(reserved).toContain('https://schema.org/Reserved');
  expect(reserved).not.toContain('>Agendar visita</a>');
  expect((await app.inject('/imoveis?para=alugar')).body).toContain('<p class="badge">Reservado</p>');
  expect(refusal(await visit())).toEqual([409, 'LISTING_RESERVED']);
  expect((await staff.get(`/property/${property_id}/admin`)).json().reserved_until).toBe('2026-03-15');
  clock.today = '2026-03-16';
  expect((await listing()).body).not.toContain('Reservado');
  expect((await staff.get(`/property/${property_id}/admin`)).json().reserved_until).toBeNull();
});

describe('the page of a side', () => {
  test('shows terms without the other side, and buttons only to whoever must answer', async () => {
    const id = await bid((await property()).id, { conditions: '<b>Sem</b> mobília' });
    const [theirs, ours] = [await bidPageOf(deps, db, id, 'OWNER'), await bidPageOf(deps, db, id, 'PROSPECT')];
    const page = await app.inject(theirs);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.body).toContain('Aceitar a proposta');
    expect(page.body).toMatch(/Rua São Mateus, \d+, Centro, Juiz de Fora\/MG, CEP 36\.025-000/);
    expect(page.body).toContain('&lt;b&gt;Sem&lt;/b&gt; mobília');
    for (const hidden of ['98841', 'rui@exemplo']) expect(page.body).not.toContain(hidden);
    expect((await app.inject(ours)).body).not.toContain('Aceitar a proposta');
    // Neither answers for the other, nor for another bid.
    expect((await post(`${ours}/aceitar`, { versao: '1', confirma: 'sim' })).statusCode).toBe(409);
    expect((await app.inject(theirs.replace('/d/', '/p/'))).statusCode).toBe(404);
    expect((await app.inject(theirs.replace(`/${id}/`, `/${id + 1}/`))).statusCode).toBe(404);
    expect((await show(id)).state).toBe('SENT');
  });

  test('without the box ticked nothing happens', async () => {
    const id = await bid((await property()).id);
    const path = await bidPageOf(deps, db, id, 'OWNER');
    const answer = await post(`${path}/recusar`, { versao: '1' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${path}#responder`]);
    expect((await show(id)).state).toBe('SENT');
  });

  test('still says how a bid ended for thirty days', async () => {
    const id = await bid((await property()).id);
    const path = await bidPageOf(deps, db, id, 'PROSPECT');
    await staff.post(`/bid/${id}/refuse`, { reason: 'Interno' });
    expect((await app.inject(path)).body).not.toContain('Interno');
    clock.today = '2026-04-09';
    expect((await app.inject(path)).statusCode).toBe(200);
    clock.today = '2026-04-10';
    expect((await app.inject(path)).statusCode).toBe(404);
  });
});
