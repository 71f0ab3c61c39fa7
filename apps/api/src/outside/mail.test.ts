import { afterEach, describe, expect, test, vi } from 'vitest';
import { LONG } from '#test/long.ts';
import { type Behaviour, startMailServer } from '#test/servers/mail-server.ts';
import { openMail } from './mail.ts';
import { PATIENCE } from './service.ts';

const FROM = 'Imobiliária Serra <nao-responda@serra.example>';
const MAIL = {
  key: 'morada-7-1',
  to: 'ana@exemplo.com.br',
  subject: 'Seu acesso à área do cliente',
  text: 'Olá, Ana.\n\nhttps://serra.example/cliente/acesso/abc',
};

let stop = async () => {};
afterEach(() => stop());

/** A busy machine takes its time with a mail that is accepted. */
const patienceFor = (behaviour: Behaviour) => ({ within: behaviour === 'accepts' ? 60_000 : 2_000, rest: 60_000 });

async function serverThat(behaviour: Behaviour, patience = patienceFor(behaviour)) {
  const server = await startMailServer(behaviour);
  stop = server.close;
  return { server, mail: openMail({ server: server.url, from: FROM }, patience) };
}

const failureOf = (sending: Promise<void>) =>
  sending.then(
    () => 'sent',
    (error: Error) => error,
  );

test('a mail arrives as it was written', async () => {
  const { server, mail } = await serverThat('accepts');
  await mail.send(MAIL);
  expect(server.received).toMatchObject([
    { from: 'nao-responda@serra.example', to: ['ana@exemplo.com.br'], text: `${MAIL.text}\n` },
  ]);
  expect(server.received[0]?.headers).toMatch(/^message-id: <morada-7-1@serra\.example>/im);
});

test('a mail goes out in the agency’s name, and answers go to the agency', async () => {
  const { server, mail } = await serverThat('accepts');
  const name = 'Serra "Verde" <x@mal.example>,\r\nBcc: outro@mal.example';
  await mail.send({ ...MAIL, name, replyTo: 'contato@serra.example' });
  expect(server.received).toMatchObject([{ from: 'nao-responda@serra.example', to: ['ana@exemplo.com.br'] }]);
  const headers = server.received[0]?.headers ?? '';
  expect(headers).toMatch(/^reply-to: contato@serra\.example$/im);
  expect(headers).toMatch(/^from: (?:.|\r?\n )*<nao-responda@serra\.example>$/im);
  expect(headers).not.toMatch(/^bcc:/im);
});

test('a retried mail has the same Message-ID', async () => {
  const { server, mail } = await serverThat('accepts');
  await mail.send(MAIL);
  await mail.send(MAIL);
  const [one, other] = server.received.map(({ headers }) => /^message-id: (.*)$/im.exec(headers)?.[1]);
  expect([one, server.received.length]).toEqual([other, 2]);
});

test('header injection is impossible', async () => {
  const { server, mail } = await serverThat('accepts');
  await mail.send({ ...MAIL, subject: 'Olá\r\nBcc: outro@exemplo.com.br', text: '.\r\nRCPT TO:<x@y.z>' });
  expect(server.received[0]?.to).toEqual(['ana@exemplo.com.br']);
  expect(server.received[0]?.headers).not.toMatch(/^bcc:/im);
  expect(server.received[0]?.text.trim()).toBe('.\nRCPT TO:<x@y.z>');
});

describe('a failing mail', () => {
  test.each<[Behaviour, string]>([
    ['refuses', 'Refused'],
    ['rejects the content', 'Refused'],
    ['defers', 'Unavailable'],
    ['drops', 'Unavailable'],
  ])('throws when the server %s: %s, without its message', async (behaviour, name) => {
    const { mail } = await serverThat(behaviour);
    const error = (await failureOf(mail.send(MAIL))) as Error;
    expect(error.name).toBe(name);
    expect(`${error.message}${error.stack}`).not.toMatch(/ana@|acesso\/abc/);
  });

  test('times out at a silent server', async () => {
    const { mail } = await serverThat('hangs', { within: 200, rest: 60_000 });
    const begun = performance.now();
    expect(await failureOf(mail.send(MAIL))).toMatchObject({ name: 'Unavailable' });
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(PATIENCE.within).toBe(3_000);
  });

  test('fails without a server', async () => {
    const { server, mail } = await serverThat('accepts');
    await server.close();
    stop = async () => {};
    expect(await failureOf(mail.send(MAIL))).toMatchObject({ name: 'Unavailable' });
  });
});

test('opens the circuit after five failures; a rejection doesn’t count', LONG, async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { server, mail } = await serverThat('refuses', { within: 2_000, rest: 30_000 });
  for (let sent = 0; sent < 6; sent += 1) await failureOf(mail.send(MAIL));
  expect(server.tries).toBe(6);
  server.behaviour = 'defers';
  for (let sent = 0; sent < 6; sent += 1) await failureOf(mail.send(MAIL));
  expect(server.tries).toBe(11);
  server.behaviour = 'accepts';
  expect(await failureOf(mail.send(MAIL))).toMatchObject({ name: 'Unavailable' });
  vi.setSystemTime(Date.now() + 30_001);
  await mail.send(MAIL);
  expect(server.received).toHaveLength(1);
  vi.useRealTimers();
});
