import { type AddressInfo, connect as dial } from 'node:net';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '#api/base/settings.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { openOutside } from '#api/outside/outside.ts';
import { described } from '../calls/described.ts';
import { startApp } from '../harness.ts';
import { LONG } from '../long.ts';
import { settingsFor, startStubServer } from '../outside.ts';
import { randomFrom } from '../random.ts';
import { hostileRequest, PAGES } from './hostile-requests.ts';
import { longRequests } from './long-requests.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122);
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 400);
/** Requests after which another session takes over: the requests end sessions and remove permissions. */
const SHIFT = 20;
/** Timeout of a request, counted as status 599. */
const PATIENCE = 8_000;
/** CPU time that a call with long fields may take. */
const MOST_CPU_MS = 50;

const stub = await startStubServer();
afterAll(stub.close);
const { app, anonymous, as, client, owner, property, contract, invoice, db, signIn, stop } = await startApp({
  outside: openOutside(readSettings(settingsFor(stub.url))),
});
afterAll(stop);
const { operations } = await described(anonymous);
// Public pages are requested several times as often as single calls.
const calls = [...operations, ...PAGES, ...PAGES, ...PAGES];
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;

type Raw = { status: number; type: string; body: string };

/** Response bytes until the server closes the connection; status 0 if it closes without any. */
function exchange(bytes: Buffer, cut: boolean) {
  return new Promise<Raw>((resolve) => {
    const socket = dial(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1').setTimeout(PATIENCE, () => {
      text = 'HTTP/1.1 599 stood still\r\n\r\n';
      socket.destroy();
    });
    socket.on('data', (part) => {
      text += part;
      // A stream has no end to wait for.
      if (/\r\ncontent-type: text\/event-stream/i.test(text)) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      const end = text.indexOf('\r\n\r\n');
      const type = /\r\ncontent-type: ([^\r]*)/i.exec(text.slice(0, end + 2))?.[1] ?? '';
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), type, body: text.slice(end + 4) });
    });
    if (cut) socket.end(bytes);
    else socket.write(bytes);
  });
}

const STACK = /\bat (async )?[\w.<>]+ \(|node:internal|node_modules|\.ts:\d+/;
/** Sent as a single chunk or none. */
const EMPTY = /^(0\r\n\r\n)?$/;
const SQL =
  /\b(select|insert into|update|delete from) "|syntax error|violates|duplicate key|relation "|column "|pg_catalog|invalid input|out of range/i;

beforeAll(async () => {
  for (let index = 0; index < 4; index += 1) {
    const lease = await contract({
      user_id: (await client()).id,
      property: { owners: [await owner()], fees: [{ name: 'IPTU', price: 5_000 }] },
    });
    const { id } = await invoice({ contract: lease });
    if (index % 2 === 0) await as('*').patch(`/invoice/${id}/down`, { paid_amount: 1550 });
  }
  await property();
});

test(`${REQUESTS} hostile requests break nothing`, { timeout: 60_000 + REQUESTS * 200 }, async () => {
  const random = randomFrom(SEED);
  const statuses: Record<number, number> = {};
  const kinds: Record<string, number> = {};
  const failures: string[] = [];
  let { token } = await signIn('*');
  for (let number = 1; number <= REQUESTS; number += 1) {
    if (number % SHIFT === 0) {
      token = (await signIn(...(random.chance(0.85) ? ['*'] : ['PROPOSAL_VIEW', 'CLIENT_VIEW']))).token;
      expect(
        (await exchange(Buffer.from('GET /api/health HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'), false)).status,
      ).toBe(200);
    }
    const { kind, bytes, cut } = hostileRequest(calls, token, random);
    const answer = await exchange(bytes, cut);
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    const isProblem =
      answer.status < 400 || EMPTY.test(answer.body) || /application\/problem\+json|text\/html/.test(answer.type);
    const tells = answer.status >= 400 && (STACK.test(answer.body) || SQL.test(answer.body));
    if (answer.status >= 500 || tells || !isProblem)
      failures.push(
        `${number} (${kind}): ${bytes.toString('latin1', 0, 1_500).replace(/Bearer [\w-]{43}/, 'Bearer …')}\n→ ${answer.status} ${answer.type} ${answer.body.slice(0, 300)}`,
      );
  }
  if (process.env.FUZZ_REQUESTS) process.stdout.write(`seed ${SEED}: ${JSON.stringify({ statuses, kinds })}\n`);
  expect(failures, `seed ${SEED}`).toEqual([]);
  expect(statuses[200], 'some of what was sent was honest enough').toBeGreaterThan(REQUESTS / 50);
  expect(statuses[422], 'and much was not').toBeGreaterThan(REQUESTS / 10);
  expect(({} as { admin?: unknown }).admin, 'no prototype was reached').toBeUndefined();
});

/** CPU time of a call on the thread of its event loop, in milliseconds: other threads and processes don't add to it. */
async function cpuOf(request: InjectOptions): Promise<number> {
  const start = process.threadCpuUsage();
  await app.inject(request);
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

/** CPU time of a fixed work, in milliseconds: on a processor that others share, the same work takes longer. */
function yardstick(): number {
  const start = process.threadCpuUsage();
  let sum = 0;
  for (let index = 0; index < 20_000_000; index += 1) sum += index % 7;
  const { user } = process.threadCpuUsage(start);
  return sum > 0 ? user / 1_000 : 0;
}
const QUIET = Math.min(...Array.from({ length: 20 }, yardstick));

test('long rows of one character in every field hold no call up', { ...LONG, timeout: 240_000 }, async () => {
  const { token } = await signIn('*');
  const held: string[] = [];
  for (const { name, request } of longRequests([...operations, ...PAGES], token)) {
    let cost = await cpuOf(request);
    // The least of nine is the call's own: collections of garbage may fall into the others, and a shared processor is slower.
    for (let again = 0; again < 8 && cost > MOST_CPU_MS; again += 1) {
      const slower = Math.max(1, yardstick() / QUIET);
      cost = Math.min(cost, (await cpuOf(request)) / slower);
    }
    if (cost > MOST_CPU_MS) held.push(`${name}: ${Math.round(cost)} ms`);
  }
  expect(held).toEqual([]);
});

test('afterwards the lists open and the books balance', async () => {
  const headers = { authorization: `Bearer ${(await signIn('*')).token}` };
  for (const url of [
    '/invoice',
    '/proposal',
    '/user',
    '/property',
    '/financial/transfers',
    '/financial/late',
    '/user/owners',
  ])
    expect([url, (await app.inject({ url: `/api${url}`, headers })).statusCode]).toEqual([url, 200]);
  expect(await verifyBooks(db)).toEqual([]);
});
