import { createServer } from 'node:http';
import { invoices } from '@morada/contract/money/invoices';
import { transfers } from '@morada/contract/money/transfers';
import { hashKey } from '@tanstack/react-query';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invoiceQuery, previewQuery } from '#web/entities/invoice/invoice-queries.ts';
import { monthQuery, pendingQuery, rescheduling, transferQuery } from '#web/entities/transfer/transfer-queries.ts';
import { todayQuery } from '#web/features/dashboard/today-query.ts';
import { mutation, recordMutation } from '#web/lib/api/mutation.ts';
import { queryClient } from '#web/lib/api/query-client.ts';

/** Requests that reached the server: the first is left without an answer, the others are refused. */
const received: { key: unknown; version: unknown }[] = [];
const server = createServer(({ headers, socket }, response) => {
  received.push({ key: headers['idempotency-key'], version: headers['if-match'] });
  if (received.length === 1) socket.destroy();
  else response.writeHead(409, { 'Content-Type': 'application/json' }).end('{"code":"CONFLICT","message":"Já paga"}');
});

const relative = globalThis.fetch;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  // Outside a browser an address needs its origin.
  globalThis.fetch = (path, init) => relative(new URL(String(path), origin), init);
});
afterAll(() => {
  globalThis.fetch = relative;
  server.close();
});

beforeEach(() => {
  queryClient.clear();
  received.length = 0;
});

const run = (options: object, variables: object) =>
  queryClient
    .getMutationCache()
    .build(queryClient, options)
    .execute(variables as never)
    .catch(() => undefined);

describe('a change of money whose answer was lost is the same request when it is sent again', () => {
  const settlement = { params: { id: 7 }, body: {} };
  const day = { params: { id: 3 }, body: { date: '2026-11-30' } };

  test('a settlement, with the version that was shown', async () => {
    const pay = recordMutation(invoices.pay, invoiceQuery(7));
    const sent = { ...settlement, version: '"4"' };
    await run(pay, sent);
    await run(pay, sent);
    expect(received).toEqual([
      { key: expect.any(String), version: '"4"' },
      { key: received[0]?.key, version: '"4"' },
    ]);
  });

  test('after its outcome is known it is another request', async () => {
    const pay = recordMutation(invoices.pay, invoiceQuery(7));
    await run(pay, settlement);
    await run(pay, settlement);
    await run(pay, settlement);
    const [first, second, third] = received.map(({ key }) => key);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('an issued invoice', async () => {
    const issue = mutation(invoices.anticipate);
    const sent = { body: { proposal_id: 1, reference: '2026-12' } };
    await run(issue, sent);
    await run(issue, sent);
    expect(received[0]?.key).toEqual(expect.any(String));
    expect(received[1]?.key).toBe(received[0]?.key);
  });

  test('a transfer that is moved takes the version in the cache unless another is given', async () => {
    queryClient.setQueryData<unknown>(transferQuery(3).queryKey, { data: {}, version: '"8"' });
    await run(rescheduling(), day);
    await run(rescheduling(), { ...day, version: '"9"' });
    expect(received.map(({ version }) => version)).toEqual(['"8"', '"9"']);
  });
});

test('reads of one call that hold other values are apart', () => {
  const month = monthQuery('2026-11');
  const keys = [invoiceQuery(7), previewQuery(7, {}), pendingQuery({}), month, todayQuery].map(({ queryKey }) =>
    hashKey(queryKey),
  );
  expect(new Set(keys).size).toBe(keys.length);
  expect(month.meta?.subjects).toEqual([transfers.overview.subject]);
});
