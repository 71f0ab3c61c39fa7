import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { ANA, BRUNO, clicksignDesk } from '#test/signing/clicksign-desk.ts';
import { deleteProvider, holdProvider, lockProvider } from './provider.queries.ts';
import { workOnProvider } from './provider-work.service.ts';

const app = await startApp({ today: '2026-03-10' });
const { db, deps, clock } = app;
const desk = await clicksignDesk(app);
const { clicksign, staff, link, drafted, sent, round, post, show, errandOf, heldOf } = desk;
afterAll(async () => {
  await clicksign.close();
  await app.stop();
});

beforeEach(async () => {
  await app.empty();
  clicksign.envelopes.clear();
  clicksign.recover();
  await link();
});

test('a paper goes out, its signatures come back by notices in any order, and the file becomes the document', async () => {
  const id = await sent();
  await workOnProvider(deps);
  const held = heldOf();
  expect(held).toMatchObject({ status: 'running', asked: [null] });
  expect((await show(id)).people.map(({ state }: { state: string }) => state)).toEqual(['ASKED', 'ASKED']);

  const first = clicksign.noticeOf(held, clicksign.signAs(held, 'Bruno Reis'));
  clicksign.signAs(held, 'Ana Prado');
  const last = clicksign.noticeOf(held, held.events.at(-1) as (typeof held.events)[number]);
  // The last notice comes first, and one comes twice.
  for (const notice of [last, first, first]) expect((await post(notice)).statusCode).toBe(204);
  expect(await db.selectFrom('signature_notice').select('state').execute()).toHaveLength(2);
  await workOnProvider(deps);

  const shown = await show(id);
  expect(shown.state).toBe('SIGNED');
  const signed = await staff.get(`/signature/${id}/signed`);
  expect(signed.rawPayload.subarray(-12).toString()).toBe('% Clicksign\n');
  expect(shown.signed_sha256).toBe(createHash('sha256').update(signed.rawPayload).digest('hex'));
  const events = await db
    .selectFrom('signature_event')
    .select(['kind', 'address'])
    .where('envelope_id', '=', id)
    .where('kind', '=', 'SIGNED')
    .execute();
  expect(events.map(({ address }) => address)).toEqual(['200.150.10.7', '200.150.10.7']);
  const documents = await db.selectFrom('proposal_document').select(['type', 'file_id']).execute();
  expect(documents).toEqual([{ type: 'OTHER', file_id: expect.anything() }]);
  expect((await errandOf(id)).over_at).not.toBeNull();
  // What was said of people is not kept.
  const notices = await db.selectFrom('signature_notice').select(['state', 'raw']).execute();
  expect(notices).toEqual([1, 2].map(() => ({ state: 'DONE', raw: '' })));
  await round();
  expect(await db.selectFrom('proposal_document').select('file_id').execute()).toHaveLength(1);
});

test('a notice that was forged is refused, and one about a paper of others is closed', async () => {
  const id = await sent();
  await workOnProvider(deps);
  const held = heldOf();
  const notice = clicksign.noticeOf(held, clicksign.signAs(held, 'Ana Prado'));
  expect((await post(notice, 'outro segredo')).json().code).toBe('PROVIDER_UNSIGNED');
  const unsigned = await app.anonymous.post('/signature/clicksign', notice);
  expect(unsigned.json().code).toBe('PROVIDER_UNSIGNED');
  expect(await db.selectFrom('signature_notice').select('id').execute()).toEqual([]);

  const other = { ...notice, document: { ...notice.document, key: 'de-outro', metadata: null } };
  expect((await post(other)).statusCode).toBe(204);
  expect((await post({ event: { name: 'acceptance_term_sent' } })).statusCode).toBe(204);
  await workOnProvider(deps);
  expect(await db.selectFrom('signature_notice').select('state').execute()).toEqual(
    [1, 2].map(() => ({ state: 'UNKNOWN' })),
  );
  expect((await show(id)).signed).toBe(0);
});

test('what no notice told is read: turns, a refusal, and the end there', LONG, async () => {
  const id = await sent({ people: [ANA, { ...BRUNO, turn: 2 }], in_order: true });
  await workOnProvider(deps);
  const held = heldOf();
  expect(held.signers.map(({ attributes }) => attributes.group)).toEqual([1, 2]);
  clicksign.signAs(held, 'Ana Prado');
  await round();
  expect((await show(id)).people.map(({ state }: { state: string }) => state)).toEqual(['SIGNED', 'ASKED']);
  // The next look is an hour away.
  const { next_try_at } = await errandOf(id);
  expect(Number(new Date(next_try_at ?? 0)) - Date.now()).toBeGreaterThan(50 * 60_000);

  clicksign.refuseAs(held, 'Bruno Reis');
  await round();
  expect(await show(id)).toMatchObject({
    state: 'REFUSED',
    ended_reason: 'Conteúdo do documento; O valor está errado',
  });
  // Nobody signs there any more.
  expect(held.status).toBe('canceled');
  expect((await errandOf(id)).over_at).not.toBeNull();
});

test('signatures told in another order, or a moment after the last day, count: the provider took them', async () => {
  const id = await sent({ people: [ANA, { ...BRUNO, turn: 2 }], in_order: true });
  await workOnProvider(deps);
  const held = heldOf();
  clock.today = '2026-03-26';
  clicksign.signAs(held, 'Ana Prado');
  clicksign.signAs(held, 'Bruno Reis');
  held.events.reverse();
  await round();
  clock.today = '2026-03-10';
  const found = await show(id);
  expect([found.state, found.signed]).toEqual(['SIGNED', 2]);
});

test('the file of a paper that is signed there is not closed here', async () => {
  const id = await sent();
  await db.updateTable('signature_envelope').set({ state: 'SEALING' }).where('id', '=', id).execute();
  const answer = await staff.post(`/signature/${id}/seal`);
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'SIGNATURE_AT_PROVIDER']);
});

test('withdrawn here is cancelled there, and cancelled there is withdrawn here', LONG, async () => {
  const here = await sent();
  await workOnProvider(deps);
  expect((await staff.post(`/signature/${here}/withdraw`, { reason: 'Valor errado' })).statusCode).toBe(200);
  await workOnProvider(deps);
  expect(heldOf().status).toBe('canceled');

  clicksign.envelopes.clear();
  const there = await sent();
  await workOnProvider(deps);
  clicksign.cancelThere(heldOf());
  await round();
  expect(await show(there)).toMatchObject({
    ...{ state: 'WITHDRAWN', withdrawn_by: 'PROVIDER', ended_reason: 'O envelope foi cancelado na Clicksign.' },
  });
});

test(
  'a signature before the end of the last day counts though it is read after it; without one the paper expires',
  LONG,
  async () => {
    const [signed, past] = [await sent(), await sent()];
    await workOnProvider(deps);
    const [held, other] = clicksign.out();
    if (!held || !other) throw new Error('not sent');
    clock.today = '2026-03-25';
    const [first, second] =
      (await show(signed)).sha256 && held.name.includes((await errandOf(signed)).reference)
        ? [held, other]
        : [other, held];
    clicksign.signAs(first, 'Ana Prado');
    clicksign.signAs(first, 'Bruno Reis');
    clock.today = '2026-03-26';
    await round();
    expect((await show(signed)).state).toBe('SIGNED');
    expect((await show(past)).state).toBe('EXPIRED');
    expect(second.status).toBe('canceled');
  },
);

test('one that the provider refuses waits visibly and holds up no other; a provider that is down neither', async () => {
  await expect(sent({ people: [{ ...ANA, name: 'Ana' }] })).rejects.toThrow('nome e sobrenome');
  const wrong = await sent();
  clicksign.fail(1, 'REFUSES', /signers/);
  await workOnProvider(deps);
  const right = await sent();
  await workOnProvider(deps);
  expect((await errandOf(wrong)).problem).toBe('A Clicksign recusou: documentation - inválido.');
  expect((await errandOf(right)).sent_at).not.toBeNull();
  const shown = (await staff.get('/signature/clicksign')).json();
  expect(shown.kept).toMatchObject({ refused: 1, waiting: 0 });
  expect((await staff.get(`/signature/${wrong}/clicksign`)).json().errand).toMatchObject({
    refused: true,
    sent_at: null,
  });
  const { stuck } = (await staff.get('/signature/tasks')).json();
  expect(stuck).toMatchObject([{ id: wrong, problem: 'A Clicksign recusou: documentation - inválido.' }]);
  // It is refused again, and then put right by a new one.
  clicksign.fail(1, 'REFUSES', /signers/);
  expect((await staff.post(`/signature/${wrong}/clicksign`)).statusCode).toBe(204);
  await workOnProvider(deps);
  expect((await errandOf(wrong)).refused).toBe(true);
  expect((await staff.post(`/signature/${wrong}/withdraw`, { reason: 'Nome' })).statusCode).toBe(200);
  await workOnProvider(deps);
  expect(clicksign.envelopes.size).toBe(1);

  const later = await sent();
  clicksign.fail(100, 'DOWN');
  await workOnProvider(deps);
  expect((await errandOf(later)).problem).toContain('fora do ar');
  expect((await staff.get('/signature/clicksign')).json().kept.problem).toContain('fora do ar');
  clicksign.recover();
  await round();
  expect((await errandOf(later)).sent_at).not.toBeNull();
  expect(clicksign.out()).toHaveLength(2);
});

test('the connection is kept sealed, tested, and left only when nothing is out', async () => {
  const row = await db.selectFrom('signature_connection').selectAll().executeTakeFirstOrThrow();
  for (const secret of [row.token, row.secret]) expect(secret).toMatch(/^sealed:/);
  expect((await staff.post('/signature/clicksign/test')).json()).toEqual({
    ...{ ok: true, told: 'A Clicksign respondeu: 0 envelopes na conta.' },
  });
  await sent();
  expect((await staff.delete('/signature/clicksign')).json().code).toBe('PROVIDER_UNDER_WAY');
  await workOnProvider(deps);
  clicksign.cancelThere(heldOf());
  await round();
  expect((await staff.delete('/signature/clicksign')).statusCode).toBe(204);
  expect((await staff.get('/signature/settings')).json().provider).toBe('ROOM');
  await link('outro-token');
  expect((await staff.post('/signature/clicksign/test')).json()).toMatchObject({ ok: false });
});

describe('the connection is left', () => {
  const stateOf = async (id: number) =>
    db.selectFrom('signature_envelope').select(['state', 'provider']).where('id', '=', id).executeTakeFirstOrThrow();

  test('for papers that are being prepared, which are then signed in our room', async () => {
    const id = await drafted();
    expect((await staff.delete('/signature/clicksign')).statusCode).toBe(204);
    expect(await stateOf(id)).toEqual({ state: 'DRAFT', provider: 'ROOM' });
  });

  test('not while a paper goes out: who leaves it waits, and then is told', async () => {
    const id = await drafted();
    // The paper goes out, and its transaction is not over yet.
    const leaving = await db.transaction().execute(async (trx) => {
      await holdProvider(trx);
      const out = { state: 'OUT', sent_at: new Date(), check_code: 'TESTE' } as const;
      await trx.updateTable('signature_envelope').set(out).where('id', '=', id).execute();
      const asked = staff.delete('/signature/clicksign');
      await untilOneWaits();
      return { asked };
    });
    expect((await leaving.asked).json().code).toBe('PROVIDER_UNDER_WAY');
  });

  test('while a paper is being sent, which then goes nowhere', async () => {
    const id = await drafted();
    const sending = await db.transaction().execute(async (trx) => {
      await lockProvider(trx);
      const asked = staff.post(`/signature/${id}/send`);
      await untilOneWaits();
      await deleteProvider(trx);
      return { asked };
    });
    const answer = await sending.asked;
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'SIGNATURE_PROVIDER_OFF']);
    expect((await stateOf(id)).state).toBe('DRAFT');
  });
});

const untilOneWaits = () =>
  vi.waitFor(async () => {
    const { rows } =
      await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        db,
      );
    expect(rows).toHaveLength(1);
  });
