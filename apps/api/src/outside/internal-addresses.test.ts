import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankApi } from './bank-api.ts';
import { isInternal, leadsInside, outsideLookup, permitInternal } from './internal-addresses.ts';
import { openExchange } from './sender.ts';

// Stub servers of files before permit them for the process.
beforeAll(() => permitInternal(false));
afterAll(() => permitInternal());

test.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['0.0.0.0', true],
  ['10.1.2.3', true],
  ['172.16.0.1', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['169.254.169.254', true],
  ['100.64.0.1', true],
  ['224.0.0.1', true],
  ['255.255.255.255', true],
  ['200.160.2.3', false],
  ['::1', true],
  ['::', true],
  ['fd12:3456::1', true],
  ['fe80::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:a00:1', true],
  ['64:ff9b::7f00:1', true],
  ['2801:80::1', false],
])('%s is internal: %s', (address, expected) => {
  expect(isInternal(address)).toBe(expected);
});

test('an address typed in any spelling of this machine leads inside', async () => {
  for (const host of [
    '127.0.0.1',
    '[::1]',
    '2130706433',
    '0x7f.1',
    'localhost',
    '169.254.169.254',
    '[::ffff:10.0.0.1]',
  ])
    expect([host, await leadsInside(`https://${host}/pix/v2`)]).toEqual([host, true]);
  expect(await leadsInside('https://200.160.2.3/pix')).toBe(false);
});

test('a connection is refused by the address that its name is resolved to at that moment', async () => {
  const outcome = await new Promise((done) => outsideLookup('localhost', {}, (error) => done(error?.name)));
  expect(outcome).toBe('InternalAddress');
  const access = {
    ...{ client_id: 'x', client_secret: 'y', certificate: null, private_key: null, authority: null },
    ...{ base_url: 'https://localhost:9/pix', token_url: 'https://127.0.0.1:9/token' },
  };
  const bank = bankApi(access, { scope: 'x', credentials: 'BODY', reasonOf: () => undefined });
  const asked = bank.call({ method: 'GET', path: '/', answer: undefined as never });
  await expect(asked).rejects.toMatchObject({ kind: 'DENIED', message: expect.stringContaining('rede interna') });
  bank.close();
  const exchange = openExchange();
  await expect(exchange({ method: 'GET', url: 'http://localhost:9/', headers: {} })).rejects.toMatchObject({
    message: expect.stringContaining('rede interna'),
  });
});
