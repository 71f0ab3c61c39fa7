import type { AddressInfo } from 'node:net';
import { readPix } from '@morada/domain/bank/pix/pix';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { trailOf } from '#test/calls/answers.ts';
import { bankDesk } from '#test/desks/bank-desk.ts';
import { clientDesk, clientSession, wordsOf } from '#test/desks/client-desk.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { type Random, randomFrom } from '#test/random.ts';
import { type PixCharge, startPixServer } from '#test/servers/bank/pix-server.ts';
import { until } from '#test/until.ts';
import { workOnLinks } from '../receipts/pix-work.service.ts';

/** The invoice of the tests is of 1.500,00, due on Tuesday 10/03; no other amount is owed until 14/03. */
const TODAY = '2026-03-01';
const app = await startApp({ today: TODAY });
const desk = await bankDesk(app);
let bank: Awaited<ReturnType<typeof startPixServer>>;
/** Minutes added to the bank's clock. */
let minutes: number;
/** The most charges of the invoice that could be paid at the bank at the same time. */
let mostPayable: number;

beforeEach(async () => {
  minutes = 0;
  mostPayable = 0;
  bank = await startPixServer({ now: bankTime });
  const keep = bank.charges.set.bind(bank.charges);
  bank.charges.set = (txid, charge) => {
    keep(txid, charge);
    mostPayable = Math.max(mostPayable, payable().length);
    return bank.charges;
  };
  const { url: base_url, tokenUrl: token_url, clientId: client_id, clientSecret: client_secret, ca: authority } = bank;
  const { cert: certificate, key: private_key } = bank.clientCertificate;
  const access = { base_url, token_url, client_id, client_secret, certificate, private_key, authority };
  await owner().put('/bank-link', { ...access, pix_key: bank.key });
  const answer = await owner().put('/bank-link/recurring', {
    ...{ active: true, policy: 'PERMITE_3R_7D', with_minimum: false },
    ...{ branch: null, account: bank.account, account_type: 'CORRENTE' },
  });
  expect(answer.statusCode, answer.body).toBe(204);
});
afterEach(async () => {
  const broken = await verifyBooks(app.db);
  await app.empty();
  await bank.close();
  expect(broken).toEqual([]);
  expect(mostPayable).toBe(1);
});
afterAll(async () => {
  await desk.jobs.stop();
  await app.stop();
});

const owner = () => app.as('*');
const bankTime = () => new Date(Date.parse(`${app.clock.today}T15:00:00Z`) + minutes * 60_000);
const isPayable = ({ status, kind, calendario }: PixCharge) =>
  status === 'ATIVA' &&
  (kind === 'cobv' || bankTime().getTime() <= Date.parse(calendario.criacao) + (calendario.expiracao ?? 0) * 1_000);
const payable = () => [...bank.charges.values()].filter(isPayable);
const only = (): PixCharge => {
  const [charge, ...others] = payable();
  expect(others).toEqual([]);
  if (!charge) throw new Error('no charge can be paid');
  return charge;
};

const quiet = () =>
  until(
    () => app.pool.query(`select from graphile_worker.jobs where task_identifier = 'bank-link'`),
    ({ rowCount }) => rowCount === 0,
  );

/** Runs the job of each minute once, with all waiting rows due. Payments whose notices were lost are not listed. */
async function round() {
  await quiet();
  for (const table of ['recurrence', 'recurring_charge', 'pix_charge'] as const)
    await app.db
      .updateTable(table)
      .set({ next_try_at: new Date(0).toISOString() })
      .execute();
  if (!app.app.server.listening) await app.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.app.server.address() as AddressInfo;
  await workOnLinks({ ...app.deps, publicUrl: `http://127.0.0.1:${port}` });
}
const listPayments = () => app.db.updateTable('bank_link').set({ read_until: '2026-02-20T00:00:00Z' }).execute();

/** Lets half an hour pass: immediate charges expire. */
async function expire() {
  minutes += 31;
  await app.db
    .updateTable('pix_charge')
    .set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
    .where('kind', '=', 'cob')
    .where('expires_at', '>', new Date().toISOString())
    .execute();
}

const invoiceOf = (id: number) =>
  app.db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const settled = (id: number) =>
  until(
    () => invoiceOf(id),
    ({ status }) => status === 'PAID',
  );
const settlements = async () => (await app.db.selectFrom('bank_settlement').selectAll().execute()).length;
const statesOf = async (id: number) =>
  (
    await app.db.selectFrom('pix_charge').select(['kind', 'state']).where('invoice_id', '=', id).orderBy('id').execute()
  ).map(({ kind, state }) => `${kind} ${state}`);
const recurrences = () =>
  app.db.selectFrom('recurrence').select(['state', 'journey', 'canceling', 'first_date']).orderBy('id').execute();
const payByHand = (id: number) => owner().patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });

/** An invoice with its charge at the bank, and its tenant in the client area. */
async function tenant() {
  const invoice = await app.invoice();
  await round();
  const { browser } = clientDesk(app.app);
  const own = browser(`cliente=${await clientSession({ db: app.db }, invoice.user_id)}`);
  const path = `/cliente/faturas/${invoice.id}`;
  return {
    id: invoice.id,
    contract: invoice.proposal_id,
    cobv: only().txid,
    page: async () => wordsOf(await own.get(path)),
    html: async () => (await own.get(path)).body,
    press: async () => (await own.post(`${path}/pagar-e-autorizar`)).headers.location ?? '',
    giveUp: async () => (await own.post(`${path}/sem-autorizar`)).headers.location ?? '',
    own,
    path,
  };
}
type Tenant = Awaited<ReturnType<typeof tenant>>;

/** A tenant who sees the code that pays and authorises. */
async function shown() {
  const found = await tenant();
  await found.press();
  await round();
  expect(await found.page()).toContain('Válido até as');
  return { ...found, cob: only().txid };
}

describe('paying and authorising in one press', () => {
  test('takes the place of the charge, is paid once, and authorises what comes', async () => {
    const { id, contract, cobv, own, page, html, press } = await tenant();
    expect(await page()).toContain('Pagar agora e autorizar as próximas');
    expect(await press()).toBe(`/cliente/faturas/${id}#pagar-e-autorizar`);
    await round();

    const cob = only();
    expect(cob).toMatchObject({ kind: 'cob', valor: { original: '1500.00' } });
    expect(cob.calendario.expiracao).toBeGreaterThan(1_700);
    expect(cob.calendario.expiracao).toBeLessThanOrEqual(1_800);
    expect(() => bank.pay(cobv)).toThrow('REMOVIDA_PELO_USUARIO_RECEBEDOR');
    const code = /id="autorizar" data-code="([^"]*)"/.exec(await html())?.[1] ?? '';
    const read = readPix(code);
    expect('pix' in read && [read.pix?.url, read.pix?.recurrence_url]).toEqual([
      cob.loc.location,
      [...bank.locations.values()][0]?.location,
    ]);
    expect(wordsOf(await own.get('/cliente/contratos'))).toContain('A autorização vai com o pagamento de uma fatura');
    // No other code is shown beside it.
    expect(await html()).not.toContain('id="pix"');
    expect(await page()).not.toContain('Emitir boleto');

    bank.payAndAuthorise(cob.txid);
    expect(await settled(id)).toMatchObject({ paid_amount: 150_000, payment_method: 'PIX', rest_amount: 0 });
    await round();
    // The invoice of March is paid: the first debit is that of April.
    expect(await recurrences()).toMatchObject([{ state: 'APPROVED', journey: 'JORNADA_3', first_date: '2026-04-10' }]);
    expect([...bank.recurrences.values()]).toMatchObject([
      { status: 'APROVADA', ativacao: { dadosJornada: { txid: cob.txid } }, calendario: { dataInicial: '2026-04-10' } },
    ]);
    expect(bank.recurring.size).toBe(0);
    expect(await settlements()).toBe(1);
    expect(await statesOf(id)).toEqual(['cobv REMOVED', 'cob PAID']);
    expect((await trailOf(app.db, 'invoice', id)).map(({ action }) => action)).toContain('pay-and-authorise');
    expect((await trailOf(app.db, 'proposal', contract)).map(({ action }) => action)).toContain('offer-recurrence');
    expect(await press()).toContain('semautorizar=sim');
  });

  test('lapses: the charge comes back, the recurrence ends, and both can be had anew', LONG, async () => {
    const { id, contract, page, press, cob, own } = await shown();
    await expire();
    expect(await page()).toContain('Voltando ao código comum');
    await round();
    expect(only()).toMatchObject({ kind: 'cobv', valor: { original: '1500.00' } });
    expect(() => bank.payAndAuthorise(cob)).toThrow();
    expect(await statesOf(id)).toEqual(['cobv REMOVED', 'cob REMOVED', 'cobv ACTIVE']);
    expect(await recurrences()).toMatchObject([{ state: 'CANCELED' }]);
    expect([...bank.recurrences.values()].map(({ status }) => status)).toEqual(['CANCELADA']);
    expect(await page()).toContain('deixou de valer às');

    expect((await own.post(`/cliente/contratos/${contract}/automatico`)).statusCode).toBe(303);
    await round();
    expect([...bank.recurrences.values()].map(({ status }) => status)).toEqual(['CANCELADA', 'CRIADA']);
    await press();
    await round();
    bank.payAndAuthorise(only().txid);
    await settled(id);
    await round();
    expect((await recurrences()).map(({ state }) => state)).toEqual(['CANCELED', 'APPROVED']);
  });

  test('is given up by the tenant, and a recurrence that was offered before stays offered', LONG, async () => {
    const { id, contract, page, press, giveUp, cobv } = await tenant();
    expect((await owner().post(`/proposal/${contract}/recurrence`)).statusCode).toBe(204);
    await round();
    const [offered] = bank.recurrences.values();
    expect(await page()).toContain('Pagar esta e autorizar as próximas');
    await press();
    await round();
    const cob = only();
    expect(cob.kind).toBe('cob');
    expect([...bank.recurrences.values()]).toMatchObject([
      { idRec: offered?.idRec, ativacao: { dadosJornada: { txid: cob.txid } } },
    ]);
    expect(await giveUp()).toBe(`/cliente/faturas/${id}#pagar-e-autorizar`);
    await round();
    expect(only().kind).toBe('cobv');
    expect(only().txid).not.toBe(cobv);
    expect(await recurrences()).toMatchObject([{ state: 'CREATED', canceling: false }]);
    expect(await page()).toContain('Pagar esta e autorizar as próximas');
    expect(await giveUp()).toContain('semautorizar=sim');
    // Journey 4 authorises the same recurrence, which then no longer names the immediate charge.
    bank.pay(only().txid);
    bank.approve(offered?.idRec ?? '', 4);
    await settled(id);
    await round();
    expect(await recurrences()).toMatchObject([{ state: 'APPROVED', journey: 'JORNADA_4' }]);
  });

  test('belongs to the tenant of a contract that can be offered Pix Automático', async () => {
    const { press, path, id } = await tenant();
    const { browser } = clientDesk(app.app);
    const stranger = browser(
      `cliente=${await clientSession({ db: app.db }, (await app.client({ name: 'Bia Reis' })).id)}`,
    );
    expect((await stranger.post(`${path}/pagar-e-autorizar`)).statusCode).toBe(404);
    expect((await stranger.post(`${path}/sem-autorizar`)).statusCode).toBe(404);
    await app.db.updateTable('recurring_setting').set({ active: false }).execute();
    expect(await press()).toContain('semautorizar=sim');
    await app.db.updateTable('recurring_setting').set({ active: true }).execute();
    await app.db.updateTable('proposal').set({ status: 'CLOSED' }).execute();
    expect(await press()).toContain('semautorizar=sim');
    expect(await statesOf(id)).toEqual(['cobv ACTIVE']);
    expect(await recurrences()).toEqual([]);
  });
});

describe('a payment at the wrong moment', () => {
  test(
    'by the first code, just before it is removed, settles the invoice and makes no other charge',
    LONG,
    async () => {
      const { id, cobv, press } = await tenant();
      bank.hold();
      bank.pay(cobv);
      bank.drop();
      await press();
      await round();
      await settled(id);
      expect([...bank.charges.values()].map(({ kind }) => kind)).toEqual(['cobv']);
      await round();
      expect(await statesOf(id)).toEqual(['cobv PAID', 'cob REMOVED']);
      expect(await recurrences()).toMatchObject([{ state: 'CANCELED' }]);
      expect(await settlements()).toBe(1);
    },
  );

  test('at the last moment is seen before the next charge is made', async () => {
    const { id, cob } = await shown();
    bank.hold();
    bank.payAndAuthorise(cob);
    bank.drop();
    await expire();
    await round();
    await settled(id);
    await round();
    expect(await statesOf(id)).toEqual(['cobv REMOVED', 'cob PAID']);
    expect(await recurrences()).toMatchObject([{ state: 'APPROVED', journey: 'JORNADA_3' }]);
    expect(await settlements()).toBe(1);
  });

  test('whose notice is later than that of the authorisation is not charged by a debit as well', LONG, async () => {
    const { id, cob } = await shown();
    bank.hold();
    bank.payAndAuthorise(cob);
    bank.drop();
    await round();
    expect(await recurrences()).toMatchObject([{ state: 'APPROVED' }]);
    expect((await invoiceOf(id)).status).toBe('PENDING');
    expect(bank.recurring.size).toBe(0);
    await listPayments();
    await round();
    await settled(id);
    await round();
    expect(bank.recurring.size).toBe(0);
    expect(await settlements()).toBe(1);
  });

  test('by notices that are repeated and reordered counts once', LONG, async () => {
    const { id, cob } = await shown();
    bank.hold();
    bank.payAndAuthorise(cob);
    await bank.flush({ copies: 3, order: 'reversed' });
    await settled(id);
    await round();
    expect(await settlements()).toBe(1);
    expect(await recurrences()).toMatchObject([{ state: 'APPROVED' }]);
  });

  test('given back by contest brings the charge back', LONG, async () => {
    const { id, cob, page } = await shown();
    const { endToEndId } = bank.payAndAuthorise(cob);
    await settled(id);
    bank.refundByMed(endToEndId);
    await until(
      () => invoiceOf(id),
      ({ status }) => status === 'PENDING',
    );
    await round();
    expect(only().kind).toBe('cobv');
    expect(await page()).not.toContain('Pagamento recebido');
  });
});

describe('the invoice', () => {
  test.each([
    ['before the bank is told', false],
    ['while the code is shown', true],
  ])('settled by staff %s leaves nothing to pay', LONG, async (_, isShown) => {
    const { id, page, press } = isShown ? await shown() : await tenant();
    if (!isShown) {
      bank.hang();
      await press();
      expect(await page()).toContain('Preparando o código');
      expect((await owner().get(`/invoice/${id}/link`)).json()).toMatchObject({ pix: null, pix_missing: 'UNDERWAY' });
    }
    expect((await payByHand(id)).statusCode).toBe(200);
    bank.recover();
    await round();
    await round();
    expect(payable()).toEqual([]);
    expect(await statesOf(id)).toEqual(['cobv REMOVED', 'cob REMOVED']);
    expect(await recurrences()).toMatchObject([{ state: 'CANCELED' }]);
  });

  // 10% of 1.500,00 from the fifth day, and two days at 0,03%: 150,00 and 0,90 on 17/03.
  test('that costs something else gets a charge of that', LONG, async () => {
    const { cob } = await shown();
    app.clock.today = '2026-03-17' as CalendarDate;
    await round();
    expect(only()).toMatchObject({ kind: 'cobv', valor: { original: '1650.90' } });
    expect(bank.charges.get(cob)?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
  });
});

describe('a bank', () => {
  const LOST: [string, RegExp, object][] = [
    ['the removal', /^PATCH \/cobv/, {}],
    ['the immediate charge', /^PUT \/cob\//, {}],
    ['the location', /^POST \/locrec/, LONG],
    ['the recurrence', /^POST \/rec$/, LONG],
    ['the common code', /^GET \/rec\/.*/, LONG],
  ];
  for (const [what, on, form] of LOST)
    test(`whose answer to ${what} is lost holds one charge, which is paid once`, form, async () => {
      const { id, press } = await tenant();
      bank.fail(2, 503, { on, performed: true });
      await press();
      await round();
      bank.recover();
      await round();
      const cob = only();
      expect(cob.kind).toBe('cob');
      expect(bank.recurrences.size).toBe(1);
      bank.payAndAuthorise(cob.txid);
      await settled(id);
      await round();
      expect(await settlements()).toBe(1);
      expect(await recurrences()).toMatchObject([{ state: 'APPROVED' }]);
    });

  test('that has not removed the first charge holds no other', LONG, async () => {
    const { press, cobv } = await tenant();
    // Two tries of each round.
    bank.fail(4, 503, { on: /^PATCH \/cobv/ });
    await press();
    await round();
    expect(only().txid).toBe(cobv);
    expect(bank.charges.size).toBe(1);
    bank.recover();
    await round();
    expect(only().kind).toBe('cob');
  });

  test('whose answer to the end is lost gets one charge again', LONG, async () => {
    const { page } = await shown();
    await expire();
    bank.fail(2, 503, { on: /^PATCH \/cob\//, performed: true });
    await round();
    bank.recover();
    await round();
    expect(only().kind).toBe('cobv');
    expect(await page()).toContain('deixou de valer às');
  });

  test.each([
    ['charge', /^PUT \/cob\//],
    ['recurrence', /^POST \/rec$/],
  ])('that refuses the %s is told to the tenant, and the charge comes back', async (_, on) => {
    const { page, press } = await tenant();
    bank.fail(8, 400, { on });
    await press();
    await round();
    await round();
    expect(only().kind).toBe('cobv');
    expect(await page()).toContain('O banco não aceitou o código de pagar e autorizar');
    expect(await recurrences()).toMatchObject([{ state: 'CANCELED' }]);
  });

  test('that is away is told while the code is prepared, and the charge comes back by itself', LONG, async () => {
    const { page, press, id } = await tenant();
    bank.fail(1_000, 503);
    await press();
    await round();
    expect(await page()).toContain('O banco não está respondendo agora');
    await expire();
    bank.recover();
    // The breaker of a bank that was away stays open for a minute; a new version of the link gets a new client.
    await app.db
      .updateTable('bank_link')
      .set((q) => ({ version: q('version', '+', 1) }))
      .execute();
    await round();
    await round();
    expect(only().kind).toBe('cobv');
    expect(await statesOf(id)).not.toContain('cob ACTIVE');
  });
});

const STEPS = 9;
const SEEDS = process.env.FUZZ_TIMES ? 40 : 1;

describe('whatever happens, and in which order', () => {
  /** Actions of tenant, staff, payer and bank; an action that isn't possible now is refused. */
  const EVENTS: Record<string, (tenant: Tenant, random: Random) => unknown> = {
    press: ({ press }) => press(),
    giveUp: ({ giveUp }) => giveUp(),
    expire,
    round,
    loseAnswers: (_, random) => bank.fail(random.integer(1, 3), 503, { performed: random.chance(0.6) }),
    recover: () => bank.recover(),
    pay: (_, random) => {
      const charge = random.pick([...bank.charges.values()]);
      if (random.chance(0.5)) bank.hold();
      if (isPayable(charge)) bank.pay(charge.txid);
      if (random.chance(0.5)) bank.drop();
    },
    authorise: () => {
      const charge = payable().find(({ kind }) => kind === 'cob');
      if (charge && bank.recurrenceWith(charge.txid)) bank.payAndAuthorise(charge.txid);
    },
    change: ({ id }, random) =>
      app.db
        .updateTable('invoice')
        .set({ due_date: `2026-03-${random.integer(10, 14)}` as CalendarDate })
        .where('id', '=', id)
        .where('status', '=', 'PENDING')
        .execute(),
    cancel: ({ contract }) => owner().delete(`/proposal/${contract}/recurrence`),
  };

  test.each(Array.from({ length: SEEDS }, (_, seed) => seed + 1))('seed %i', LONG, async (seed) => {
    const random = randomFrom(seed);
    const found = await tenant();
    const done: string[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const name = step === 0 ? 'press' : random.pick(Object.keys(EVENTS));
      done.push(name);
      await EVENTS[name]?.(found, random);
      if (random.chance(0.6)) await round();
      expect(payable().length, done.join()).toBeLessThanOrEqual(1);
    }
    bank.recover();
    await bank.flush();
    await app.db
      .updateTable('bank_link')
      .set((q) => ({ version: q('version', '+', 1) }))
      .execute();
    await listPayments();
    await expire();
    await round();
    await round();
    await round();
    // A paid invoice is paid once and has no payable charge left; an unpaid one has its own charge.
    expect(bank.payments.size, done.join()).toBeLessThanOrEqual(1);
    expect(
      payable().map(({ kind }) => kind),
      done.join(),
    ).toEqual(bank.payments.size === 1 ? [] : ['cobv']);
  });
});
