import { describe, expect, test } from 'vitest';
import { SmsChange, WhatsAppChange } from '../collection/messages.ts';
import { BankLinkChange } from './bank-link.ts';

const block = (kind: string) => `-----BEGIN ${kind}-----\nMIIB\n-----END ${kind}-----\n`;
const CERTIFICATE = block('CERTIFICATE');
const KEY = block('PRIVATE KEY');
const CHANGE = {
  base_url: 'https://pix.banco.test/api/v2',
  token_url: 'https://pix.banco.test/oauth/token',
  client_id: 'imobiliaria',
  client_secret: 'segredo',
  certificate: CERTIFICATE,
  private_key: KEY,
  authority: null,
  pix_key: 'pix@imobiliaria.test',
};

/** Messages of the refused fields. */
const refused = (change: Partial<Record<keyof typeof CHANGE, unknown>>) =>
  Object.fromEntries(
    (BankLinkChange.safeParse({ ...CHANGE, ...change }).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  );

describe('the connection to a bank', () => {
  test('an address is cut off by its length before its pattern reads it', () => {
    const long = `https://${'a'.repeat(5_000_000)} `;
    const begun = performance.now();
    const TOO_LONG = 'Use até 300 caracteres';
    expect(refused({ base_url: `${long}#`, token_url: `${'https://'.repeat(500_000)}@` })).toEqual({
      base_url: TOO_LONG,
      token_url: TOO_LONG,
    });
    for (const channel of [WhatsAppChange, SmsChange]) {
      const issues = channel.safeParse({ base_url: `${long}#` }).error?.issues ?? [];
      expect(issues.flatMap(({ path, message }) => (path[0] === 'base_url' ? message : []))).toEqual([TOO_LONG]);
    }
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  test('takes certificates and keys in PEM, of any kind of key', () => {
    for (const kind of ['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY'])
      expect(refused({ private_key: block(kind) })).toEqual({});
    expect(refused({ authority: `${CERTIFICATE}${CERTIFICATE}` })).toEqual({});
  });

  const NO_CERTIFICATE = 'Cole o certificado em PEM: começa com -----BEGIN CERTIFICATE-----';
  const WITH_KEY = 'Deixe aqui só o certificado: a chave vai no campo dela';
  const NO_KEY = 'Cole a chave em PEM: começa com -----BEGIN PRIVATE KEY-----';
  const WITH_PASSWORD = 'Esta chave tem senha. Peça ao banco a chave sem senha, ou grave-a sem senha.';
  const OLD_ENCRYPTED =
    '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIB\n-----END RSA PRIVATE KEY-----';

  test.each([
    ['certificate', 'MIIB', NO_CERTIFICATE],
    ['certificate', KEY, WITH_KEY],
    ['certificate', block('CERTIFICATE REQUEST'), NO_CERTIFICATE],
    ['certificate', `${CERTIFICATE}${KEY}`, WITH_KEY],
    ['authority', `${CERTIFICATE}${block('RSA PRIVATE KEY')}`, WITH_KEY],
    ['private_key', CERTIFICATE, NO_KEY],
    ['private_key', block('ENCRYPTED PRIVATE KEY'), WITH_PASSWORD],
    ['private_key', OLD_ENCRYPTED, WITH_PASSWORD],
    ['base_url', 'http://pix.banco.test', 'Informe o endereço da API, com https:// e a versão'],
    ['token_url', 'https://usuario@banco.test', 'Informe o endereço do token, com https://'],
  ])('refuses %s %j', (field, value, message) => {
    expect(refused({ [field]: value })).toEqual({ [field]: message });
  });
});
