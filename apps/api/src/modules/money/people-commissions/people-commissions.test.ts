import type { Reference } from '@morada/domain/base/calendar';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { anticipateInvoice } from '#api/modules/money/invoices/invoices.service.ts';
import { refusal } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { form, jpeg } from '#test/pictures.ts';

const app = await startApp({ today: '2026-03-10' });
const { as, ctx, db, contract, property, clock } = app;
afterAll(async () => {
  expect(await verifyBooks(db)).toEqual([]);
  await app.stop();
});
const staff = as('*');
const PEOPLE = '/financial/commissions/people';
const RULES = '/financial/commissions/rules';

const group = db
  .insertInto('permission_group')
  .values({ name: 'Corretores', permissions: ['PROPERTY_VIEW'] })
  .returning('id')
  .executeTakeFirstOrThrow();
let made = 0;
async function person(name?: string) {
  made += 1;
  const group_id = (await group).id;
  const kept = { name: name ?? `Corretor ${made}`, email: `corretor${made}@morada.test`, password_hash: 'x', group_id };
  return (await db.insertInto('admin_user').values(kept).returning('id').executeTakeFirstOrThrow()).id;
}

/** A contract of 1.000,00 a month with a fee for the letting, and its first invoice. */
async function letting(fee = 1000, terms: Parameters<typeof contract>[0] = {}, reference: Reference = '2026-03') {
  const lease = await contract({ current_price: 100_000, with_commission: false, ...terms });
  await agree(lease.id, fee);
  const first = await anticipateInvoice(ctx, { proposal_id: lease.id, reference });
  return { id: lease.id, invoice: first, property_id: lease.property_id };
}
const agree = (id: number, amount: number) =>
  staff.put(`/proposal/${id}/extra`, {
    ...{ description: 'Intermediação', amount, type: 'CREDIT', influence: 'EXPENSE', transfer: true, brokerage: true },
  });
const share = (admin_user_id: number | null, percent: number, role = 'BROKER') => ({
  ...{ role, admin_user_id, share: percent },
});
const rule = (scope: object, shares: object[], kind = 'LETTING') => staff.put(RULES, { kind, ...scope, shares });
const pay = (id: number, paid_amount: number, body: object = {}) =>
  staff.patch(`/invoice/${id}/down`, { paid_amount, fine: 0, interest: 0, ...body });
const refund = (id: number) => staff.delete(`/invoice/${id}/refund`);
const read = async (id: number, query = '') => (await staff.get(`${PEOPLE}/${id}${query}`)).json();
const figures = async (id: number) => {
  const { due, debit, payable } = await read(id);
  return [due, debit, payable];
};
const payPerson = (admin_user_id: number, amount: number, body: object = {}) =>
  staff.post(`${PEOPLE}/payments`, {
    ...{ admin_user_id, amount, until: '2026-03-10', paid_on: '2026-03-10', paper: 'RPA', paper_number: '12', ...body },
  });
const accounts = async () =>
  Object.fromEntries(
    (
      await db
        .selectFrom('ledger_line')
        .select(['account', (q) => q.fn.sum<number>('amount').as('amount')])
        .groupBy('account')
        .execute()
    ).map(({ account, amount }) => [account, Number(amount)]),
  );

describe('what people get', () => {
  test('instalments of an agreement bring what is left of the fee, each its proportion', async () => {
    const ana = await person();
    const lease = await letting(1000);
    await rule({ proposal_id: lease.id }, [share(ana, 30)]);
    // 400,00 of a rent of 1.000,00, and 600,00 that two instalments of 300,00 bring.
    await pay(lease.invoice, 400, { rest: { fate: 'OPEN_BALANCE', due_date: '2026-03-20' } });
    expect(await figures(ana)).toEqual([120, 0, 120]);
    const balance = await db
      .selectFrom('invoice')
      .select('id')
      .where('balance_of', '=', lease.invoice)
      .executeTakeFirstOrThrow();
    const terms = { instalments: 2, charges_off: 0, rent_off: 0, monthly_interest: 0, first_due: '2026-03-25' };
    const offer = await staff.post('/debt-agreement', { proposal_id: lease.id, invoices: [balance.id], ...terms });
    const signed = form(await jpeg(), 'termo.jpg');
    signed.append('name', 'Ana Prado');
    expect((await staff.put(`/debt-agreement/${offer.json().id}/acceptance`, signed)).statusCode).toBe(200);
    expect(await figures(ana)).toEqual([120, 0, 120]);
    const instalments = await db
      .selectFrom('invoice')
      .select('id')
      .where('debt_agreement_id', '=', offer.json().id)
      .orderBy('instalment')
      .execute();
    const due: number[] = [];
    for (const { id } of instalments) {
      expect((await pay(id, 300)).statusCode).toBe(200);
      due.push((await figures(ana))[0] ?? 0);
    }
    expect(due).toEqual([210, 300]);
  });

  test('a received rent brings the parts of its fee, by the contract’s rule', async () => {
    const [ana, beto] = [await person(), await person()];
    const lease = await letting(1000.01);
    expect((await rule({ proposal_id: lease.id }, [share(ana, 30, 'CAPTOR'), share(beto, 20)])).statusCode).toBe(200);
    expect(await figures(ana)).toEqual([0, 0, 0]);
    expect((await pay(lease.invoice, 1000)).statusCode).toBe(200);
    // 30 % of 1.000,01 is 300,003 and 20 % is 200,002, and 500,005 the agency's: the centavo goes to the first that lost.
    expect([await figures(ana), await figures(beto)]).toEqual([
      [300.01, 0, 300.01],
      [200, 0, 200],
    ]);
    const { open } = await read(ana);
    expect(open).toMatchObject([
      {
        ...{
          kind: 'LETTING',
          role: 'CAPTOR',
          received_on: '2026-03-10',
          proposal_id: lease.id,
          invoice_id: lease.invoice,
        },
        ...{ base: 1000.01, share: 30, amount: 300.01, state: 'EARNED', undone_on: null },
      },
    ]);
    await refund(lease.invoice);
    expect([await figures(ana), await figures(beto)]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  test('the contract’s rule goes before the property’s, and that before the agency’s', async () => {
    const [agency, own, ofContract] = [await person(), await person(), await person()];
    await rule({}, [share(agency, 10)]);
    const [one, two, three] = [await letting(), await letting(), await letting()];
    await rule({ property_id: two.property_id }, [share(own, 10)]);
    await rule({ property_id: three.property_id }, [share(own, 10)]);
    await rule({ proposal_id: three.id }, [share(ofContract, 10)]);
    for (const lease of [one, two, three]) await pay(lease.invoice, 1000);
    expect([await figures(agency), await figures(own), await figures(ofContract)]).toEqual([
      [100, 0, 100],
      [100, 0, 100],
      [100, 0, 100],
    ]);
    const { data } = (await staff.get(RULES)).json();
    const general = data.find(
      (one: { property_id: number | null; proposal_id: number | null }) => !one.property_id && !one.proposal_id,
    );
    await staff.delete(`${RULES}/${general.id}`);
  });

  test('a payment in part brings its proportion, and the balance the rest; all of them come to the whole', async () => {
    const ana = await person();
    const lease = await letting(1000);
    await rule({ proposal_id: lease.id }, [share(ana, 33.33)]);
    await pay(lease.invoice, 333.33, { rest: { fate: 'OPEN_BALANCE', due_date: '2026-03-20' } });
    // 333,33 of 1.000,00: 33,33 % of it is 111,0989, and the centavo left over is the person's.
    expect(await figures(ana)).toEqual([111.1, 0, 111.1]);
    const { id: second } = await balanceOf(lease.invoice);
    await pay(second, 666.67);
    expect(await figures(ana)).toEqual([333.3, 0, 333.3]);
    // The balance undone takes back what it brought.
    await refund(second);
    expect(await figures(ana)).toEqual([111.1, 0, 111.1]);
    // What is waived is not waited for: the owner was charged the whole fee.
    await pay(second, 100, { rest: { fate: 'WAIVED', reason: 'Acordo' } });
    expect(await figures(ana)).toEqual([333.3, 0, 333.3]);
  });

  test('a new rule holds for what is not received yet', async () => {
    const [ana, beto] = [await person(), await person()];
    const lease = await letting(1000);
    await rule({ proposal_id: lease.id }, [share(ana, 50)]);
    await pay(lease.invoice, 400, { rest: { fate: 'OPEN_BALANCE', due_date: '2026-03-20' } });
    await rule({ proposal_id: lease.id }, [share(beto, 10)]);
    const { id } = await balanceOf(lease.invoice);
    await pay(id, 600);
    expect([await figures(ana), await figures(beto)]).toEqual([
      [200, 0, 200],
      [60, 0, 60],
    ]);
  });

  test('the end that gives the first rent back takes its proportion back, and brings it again when it is undone', async () => {
    const ana = await person();
    const lease = await letting(1000, { current_price: 93_000, prorate: true, start_date: '2025-04-01' }, '2026-04');
    await rule({ proposal_id: lease.id }, [share(ana, 40)]);
    await pay(lease.invoice, 930);
    expect(await figures(ana)).toEqual([400, 0, 400]);
    await payPerson(ana, 400);
    const end = { left_on: '2026-03-10', penalty: 0 };
    const ended = await staff.put(`/proposal/${lease.id}/termination`, end);
    expect(ended.statusCode, ended.body).toBe(201);
    // 10 of 31 days were lived: 300,00 of 930,00. 630,00 went back, and with it its proportion:
    // 322,58 of the fee stay, of which 40 % are 129,04 with the centavo left over.
    expect(await figures(ana)).toEqual([0, 270.96, -270.96]);
    expect(refusal(await payPerson(ana, 1))).toEqual([409, 'COMMISSION_NOTHING_DUE']);
    expect((await staff.delete(`/proposal/${lease.id}/termination`)).statusCode).toBe(204);
    expect(await figures(ana)).toEqual([0, 0, 0]);
  });

  test('a sale is divided by its property’s rule, and undone with its entry in the cash', async () => {
    const ana = await person();
    const sold = await property({ type: 'SALE' });
    const sale = (
      await staff.post('/movimentation', { description: 'Venda', type: 'INPUT', subtype: 'SALE', price: 10_000 })
    ).json().id;
    const divide = () => staff.post('/financial/commissions/sales', { movimentation_id: sale, property_id: sold.id });
    expect(refusal(await divide())).toEqual([409, 'SALE_WITHOUT_PEOPLE']);
    await rule({ property_id: sold.id }, [share(ana, 12.5)], 'SALE');
    expect((await divide()).statusCode).toBe(201);
    expect(refusal(await divide())).toEqual([409, 'SALE_DIVIDED']);
    expect(await figures(ana)).toEqual([1250, 0, 1250]);
    expect((await staff.get('/financial/commissions/sales')).json().data).toContainEqual(
      expect.objectContaining({
        id: sale,
        divided: { property_id: sold.id, property: expect.any(String), people: 1250 },
      }),
    );
    expect(refusal(await staff.patch(`/movimentation/${sale}`, { price: 9_000 }))).toEqual([
      409,
      'COMMISSION_SALE_ENTRY',
    ]);
    await payPerson(ana, 1250);
    expect((await staff.delete(`/movimentation/${sale}`)).statusCode).toBe(204);
    expect(await figures(ana)).toEqual([0, 1250, -1250]);
  });
});

const balanceOf = (id: number) =>
  db
    .selectFrom('invoice')
    .select('id')
    .where('balance_of', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();

describe('what is paid', () => {
  test('leaves the cash less what was withheld, in an account of its own', async () => {
    const ana = await person('Ana Prado');
    const lease = await letting(2000);
    await rule({ proposal_id: lease.id }, [share(ana, 50)]);
    await pay(lease.invoice, 1000);
    const before = await accounts();
    const answer = await payPerson(ana, 1000, { inss: 110, irrf: 15.5, iss: 50, account: 'Itaú 1234' });
    expect(answer.statusCode, answer.body).toBe(201);
    const after = await accounts();
    expect((after.PEOPLE_COMMISSIONS ?? 0) - (before.PEOPLE_COMMISSIONS ?? 0)).toBe(82_450);
    expect((after.CASH ?? 0) - (before.CASH ?? 0)).toBe(-82_450);
    expect(after.EXPENSES).toBe(before.EXPENSES);
    expect((await read(ana)).payments).toEqual([
      {
        ...{ id: answer.json().id, paid_on: '2026-03-10', paper: 'RPA', paper_number: '12', account: 'Itaú 1234' },
        ...{ amount: 1000, inss: 110, irrf: 15.5, iss: 50, net: 824.5 },
      },
    ]);
    const { data } = (await staff.get('/movimentation/expenses?startDate=2026-03-01&endDate=2026-03-31')).json();
    const entry = data.find((one: { doc: string | null }) => one.doc === 'RPA 12');
    expect(entry).toMatchObject({ amount: -824.5, category: 'BROKERS', description: 'Comissões de Ana Prado, RPA 12' });
    for (const refused of [
      await staff.patch(`/movimentation/${entry.id}`, { price: 1 }),
      await staff.patch(`/movimentation/${entry.id}/reopen`),
      await staff.delete(`/movimentation/${entry.id}`),
    ])
      expect(refusal(refused)).toEqual([409, 'COMMISSION_PAYMENT_ENTRY']);
    expect((await staff.delete(`${PEOPLE}/payments/${answer.json().id}`)).statusCode).toBe(204);
    expect(await accounts()).toEqual(before);
    expect(await figures(ana)).toEqual([1000, 0, 1000]);
    expect(refusal(await staff.delete(`${PEOPLE}/payments/${answer.json().id}`))).toEqual([409, 'COMMISSION_NOT_PAID']);
  });

  test('what was paid and then undone is taken from the next payment, and the statement tells it', async () => {
    const ana = await person('Ana Reis');
    const [one, two] = [await letting(), await letting()];
    for (const { id } of [one, two]) await rule({ proposal_id: id }, [share(ana, 30)]);
    await rule({ proposal_id: two.id }, [share(ana, 50)]);
    await pay(one.invoice, 1000);
    const first = (await payPerson(ana, 300)).json().id;
    clock.today = '2026-03-12';
    await refund(one.invoice);
    expect(await figures(ana)).toEqual([0, 300, -300]);
    expect(refusal(await payPerson(ana, 1))).toEqual([409, 'COMMISSION_NOTHING_DUE']);
    await pay(two.invoice, 1000, { pay_day: '2026-03-12' });
    expect(await figures(ana)).toEqual([500, 300, 200]);
    const body = { until: '2026-03-12', paid_on: '2026-03-12', paper: 'NOTE', paper_number: '7' };
    expect(refusal(await payPerson(ana, 500, body))).toEqual([409, 'COMMISSION_CHANGED']);
    const second = (await payPerson(ana, 200, body)).json().id;
    expect(await figures(ana)).toEqual([0, 0, 0]);
    expect(refusal(await staff.delete(`${PEOPLE}/payments/${first}`))).toEqual([409, 'COMMISSION_COLLECTED']);
    const statement = await read(ana);
    expect(
      statement.events.map((event: Record<string, unknown>) => [event.date, event.title, event.amount, event.balance]),
    ).toEqual([
      ['2026-03-10', 'Locação, corretor', 300, 300],
      ['2026-03-10', 'Pagamento, RPA 12', -300, 0],
      ['2026-03-12', 'Locação, corretor', 500, 500],
      ['2026-03-12', 'Desfeita: locação, corretor', -300, 200],
      ['2026-03-12', 'Pagamento, Nota fiscal 7', -200, 0],
    ]);
    // Half of the period: the balance at its start is that at the end of what comes before.
    expect(await read(ana, '?start=2026-03-11&end=2026-03-31')).toMatchObject({ opening: 0, closing: 0 });
    await staff.delete(`${PEOPLE}/payments/${second}`);
    expect(await figures(ana)).toEqual([500, 300, 200]);
    expect((await staff.delete(`${PEOPLE}/payments/${first}`)).statusCode).toBe(204);
    expect(await figures(ana)).toEqual([500, 0, 500]);
    clock.today = '2026-03-10';
  });

  test('refuses what can’t be, in words, and changes nothing', async () => {
    const ana = await person();
    const lease = await letting();
    await rule({ proposal_id: lease.id }, [share(ana, 30)]);
    expect(refusal(await payPerson(ana, 300))).toEqual([409, 'COMMISSION_NOTHING_DUE']);
    await pay(lease.invoice, 1000);
    for (const [body, code] of [
      [{ paid_on: '2026-03-11' }, 'COMMISSION_DAY'],
      [{ until: '2026-03-11' }, 'COMMISSION_UNTIL'],
      [{ paid_on: '2026-03-09' }, 'COMMISSION_BEFORE_RECEIVED'],
      [{ inss: 200, irrf: 100 }, 'COMMISSION_WITHHELD_ABOVE'],
      [{ amount: 299.99 }, 'COMMISSION_CHANGED'],
      [{ paper_number: ' ' }, 'INVALID_INPUT'],
      [{ admin_user_id: 999_999 }, 'PERSON_NOT_FOUND'],
      [{ until: '2026-03-09' }, 'COMMISSION_NOTHING_DUE'],
    ] as const)
      expect(refusal(await payPerson(ana, 300, body))[1]).toBe(code);
    for (const shares of [
      [share(ana, 60), share(await person(), 50)],
      [share(ana, 10), share(ana, 10)],
      [share(ana, 0)],
    ])
      expect(refusal(await rule({ proposal_id: lease.id }, shares))).toEqual([422, 'INVALID_INPUT']);
    expect(refusal(await rule({ proposal_id: lease.id }, [share(999_999, 10)]))).toEqual([422, 'RULE_PERSON_GONE']);
    expect(refusal(await rule({ proposal_id: 999_999 }, []))).toEqual([404, 'RULE_NOT_FOUND']);
    expect(await figures(ana)).toEqual([300, 0, 300]);
  });

  test('of two people who pay at once one is told that it was paid', async () => {
    const ana = await person();
    const lease = await letting();
    await rule({ proposal_id: lease.id }, [share(ana, 30)]);
    await pay(lease.invoice, 1000);
    const answers = await Promise.all([payPerson(ana, 300), payPerson(ana, 300)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
  });

  test('a person who left keeps and is paid what was earned', async () => {
    const ana = await person();
    const lease = await letting();
    await rule({ proposal_id: lease.id }, [share(ana, 30)]);
    await pay(lease.invoice, 1000);
    await db.updateTable('admin_user').set({ deleted_at: new Date() }).where('id', '=', ana).execute();
    const { data } = (await staff.get(`${PEOPLE}?month=2026-03`)).json();
    expect(data).toContainEqual(expect.objectContaining({ id: ana, active: false, due: 300, payable: 300 }));
    expect((await payPerson(ana, 300)).statusCode).toBe(201);
    // The rule is saved with the one who is gone, and takes nobody who is gone in.
    expect((await rule({ proposal_id: lease.id }, [share(ana, 20)])).statusCode).toBe(200);
    const other = await letting();
    expect(refusal(await rule({ proposal_id: other.id }, [share(ana, 20)]))).toEqual([422, 'RULE_PERSON_GONE']);
  });
});

test('the part of who brought the property goes to the one person of that name', async () => {
  const [ana, zilda] = [await person(), await person('Zilda Captadora')];
  const listing = await property();
  await db.updateTable('property').set({ pickup: ' zilda captadora ' }).where('id', '=', listing.id).execute();
  const lease = await letting(1000, { property_id: listing.id });
  await rule({ proposal_id: lease.id }, [share(ana, 30), share(null, 10, 'CAPTOR')]);
  await pay(lease.invoice, 1000);
  expect([await figures(ana), await figures(zilda)]).toEqual([
    [300, 0, 300],
    [100, 0, 100],
  ]);
});

describe('what is read', () => {
  test('the list has the month, what is open, and the fees that are yet to come', async () => {
    const ana = await person('Zuleica');
    const lease = await letting(800);
    await rule({ proposal_id: lease.id }, [share(ana, 25), share(null, 10, 'CAPTOR')]);
    const { expected } = (await staff.get(PEOPLE)).json();
    expect(expected).toContainEqual({
      ...{ id: expect.any(Number), proposal_id: lease.id, property: expect.any(String), amount: 800, rule: 'CONTRACT' },
      people: [{ id: ana, name: 'Zuleica', active: true, role: 'BROKER', share: 25, amount: 200 }],
      agency: 600,
    });
    await pay(lease.invoice, 1000);
    const answer = (await staff.get(PEOPLE)).json();
    expect(answer.expected.map(({ proposal_id }: { proposal_id: number }) => proposal_id)).not.toContain(lease.id);
    expect(answer.data.find(({ id }: { id: number }) => id === ana)).toEqual({
      ...{ id: ana, name: 'Zuleica', active: true, earned: 200, paid: 0, due: 200, debit: 0, payable: 200 },
    });
    const february = (await staff.get(`${PEOPLE}?month=2026-02`)).json();
    expect(february.data.map(({ id }: { id: number }) => id)).not.toContain(ana);
  });

  test('each person reads their own, and the list takes a right', async () => {
    const broker = as('PROPERTY_VIEW');
    expect((await broker.get(`${PEOPLE}/own`)).json()).toMatchObject({ due: 0, events: [] });
    expect((await broker.get(PEOPLE)).statusCode).toBe(403);
    const reader = as('FINANCIAL_COMMISSION_VIEW');
    expect((await reader.get(PEOPLE)).statusCode).toBe(200);
    expect((await reader.put(RULES, { kind: 'SALE', shares: [] })).statusCode).toBe(403);
  });

  test('statement and list are saved as files', async () => {
    const ana = await person('Ana Files');
    const lease = await letting();
    await rule({ proposal_id: lease.id }, [share(ana, 30)]);
    await pay(lease.invoice, 1000);
    const pdf = await staff.get(`${PEOPLE}/${ana}/pdf?start=2026-03-01&end=2026-03-31`);
    expect([pdf.statusCode, pdf.rawPayload.subarray(0, 4).toString()]).toEqual([200, '%PDF']);
    expect((await staff.get(`${PEOPLE}/${ana}/xlsx`)).statusCode).toBe(200);
    const csv = await staff.get(`${PEOPLE}/export/csv?month=2026-03`);
    expect(csv.body).toContain('Ana Files');
    expect(csv.body).toMatch(/300,00.*A pagar/);
  });
});
