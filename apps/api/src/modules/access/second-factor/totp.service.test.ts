import { Secret } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { newSecret, stepOf, uriOf } from './totp.service.ts';

/** RFC 6238, appendix B: the key of its SHA-1 column, and that column's last six digits. */
const SECRET = Secret.fromLatin1('12345678901234567890').base32;

describe('the vectors of RFC 6238', () => {
  test.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('at %i gives %s', (seconds, code, step) => {
    expect(stepOf(SECRET, code, seconds * 1_000)).toBe(step);
    // Valid one step before and after it, but not two.
    expect(stepOf(SECRET, code, (seconds + 30) * 1_000)).toBe(step);
    expect(stepOf(SECRET, code, (seconds - 30) * 1_000)).toBe(step);
    expect(stepOf(SECRET, code, (seconds + 60) * 1_000)).toBeUndefined();
  });
});

test.each(['287083', '28708', '2870820', '', 'abcdef', '94287082'])('refuses %j', (code) => {
  expect(stepOf(SECRET, code, 59_000)).toBeUndefined();
});

test('creates distinct secrets of 160 bits', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret()).not.toBe(newSecret());
});

test('names the person in the authenticator’s URI', () => {
  const uri = new URL(uriOf(SECRET, 'rita@morada.test'));
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Morada:rita@morada.test',
  ]);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Morada',
    secret: SECRET,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
