import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['203.0.113.7',                             '203.0.113.7'],
  ['::ffff:203.0.113.7',                      '203.0.113.7'],
  ['::FFFF:203.0.113.7',                      '203.0.113.7'],
  ['::ffff:cb00:7107',                        '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6',                    '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1',                         '2001:db8:1:2::/64'],
  ['2001:db8::1',                             '2001:db8:0:0::/64'],
  ['2001:db8:0:1::',                          '2001:db8:0:1::/64'],
  ['fe80::1%eth0',                            'fe80:0:0:0::/64'],
  ['::1',                                     '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.7',                    '64:ff9b:0:0::/64'],
  ['unknown',                                 'unknown'],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
