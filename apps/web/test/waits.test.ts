import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { applications } from '@morada/contract/lease/applications';
import { afterAll, expect, test, vi } from 'vitest';
import { api } from '#web/lib/api/api.ts';

/** Takes calls and answers none. */
const server = createServer(() => {});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const { fetch } = globalThis;
vi.spyOn(globalThis, 'fetch').mockImplementation((path, init) => fetch(`http://127.0.0.1:${port}${path}`, init));
afterAll(() => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

test('a call without an answer is left after the seconds that its contract says', async () => {
  const call = { ...applications.askCredit, waits: 1 };
  await expect(api(call, { params: { id: 1 }, body: { after: null } })).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: 'O servidor não respondeu em 1 segundos. Confira antes de tentar de novo.',
  });
});
