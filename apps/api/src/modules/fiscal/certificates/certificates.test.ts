import { readFile } from 'node:fs/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { secretSeal } from '#api/base/secrets/sealed-secret.ts';
import { sealEverySecret } from '#api/modules/desk/secrets/sealing.service.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { form } from '#test/pictures.ts';
import { pkcs12 } from '#test/signing/pkcs12.ts';
import { openSigner } from './certificates.service.ts';

const { db, deps, as, clock, owner, empty, stop } = await startApp({ today: '2026-12-10' });
afterAll(stop);
const CNPJ = '11222333000181';
beforeEach(async () => {
  await empty();
  clock.today = '2026-12-10';
  await db.updateTable('agency').set({ cnpj: CNPJ }).execute();
});

const everyone = () => as('*');
const reader = () => as('FISCAL_VIEW');
function body(bytes: Buffer, password = 'segredo') {
  const data = form(bytes, 'a1.pfx', { type: 'application/x-pkcs12' });
  data.append('password', password);
  return data;
}
const save = (bytes: Buffer, password?: string) => everyone().put('/fiscal/certificate', body(bytes, password));
const kept = async () => (await reader().get('/fiscal/certificates')).json().certificates;
const ending = async () => (await reader().get('/fiscal/agenda')).json().certificates;

describe('the file of a certificate', () => {
  test.each(['aes', 'rc2'])(
    'as openssl writes it with %s is opened, its company read, and kept sealed',
    LONG,
    async (cipher) => {
      const bytes = await readFile(new URL(`../../../../test/certificates/openssl-${cipher}.pfx`, import.meta.url));
      const saved = await save(bytes, 'segredo-do-a1');
      expect(saved.json(), saved.body).toEqual({ client: null, document: CNPJ, until: '2126-11-05' });
      const row = await db.selectFrom('note_certificate').selectAll().executeTakeFirstOrThrow();
      expect([row.certificate.slice(0, 7), row.private_key.slice(0, 7)]).toEqual(['sealed:', 'sealed:']);
      const opened = await openSigner(deps, null);
      expect(opened?.signer.certificate.subject).toContain('CN=IMOBILIARIA MORADA LTDA');
      expect(opened?.signer.chain.map(({ subject }) => subject)).toEqual([expect.stringContaining('CN=AC DE TESTE')]);
      expect(opened?.signer.certificate.checkPrivateKey(opened.signer.privateKey)).toBe(true);
    },
  );

  test.each([
    ['with another password', pkcs12({ document: CNPJ, until: '2027-06-30' }), 'outra', 'CERTIFICATE_PASSWORD'],
    ['that has ended', pkcs12({ document: CNPJ, until: '2026-12-09' }), 'segredo', 'CERTIFICATE_NOT_VALID'],
    [
      'of later',
      pkcs12({ document: CNPJ, from: '2026-12-11', until: '2027-12-09' }),
      'segredo',
      'CERTIFICATE_NOT_VALID',
    ],
    ['of another company', pkcs12({ document: '11444777000161', until: '2027-06-30' }), 'segredo', 'CERTIFICATE_OTHER'],
    ['of nobody', pkcs12({ document: 'ninguém', until: '2027-06-30' }), 'segredo', 'CERTIFICATE_OTHER'],
    ['without its key', pkcs12({ document: CNPJ, until: '2027-06-30', key: false }), 'segredo', 'CERTIFICATE_KEYLESS'],
    ['that is a text', Buffer.from('-----BEGIN CERTIFICATE-----'), 'segredo', 'CERTIFICATE_UNREADABLE'],
    ['that nests ten thousand deep', Buffer.alloc(20_000, Buffer.of(0x30, 0x80)), 'segredo', 'CERTIFICATE_UNREADABLE'],
    [
      'that was cut',
      pkcs12({ document: CNPJ, until: '2027-06-30' }).subarray(0, 900),
      'segredo',
      'CERTIFICATE_UNREADABLE',
    ],
  ])('%s is refused in words, and nothing is kept', async (_, bytes, password, code) => {
    const answer = await save(bytes, password);
    expect([answer.statusCode, answer.json().code]).toEqual([422, code]);
    expect(await kept()).toEqual([]);
  });

  test('of the head office signs for a branch', async () => {
    await db.updateTable('agency').set({ cnpj: '11222333000262' }).execute();
    expect((await save(pkcs12({ document: CNPJ, until: '2027-06-30' }))).statusCode).toBe(200);
  });

  test('needs the key of secrets, the right and the CNPJ of who issues', async () => {
    const file = body(pkcs12({ document: CNPJ, until: '2027-06-30' }));
    expect((await as('FISCAL_EDIT', 'FISCAL_VIEW').put('/fiscal/certificate', file)).statusCode).toBe(403);
    await db.updateTable('agency').set({ cnpj: null }).execute();
    expect((await everyone().put('/fiscal/certificate', file)).json().code).toBe('CERTIFICATE_ISSUER');
  });
});

test('a certificate is replaced and removed, with a trail that names its end alone', async () => {
  await save(pkcs12({ document: CNPJ, until: '2027-03-31' }));
  await save(pkcs12({ document: CNPJ, until: '2027-06-30' }));
  expect(await kept()).toEqual([{ client: null, document: CNPJ, until: '2027-06-30' }]);
  expect((await everyone().delete('/fiscal/certificate')).statusCode).toBe(204);
  expect(await kept()).toEqual([]);
  expect((await everyone().delete('/fiscal/certificate')).json().code).toBe('CERTIFICATE_NOT_FOUND');
  const trail = await db.selectFrom('trail').select(['record', 'action', 'changes']).orderBy('id').execute();
  expect(trail.filter(({ action }) => action.endsWith('note-certificate'))).toEqual([
    { record: 'agency', action: 'note-certificate', changes: { certificate_until: [null, '2027-03-31'] } },
    { record: 'agency', action: 'note-certificate', changes: { certificate_until: ['2027-03-31', '2027-06-30'] } },
    { record: 'agency', action: 'remove-note-certificate', changes: { certificate_until: ['2027-06-30', null] } },
  ]);
});

test('an owner who pays IBS and CBS has one for the CNPJ of the notes, which goes with the owner’s data', async () => {
  const { id, name } = await owner({ cpf_cnpj: '52998224725' });
  const put = () => everyone().put(`/fiscal/certificate/${id}`, body(pkcs12({ document: CNPJ, until: '2026-12-25' })));
  expect((await put()).json().code).toBe('CERTIFICATE_OWNER_NOT_FOUND');
  const taxed = { tax_regime: 'REGULAR', taxpayer_since: '2026-01-01' } as const;
  await db.updateTable('client').set(taxed).where('id', '=', id).execute();
  expect((await put()).json().code).toBe('CERTIFICATE_OTHER');
  await db.updateTable('client').set({ tax_cnpj: CNPJ }).where('id', '=', id).execute();
  expect((await put()).json()).toEqual({ client: { id, name }, document: CNPJ, until: '2026-12-25' });
  expect(await ending()).toEqual([{ client: { id, name }, until: '2026-12-25', days: 15, within: 15 }]);
  clock.today = '2026-12-26';
  expect(await ending()).toMatchObject([{ days: -1, within: 0 }]);
  const erased = await everyone().patch(`/user/${id}/anonymise`);
  expect(erased.statusCode, erased.body).toBeLessThan(300);
  expect(await kept()).toEqual([]);
});

test('a new key of secrets seals certificates anew, and a lost one leaves them closed', async () => {
  await save(pkcs12({ document: CNPJ, until: '2027-06-30' }));
  const key = 'uma outra chave para os segredos';
  const lost = { ...deps, secrets: secretSeal({ key }) };
  expect(await openSigner(lost, null)).toBeUndefined();
  expect(await sealEverySecret(lost)).toMatchObject({ unreadable: 2 });
  const rotated = { ...deps, secrets: secretSeal({ key, old: ['uma chave para os segredos dos testes'] }) };
  expect(await sealEverySecret(rotated)).toMatchObject({ sealed: 2, unreadable: 0 });
  expect((await openSigner(lost, null))?.until).toBe('2027-06-30');
});
