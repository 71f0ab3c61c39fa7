import { readPix } from '@morada/domain/bank/pix/pix';
import type { SlipParty } from '@morada/domain/bank/slip';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { LONG } from '#test/long.ts';
import { BOLETO_DESKS, type BoletoDesk, startNoticeReceiver } from '../../../test/desks/boleto-desks.ts';
import type { BoletoMovement, BoletoOrder, BoletoRegistrar } from './registrar.ts';

const TODAY: CalendarDate = '2026-11-03';
const DUE: CalendarDate = '2026-11-10';
const IMPATIENT = { within: 400, rest: 50 };

const payer: SlipParty = {
  name: 'Ana Souza',
  document: '529.982.247-25',
  address: {
    street: 'Rua São Mateus',
    number: '915',
    complement: 'ap. 501',
    neighborhood: 'São Mateus',
    city: 'Juiz de Fora',
    state: 'MG',
    cep: '36025-000',
  },
};

let running = 0;

describe.each(BOLETO_DESKS)('%s', (_, start) => {
  let desk: BoletoDesk;
  let registrar: BoletoRegistrar;
  let today: CalendarDate = TODAY;

  beforeAll(async () => {
    desk = await start({ now: () => new Date(`${today}T15:00:00Z`) });
  });
  afterAll(() => desk.server.close());
  beforeEach(async () => {
    registrar = desk.open();
    await registrar.check(TODAY);
  });
  afterEach(() => {
    registrar.close();
    desk.server.recover();
    desk.setUnknownState(false);
    today = TODAY;
  });

  function newOrder(changes: Partial<BoletoOrder> = {}): BoletoOrder {
    running += 1;
    return {
      document_number: `FATURA-${running}`,
      nosso_numero: desk.numberOf(running),
      issued_on: TODAY,
      due_date: DUE,
      payable_until: '2026-12-10',
      amount: 281_130,
      charges: null,
      payer,
      messages: ['Aluguel de outubro de 2026', 'Dúvidas: (32) 3215-0000'],
      ...changes,
    };
  }

  async function registered(changes: Partial<BoletoOrder> = {}): Promise<string> {
    const { handle } = await registrar.register(newOrder(changes));
    desk.workOff();
    return handle;
  }

  async function movements(from: CalendarDate, until: CalendarDate): Promise<BoletoMovement[]> {
    const found: BoletoMovement[] = [];
    for await (const block of registrar.movements(from, until)) found.push(...block);
    return found;
  }

  test('registers a boleto with number, barcode, line and QR', async () => {
    const order = newOrder();
    const first = await registrar.register(order);
    expect(first).toMatchObject({ problem: null, payment: null });
    desk.workOff();
    const boleto = await registrar.boleto(first.handle);
    expect(boleto).toMatchObject({ handle: first.handle, state: 'REGISTERED', problem: null, payment: null });
    expect(boleto.nosso_numero).toMatch(/^\d{11,17}$/);
    if (order.nosso_numero !== null) expect(boleto.nosso_numero).toBe(order.nosso_numero);
    expect(boleto.barcode).toMatch(/^\d{44}$/);
    expect(boleto.digitable_line).toMatch(/^\d{47}$/);
    // The amount is the end of the line: R$ 2.811,30.
    expect(boleto.digitable_line?.slice(-10)).toBe('0000281130');
    expect(readPix(boleto.pix ?? '')).toMatchObject({ pix: { url: expect.stringContaining('pix.example.com') } });
  });

  test('registers once, though the answer was lost', async () => {
    const order = newOrder();
    desk.server.fail(1, 503, { on: desk.registration, performed: true });
    const lost = await registrar.register(order).catch(() => undefined);
    const again = await registrar.register(order);
    expect(desk.countOf(order.document_number)).toBe(1);
    if (lost) expect(again.handle).toBe(lost.handle);
    desk.workOff();
    expect((await registrar.boleto(again.handle)).state).toBe('REGISTERED');
    expect((await registrar.register(order)).handle).toBe(again.handle);
  });

  test('repeats a registration that failed', async () => {
    const order = newOrder();
    desk.server.fail(2, 500, { on: desk.registration });
    await expect(registrar.register(order)).rejects.toMatchObject({ kind: 'AWAY' });
    desk.server.recover();
    await registrar.register(order);
    expect(desk.countOf(order.document_number)).toBe(1);
  });

  test('refuses in the words of the bank, and registers nothing', async () => {
    const order = newOrder({ due_date: '2026-11-02' });
    await expect(registrar.register(order)).rejects.toMatchObject({
      kind: 'REFUSED',
      message: expect.stringMatching(/data de vencimento .*anterior/i),
    });
    expect(desk.countOf(order.document_number)).toBe(0);
  });

  test.each([
    ['a «seu número» that is too long', { document_number: 'FATURA-0123456789' }],
    [
      'interest from the sixth day',
      { charges: { fine: { percent: 0, from: DUE }, interest: { per_day: 84, from: '2026-11-16' as const } } },
    ],
  ])('refuses %s without a call', async (_case, changes) => {
    const before = desk.server.calls.length;
    const order = newOrder(changes);
    await expect(registrar.register(order)).rejects.toMatchObject({ kind: 'REFUSED' });
    expect(desk.server.calls).toHaveLength(before);
  });

  test('asks for a fine and interest from the first day', async () => {
    const handle = await registered({
      charges: { fine: { percent: 200, from: '2026-11-11' }, interest: { per_day: 84, from: '2026-11-11' } },
    });
    desk.server.pay(handle, { on: '2026-11-13' });
    // 2% of 2.811,30 is 56,226, and three days of 0,84.
    expect((await registrar.boleto(handle)).payment).toMatchObject({ paid: 281_130 + 5_623 + 252 });
  });

  test('cancels, twice without harm, and never what was paid', async () => {
    const handle = await registered();
    await registrar.cancel(handle);
    await registrar.cancel(handle);
    expect((await registrar.boleto(handle)).state).toBe('CANCELED');

    const paid = await registered();
    desk.server.pay(paid);
    await expect(registrar.cancel(paid)).rejects.toMatchObject({ kind: 'REFUSED' });
    expect((await registrar.boleto(paid)).state).toBe('PAID');
  });

  test('cancels once, though the answer was lost', async () => {
    const handle = await registered();
    desk.server.fail(1, 504, { on: /^POST .*\/(cancelar|baixar)$/, performed: true });
    await registrar.cancel(handle);
    expect((await registrar.boleto(handle)).state).toBe('CANCELED');
  });

  test('does not know what the bank does not know', async () => {
    const unknown = `000${desk.numberOf(9_999_999) ?? '00000000000000000'}`;
    await expect(registrar.boleto(unknown)).rejects.toMatchObject({ kind: 'ABSENT' });
    await expect(registrar.cancel(unknown)).rejects.toMatchObject({ kind: 'ABSENT' });
  });

  test('tells a payment as the bank reports it', async () => {
    const handle = await registered();
    desk.server.pay(handle, { on: '2026-11-09', by: 'PIX' });
    desk.settle(handle, '2026-11-10');
    const { state, nosso_numero, payment } = await registrar.boleto(handle);
    expect(state).toBe('PAID');
    expect(payment).toMatchObject({ handle, nosso_numero, paid_on: '2026-11-09', paid: 281_130, byPix: true });
  });

  test('tells payments whose notices were lost by their days, page by page', async () => {
    const handles = [await registered(), await registered(), await registered(), await registered()];
    const [early = '', ...late] = handles;
    today = '2026-11-05';
    desk.server.pay(early);
    desk.settle(early);
    today = '2026-11-08';
    for (const handle of late) {
      desk.server.pay(handle, { amount: 100_000 });
      desk.settle(handle);
    }
    const paid = (await movements('2026-11-07', '2026-11-08')).filter(({ kind }) => kind !== 'CANCELED');
    const told = { paid: 100_000, paid_on: '2026-11-08' };
    const expected = late.map((handle) =>
      desk.listsPayments
        ? { kind: 'PAID', payment: expect.objectContaining({ handle, ...told }) }
        : { kind: 'SETTLED', handle },
    );
    expect(paid).toEqual(expected);
  });

  test('tells what was cancelled at the bank', async () => {
    const handle = await registered();
    desk.server.drop(handle);
    expect(await movements(TODAY, TODAY)).toContainEqual({ kind: 'CANCELED', handle });
  });

  test('reads handles of notices: alone, grouped, repeated, and of no boleto', async () => {
    const receiver = await startNoticeReceiver();
    if (desk.orderNotices) desk.orderNotices(receiver.url);
    else await registrar.setNotices?.(receiver.url);
    const handles = [await registered(), await registered(), await registered()];
    await desk.server.delivered();
    receiver.bodies.length = 0;
    desk.server.hold();
    for (const handle of handles) desk.server.pay(handle);
    await desk.server.flush({ group: 2, copies: 2, order: 'reversed' });
    expect(receiver.bodies.map((body) => registrar.handlesOfNotice(body))).toEqual([
      [handles[2], handles[1]],
      [handles[0]],
      [handles[2], handles[1]],
      [handles[0]],
    ]);
    desk.server.hold();
    desk.server.notify(handles[0] ?? '');
    desk.server.notify(handles[0] ?? '');
    await desk.server.flush({ group: 2 });
    expect(registrar.handlesOfNotice(receiver.bodies.at(-1))).toEqual([handles[0]]);
    desk.server.hold();
    desk.server.notify(handles[0] ?? '');
    desk.server.lose();
    await desk.server.delivered();
    expect(receiver.bodies).toHaveLength(5);
    await receiver.close();
  });

  test.each([undefined, null, 'texto', 7, [], [null], {}, { id: 3 }, [{ id: '' }]])('reads no handle of %j', (body) => {
    expect(registrar.handlesOfNotice(body)).toEqual([]);
  });

  test('bears states and fields that it does not know', async () => {
    const handle = await registered();
    desk.setUnknownState(true);
    expect(await registrar.boleto(handle)).toMatchObject({ state: 'REGISTERED', payment: null });
    const ofHandle = (await movements(TODAY, TODAY)).filter((one) => 'handle' in one && one.handle === handle);
    expect(ofHandle).toEqual([]);
  });

  test.each([429, 503])('is away after answers of %i, and back after them', LONG, async (status) => {
    const handle = await registered();
    desk.server.fail(2, status);
    await expect(registrar.boleto(handle)).rejects.toMatchObject({ kind: 'AWAY' });
    expect((await registrar.boleto(handle)).state).toBe('REGISTERED');
  });

  test('is away while the bank does not answer', LONG, async () => {
    const impatient = desk.open(desk.access, IMPATIENT);
    desk.server.hang();
    await expect(impatient.check(TODAY)).rejects.toMatchObject({ kind: 'AWAY' });
    desk.server.recover();
    await vi.waitFor(() => impatient.check(TODAY), { timeout: 60_000 });
    impatient.close();
  });

  test('renews a token that ended early', async () => {
    const handle = await registered();
    desk.server.expireTokens();
    expect((await registrar.boleto(handle)).state).toBe('REGISTERED');
  });

  test('is denied with another secret, and with the certificate of another client', async () => {
    const { cert, key } = desk.server.otherCertificate;
    const wrong = [
      { ...desk.access, client_secret: 'outro' },
      ...(desk.mutual ? [{ ...desk.access, certificate: cert, private_key: key }] : []),
      ...(desk.mutual ? [{ ...desk.access, certificate: null, private_key: null }] : []),
    ];
    for (const access of wrong) {
      const denied = desk.open(access);
      await expect(denied.check(TODAY)).rejects.toMatchObject({ kind: 'DENIED' });
      denied.close();
    }
  });
});
