import type { CalendarDate } from '@morada/domain/base/calendar';
import { readjustsOn } from '@morada/domain/lease/lease-term';
import { parseCsv } from 'hucre/csv';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readSettings } from '#api/base/settings.ts';
import { fetchIndices } from '#api/modules/lease/readjustments/readjustments.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { anticipateInvoice } from '#api/modules/money/invoices/invoices.service.ts';
import { openOutside } from '#api/outside/outside.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { json, settingsFor, startStubServer } from '#test/outside.ts';

const { as, client, clock, contract, ctx, db, deps, stop } = await startApp({ today: '2026-03-10' });
afterAll(stop);

const staff = as('PROPOSAL_VIEW', 'PROPOSAL_EDIT');
// IPCA from March 2025 to February 2026: 0,56 0,43 0,26 0,24 0,26 −0,11 0,48 0,09 0,18 0,33 0,33 0,70 = 3,8125%.
const IPCA = { index: 'IPCA', percent: 3.81 };
const byIpca = (overrides = {}) =>
  contract({ start_date: '2025-03-20', next_readjustment: '2026-03-20', ...overrides }).then(async (made) => {
    await db.updateTable('proposal').set({ readjustment_index: 'IPCA' }).where('id', '=', made.id).execute();
    return made;
  });
const apply = (contracts: object[], month = '2026-03') => staff.post('/readjustment', { month, contracts });
const seen = (id: number, overrides = {}) => ({ proposal_id: id, current_price: 1_500, ...IPCA, ...overrides });
const terms = async (id: number) => {
  const { current_price, next_readjustment } = (await staff.get(`/proposal/${id}`)).json();
  return { current_price, next_readjustment };
};

describe('GET /proposal/:id/readjustment', () => {
  test('each index over the twelve months before the anniversary', async () => {
    const { id } = await byIpca();
    const answer = await as('PROPOSAL_VIEW').get(`/proposal/${id}/readjustment`);
    expect(answer.json()).toEqual({
      proposal_id: id,
      current_price: 1_500,
      next_readjustment: '2027-03-20',
      indices: [
        // IGP-M fell by 2,6592%: the rent stays, the contract doesn't follow it down.
        { index: 'IGPM', from: '2025-03', to: '2026-02', percent: -2.66, missing: [], new_price: 1_500 },
        { index: 'IPCA', from: '2025-03', to: '2026-02', percent: 3.81, missing: [], new_price: 1_557.15 },
        { index: 'INPC', from: '2025-03', to: '2026-02', percent: 3.36, missing: [], new_price: 1_550.4 },
      ],
    });
  });

  test('follows an index down where the contract says so', async () => {
    const { id } = await byIpca();
    await staff.patch(`/proposal/${id}`, { readjusts_down: true });
    const { indices } = (await staff.get(`/proposal/${id}/readjustment`)).json();
    // 1.500,00 × 0,9734
    expect(indices[0]).toMatchObject({ percent: -2.66, new_price: 1_460.1 });
  });

  test('says which month is missing, and stands on the last twelve published', async () => {
    const { id } = await contract({ start_date: '2026-01-01', next_readjustment: '2026-11-01' });
    clock.today = '2026-10-20';
    const { indices } = (await staff.get(`/proposal/${id}/readjustment`)).json();
    expect(indices[1]).toMatchObject({ index: 'IPCA', from: '2025-10', to: '2026-09', missing: ['2026-10'] });
    await db.insertInto('price_index').values({ name: 'IPCA', reference: '2026-10', rate: 30 }).execute();
    const later = (await staff.get(`/proposal/${id}/readjustment`)).json();
    expect(later.indices[1]).toMatchObject({ from: '2025-11', to: '2026-10', missing: [] });
    clock.today = '2026-03-10';
  });

  test('404, 403', async () => {
    expect((await staff.get('/proposal/999999/readjustment')).statusCode).toBe(404);
    const { id } = await byIpca();
    expect((await as('CLIENT_VIEW').get(`/proposal/${id}/readjustment`)).statusCode).toBe(403);
  });
});

test('a sale is never readjusted, alone, with an extension or in a batch', async () => {
  const { id } = await byIpca({ property: { type: 'SALE' } });
  const refused = [409, 'Um contrato de venda não tem reajuste.'];
  const said = (answer: Awaited<ReturnType<typeof staff.get>>) => [answer.statusCode, answer.json().message];
  expect(said(await staff.get(`/proposal/${id}/readjustment`))).toEqual(refused);
  const change = { current_price: 1_557.15, next_readjustment: '2027-03-20', readjustment: IPCA };
  expect(said(await staff.patch(`/proposal/${id}`, change))).toEqual(refused);
  expect(said(await apply([seen(id)]))).toEqual(refused);
  expect(await terms(id)).toEqual({ current_price: 1_500, next_readjustment: null });
});

describe('GET /readjustment', () => {
  let due: number;
  beforeAll(async () => {
    const tenant = await client({ name: 'Bruno Costa' });
    due = (await byIpca({ user_id: tenant.id, start_date: '2025-07-31', next_readjustment: '2026-07-31' })).id;
    await contract({ start_date: '2025-08-01', next_readjustment: '2026-08-01' });
    const closed = await contract({ start_date: '2025-07-01', next_readjustment: '2026-07-01' });
    await staff.patch(`/proposal/${closed.id}/close`);
    await contract({ start_date: '2025-07-02', next_readjustment: '2026-07-02', property: { type: 'SALE' } });
  });

  test('rents in force that are due in the month, each by its own index', async () => {
    const answer = await as('PROPOSAL_VIEW').get('/readjustment?month=2026-07');
    expect(answer.json()).toMatchObject({
      total: 1,
      data: [
        {
          id: due,
          tenant: 'Bruno Costa',
          next_readjustment: '2026-07-31',
          new_next_readjustment: '2027-07-31',
          index: 'IPCA',
          from: '2025-07',
          to: '2026-06',
        },
      ],
    });
  });

  test('as a spreadsheet: what the list says, each by its own index', async () => {
    // One of 1.500,00 by the IPCA of July 2025 to June 2026, and one that the filter excludes.
    const answer = await as('PROPOSAL_VIEW').get('/readjustment/export/csv?month=2026-07');
    const [head = [], ...rows] = parseCsv(answer.body, { delimiter: ';' });
    expect(head.join(';')).toBe(
      'Contrato;Inquilino;Imóvel;Reajuste em;Índice;De;Até;Acumulado %;Aluguel atual;Aluguel reajustado;Próximo reajuste',
    );
    const [row] = (await as('PROPOSAL_VIEW').get('/readjustment?month=2026-07')).json().data;
    const figure = (amount: number) => amount.toFixed(2).replace('.', ',');
    expect(rows).toEqual([
      [
        ...[`${due}`, 'Bruno Costa', row.property, '31/07/2026', 'IPCA', '07/2025', '06/2026'],
        ...[`${row.percent}`.replace('.', ','), '1500,00', figure(row.new_price), '31/07/2027'],
      ],
    ]);
    const none = await as('PROPOSAL_VIEW').get(`/readjustment/export/csv?month=2026-07&except=${due}`);
    expect(none.body.trimEnd().split('\r\n')).toHaveLength(1);
  });

  test('the current month begins with those late from the months before, and readjusts them', async () => {
    const late = await byIpca({ start_date: '2024-12-20', next_readjustment: '2025-12-20' });
    const month = async (reference: string) => (await staff.get(`/readjustment?month=${reference}`)).json();
    const current = await month('2026-03');
    expect([current.data[0].id, current.data[0].next_readjustment]).toEqual([late.id, '2025-12-20']);
    expect(current.total).toBe(current.data.length);
    const sheet = parseCsv((await staff.get('/readjustment/export/csv?month=2026-03')).body, { delimiter: ';' });
    expect(sheet.slice(1).map(([id]) => Number(id))).toEqual(current.data.map(({ id }: { id: number }) => id));
    expect((await month('2026-04')).data.map(({ id }: { id: number }) => id)).not.toContain(late.id);
    const { percent } = current.data[0];
    expect((await apply([seen(late.id, { percent })])).json()).toMatchObject({ contracts: 1, refused: [] });
    expect((await terms(late.id)).next_readjustment).toBe('2026-12-20');
  });

  test('a month must be given; another right is not enough', async () => {
    expect((await staff.get('/readjustment')).statusCode).toBe(422);
    expect((await as('PROPOSAL_CREATE').get('/readjustment?month=2026-07')).statusCode).toBe(403);
  });
});

describe('POST /readjustment', () => {
  test('changes rent and next readjustment, nothing that is billed', async () => {
    const made = await byIpca();
    const invoice = await anticipateInvoice(ctx, { proposal_id: made.id, reference: '2026-03' });
    const answer = await apply([seen(made.id)]);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      { month: '2026-03', contracts: 1, refused: [], undone_at: null, actor: 'Mariana Dias' },
    ]);
    expect(await terms(made.id)).toEqual({ current_price: 1_557.15, next_readjustment: '2027-03-20' });
    const { price } = await db
      .selectFrom('invoice')
      .select('price')
      .where('id', '=', invoice)
      .executeTakeFirstOrThrow();
    expect(price).toBe(150_000);
  });

  test('asks the database as often for twenty contracts as for two, and so does its undo', async () => {
    const asked = vi.spyOn(Client.prototype, 'query');
    const count = async <T>(work: () => Promise<T>) => {
      asked.mockClear();
      return { answer: await work(), statements: asked.mock.calls.length };
    };
    const batchOf = async (contracts: number) => {
      const made = await Promise.all(Array.from({ length: contracts }, () => byIpca()));
      const { answer, statements } = await count(() => apply(made.map(({ id }) => seen(id))));
      expect(answer.json()).toMatchObject({ contracts, refused: [] });
      const undone = await count(() => staff.delete(`/readjustment/batch/${answer.json().id}`));
      expect(undone.answer.statusCode, undone.answer.body).toBeLessThan(300);
      // The month's list, of which others read the first page, is as before.
      const ids = made.map(({ id }) => id);
      await db.updateTable('proposal').set({ next_readjustment: '2027-03-20' }).where('id', 'in', ids).execute();
      return [statements, undone.statements];
    };
    // What a first call reads once is no matter of the number.
    await batchOf(1);
    const two = await batchOf(2);
    expect(await batchOf(20)).toEqual(two);
    expect(Math.min(...two)).toBeGreaterThan(3);
    asked.mockRestore();
  });

  test('a percentage by hand is what the parties agreed, downwards too', async () => {
    const { id } = await byIpca();
    await apply([seen(id, { index: null, percent: -5 })]);
    expect(await terms(id)).toEqual({ current_price: 1_425, next_readjustment: '2027-03-20' });
  });

  test('says who was left out, and readjusts the others', async () => {
    const good = await byIpca();
    const changed = await byIpca();
    const wrong = await byIpca();
    const elsewhere = await byIpca({ next_readjustment: '2026-04-01' });
    const closed = await byIpca();
    await staff.patch(`/proposal/${closed.id}/close`);
    const answer = await apply([
      seen(good.id),
      seen(changed.id, { current_price: 1_400 }),
      seen(wrong.id, { percent: 9.99 }),
      seen(elsewhere.id),
      seen(closed.id),
      seen(999_999),
    ]);
    expect(answer.json()).toMatchObject({
      contracts: 1,
      refused: [
        { proposal_id: changed.id, reason: 'O aluguel mudou desde a simulação.' },
        { proposal_id: wrong.id, reason: 'O índice acumulado não é este.' },
        { proposal_id: elsewhere.id, reason: 'O reajuste deste contrato já não é neste mês.' },
        { proposal_id: closed.id, reason: 'O contrato está encerrado.' },
        { proposal_id: 999_999, reason: 'O contrato não existe mais.' },
      ],
    });
    expect((await terms(wrong.id)).current_price).toBe(1_500);
  });

  test('leaves out what would end at nothing or below the discount; a percentage beyond all is refused', async () => {
    const [gone, less, fair] = [
      await byIpca({ current_price: 1 }),
      await byIpca({ discount: 100_000 }),
      await byIpca(),
    ];
    const answer = await apply([
      seen(gone.id, { index: null, percent: -99.99, current_price: 0.01 }),
      // 1.500,00 less 40% are 900,00, and the discount is 1.000,00.
      seen(less.id, { index: null, percent: -40 }),
      seen(fair.id, { index: null, percent: -40 }),
    ]);
    expect(answer.json()).toMatchObject({
      contracts: 1,
      refused: [
        { proposal_id: gone.id, reason: 'O novo aluguel seria zero.' },
        { proposal_id: less.id, reason: 'O desconto do contrato passa do novo aluguel.' },
      ],
    });
    for (const percent of [-100, 100.01])
      expect((await apply([seen(fair.id, { index: null, percent })])).json().errors).toMatchObject([
        { message: 'Use um percentual entre −100% e 100%' },
      ]);
  });

  test('two at once: one readjusts, the other finds nothing to do', async () => {
    const { id } = await byIpca();
    const answers = await Promise.all([apply([seen(id)]), apply([seen(id)])]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect((await terms(id)).current_price).toBe(1_557.15);
  });

  test.each([
    [{ month: '2026-03', contracts: [] }, 'Escolha os contratos'],
    [{ month: '2026-13', contracts: [{}] }, 'Informe o mês, como 2026-11'],
  ])('%j is refused', async (body, message) => {
    const answer = await staff.post('/readjustment', body);
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([422, message]);
  });

  test('needs its permission', async () => {
    const { id } = await byIpca();
    const answer = await as('PROPOSAL_VIEW').post('/readjustment', { month: '2026-03', contracts: [seen(id)] });
    expect(answer.statusCode).toBe(403);
  });
});

describe('DELETE /readjustment/batch/:id', () => {
  test('gives every rent back, once', async () => {
    const [one, other] = await Promise.all([byIpca(), byIpca()]);
    const { id: batch } = (await apply([seen(one.id), seen(other.id)])).json();
    expect((await staff.delete(`/readjustment/batch/${batch}`)).statusCode).toBe(204);
    for (const { id } of [one, other])
      expect(await terms(id)).toEqual({ current_price: 1_500, next_readjustment: '2026-03-20' });
    const [latest] = (await staff.get('/readjustment/batch')).json().data;
    expect(latest).toMatchObject({ id: batch, contracts: 2, undone_at: expect.any(String) });
    expect((await staff.delete(`/readjustment/batch/${batch}`)).json().message).toBe('Este lote já foi desfeito.');
    // It can be readjusted again.
    expect((await apply([seen(one.id)])).statusCode).toBe(201);
  });

  test('not once a month was charged with the new rent', async () => {
    const [one, other] = await Promise.all([byIpca(), byIpca()]);
    const { id: batch } = (await apply([seen(one.id), seen(other.id)])).json();
    clock.today = '2026-04-05';
    await anticipateInvoice(ctx, { proposal_id: other.id, reference: '2026-05' });
    clock.today = '2026-03-10';
    const answer = await staff.delete(`/readjustment/batch/${batch}`);
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Há fatura com o novo valor: o lote não pode mais ser desfeito.',
    ]);
    expect((await terms(one.id)).current_price).toBe(1_557.15);
  });

  test('not once a contract changed again', async () => {
    const { id } = await byIpca();
    const { id: batch } = (await apply([seen(id)])).json();
    await staff.patch(`/proposal/${id}`, { current_price: 1_600 });
    expect((await staff.delete(`/readjustment/batch/${batch}`)).statusCode).toBe(409);
    expect((await terms(id)).current_price).toBe(1_600);
  });

  test('not while a contract has a discount above its former rent', async () => {
    const { id } = await contract({
      current_price: 100_000,
      start_date: '2025-03-20',
      next_readjustment: '2026-03-20',
    });
    const batch = (await apply([{ proposal_id: id, current_price: 1_000, index: null, percent: 10 }])).json();
    await staff.patch(`/proposal/${id}`, { discount: 1_050 });
    const refused = await staff.delete(`/readjustment/batch/${batch.id}`);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      `O desconto do contrato ${id}, de R$\u00a01.050,00, passa do aluguel de antes do lote. Diminua o desconto e desfaça de novo.`,
    ]);
    expect((await staff.get(`/proposal/${id}`)).json()).toMatchObject({ current_price: 1_100, discount: 1_050 });

    await staff.patch(`/proposal/${id}`, { discount: 1_000 });
    expect((await staff.delete(`/readjustment/batch/${batch.id}`)).statusCode).toBe(204);
    expect((await staff.get(`/proposal/${id}`)).json()).toMatchObject({ current_price: 1_000, discount: 1_000 });
  });

  test('404, 403', async () => {
    expect((await staff.delete('/readjustment/batch/999999')).statusCode).toBe(404);
    const { id } = await byIpca();
    const { id: batch } = (await apply([seen(id)])).json();
    expect((await as('PROPOSAL_VIEW').delete(`/readjustment/batch/${batch}`)).statusCode).toBe(403);
  });
});

test('with its anniversary months ahead the published months until now are there, and the next is a year from today', async () => {
  const { id } = await contract({ start_date: '2025-09-20', next_readjustment: '2026-09-20', end_date: '2028-03-19' });
  const { indices, next_readjustment } = (await staff.get(`/proposal/${id}/readjustment`)).json();
  expect(next_readjustment).toBe('2027-03-10');
  expect(indices[1]).toMatchObject({ index: 'IPCA', from: '2025-03', to: '2026-02', percent: 3.81, missing: [] });
});

describe('PATCH /proposal/:id, to extend', () => {
  test('the new end, the new rent and how it came about', async () => {
    const { id } = await byIpca();
    const answer = await staff.patch(`/proposal/${id}`, {
      end_date: '2028-09-20',
      current_price: 1_557.15,
      next_readjustment: '2027-03-20',
      readjustment: IPCA,
    });
    expect(answer.json()).toMatchObject({ end_date: '2028-09-20', current_price: 1_557.15 });
    const kept = await db.selectFrom('readjustment').selectAll().where('proposal_id', '=', id).execute();
    expect(kept).toMatchObject([
      { index: 'IPCA', percent: 381, old_price: 150_000, new_price: 155_715, batch_id: null, applied_on: '2026-03-10' },
    ]);
  });
});

describe('indices that came out since the release', () => {
  const stored = () => db.selectFrom('price_index').select(['name', 'reference', 'rate']).orderBy('name').execute();

  test('are fetched from the series of Banco Central, whatever one of them answers', async () => {
    const neighbour = await startStubServer();
    const outside = openOutside(readSettings(settingsFor(neighbour.url)));
    await fetchIndices({ ...deps, outside });
    expect(await stored()).toEqual(
      expect.arrayContaining([
        { name: 'IGPM', reference: '2026-10', rate: -41 },
        { name: 'IGPM', reference: '2026-11', rate: 50 },
        { name: 'IPCA', reference: '2026-10', rate: 30 },
      ]),
    );
    expect(neighbour.asked).toContain('/dados/serie/bcdata.sgs.189/dados?formato=json&dataInicial=01%2F09%2F2025');
    await neighbour.close();
  });

  test('and stay as they were when nobody answers, or answers nonsense', async () => {
    const before = await stored();
    const neighbour = await startStubServer((_, response) => json(response, [{ data: '01/10/2026', valor: 'muito' }]));
    const outside = openOutside(readSettings(settingsFor(neighbour.url)));
    await fetchIndices({ ...deps, outside });
    await neighbour.close();
    await fetchIndices({ ...deps, outside });
    expect(await stored()).toEqual(before);
  });
});

describe('a contract that ends at its term, on 01/04/2026', () => {
  beforeAll(() => {
    clock.today = '2026-03-10';
  });
  const seasonal = (next_readjustment: CalendarDate, overrides = {}) =>
    byIpca({ start_date: '2025-04-02', end_date: '2026-04-01', ends_at_term: true, next_readjustment, ...overrides });
  const listed = async (id: number) => {
    const reader = as('PROPOSAL_VIEW', 'CLIENT_VIEW');
    const ids = (rows: { id: number }[]) => rows.some((row) => row.id === id);
    const month = (await reader.get('/readjustment?month=2026-04')).json();
    const contracts = (await reader.get('/proposal?page=1&readjustment=SOON')).json();
    const { user_id } = await db
      .selectFrom('proposal')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return {
      month: ids(month.data),
      soon: ids(contracts.data),
      sheet: (await reader.get('/readjustment/export/csv?month=2026-04')).body.includes(`\r\n${id};`),
      delayed: (await reader.get(`/proposal/${id}`)).json().delayed,
      client: (await reader.get(`/user/${user_id}`)).json().proposals[0].delayed,
    };
  };
  const totals = async () => ({
    month: (await staff.get('/readjustment?month=2026-04')).json().total,
    soon: (await staff.get('/proposal?page=1&readjustment=SOON')).json().total,
  });
  const everywhere = (there: boolean) => ({ month: there, soon: there, sheet: there, delayed: there, client: there });

  test('is in no list and no count of a readjustment on its end, and in no bulk one', LONG, async () => {
    const before = await totals();
    const { id } = await seasonal('2026-04-01');
    expect([await listed(id), await totals()]).toEqual([everywhere(false), before]);
    const refused = await apply([seen(id)], '2026-04');
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'O contrato encerra no fim, antes do reajuste.',
    ]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('is in all of them for one before it, and once its term is moved', async () => {
    const before = await totals();
    const { id } = await seasonal('2026-04-01');
    const { id: earlier } = await seasonal('2026-03-31', { next_readjustment: '2026-03-31', end_date: '2026-05-01' });
    expect((await staff.get('/readjustment?month=2026-03')).json().data).toContainEqual(
      expect.objectContaining({ id: earlier }),
    );
    expect((await staff.patch(`/proposal/${id}`, { end_date: '2026-10-01' })).statusCode).toBe(200);
    expect(await listed(id)).toEqual(everywhere(true));
    expect(await totals()).toEqual({ month: before.month + 1, soon: before.soon + 2 });
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('the database and the rule agree', async () => {
    const { id } = await seasonal('2026-04-01');
    for (const ends_at_term of [true, false])
      for (const next_readjustment of ['2026-03-31', '2026-04-01', '2026-04-02'] as const) {
        const kept = await db
          .updateTable('proposal')
          .set({ ends_at_term, next_readjustment })
          .where('id', '=', id)
          .returning('readjusts_on')
          .executeTakeFirstOrThrow();
        const rule = readjustsOn({ ends_at_term, next_readjustment, end_date: '2026-04-01' });
        expect([ends_at_term, next_readjustment, kept.readjusts_on]).toEqual([ends_at_term, next_readjustment, rule]);
      }
    expect(await verifyBooks(db)).toEqual([]);
  });
});
