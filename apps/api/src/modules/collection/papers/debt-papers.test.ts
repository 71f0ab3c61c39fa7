import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import type { DebtPapers } from '@morada/contract/collection/debt-papers';
import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import PDFDocument from 'pdfkit';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { firstError, refusal, trailOf } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { pdfText } from '#test/pdf-text.ts';
import { form } from '#test/pictures.ts';
import { until } from '#test/until.ts';
import { unzipBytes } from '#test/unzip.ts';
import { acceptOnline } from '../agreements/acceptance.service.ts';
import { legalStageOf } from './register.service.ts';

/** Two rents of 1.500,00, due on 05/09 and 05/10, in the worked example of the reference. */
const TODAY = '2026-11-24';
const { app, as, client, clock, contract, ctx, db, deps, signIn, stop, ...made } = await startApp({ today: TODAY });
afterAll(stop);
beforeEach(() => {
  clock.today = TODAY;
});

const staff = as('COLLECTION_REGISTER', 'PROPOSAL_VIEW');
const cashier = as('*');
/** 10 % and 1 % a month pro rata, from the first day. */
const CLAUSE = { first_day: 0, fine: 10, monthly: 1, correction: null, clause: 'cláusula 7ª' };

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const textOf = async (answer: { rawPayload: Buffer }) => plain(await pdfText(answer.rawPayload));

async function lease(guarantor?: number) {
  const tenant = await client({ name: 'Ana Prado' });
  const found = await contract({ user_id: tenant.id, transfer_date: 5, start_date: '2026-06-01' });
  if (guarantor !== undefined)
    await db
      .insertInto('contract_party')
      .values({ proposal_id: found.id, client_id: guarantor, role: 'GUARANTOR' })
      .execute();
  const rents: number[] = [];
  for (const reference of ['2026-09', '2026-10'] as Reference[]) {
    const { id } = await made.invoice({ contract: found, reference });
    rents.push(id);
  }
  return { id: found.id, tenant, rents };
}

async function shown(id: number) {
  const answer = await staff.get(`/proposal/${id}/debt`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<DebtPapers>();
}
const terms = (id: number, changes = {}) => staff.put(`/proposal/${id}/debt/terms`, { ...CLAUSE, ...changes });
const announce = (id: number, clients: number[], way = 'HAND') =>
  staff.post(`/proposal/${id}/debt/notice`, { clients, way });
const deliver = (id: number, delivered_on: CalendarDate) =>
  staff.post(`/debt/register/${id}/delivery`, { delivered_on });
const act = (id: number, given: object) =>
  staff.post(`/proposal/${id}/debt/register`, {
    ...{ kind: 'LISTING', done_on: clock.today, body: 'Serasa', protocol: '2026-77' },
    ...given,
  });
const pay = (invoice: number, paid_on: CalendarDate) => {
  clock.today = paid_on;
  return cashier.patch(`/invoice/${invoice}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
};
const tasksOf = async (proposal: number) =>
  (await staff.get('/debt/tasks'))
    .json<{ removals: { proposal_id: number; remove_by: string; settled_on: string; person: string }[] }>()
    .removals.filter(({ proposal_id }) => proposal_id === proposal);

async function document(words: string) {
  const pdf = new PDFDocument();
  pdf.text(words);
  pdf.end();
  const parts: Buffer[] = [];
  for await (const part of pdf) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

describe('the statement of debt', () => {
  test('charges what the invoices charge until the contract’s clause is recorded: then 3.365,00', LONG, async () => {
    const { id, rents } = await lease();
    // Standard: fine 150,00; interest 0,03 % a day after the fifth: 75 days are 33,75, 45 days 20,25.
    expect((await shown(id)).statement).toMatchObject({
      terms: { first_day: 5, fine: 10, monthly: 0.9, correction: null, clause: null },
      rows: [
        { invoice_id: rents[0], days: 80, fine: 150, interest: 33.75, total: 1683.75 },
        { invoice_id: rents[1], days: 50, fine: 150, interest: 20.25, total: 1670.25 },
      ],
      totals: { total: 3354 },
    });
    const invoice = (await cashier.get(`/invoice/${rents[0]}`)).json();
    expect(invoice.late).toMatchObject({ days: 80, fine: 150, interest: 33.75, total: 1683.75 });

    expect((await terms(id)).statusCode).toBe(204);
    expect((await shown(id)).statement).toMatchObject({
      terms: { monthly: 1, clause: 'cláusula 7ª' },
      rows: [{ total: 1690 }, { total: 1675 }],
      totals: { rent: 3000, charges: 0, correction: 0, fine: 300, interest: 65, total: 3365 },
    });
    expect((await trailOf(db, 'proposal', id)).at(-1)).toMatchObject({ action: 'debt-terms' });
    expect((await staff.delete(`/proposal/${id}/debt/terms`)).statusCode).toBe(204);
    expect((await shown(id)).statement.totals.total).toBe(3354);
  });

  test('is a PDF with the letterhead, by month, in words, and with the clause', LONG, async () => {
    const { id } = await lease();
    await terms(id);
    const answer = await staff.get(`/proposal/${id}/debt/statement`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    const text = await textOf(answer);
    expect(text).toContain(`Demonstrativo de débito, contrato ${id}`);
    expect(text).toContain('Ana Prado');
    // The rent of a month falls due in the next one.
    expect(text).toContain('08/2026 05/09/2026 80 1.500,00 0,00 0,00 150,00 40,00 1.690,00');
    expect(text).toContain('09/2026 05/10/2026 50 1.500,00 0,00 0,00 150,00 25,00 1.675,00');
    expect(text).toContain('R$ 3.365,00 (três mil trezentos e sessenta e cinco reais)');
    expect(text).toContain('Contrato: cláusula 7ª.');
    expect((await trailOf(db, 'proposal', id)).at(-1)).toMatchObject({ action: 'debt-statement' });
  });

  test('deducts what was paid: the open balance with the payment that left it', async () => {
    const { id, rents } = await lease();
    clock.today = '2026-09-20';
    // On 20/09, 15 days late: 1.500,00 + 150,00 + 4,50; 654,50 stay open, due on 30/09.
    const paid = await cashier.patch(`/invoice/${rents[0]}/down`, {
      paid_amount: 1000,
      rest: { fate: 'OPEN_BALANCE', due_date: '2026-09-30' },
    });
    expect(paid.statusCode, paid.body).toBe(200);
    clock.today = TODAY;
    const { statement } = await shown(id);
    expect(statement.rows[0]).toMatchObject({
      due_date: '2026-09-30',
      days: 55,
      earlier: { invoice_id: rents[0], owed: 1654.5, paid: 1000, paid_on: '2026-09-20' },
    });
    expect(statement.rows[0]?.rent).toBe(500);
    const text = await textOf(await staff.get(`/proposal/${id}/debt/statement`));
    expect(text).toContain(`a fatura ${rents[0]}, de R$ 1.654,50, teve R$ 1.000,00 pagos em 20/09/2026, já deduzidos`);
  });

  test('a contract without overdue invoices has none, and bad terms change nothing', async () => {
    const { id } = await contract();
    expect(refusal(await staff.get(`/proposal/${id}/debt/statement`))).toEqual([409, 'DEBT_NONE']);
    expect(refusal(await staff.get('/proposal/999999/debt'))).toEqual([404, 'DEBT_CONTRACT_NOT_FOUND']);
    expect(firstError(await terms(id, { fine: 120 }))).toEqual([422, 'fine', 'Use de 0 a 100%']);
    expect(firstError(await terms(id, { clause: '' }))).toEqual([422, 'clause', 'Informe a cláusula do contrato']);
    expect((await shown(id)).statement.terms.clause).toBeNull();
  });
});

describe('the notice before a listing', () => {
  test('names value and days late, goes to tenant and guarantor, and keeps the values of its day', async () => {
    const bruno = await client({ name: 'Bruno Lima', type: 'GUARANTOR' });
    const { id, tenant } = await lease(bruno.id);
    await terms(id);
    const answer = await announce(id, [tenant.id, bruno.id]);
    expect(answer.statusCode, answer.body).toBe(201);
    const { ids } = answer.json<{ ids: number[] }>();
    expect((await shown(id)).register).toMatchObject([
      { id: ids[1], kind: 'NOTICE', role: 'GUARANTOR', client: { name: 'Bruno Lima' }, way: 'HAND', amount: 3365 },
      { id: ids[0], kind: 'NOTICE', role: 'TENANT', delivered_on: null, term: null, invoices: expect.any(Array) },
    ]);
    clock.today = '2026-12-01';
    const text = await textOf(await staff.get(`/debt/register/${ids[1]}/notice`));
    expect(text).toContain('Prezado(a) Bruno Lima.');
    expect(text).toContain('alugado por Ana Prado e do qual você é fiador(a)');
    expect(text).toContain('Aluguel de 08/2026, vencido em 05/09/2026, há 80 dias: R$ 1.690,00');
    expect(text).toContain('Total nesta data: R$ 3.365,00');
    expect(text).toContain('em até 10 dias do recebimento deste aviso');
    expect(await trailOf(db, 'debt_register', ids[0] ?? 0)).toMatchObject([{ action: 'create' }]);
  });

  test('by e-mail goes through the outbox, and counts as delivered when it is sent', async () => {
    const { id, tenant } = await lease();
    expect(refusal(await announce(id, [tenant.id], 'EMAIL'))).toEqual([503, 'NOTICE_MAIL_OFF']);
    const mail = { send: async () => {}, check: async () => {} };
    Object.assign(deps, { publicUrl: 'https://serra.example', outside: { mail } });
    try {
      const { ids } = (await announce(id, [tenant.id], 'EMAIL')).json<{ ids: number[] }>();
      const message = await db
        .selectFrom('message')
        .selectAll()
        .where('key', '=', `debt-notice:${ids[0]}`)
        .executeTakeFirstOrThrow();
      expect(message).toMatchObject({ kind: 'NOTICE', client_id: tenant.id, contract_id: id, channels: ['EMAIL'] });
      expect(message.body).toContain('vencido em 05/09/2026, há 80 dias');
      expect((await shown(id)).register[0]).toMatchObject({ delivered_on: null, mail: 'WAITING' });
      await db
        .updateTable('message')
        .set({ state: 'SENT', sent_at: '2026-11-24T14:00:00Z', channel: 'EMAIL' })
        .where('id', '=', message.id)
        .execute();
      expect((await shown(id)).register[0]).toMatchObject({
        ...{ delivered_on: '2026-11-24', term: '2026-12-04', mail: 'SENT' },
      });
      expect(refusal(await deliver(ids[0] ?? 0, '2026-11-24'))).toEqual([409, 'NOTICE_DELIVERED']);
    } finally {
      Object.assign(deps, { publicUrl: undefined, outside: {} });
    }
  });

  test('is refused to others, and without an address by letter', async () => {
    const { id, tenant } = await lease();
    const stranger = await client();
    expect(firstError(await announce(id, [stranger.id]))).toEqual([
      422,
      'clients',
      'A pessoa não é inquilina nem fiadora deste contrato',
    ]);
    expect(refusal(await announce(id, [tenant.id], 'LETTER'))).toEqual([422, 'NOTICE_NO_ADDRESS']);
    expect((await shown(id)).register).toEqual([]);
  });

  test('its delivery is registered once, between its issue and today', async () => {
    const { id, tenant } = await lease();
    const [notice = 0] = (await announce(id, [tenant.id])).json<{ ids: number[] }>().ids;
    expect(firstError(await deliver(notice, '2026-11-25'))).toEqual([
      422,
      'delivered_on',
      'Informe um dia entre a emissão do aviso e hoje',
    ]);
    expect((await deliver(notice, TODAY)).statusCode).toBe(204);
    expect(refusal(await deliver(notice, TODAY))).toEqual([409, 'NOTICE_DELIVERED']);
    expect((await shown(id)).register[0]).toMatchObject({ delivered_on: TODAY, term: '2026-12-04' });
  });
});

describe('a listing', () => {
  test('waits for the end of the notice’s term, unless the agency writes why', async () => {
    const { id, tenant, rents } = await lease();
    const listing = { client_id: tenant.id, invoices: rents };
    expect(firstError(await act(id, listing))).toMatchObject([422, 'reason', expect.stringContaining('CDC, art. 43')]);
    const [notice = 0] = (await announce(id, [tenant.id])).json<{ ids: number[] }>().ids;
    expect(refusal(await act(id, listing))).toEqual([422, 'LISTING_NOT_DELIVERED']);
    await deliver(notice, TODAY);
    clock.today = '2026-12-04';
    expect(firstError(await act(id, listing))).toEqual([
      422,
      'reason',
      'O prazo do aviso vai até 04/12/2026. Negative depois desse dia, ou escreva o motivo.',
    ]);
    expect(await legalStageOf(db, [id])).toEqual(new Map([[id, 'NOTICE']]));

    clock.today = '2026-12-05';
    expect((await act(id, listing)).statusCode).toBe(201);
    const papers = await shown(id);
    expect([papers.stage, papers.register[0]]).toMatchObject([
      'LISTING',
      { kind: 'LISTING', body: 'Serasa', protocol: '2026-77', reason: null, remove_by: null },
    ]);
    expect(refusal(await staff.post(`/debt/register/${notice}/undo`))).toEqual([409, 'ENTRY_LISTED']);

    const early = await lease();
    const reason = 'Inquilino avisado por cartório, AR 123';
    const other = await act(early.id, { client_id: early.tenant.id, invoices: early.rents, reason });
    expect(other.statusCode).toBe(201);
    expect((await shown(early.id)).register[0]).toMatchObject({ reason });
    // The register of all contracts, the newest first.
    const all = (await as('COLLECTION_VIEW').get('/debt/register')).json();
    expect(all.data.slice(0, 2)).toMatchObject([
      { proposal_id: early.id, kind: 'LISTING', reason },
      { proposal_id: id, kind: 'LISTING', body: 'Serasa' },
    ]);
    expect(all.total).toBe(all.data.length);
  });

  test('is of overdue invoices of the contract, of its people, and not in the future', async () => {
    const { id, tenant, rents } = await lease();
    const another = await lease();
    const listing = { client_id: tenant.id, invoices: rents, reason: 'teste' };
    expect(refusal(await act(id, { ...listing, invoices: another.rents }))).toEqual([422, 'DEBT_INVOICE']);
    expect(refusal(await act(id, { ...listing, client_id: another.tenant.id }))).toEqual([422, 'DEBT_PERSON']);
    expect(refusal(await act(id, { ...listing, done_on: '2026-11-25' }))).toEqual([422, 'DEBT_IN_FUTURE']);
    // On 10/09 the second rent was not due.
    expect(refusal(await act(id, { ...listing, done_on: '2026-09-10' }))).toEqual([422, 'DEBT_INVOICE']);
    expect((await shown(id)).register).toEqual([]);
  });

  test('is to be removed within five business days of the last payment; its reversal takes the task back', async () => {
    const { id, tenant, rents } = await lease();
    const [first = 0, second = 0] = rents;
    const { id: entry } = (await act(id, { client_id: tenant.id, invoices: rents, reason: 'teste' })).json();
    expect((await pay(first, '2026-11-25')).statusCode).toBe(200);
    expect(await tasksOf(id)).toEqual([]);
    // Paid on Thursday 26/11: 27, 30/11, 1, 2 and 3/12.
    expect((await pay(second, '2026-11-26')).statusCode).toBe(200);
    expect(await tasksOf(id)).toMatchObject([
      { person: 'Ana Prado', settled_on: '2026-11-26', remove_by: '2026-12-03' },
    ]);
    expect((await shown(id)).register[0]).toMatchObject({ settled_on: '2026-11-26', remove_by: '2026-12-03' });

    expect((await cashier.delete(`/invoice/${second}/refund`)).statusCode).toBe(200);
    expect(await tasksOf(id)).toEqual([]);
    await pay(second, '2026-11-26');
    expect(await tasksOf(id)).toHaveLength(1);

    const removed = await staff.post(`/debt/register/${entry}/end`, { done_on: '2026-11-26', protocol: 'R-1' });
    expect(removed.statusCode).toBe(204);
    expect(await tasksOf(id)).toEqual([]);
    expect(refusal(await staff.post(`/debt/register/${entry}/end`, { done_on: '2026-11-26' }))).toEqual([
      409,
      'ENTRY_ENDED',
    ]);
    expect((await shown(id)).stage).toBeNull();
    // The removal was registered by mistake: it is undone, and the task is back.
    expect((await staff.post(`/debt/register/${entry}/undo`)).statusCode).toBe(204);
    expect(await tasksOf(id)).toHaveLength(1);
    expect((await staff.post(`/debt/register/${entry}/undo`)).statusCode).toBe(204);
    expect(await tasksOf(id)).toEqual([]);
    expect(refusal(await staff.post(`/debt/register/${entry}/undo`))).toEqual([409, 'ENTRY_UNDONE']);
    expect((await trailOf(db, 'debt_register', entry)).map(({ action }) => action)).toEqual([
      'create',
      'end',
      'undo-end',
      'undo',
    ]);
  });

  test('of a debt paid in part waits for the open balance', async () => {
    const { id, tenant, rents } = await lease();
    const [first = 0] = rents;
    await act(id, { client_id: tenant.id, invoices: [first], reason: 'teste' });
    await cashier.patch(`/invoice/${first}/down`, { paid_amount: 1000, rest: { fate: 'OPEN_BALANCE' } });
    expect(await tasksOf(id)).toEqual([]);
    const balance = await db
      .selectFrom('invoice')
      .selectAll()
      .where('balance_of', '=', first)
      .executeTakeFirstOrThrow();
    clock.today = '2026-11-30';
    await cashier.patch(`/invoice/${balance.id}/down`, { paid_amount: balance.amount / 100 });
    expect(await tasksOf(id)).toMatchObject([{ settled_on: '2026-11-30', remove_by: '2026-12-07' }]);
  });
});

test('an agreement replaces the debt: its first payment asks for the removal, and its late instalments are in the statement', async () => {
  const { id, tenant, rents } = await lease();
  await act(id, { client_id: tenant.id, invoices: rents, reason: 'teste' });
  const offer = await cashier.post('/debt-agreement', {
    ...{ proposal_id: id, invoices: rents, instalments: 2, first_due: '2026-11-25' },
    ...{ charges_off: 0, rent_off: 0, monthly_interest: 0 },
  });
  expect(offer.statusCode, offer.body).toBe(201);
  const agreement = offer.json();
  await acceptOnline(ctx, agreement.id, { name: 'Ana Prado', address: '203.0.113.7', version: 1 });
  expect((await shown(id)).statement.rows).toEqual([]);
  expect(await tasksOf(id)).toEqual([]);
  const [first] = await db
    .selectFrom('invoice')
    .select(['id', 'amount'])
    .where('debt_agreement_id', '=', agreement.id)
    .orderBy('instalment')
    .execute();
  clock.today = '2026-11-25';
  const paid = await cashier.patch(`/invoice/${first?.id}/down`, { paid_amount: (first?.amount ?? 0) / 100 });
  expect(paid.statusCode, paid.body).toBe(200);
  // Paid on Wednesday 25/11: 26, 27, 30/11, 1 and 2/12.
  expect(await tasksOf(id)).toMatchObject([{ settled_on: '2026-11-25', remove_by: '2026-12-02' }]);
  const { agreed, months } = (await cashier.get(`/user/${tenant.id}/punctuality`)).json();
  expect([agreed, months]).toEqual([2, 2]);

  // The second instalment is due on 25/12.
  clock.today = '2026-12-28';
  expect((await shown(id)).statement.rows).toMatchObject([{ due_date: '2026-12-25', agreement_id: agreement.id }]);
  expect(await textOf(await staff.get(`/proposal/${id}/debt/statement`))).toContain(
    `Há parcelas do acordo ${agreement.id} entre os valores acima.`,
  );
});

test('two people who end the same entry at once: one is refused', async () => {
  const { id, tenant, rents } = await lease();
  const { id: entry } = (await act(id, { kind: 'PROTEST', client_id: tenant.id, invoices: rents })).json();
  const end = () => staff.post(`/debt/register/${entry}/end`, { done_on: TODAY });
  const answers = await Promise.all([end(), end()]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409]);
});

test('a proof is attached once, opened by readers of the collection, and kept out of others’ hands', async () => {
  const { id, tenant, rents } = await lease();
  const { id: entry } = (await act(id, { kind: 'PROTEST', client_id: tenant.id, invoices: rents })).json();
  const bytes = await document('Instrumento de protesto');
  const attach = () => staff.put(`/debt/register/${entry}/file`, form(bytes, 'protesto.pdf'));
  expect((await attach()).statusCode).toBe(204);
  expect(refusal(await attach())).toEqual([409, 'ENTRY_FILED']);
  const file = (await shown(id)).register[0]?.file;
  expect(file).toMatchObject({ name: 'protesto.pdf' });
  expect((await as('COLLECTION_VIEW').get(`/files/${file?.id}`)).rawPayload.equals(bytes)).toBe(true);
  expect((await as('PROPOSAL_VIEW').get(`/files/${file?.id}`)).statusCode).toBe(404);
  // The end has a document of its own.
  await staff.post(`/debt/register/${entry}/end`, { done_on: TODAY });
  expect((await attach()).statusCode).toBe(204);
  expect((await shown(id)).register[0]?.end).toMatchObject({ file: { name: 'protesto.pdf' } });
});

describe('the dossier', () => {
  test('holds the papers, messages and proofs, and an index with the SHA-256 of each', async () => {
    const bruno = await client({ name: 'Bruno Lima', type: 'GUARANTOR' });
    const { id, tenant, rents } = await lease(bruno.id);
    await terms(id);
    const signed = await document('Contrato assinado');
    await as('*').put(`/proposal/${id}/CONTRACT`, form(signed, 'Contrato assinado.pdf'));
    const [notice = 0] = (await announce(id, [tenant.id])).json<{ ids: number[] }>().ids;
    await deliver(notice, TODAY);
    const proof = await document('Aviso de recebimento');
    await staff.put(`/debt/register/${notice}/file`, form(proof, 'AR.pdf'));
    await db
      .insertInto('trail')
      .values({
        ...{ actor: 'Mariana Dias', record: 'invoice', record_id: rents[0] ?? 0, action: 'send' },
        ...{ at: '2026-09-20T15:30:00Z', changes: JSON.stringify({ kind: 'LATE_MESSAGE', channel: 'WHATSAPP' }) },
      })
      .execute();

    const answer = await staff.get(`/proposal/${id}/debt/dossier/LAWYER`);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="dossie-contrato-${id}-advogado.zip"`,
    });
    const files = await unzipBytes(answer.rawPayload);
    const names = [...files.keys()];
    expect(names.at(-1)).toBe('indice.pdf');
    expect(names.map((name) => name.replace(/\d+-/, 'N-').replace(/aviso-\d+/, 'aviso-N'))).toEqual([
      'demonstrativo-de-debito.pdf',
      'contrato/N-contrato-assinado.pdf',
      'garantia-e-devedores.pdf',
      'faturas-e-boletos.pdf',
      'propriedade-e-mandato.pdf',
      'avisos/aviso-N.pdf',
      'comprovantes/N-ar.pdf',
      'mensagens/mensagens-001.pdf',
      'indice.pdf',
    ]);
    const part = (name: string) => files.get(names.find((one) => one.includes(name)) ?? '') ?? Buffer.alloc(0);
    expect(part('contrato-assinado').equals(signed)).toBe(true);
    expect(part('-ar.pdf').equals(proof)).toBe(true);
    const index = plain(await pdfText(part('indice')));
    for (const [name, bytes] of files) {
      if (name === 'indice.pdf') continue;
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect(index, name).toContain(`${sha256.slice(0, 32)} ${sha256.slice(32)}`);
    }
    expect(plain(await pdfText(part('demonstrativo')))).toContain('3.365,00');
    expect(plain(await pdfText(part('garantia')))).toContain('Bruno Lima');
    expect(plain(await pdfText(part('mandato')))).toContain('Proprietários');
    const messages = plain(await pdfText(part('mensagens')));
    expect(messages).toContain('20/09/2026 12:30 Ana Prado Mensagem de cobrança');
    expect(messages).toContain('Aberta para enviar');
    expect((await trailOf(db, 'proposal', id)).at(-1)).toMatchObject({ action: 'debt-dossier' });
  });

  test('for protest has the title’s data, the debtor’s address and the place of payment', async () => {
    const { id, tenant } = await lease();
    await terms(id);
    await db
      .updateTable('client')
      .set({ street: 'Rua Halfeld', number: '10', neighborhood: 'Centro', city: 'Juiz de Fora', state: 'MG' })
      .where('id', '=', tenant.id)
      .execute();
    const files = await unzipBytes((await staff.get(`/proposal/${id}/debt/dossier/PROTEST`)).rawPayload);
    const title = plain(await pdfText(files.get('dados-do-titulo.pdf') ?? Buffer.alloc(0)));
    expect(title).toContain('Valor a protestar R$ 3.365,00');
    expect(title).toContain('Rua Halfeld, 10');
    expect(title).toContain('Praça de pagamento Juiz de Fora/MG');
  });

  test('says in its index that a file is missing, and hands over the rest', async () => {
    const { id } = await lease();
    const added = await as('*').put(`/proposal/${id}/CONTRACT`, form(await document('x'), 'contrato.pdf'));
    const { key } = await db
      .selectFrom('stored_file')
      .select('key')
      .where('id', '=', added.json().id)
      .executeTakeFirstOrThrow();
    await deps.files.remove(key);
    const files = await unzipBytes((await staff.get(`/proposal/${id}/debt/dossier/LAWYER`)).rawPayload);
    expect([...files.keys()].some((name) => name.startsWith('contrato/'))).toBe(false);
    const index = await pdfText(files.get('indice.pdf') ?? Buffer.alloc(0));
    expect(index).toContain('arquivo não encontrado na guarda');
  });

  test('of which the reader leaves half way closes its parts, and the next one is whole', LONG, async () => {
    const { id } = await lease();
    const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(8_000_000, 'x'), Buffer.from('\n%%EOF')]);
    for (const name of ['um.pdf', 'dois.pdf']) await as('*').put(`/proposal/${id}/CONTRACT`, form(large, name));
    const { token } = await signIn('COLLECTION_REGISTER', 'PROPOSAL_VIEW');
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/api/proposal/${id}/debt/dossier/LAWYER`;
    const opened: Readable[] = [];
    const { stream } = deps.files;
    deps.files.stream = async (key) => {
      const file = await stream(key);
      opened.push(file);
      return file;
    };
    try {
      const leaving = new AbortController();
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: leaving.signal });
      await answer.body?.getReader().read();
      await until(
        async () => opened,
        (files) => files.length > 0,
      );
      leaving.abort();
      await until(
        async () => opened,
        (files) => files.every(({ destroyed }) => destroyed),
      );
    } finally {
      deps.files.stream = stream;
    }
    const files = await unzipBytes((await staff.get(`/proposal/${id}/debt/dossier/LAWYER`)).rawPayload);
    expect([...files].filter(([, bytes]) => bytes.equals(large))).toHaveLength(2);
  });

  test('of thousands of messages comes in parts', async () => {
    const { id, tenant } = await lease();
    await db
      .insertInto('message')
      .values(
        Array.from({ length: 450 }, (_, index) => ({
          ...{ key: `teste:${id}:${index}`, kind: 'COLLECTION', client_id: tenant.id, contract_id: id },
          ...{
            subject: `Lembrete ${index}`,
            body: 'x',
            send_at: '2026-10-01T12:00:00Z',
            last_day: '2026-10-04' as const,
          },
        })),
      )
      .execute();
    const files = await unzipBytes((await staff.get(`/proposal/${id}/debt/dossier/LAWYER`)).rawPayload);
    const parts = [...files].filter(([name]) => name.startsWith('mensagens/'));
    expect(parts.map(([name]) => name)).toEqual([1, 2, 3].map((part) => `mensagens/mensagens-00${part}.pdf`));
    const texts = await Promise.all(parts.map(async ([, bytes]) => pdfText(bytes)));
    const found = new Set(texts.join(' ').match(/Lembrete \d+/g));
    expect(found.size).toBe(450);
  });
});

test('the person’s export has the entries, and anonymising clears their words and proofs', async () => {
  const { id, tenant, rents } = await lease();
  const { id: entry } = (
    await act(id, { kind: 'PROTEST', client_id: tenant.id, invoices: rents, body: 'Cartório de Ana Prado' })
  ).json();
  await staff.put(`/debt/register/${entry}/file`, form(await document('x'), 'ana-prado.pdf'));
  const saved = await unzipBytes((await as('*').get(`/user/${tenant.id}/personal-data`)).rawPayload);
  const data = JSON.parse(saved.get('dados.json')?.toString() ?? '{}');
  expect(data.registros_de_cobranca).toMatchObject([
    { contrato: id, registro: 'Protesto', orgao: 'Cartório de Ana Prado', protocolo: '2026-77', em: TODAY },
  ]);
  expect([...saved.keys()].some((name) => name.endsWith('-ana-prado.pdf'))).toBe(true);
  for (const rent of rents) await pay(rent, TODAY);
  await db.updateTable('proposal').set({ status: 'CLOSED', closed_on: TODAY }).where('id', '=', id).execute();
  await db.updateTable('transfer').set({ deleted_at: TODAY }).where('proposal_id', '=', id).execute();
  // A protest that stands needs its person.
  expect(refusal(await as('*').patch(`/user/${tenant.id}/anonymise`))).toEqual([409, 'CLIENT_IS_LISTED']);
  await staff.post(`/debt/register/${entry}/end`, { done_on: TODAY });
  const answer = await as('*').patch(`/user/${tenant.id}/anonymise`);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  const kept = await db.selectFrom('debt_register').selectAll().where('id', '=', entry).executeTakeFirstOrThrow();
  expect(kept.body).not.toContain('Ana Prado');
  const file = await db
    .selectFrom('stored_file')
    .selectAll()
    .where('id', '=', kept.file_id ?? 0)
    .executeTakeFirstOrThrow();
  expect([file.name, file.deleted_at !== null]).toEqual(['Documento anonimizado', true]);
});

test('readers see and can’t write', async () => {
  const { id } = await lease();
  const reader = as('COLLECTION_VIEW');
  expect((await reader.get(`/proposal/${id}/debt`)).statusCode).toBe(200);
  for (const refused of [
    await reader.put(`/proposal/${id}/debt/terms`, CLAUSE),
    await reader.get(`/proposal/${id}/debt/statement`),
    await reader.get(`/proposal/${id}/debt/dossier/LAWYER`),
    await as('COLLECTION_REGISTER').get(`/proposal/${id}/debt/dossier/LAWYER`),
  ])
    expect(refused.statusCode).toBe(403);
});
