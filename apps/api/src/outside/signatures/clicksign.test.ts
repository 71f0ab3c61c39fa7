import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startClicksign } from '#test/servers/clicksign-server.ts';
import { SendFailure } from '../sender.ts';
import { isSigned } from '../signed-body.ts';
import { openClicksign, readNotice } from './clicksign.ts';
import type { PaperToSign } from './provider.ts';

const clicksign = await startClicksign();
afterAll(() => clicksign.close());

const access = { base_url: clicksign.url, token: clicksign.token };
const open = (within = 20_000) => openClicksign(access, { within, rest: 60_000 });
const PAPER: PaperToSign = {
  ...{ reference: 'morada-1f0b6c1e', title: 'Contrato 12, Rua das Flores', filename: 'contrato-12.pdf' },
  ...{ bytes: Buffer.from('%PDF-1.7 contrato'), deadline: '2099-12-31', remind_days: 5, in_order: true },
  signers: [
    {
      ...{ id: 1, name: 'Ana Prado', cpf: '52998224725', email: 'ana@exemplo.com', phone: null },
      ...{ channel: 'EMAIL', as: 'LESSOR', turn: 1 },
    },
    {
      ...{ id: 2, name: 'Bruno Reis', cpf: null, email: null, phone: '5532988412076' },
      ...{ channel: 'WHATSAPP', as: 'LESSEE', turn: 2 },
    },
  ],
};
const heldOf = (key: string) => {
  const found = clicksign.envelopes.get(key);
  if (!found) throw new Error('no envelope');
  return found;
};
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof SendFailure ? error : Promise.reject(error)),
  );

beforeEach(() => {
  clicksign.envelopes.clear();
  clicksign.recover();
});

test('a paper is sent with its signers, what each must prove, and its last day', async () => {
  const sent = await open().send(PAPER, { maybeSent: false });
  const held = heldOf(sent.envelope);
  expect(held).toMatchObject({
    ...{ status: 'running', name: 'Contrato 12 Rua das Flores morada-1f0b6c1e' },
    attributes: {
      ...{ deadline_at: '2099-12-31T23:59:59.000-03:00', deadline_partial_signature_action: 'canceled' },
      ...{ remind_interval: 3, block_after_refusal: true, auto_close: true },
    },
  });
  expect(held.document?.bytes.toString()).toBe('%PDF-1.7 contrato');
  expect(held.signers.map(({ attributes }) => attributes)).toMatchObject([
    { documentation: '529.982.247-25', group: 1, communicate_events: { signature_request: 'email' } },
    {
      phone_number: '32988412076',
      has_documentation: false,
      group: 2,
      communicate_events: { document_signed: 'whatsapp' },
    },
  ]);
  expect(held.requirements.map(({ attributes }) => attributes)).toEqual([
    ...[
      { action: 'agree', role: 'lessor' },
      { action: 'provide_evidence', auth: 'email' },
    ],
    ...[
      { action: 'agree', role: 'lessee' },
      { action: 'provide_evidence', auth: 'whatsapp' },
    ],
  ]);
  expect(sent.signers).toEqual(new Map([1, 2].map((id, place) => [id, held.signers[place]?.id])));
});

// Each step of a sending loses its answer in turn: the next try finds what it left, and one paper is out.
const STEPS = [
  ...['POST /envelopes$', 'POST .*/documents', 'POST .*/signers', 'POST .*/bulk_requirements', 'PATCH /envelopes/'],
] as const;
test.each(STEPS)('the answer to %s is lost: the next try sends no second paper', async (step) => {
  const client = open();
  clicksign.fail(1, 'LOST', new RegExp(step));
  expect((await failureOf(client.send(PAPER, { maybeSent: false })))?.kind).toBe('LOST');
  const sent = await client.send(PAPER, { maybeSent: true });
  expect([...clicksign.envelopes.values()].map(({ id, status }) => ({ id, status }))).toEqual([
    { id: sent.envelope, status: 'running' },
  ]);
  expect([...sent.signers.keys()]).toEqual([1, 2]);
});

describe('failures', () => {
  test.each([
    ['DOWN', 'AWAY', 'A Clicksign está fora do ar, ou a conta não tem envelopes (503).'],
    ['ERROR', 'LOST', 'A Clicksign está com problemas (resposta 500).'],
    ['LOST', 'LOST', 'A conversa com o serviço caiu antes da resposta.'],
    ['HANGS', 'LOST', 'O serviço demorou demais para responder.'],
    ['SLOW', 'SLOW', 'A Clicksign pediu para esperar antes de chamar de novo.'],
    ['REFUSES', 'REFUSED', 'A Clicksign recusou: documentation - inválido.'],
  ] as const)('%s is %s', async (as, kind, message) => {
    clicksign.fail(1, as);
    const failure = await failureOf(open(as === 'HANGS' ? 300 : undefined).send(PAPER, { maybeSent: false }));
    expect(failure).toMatchObject({ kind, message });
    expect(failure?.until !== undefined).toBe(as === 'SLOW');
  });

  test('another token is denied', async () => {
    const failure = await failureOf(openClicksign({ ...access, token: 'outro' }).check());
    expect(failure).toMatchObject({ kind: 'DENIED' });
  });
});

test('what happened there is read in its order, and the file that all signed', async () => {
  const client = open();
  const sent = await client.send(PAPER, { maybeSent: false });
  const held = heldOf(sent.envelope);
  clicksign.signAs(held, 'Ana Prado');
  expect(await client.read(sent)).toMatchObject({
    status: 'RUNNING',
    events: [{ kind: 'SIGNED', signer: { key: sent.signers.get(1), cpf: '52998224725' }, address: '200.150.10.7' }],
  });
  expect(await client.signedFile(sent)).toBeUndefined();
  clicksign.signAs(held, 'Bruno Reis');
  expect(await client.read(sent)).toMatchObject({ status: 'CLOSED', events: [{}, { signer: { cpf: null } }] });
  expect((await client.signedFile(sent))?.toString()).toBe('%PDF-1.7 contrato\n% Clicksign\n');
  expect(await client.cancel(PAPER, sent)).toBe('CLOSED');
});

test('a refusal, a last day and a paper that is withdrawn', async () => {
  const client = open();
  const sent = await client.send(PAPER, { maybeSent: false });
  clicksign.refuseAs(heldOf(sent.envelope), 'Ana Prado');
  expect(await client.read(sent)).toMatchObject({
    events: [{ kind: 'REFUSED', reason: 'Conteúdo do documento; O valor está errado' }],
  });
  clicksign.passDeadline(heldOf(sent.envelope));
  expect(await client.read(sent)).toMatchObject({ status: 'CANCELED', events: [{}, { kind: 'DEADLINE' }] });

  // Only the name of a paper is known when its answer was lost.
  const again = { ...PAPER, reference: 'morada-2' };
  const { envelope } = await client.send(again, { maybeSent: false });
  expect(await client.cancel(again, undefined)).toBe('CANCELED');
  expect(heldOf(envelope).status).toBe('canceled');
  expect(await client.cancel({ ...PAPER, reference: 'morada-3' }, undefined)).toBe('CANCELED');
});

test('a notice is proved by the HMAC of its bytes, and says which document it is about', () => {
  const body = '{"event":{"name":"sign"}}';
  const hmac = 'c86605c5b5f108bbb6cb4c03cddf886ce3c1437cd5d36e0f15d100bd91d10452';
  expect(isSigned(body, `sha256=${hmac}`, 'segredo-de-teste')).toBe(true);
  expect(isSigned(`${body} `, `sha256=${hmac}`, 'segredo-de-teste')).toBe(false);
  expect(isSigned(body, hmac, 'segredo-de-teste')).toBe(false);
  expect(isSigned(body, undefined, 'segredo-de-teste')).toBe(false);
  expect(readNotice(JSON.parse(body))).toBeUndefined();
  expect(readNotice({ document: { key: 'k', metadata: { reference: 'r' } } })).toEqual({
    document: 'k',
    reference: 'r',
  });
});
