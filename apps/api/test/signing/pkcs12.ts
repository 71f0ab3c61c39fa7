import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY = forge.pki.privateKeyFromPem(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString());
const PUBLIC = forge.pki.setRsaPublicKey(KEY.n, KEY.e);

/** The file of a certificate as ICP-Brasil names its holders: `NAME:document` as the common name. */
export function pkcs12(options: { document: string; from?: string; until: string; password?: string; key?: boolean }) {
  const { document, from = '2026-01-01', until, password = 'segredo', key = true } = options;
  const certificate = forge.pki.createCertificate();
  const subject = [
    { name: 'organizationName', value: 'ICP-Brasil' },
    { name: 'commonName', value: `IMOBILIARIA MORADA LTDA:${document}` },
  ];
  Object.assign(certificate, { publicKey: PUBLIC, serialNumber: '0102' });
  certificate.validity.notBefore = new Date(`${from}T12:00:00Z`);
  certificate.validity.notAfter = new Date(`${until}T12:00:00Z`);
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.sign(KEY, forge.md.sha256.create());
  const file = forge.pkcs12.toPkcs12Asn1(key ? KEY : (null as never), [certificate], password, { count: 1 });
  return Buffer.from(forge.asn1.toDer(file).getBytes(), 'binary');
}
