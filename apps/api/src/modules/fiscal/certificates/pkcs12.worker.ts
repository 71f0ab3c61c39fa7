import { createPrivateKey, X509Certificate } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { CertificateNames } from '@morada/domain/fiscal/note-certificate';
import forge from 'node-forge';

// Runs in a worker thread: a hostile file may ask for any number of rounds, or nest without an end.

export type WorkerInput = { bytes: Uint8Array; password: string };
export type ReadCertificate = {
  /** PEM of the holder's certificate and of its key. */
  certificate: string;
  private_key: string;
  names: CertificateNames;
  /** Milliseconds. */
  from: number;
  until: number;
};
export type WorkerOutput = { read: ReadCertificate } | { refused: 'PASSWORD' | 'UNREADABLE' | 'KEYLESS' };

const CERT_BAG = '1.2.840.113549.1.12.10.1.3';
const KEY_BAGS = ['1.2.840.113549.1.12.10.1.1', '1.2.840.113549.1.12.10.1.2'];
const ALTERNATIVE_NAMES = '2.5.29.17';

type Asn1 = { type: number; value: string | Asn1[] };

/** `otherName`s of a certificate: an object identifier, and a text in any wrapping. */
function otherNames(certificate: forge.pki.Certificate): CertificateNames['others'] {
  const found = certificate.extensions.find(({ id }) => id === ALTERNATIVE_NAMES);
  if (!found) return [];
  const names = forge.asn1.fromDer(found.value as string) as unknown as Asn1;
  return (Array.isArray(names.value) ? names.value : []).flatMap(({ type, value }) => {
    const [oid, wrapped] = Array.isArray(value) ? value : [];
    if (type !== 0 || typeof oid?.value !== 'string' || !wrapped) return [];
    return { oid: forge.asn1.derToOid(oid.value), value: textOf(wrapped) };
  });
}

function textOf({ value }: Asn1): string {
  if (typeof value === 'string') return value;
  return value[0] ? textOf(value[0]) : '';
}

function read({ bytes, password }: WorkerInput): WorkerOutput {
  const parsed = forge.asn1.fromDer(forge.util.createBuffer(Buffer.from(bytes).toString('binary')));
  let opened: forge.pkcs12.Pkcs12Pfx;
  try {
    opened = forge.pkcs12.pkcs12FromAsn1(parsed, true, password);
  } catch (error) {
    const isPassword = error instanceof Error && /password|MAC could not be verified|decrypt/i.test(error.message);
    return { refused: isPassword ? 'PASSWORD' : 'UNREADABLE' };
  }
  const bags = opened.safeContents.flatMap(({ safeBags }) => safeBags);
  const key = bags.find(({ type, key }) => key && KEY_BAGS.includes(type))?.key;
  if (!key) return { refused: 'KEYLESS' };
  const private_key = forge.pki.privateKeyToPem(key);
  const secret = createPrivateKey(private_key);
  for (const { type, cert } of bags) {
    if (type !== CERT_BAG || !cert) continue;
    const certificate = forge.pki.certificateToPem(cert);
    // The file also has the certificates of the authorities.
    if (!new X509Certificate(certificate).checkPrivateKey(secret)) continue;
    const common_name = String(cert.subject.getField('CN')?.value ?? '');
    const { notBefore, notAfter } = cert.validity;
    const names = { common_name, others: otherNames(cert) };
    const pem = (text: string) => text.replaceAll('\r\n', '\n');
    const read = { certificate: pem(certificate), private_key: pem(private_key), names };
    return { read: { ...read, from: notBefore.getTime(), until: notAfter.getTime() } };
  }
  return { refused: 'KEYLESS' };
}

function readOrRefuse(input: WorkerInput): WorkerOutput {
  try {
    return read(input);
  } catch {
    // Whatever a library says of bytes that are no certificate, it may quote them.
    return { refused: 'UNREADABLE' };
  }
}

parentPort?.postMessage(readOrRefuse(workerData as WorkerInput));
