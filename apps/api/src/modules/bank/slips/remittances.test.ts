import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { agree, fillAgency } from '#test/collection.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { applyRegistrations, type RegistrationNotice } from './registrations.service.ts';

const TODAY = '2026-11-22';
const { as, db, ctx, clock, client, invoice, stop } = await startApp({ today: TODAY });
afterAll(stop);
beforeEach(async () => {
  clock.today = TODAY;
  await fillAgency(db);
  // Cancels the boletos of earlier tests.
  await db.updateTable('boleto').set({ status: 'CANCELED', canceled_at: new Date(), cancel_due: false }).execute();
});

const issuer = as('BOLETO_CREATE');
const reader = as('BOLETO_VIEW');

type Answer = Awaited<ReturnType<typeof issuer.post>>;
const refusal = (answer: Answer) => [answer.statusCode, answer.json().message];

async function boleto(name = 'João da Conceição') {
  const { id, user_id, proposal_id } = await invoice({ reference: '2026-12', user_id: (await client({ name })).id });
  return (await issuer.post('/boleto/manual', { invoice_id: id, user_id, proposal_id })).json();
}
const remit = () => issuer.post('/boleto/remittance');
const fileOf = async (id: number) => (await reader.get(`/boleto/remittance/${id}/file`)).body;
const linesOf = async (id: number) => (await fileOf(id)).split('\r\n').slice(0, -1);
const rowOf = (id: number) => db.selectFrom('boleto').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const told = (boleto_id: number, what: RegistrationNotice, note: string | null = null) =>
  db.transaction().execute((trx) => applyRegistrations(trx, ctx, [{ boleto_id, told: what, note }]));
/** Columns counted from 1, as in a bank's manual. */
const columns = (line: string | undefined, from: number, to: number) => line?.slice(from - 1, to);

describe('a remittance', () => {
  test('to Itaú has number, amount, day, charges and payer in its columns', async () => {
    await agree(db, '341');
    const made = await boleto();
    const answer = await remit();
    expect(answer.statusCode).toBe(201);
    const { remittance, left } = answer.json();
    expect(left).toEqual([]);
    expect(remittance).toMatchObject({
      name: 'CB221101.REM',
      bank: 'Itaú',
      sequence: 1,
      boletos: 1,
      amount: 1500,
      by: 'Mariana Dias',
    });
    const lines = await linesOf(remittance.id);
    expect(lines.map((line) => [line.length, line[0]])).toEqual([
      [400, '0'],
      [400, '1'],
      [400, '2'],
      [400, '9'],
    ]);
    const [header, title, fine] = lines;
    expect([columns(header, 47, 76), columns(header, 77, 79), columns(header, 95, 100)]).toEqual([
      'MORADA IMOVEIS LTDA.'.padEnd(30),
      '341',
      '221126',
    ]);
    // Manual of July 2021: company 4–17, number 63–70, wallet 84–86, document 111–120, due 121–126, amount 127–139, interest a day 161–173.
    expect(columns(title, 4, 17)).toBe('12ABC34501DE35');
    expect(columns(title, 63, 70)).toBe(made.nosso_numero.slice(4, 12));
    expect(columns(title, 84, 86)).toBe('109');
    expect(columns(title, 109, 110)).toBe('01');
    expect(columns(title, 111, 120)).toBe(String(made.invoice_id).padEnd(10));
    expect(columns(title, 121, 126)).toBe('101226');
    expect(columns(title, 127, 139)).toBe('0000000150000');
    expect(columns(title, 161, 173)).toBe('0000000000045');
    expect(columns(title, 235, 264)).toBe('JOAO DA CONCEICAO'.padEnd(30));
    expect(columns(title, 327, 334)).toBe('36025000');
    // Interest from the 16th; the fine from the 15th: 14 is the last day without.
    expect(columns(title, 386, 391)).toBe('161226');
    expect([columns(fine, 1, 2), columns(fine, 3, 10), columns(fine, 11, 23)]).toEqual([
      '22',
      '14122026',
      '0000000001000',
    ]);
    expect(await rowOf(made.id)).toMatchObject({ registration: 'SENT' });
  });

  test.each([
    ['001', 240],
    ['104', 240],
    ['237', 400],
  ] as const)('to %s has lines of %i columns', async (bank, width) => {
    await agree(db, bank);
    const [one, other] = [await boleto(), await boleto()];
    const { remittance } = (await remit()).json();
    expect(remittance).toMatchObject({ boletos: 2, registrations: 2, cancellations: 0, amount: 3000, sequence: 1 });
    const lines = await linesOf(remittance.id);
    expect(new Set(lines.map((line) => line.length))).toEqual(new Set([width]));
    for (const { id } of [one, other]) {
      const { nosso_numero, registration } = await rowOf(id);
      expect(registration).toBe('SENT');
      expect(lines.some((line) => line.includes(nosso_numero ?? '?'))).toBe(true);
    }
    // Only a bank that can start charging on the fifth day is asked to charge.
    const { slip } = await rowOf(one.id);
    expect(slip.bank_charges !== null).toBe(bank === '104');
  });

  test('reports each boleto once, under concurrent calls', LONG, async () => {
    await agree(db, '341');
    await Promise.all(Array.from({ length: 4 }, () => boleto()));
    const answers = await Promise.all([remit(), remit(), remit()]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409]);
    expect(refusal(await remit())).toEqual([409, 'Não há boletos a enviar ao banco.']);
    await boleto();
    expect((await remit()).json().remittance).toMatchObject({ sequence: 2, boletos: 1, name: 'CB221102.REM' });
    const [last, before] = (await reader.get('/boleto/remittance')).json();
    expect([last.sequence, before.sequence, before.boletos]).toEqual([2, 1, 4]);
  });

  test('reports each cancellation once', async () => {
    await agree(db, '341');
    const made = await boleto();
    await remit();
    await told(made.id, 'REGISTERED');
    await issuer.delete(`/boleto/${made.id}`);
    expect((await reader.get('/boleto?page=1')).json().cancellations).toBe(1);
    const { remittance } = (await remit()).json();
    expect(remittance).toMatchObject({ boletos: 1, registrations: 0, cancellations: 1, amount: 0 });
    const [, title, trailer] = await linesOf(remittance.id);
    expect(columns(title, 109, 110)).toBe('02');
    expect(columns(title, 63, 70)).toBe(made.nosso_numero.slice(4, 12));
    expect(trailer?.[0]).toBe('9');
    expect((await reader.get('/boleto?page=1')).json().cancellations).toBe(0);
    expect((await remit()).statusCode).toBe(409);
  });

  test('reports cancellations by a settlement after the ten minutes of undo', async () => {
    await agree(db, '341');
    const made = await boleto();
    await remit();
    await told(made.id, 'REGISTERED');
    await as('*').patch(`/invoice/${made.invoice_id}/down`, { paid_amount: 1500, payment_method: 'PIX' });
    expect(refusal(await remit())).toEqual([409, 'Não há boletos a enviar ao banco.']);
    expect((await reader.get('/boleto?page=1')).json().cancellations).toBe(0);
    await db
      .updateTable('boleto')
      .set({ settled_at: sql`now() - interval '10 minutes'` })
      .where('id', '=', made.id)
      .execute();
    expect((await reader.get('/boleto?page=1')).json().cancellations).toBe(1);
    expect((await remit()).json().remittance).toMatchObject({ boletos: 1, amount: 0 });
    expect(await rowOf(made.id)).toMatchObject({ status: 'CANCELED', cancel_due: false });
  });

  test('leaves out boletos that the bank would refuse, with the reason', async () => {
    await agree(db, '341');
    const [fine, homeless, late] = [await boleto(), await boleto(), await boleto()];
    const { slip } = await rowOf(homeless.id);
    const payer = { ...slip.payer, address: { ...slip.payer.address, cep: '' } };
    await db
      .updateTable('boleto')
      .set({ slip: JSON.stringify({ ...slip, payer }) })
      .where('id', '=', homeless.id)
      .execute();
    await db.updateTable('boleto').set({ due_date: '2026-11-20' }).where('id', '=', late.id).execute();
    const { remittance, left } = (await remit()).json();
    expect(remittance.boletos).toBe(1);
    expect(left).toEqual([
      { boleto_id: homeless.id, invoice_id: homeless.invoice_id, reason: 'O CEP do pagador é inválido.' },
      { boleto_id: late.id, invoice_id: late.invoice_id, reason: 'Está vencido: gere outro boleto.' },
    ]);
    expect([(await rowOf(fine.id)).registration, (await rowOf(homeless.id)).registration]).toEqual(['SENT', 'NONE']);
    // With nothing else waiting, no file is written and no sequence number is used.
    expect((await remit()).json()).toMatchObject({ remittance: null, left: [{}, {}] });
    await boleto();
    expect((await remit()).json().remittance.sequence).toBe(2);
  });

  test('of an inactive agreement follows that of the active one', async () => {
    await agree(db, '341');
    await boleto();
    await agree(db, '237');
    await boleto();
    expect((await remit()).json().remittance).toMatchObject({ bank: 'Bradesco', boletos: 1 });
    expect((await remit()).json().remittance).toMatchObject({ bank: 'Itaú', boletos: 1 });
  });

  test('is refused for a bank without remittances', async () => {
    await agree(db, '756');
    await boleto();
    expect(refusal(await remit())).toEqual([
      409,
      'A remessa deste banco não é gerada aqui. Registre os boletos no site do banco.',
    ]);
  });

  test('requires the permission to issue boletos', async () => {
    expect((await reader.post('/boleto/remittance')).statusCode).toBe(403);
    expect((await as('CLIENT_VIEW').get('/boleto/remittance')).statusCode).toBe(403);
    expect((await reader.get('/boleto/remittance/999999/file')).statusCode).toBe(404);
    await agree(db, '341');
    await boleto();
    const { remittance } = (await remit()).json();
    const file = await reader.get(`/boleto/remittance/${remittance.id}/file`);
    expect([file.statusCode, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
      200,
      'application/octet-stream',
      'attachment; filename="CB221101.REM"',
    ]);
    expect((await as('CLIENT_VIEW').get(`/boleto/remittance/${remittance.id}/file`)).statusCode).toBe(403);
  });
});

test('anonymising removes the payer from boletos and files, and keeps number and amount', LONG, async () => {
  await agree(db, '341');
  const made = await boleto('Benedita Quaresma');
  const { remittance } = (await remit()).json();
  const before = await rowOf(made.id);
  await as('*').delete(`/financial/invoice/${made.invoice_id}/delete`);
  await as('*').patch(`/proposal/${made.proposal_id}/close`);
  expect((await as('*').patch(`/user/${made.user.id}/anonymise`)).statusCode).toBe(200);
  const after = await rowOf(made.id);
  expect([after.barcode, after.amount, after.slip.lines]).toEqual([before.barcode, before.amount, before.slip.lines]);
  expect(after.slip.payer).toEqual({ name: `Titular anonimizado ${made.user.id}`, document: '', address: {} });
  expect(refusal(await reader.get(`/boleto/remittance/${remittance.id}/file`))).toEqual([
    409,
    'O conteúdo desta remessa foi apagado com os dados pessoais de um pagador.',
  ]);
  const { content } = await db
    .selectFrom('remittance')
    .select('content')
    .where('id', '=', remittance.id)
    .executeTakeFirstOrThrow();
  expect(content).toBe('');
});

describe('a registration notice', () => {
  beforeEach(() => agree(db, '341'));

  test('of a registered boleto is idempotent', async () => {
    const made = await boleto();
    await remit();
    await told(made.id, 'REGISTERED', 'Entrada confirmada');
    const once = await rowOf(made.id);
    expect(once).toMatchObject({ registration: 'REGISTERED', registration_note: 'Entrada confirmada', status: 'OPEN' });
    await told(made.id, 'REGISTERED', 'Entrada confirmada');
    expect(await rowOf(made.id)).toEqual(once);
  });

  test('of a refused boleto sends it again in the next file', async () => {
    const made = await boleto();
    await remit();
    await told(made.id, 'REFUSED', 'CEP inválido');
    expect((await reader.get(`/boleto/${made.id}`)).json()).toMatchObject({
      registration: 'REFUSED',
      registration_note: 'CEP inválido',
    });
    expect((await remit()).json().remittance.boletos).toBe(1);
    expect(await rowOf(made.id)).toMatchObject({ registration: 'SENT', registration_note: null });
  });

  test('of a boleto cancelled meanwhile sends the cancellation', async () => {
    const made = await boleto();
    await remit();
    await issuer.delete(`/boleto/${made.id}`);
    expect(await rowOf(made.id)).toMatchObject({ cancel_due: true });
    await told(made.id, 'REGISTERED');
    expect(await rowOf(made.id)).toMatchObject({ status: 'CANCELED', cancel_due: true });
    await told(made.id, 'TAKEN_BACK');
    expect(await rowOf(made.id)).toMatchObject({ status: 'CANCELED', cancel_due: false, registration: 'NONE' });
  });

  test('of a refused boleto that was cancelled sends nothing', async () => {
    const made = await boleto();
    await remit();
    await issuer.delete(`/boleto/${made.id}`);
    await told(made.id, 'REFUSED', 'CEP inválido');
    expect(await rowOf(made.id)).toMatchObject({ status: 'CANCELED', cancel_due: false });
    expect((await remit()).statusCode).toBe(409);
  });

  test('of a dropped boleto cancels it, so that another can be issued', async () => {
    const made = await boleto();
    await remit();
    await told(made.id, 'REGISTERED');
    await told(made.id, 'TAKEN_BACK', 'Decurso de prazo');
    expect(await rowOf(made.id)).toMatchObject({ status: 'CANCELED', cancel_due: false });
    const { invoice_id, user, proposal_id } = made;
    const next = await issuer.post('/boleto/manual', { invoice_id, user_id: user.id, proposal_id });
    expect(next.json().id).not.toBe(made.id);
  });
});
