import { describe, expect, test } from 'vitest';
import { pemParts, readPemFile } from '../src/features/bank-link/pem.ts';

const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmg\n-----END CERTIFICATE-----';
const OTHER = '-----BEGIN CERTIFICATE-----\nMIICrTCCAZWg\n-----END CERTIFICATE-----';
const KEY = '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIO1z\n-----END EC PRIVATE KEY-----';
const PARAMETERS = '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----';

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['nothing',                        '',                                            '',                          ''],
  ['a certificate',                  CERTIFICATE,                                   CERTIFICATE,                 ''],
  ['a certificate and those above',  `${CERTIFICATE}\n${OTHER}\n`,                  `${CERTIFICATE}\n${OTHER}`,  ''],
  ['a key after its parameters',     `${PARAMETERS}\n${KEY}\n`,                     '',                          KEY],
  ['both, with notes around them',   `Bag Attributes\n  name\n${KEY}\n\nsubject=CN\n${CERTIFICATE}\n`, CERTIFICATE, KEY],
  ['lines as Windows ends them',     CERTIFICATE.replaceAll('\n', '\r\n'),          CERTIFICATE,                 ''],
  ['a block that was cut off',       CERTIFICATE.slice(0, -8),                      '',                          ''],
])('%s', (_, text, certificate, key) => {
  expect(pemParts(text)).toEqual({ certificate, key });
});

describe('a file', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const PKCS12 = 'Este arquivo é um .pfx ou .p12. Peça ao banco o certificado e a chave em PEM, ou converta-o.';
  const NOT_PEM = 'Este arquivo não tem um certificado nem uma chave em PEM.';

  test('in PEM', () => {
    expect(readPemFile(bytes(`${CERTIFICATE}\n${KEY}`))).toEqual({ certificate: CERTIFICATE, key: KEY });
  });

  // A certificate is a sequence that begins with a sequence; 48 bytes are one line of base64.
  test.each([
    ['short', Uint8Array.of(0x30, 0x04, 0x30, 0x02, 0x05, 0x00), 'MAQwAgUA'],
    [
      'long',
      Uint8Array.of(0x30, 0x82, 0x00, 0x2f, 0x30, ...new Array<number>(46).fill(0)),
      'MIIALzAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAA',
    ],
  ])('a certificate in DER with a %s length', (_, file, base64) => {
    expect(readPemFile(file)).toEqual({
      certificate: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----`,
      key: '',
    });
  });

  test.each([
    ['PKCS #12, which begins with its version', Uint8Array.of(0x30, 0x82, 0x00, 0x03, 0x02, 0x01, 0x03), PKCS12],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47), NOT_PEM],
    ['nothing', new Uint8Array(), NOT_PEM],
  ])('that can not be used: %s', (_, file, refused) => {
    expect(readPemFile(file)).toEqual({ refused });
  });
});
