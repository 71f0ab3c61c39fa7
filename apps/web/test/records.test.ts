import { createServer, type ServerResponse } from 'node:http';
import { groups } from '@morada/contract/access/groups';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordMutation } from '#web/lib/api/mutation.ts';
import { query } from '#web/lib/api/query.ts';
import { queryClient } from '#web/lib/api/query-client.ts';

const GROUP = query(groups.show, { params: { id: 7 } });
const written = (name: string) => JSON.stringify({ id: 7, name, permissions: [], users: 0, grantable: true });

const answer = (response: ServerResponse, version: number, name: string) =>
  response.writeHead(200, { 'Content-Type': 'application/json', ETag: `"${version}"` }).end(written(name));

/** Reads wait until they are let go, and answer what they found when they came. */
let name = 'Vendas';
let version = 1;
let held: (() => void) | undefined;
const server = createServer(({ method }, response) => {
  if (method === 'GET') {
    const [found, of] = [name, version];
    held = () => void answer(response, of, found);
    return;
  }
  [name, version] = ['Locação', version + 1];
  answer(response, version, name);
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
  server.closeAllConnections();
});

test('a read that began before a change and is answered after it does not take the place of the answer', async () => {
  const read = queryClient.fetchQuery(GROUP).catch(() => undefined);
  await expect.poll(() => held).toBeDefined();

  const rename = recordMutation(groups.update, GROUP);
  await queryClient
    .getMutationCache()
    .build(queryClient, rename)
    .execute({ params: { id: 7 }, body: { name: 'Locação' } });
  held?.();
  await read;
  expect(queryClient.getQueryData(GROUP.queryKey)).toMatchObject({ data: { name: 'Locação' }, version: '"2"' });
});
