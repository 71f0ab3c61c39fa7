import { addDays, type CalendarDate } from '@morada/domain/base/calendar';
import { DEFAULT_STEPS } from '@morada/domain/collection/default-steps';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { acceptOnline } from '#api/modules/collection/agreements/acceptance.service.ts';
import { followAgreements } from '#api/modules/collection/agreements/daily.service.ts';
import { queueMessages } from '#api/modules/collection/messages/messages.service.ts';
import { sendMessages } from '#api/modules/collection/messages/sending.service.ts';
import { doSteps } from '#api/modules/collection/ruler/steps.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { arrived } from '#test/bank/arrived-payments.ts';
import { refusal } from '#test/calls/answers.ts';
import { agree, fillAgency } from '#test/collection.ts';
import { clientDesk, clientSession, wordsOf } from '#test/desks/client-desk.ts';
import { startApp } from '#test/harness.ts';

const TODAY = '2026-03-16';
const app = await startApp({ today: TODAY });
const { db, ctx, as, clock, client, contract, invoice } = app;
let staff = as('*');
const desk = clientDesk(app.app);

beforeEach(async () => {
  clock.today = TODAY;
  staff = as('*');
  await fillAgency(db);
  await agree(db, '341');
});
afterEach(async () => {
  expect(await verifyBooks(db)).toEqual([]);
  await app.empty();
});
afterAll(app.stop);

/** An invoice of 1.500,00, due on the tenth of March, of a tenant of its own. */
async function owed() {
  const lease = await contract({ user_id: (await client()).id });
  return { lease, id: (await invoice({ contract: lease, reference: '2026-03' })).id };
}
const enter = async (id: number) => desk.browser(`cliente=${await clientSession(app, id)}`);
const ignore = (line: number) => staff.post(`/boleto/down/open/${line}/ignore`, { reason: 'De outra pessoa' });
const publicPage = async (id: number) => {
  const { url } = (await staff.get(`/invoice/${id}/link`)).json<{ url: string }>();
  return app.app.inject({ method: 'GET', url });
};

describe('while a payment waits for a person', () => {
  test('the invoice’s page says so and offers no way to pay; ignored, it asks again', async () => {
    const { id } = await owed();
    await staff.post('/boleto', { invoice_id: id });
    const [line] = await arrived(app, { invoice: id, amount: 149_900, paid_on: TODAY });
    const page = await publicPage(id);
    expect(wordsOf(page)).toContain('Recebemos R$ 1.499,00 em 16/03/2026.');
    expect(wordsOf(page)).not.toMatch(/A pagar hoje|Copiar|boleto/);
    expect((await staff.get(`/invoice/${id}`)).json().waiting).toEqual({ amount: 1499, paid_on: TODAY });
    expect((await staff.get(`/invoice/${id}/link`)).json()).toMatchObject({ pix: null, waiting: { amount: 1499 } });

    await ignore(line ?? 0);
    expect(wordsOf(await publicPage(id))).toContain('A pagar hoje');
    expect((await staff.get(`/invoice/${id}`)).json().waiting).toBeNull();
  });

  test('the client area asks for the other invoices alone', async () => {
    const { lease, id } = await owed();
    const other = await invoice({ contract: lease, reference: '2026-02' });
    await arrived(app, { invoice: id, amount: 100_000, paid_on: TODAY });
    const own = await enter(lease.user_id);
    const home = wordsOf(await own.get('/cliente'));
    expect(home).toContain('Pagamento em conferência');
    expect(home).toContain('em 1 fatura.');
    expect(wordsOf(await own.get(`/cliente/faturas/${id}`))).not.toMatch(/Emitir boleto|Pagar com Pix/);
    expect(wordsOf(await own.get(`/cliente/faturas/${other.id}`))).toContain('Pagar com Pix');
    await own.post(`/cliente/faturas/${id}/boleto`);
    expect(await db.selectFrom('boleto').select('id').where('invoice_id', '=', id).execute()).toEqual([]);
  });

  test('the late list shows it, and no agreement, notice or mail asks for it', async () => {
    const { lease, id } = await owed();
    await arrived(app, { invoice: id, amount: 100_000, paid_on: TODAY });
    const { lates } = (await staff.get('/financial/late')).json<{ lates: { id: number; waiting: object }[] }>();
    expect(lates.find((row) => row.id === id)?.waiting).toEqual({ amount: 1000, paid_on: TODAY });
    const terms = { instalments: 2, first_due: '2026-03-18', charges_off: 0, rent_off: 0, monthly_interest: 0 };
    expect(refusal(await staff.post('/debt-agreement', { proposal_id: lease.id, invoices: [id], ...terms }))).toEqual([
      409,
      'DEBT_PAYMENT_WAITS',
    ]);
    const notice = { clients: [lease.user_id], way: 'HAND' };
    expect(refusal(await staff.post(`/proposal/${lease.id}/debt/notice`, notice))).toEqual([409, 'DEBT_NONE']);
  });

  test('the ruler does no step, and a message that was queued before is not sent', async () => {
    const { lease, id } = await owed();
    const steps = DEFAULT_STEPS.map((step) => ({ ...step, channels: null }));
    await staff.put('/collection/ruler', { steps }, { 'if-match': '"1"' });
    const { version, from } = (await staff.get('/collection/ruler/simulation')).json();
    expect((await staff.post('/collection/ruler/on', { version, from })).statusCode).toBe(200);
    const live = async (until: CalendarDate) => {
      for (; clock.today <= until; clock.today = addDays(clock.today, 1)) await doSteps(app.deps);
    };
    const text = { subject: 'Aluguel em atraso', text: 'Pague', whileOpen: true };
    await db
      .transaction()
      .execute((trx) =>
        queueMessages(
          trx,
          [{ key: `collection:${id}:1`, kind: 'COLLECTION', client: lease.user_id, invoice: id, ...text }],
          new Date('2026-03-16T13:00:00Z'),
        ),
      );
    const [line] = await arrived(app, { invoice: id, amount: 149_900, paid_on: TODAY });
    await sendMessages(app.deps, () => new Date('2026-03-17T13:00:00Z'));
    await live('2026-03-30');
    const messages = () => db.selectFrom('message').select(['state', 'reason']).where('invoice_id', '=', id).execute();
    expect(await messages()).toEqual([{ state: 'CANCELLED', reason: 'SETTLED' }]);
    expect((await staff.get(`/collection/invoice/${id}`)).json().row).toMatchObject({ hold: 'ARRIVED', next: null });

    await ignore(line ?? 0);
    await live('2026-04-20');
    expect((await messages()).length).toBeGreaterThan(1);
    expect((await staff.get(`/collection/invoice/${id}`)).json().row.hold).toBeNull();
  });

  test('its agreement is neither warned about, broken nor cancelled', async () => {
    const { lease, id } = await owed();
    const terms = { instalments: 2, first_due: '2026-03-18', charges_off: 0, rent_off: 0, monthly_interest: 0 };
    const offer = (await staff.post('/debt-agreement', { proposal_id: lease.id, invoices: [id], ...terms })).json();
    await acceptOnline(ctx, offer.id, { name: 'Tereza Prado', address: '203.0.113.7', version: 1 });
    const instalments = await db
      .selectFrom('invoice')
      .select('id')
      .where('debt_agreement_id', '=', offer.id)
      .orderBy('instalment')
      .execute();
    const [first, second] = instalments;
    // All of the first instalment but one real.
    const [line] = await arrived(app, { invoice: first?.id ?? 0, amount: 74_000, paid_on: '2026-03-16' });
    expect(refusal(await staff.delete(`/debt-agreement/${offer.id}`, { reason: 'A pedido' }))).toEqual([
      409,
      'INSTALMENT_PAYMENT_WAITS',
    ]);
    // Within the second instalment's own term, and beyond the first's.
    clock.today = '2026-04-15';
    await followAgreements(app.deps);
    const state = () =>
      db.selectFrom('debt_agreement').select(['state', 'warned_on']).where('id', '=', offer.id).executeTakeFirst();
    expect(await state()).toEqual({ state: 'ACCEPTED', warned_on: null });
    await ignore(line ?? 0);
    // The first is late past its limit, but the debt would return whole, also what the second was paid for.
    const [later] = await arrived(app, { invoice: second?.id ?? 0, amount: 74_000, paid_on: '2026-04-15' });
    await followAgreements(app.deps);
    expect(await state()).toMatchObject({ state: 'ACCEPTED' });
    await ignore(later ?? 0);
    await followAgreements(app.deps);
    expect(await state()).toMatchObject({ state: 'BROKEN' });
    // Nor is the debt that returned taken by the agreement again, while a payment waits for it.
    const [returned] = await db
      .selectFrom('invoice')
      .select('id')
      .where('proposal_id', '=', lease.id)
      .where('status', '=', 'PENDING')
      .where('deleted_at', 'is', null)
      .execute();
    await arrived(app, { invoice: returned?.id ?? 0, amount: 10_000, paid_on: '2026-04-15' });
    const again = await staff.put(`/debt-agreement/${offer.id}/reinstatement`, { until: '2026-04-20' });
    expect(refusal(again)).toEqual([409, 'INVOICE_PAYMENT_WAITS']);
  });
});

test('payments of a bank that fail to be settled wait line by line, and are settled from there', async () => {
  const [one, two] = [await owed(), await owed()];
  const payment = { amount: 150_000, paid_on: '2026-03-10' as CalendarDate };
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'faulty'; end $$`.execute(db);
  await sql`create trigger fail before update on invoice for each row when (new.status = 'PAID') execute function fail()`.execute(
    db,
  );
  const lines = await arrived(app, { invoice: one.id, ...payment }, { invoice: two.id, ...payment });
  await sql`drop trigger fail on invoice`.execute(db);
  await sql`drop function fail`.execute(db);
  expect(lines).toHaveLength(2);
  const shown = (await staff.get('/boleto/down/open')).json().data;
  expect(shown.map(({ reason }: { reason: string }) => reason)).toEqual([
    'A baixa automática deste pagamento falhou: escolha a fatura e dê baixa por aqui',
    'A baixa automática deste pagamento falhou: escolha a fatura e dê baixa por aqui',
  ]);
  for (const [index, line] of lines.entries())
    expect(
      (await staff.post(`/boleto/down/open/${line}/settle`, { invoice_id: [one, two][index]?.id })).statusCode,
    ).toBe(204);
  const paid = await db.selectFrom('invoice').select('status').where('id', 'in', [one.id, two.id]).execute();
  expect(paid).toEqual([{ status: 'PAID' }, { status: 'PAID' }]);
});
