import type { Punctuality } from '@morada/contract/collection/punctuality';
import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { refusal, trailOf } from '#test/calls/answers.ts';
import { clientDesk, clientSession, wordsOf } from '#test/desks/client-desk.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { pdfText } from '#test/pdf-text.ts';

const TODAY = '2026-11-24';
const { app, as, client, clock, contract, db, invoice, stop, anonymous } = await startApp({ today: TODAY });
const desk = clientDesk(app);
afterAll(stop);
beforeEach(() => {
  clock.today = TODAY;
});

const staff = as('CLIENT_VIEW');
const shown = async (id: number) => (await staff.get(`/user/${id}/punctuality`)).json<Punctuality>();
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

/** A tenant of 1.500,00 due on the 5th, with the invoices of the given months. */
async function tenant(references: readonly Reference[]) {
  const person = await client({ name: 'Ana Prado' });
  const lease = await contract({ user_id: person.id, transfer_date: 5, start_date: '2026-05-01' });
  const ids: number[] = [];
  for (const reference of references) ids.push((await invoice({ contract: lease, reference })).id);
  return { id: person.id, lease, ids };
}

async function pay(id: number, day: CalendarDate, body: object = { paid_amount: 1500, fine: 0, interest: 0 }) {
  clock.today = day;
  const answer = await as('*').patch(`/invoice/${id}/down`, body);
  expect(answer.statusCode, answer.body).toBe(200);
  clock.today = TODAY;
}

test('months on time, late, in part and open, by the day of payment', LONG, async () => {
  const { id, ids } = await tenant(['2026-07', '2026-08', '2026-09', '2026-10', '2026-11']);
  const [july = 0, august = 0, september = 0, october = 0] = ids;
  // 05/07 is a Sunday: Monday is on time. 05/08 is a Wednesday.
  await pay(july, '2026-07-06');
  await pay(august, '2026-08-13');
  // 05/09 is a Saturday and 07/09 a holiday: Tuesday the 8th is on time; a part stays open.
  await pay(september, '2026-09-08', {
    ...{ paid_amount: 1000, fine: 0, interest: 0 },
    rest: { fate: 'OPEN_BALANCE', due_date: '2026-09-20' },
  });
  await pay(october, '2026-10-05');
  const { list, ...figures } = await shown(id);
  expect(figures).toEqual({
    ...{ day: TODAY, months: 5, on_time: 2, late: 1, partial: 1, agreed: 0, open: 1 },
    ...{ average_delay: 8, longest_delay: 80 },
  });
  expect(list.map(({ due_date, state, days, paid_on }) => [due_date, state, days, paid_on])).toEqual([
    ['2026-11-05', 'OPEN', 19, null],
    ['2026-10-05', 'ON_TIME', 0, '2026-10-05'],
    ['2026-09-05', 'PARTIAL', 80, '2026-09-08'],
    ['2026-08-05', 'LATE', 8, '2026-08-13'],
    ['2026-07-05', 'ON_TIME', 0, '2026-07-06'],
  ]);
  // The rest is paid on 30/09: 25 days after the due date.
  const balance = await db
    .selectFrom('invoice')
    .select('id')
    .where('balance_of', '=', september)
    .executeTakeFirstOrThrow();
  await pay(balance.id, '2026-09-30', { paid_amount: 500, fine: 0, interest: 0 });
  expect(await shown(id)).toMatchObject({ late: 2, partial: 0, average_delay: 17 });
  // A reversed payment leaves the month open.
  await as('*').delete(`/invoice/${october}/refund`);
  expect(await shown(id)).toMatchObject({ on_time: 1, open: 2 });
});

test('the paper has the facts, a code that checks it, and no rating', async () => {
  const { id, ids } = await tenant(['2026-10', '2026-11']);
  await pay(ids[0] ?? 0, '2026-10-05');
  await pay(ids[1] ?? 0, '2026-11-10');
  const answer = await staff.get(`/user/${id}/punctuality/paper`);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  const text = plain(await pdfText(answer.rawPayload));
  expect(text).toContain('Ana Prado');
  expect(text).toContain('Pagos em dia 1 de 2');
  expect(text).toContain('Pagos com atraso 1 de 2');
  expect(text).toContain('Atraso médio 5 dias, nos meses pagos com atraso');
  expect(text).toContain('09/2026 05/10/2026 05/10/2026 Em dia 0');
  expect(text).toContain('não é uma avaliação da pessoa');
  const paper = await db.selectFrom('issued_paper').selectAll().where('client_id', '=', id).executeTakeFirstOrThrow();
  expect(text).toContain(`Código de verificação: ${paper.code}`);
  expect(text).toContain(paper.sha256);
  // A reload on the same day prints the same paper.
  expect(plain(await pdfText((await staff.get(`/user/${id}/punctuality/paper`)).rawPayload))).toContain(paper.code);
  expect((await trailOf(db, 'client', id)).map(({ action }) => action)).toEqual(['punctuality-paper']);

  const page = await anonymous.get(`/paper/${paper.code}`, undefined, { accept: 'text/html' });
  expect(page.statusCode).toBe(200);
  expect(wordsOf(page)).toContain('Pagos em dia 1 Pagos com atraso 1');
  expect(wordsOf(page).replaceAll(' ', '')).toContain(paper.sha256);
  // Nothing in it names the person.
  expect(page.body).not.toContain('Ana');
  const wrong = await anonymous.get(`/paper/${'0'.repeat(24)}`, undefined, { accept: 'text/html' });
  expect([wrong.statusCode, wordsOf(wrong)]).toMatchObject([
    404,
    expect.stringContaining('Nenhum documento foi emitido com este código'),
  ]);
  expect((await anonymous.get('/paper/abc')).statusCode).toBe(404);
});

test('a person without rents has no paper', async () => {
  const { id } = await client();
  expect(await shown(id)).toMatchObject({ months: 0, average_delay: null, list: [] });
  expect(refusal(await staff.get(`/user/${id}/punctuality/paper`))).toEqual([409, 'PUNCTUALITY_NONE']);
  expect(refusal(await staff.get('/user/999999/punctuality'))).toEqual([404, 'PUNCTUALITY_NO_PERSON']);
});

test('the tenant takes the paper in the client area; another client gets none of it', async () => {
  const { id, ids } = await tenant(['2026-10']);
  await pay(ids[0] ?? 0, '2026-10-05');
  const ana = desk.browser(`cliente=${await clientSession({ db }, id)}`);
  expect(wordsOf(await ana.get('/cliente/informes'))).toContain('Comprovante de pontualidade');
  const pdf = await ana.get('/cliente/pontualidade');
  expect(plain(await pdfText(pdf.rawPayload))).toContain('Pagos em dia 1 de 1');
  const other = desk.browser(`cliente=${await clientSession({ db }, (await client()).id)}`);
  expect(wordsOf(await other.get('/cliente/informes'))).not.toContain('pontualidade');
  expect((await other.get('/cliente/pontualidade')).statusCode).toBe(404);
});

test('anonymising deletes the papers', LONG, async () => {
  const { id, lease, ids } = await tenant(['2026-10']);
  await pay(ids[0] ?? 0, '2026-10-05');
  await staff.get(`/user/${id}/punctuality/paper`);
  await db.updateTable('proposal').set({ status: 'CLOSED', closed_on: TODAY }).where('id', '=', lease.id).execute();
  await db.updateTable('transfer').set({ deleted_at: TODAY }).where('proposal_id', '=', lease.id).execute();
  expect((await as('*').patch(`/user/${id}/anonymise`)).statusCode).toBe(200);
  expect(await db.selectFrom('issued_paper').select('id').where('client_id', '=', id).execute()).toEqual([]);
});
