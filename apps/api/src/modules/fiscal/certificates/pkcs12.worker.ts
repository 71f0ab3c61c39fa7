import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { CertificateNames } from '@morada/domain/fiscal/note-certificate';
import forge from 'node-forge';
import { answerEach } from '#api/files/thread-answers.ts';

// Runs in a worker thread: a hostile file may ask for any number of rounds, or nest without an end.

export type WorkerInput = { bytes: Uint8Array; password: string };
export type ReadCertificate = {
  /** PEM of the holder's certificate, followed by those of its authorities. */
  certificate: string;
  /** PEM. */
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

const parts = ({ value }: Asn1): Asn1[] => (Array.isArray(value) ? value : []);

/** The extension of a certificate, wherever it stands. */
function findExtension(node: Asn1, id: string): Asn1 | undefined {
  const [oid] = parts(node);
  if (typeof oid?.value === 'string' && oid.type === forge.asn1.Type.OID && forge.asn1.derToOid(oid.value) === id)
    return node;
  for (const part of parts(node)) {
    const found = findExtension(part, id);
    if (found) return found;
  }
  return undefined;
}

const derOf = (text: string) => forge.asn1.fromDer(text) as unknown as Asn1;

/** `otherName`s of a certificate: an object identifier, and a text in any wrapping. */
function otherNames(certificate: Asn1): CertificateNames['others'] {
  const extension = findExtension(certificate, ALTERNATIVE_NAMES);
  const value = extension && parts(extension).at(-1)?.value;
  // The octets are parsed already where they can be.
  if (value === undefined) return [];
  const names = typeof value === 'string' ? derOf(value) : value[0];
  return (names ? parts(names) : []).flatMap(({ type, value: name }) => {
    const [oid, wrapped] = Array.isArray(name) ? name : [];
    if (type !== 0 || typeof oid?.value !== 'string' || !wrapped) return [];
    return { oid: forge.asn1.derToOid(oid.value), value: textOf(wrapped) };
  });
}

function textOf({ value }: Asn1): string {
  if (typeof value === 'string') return value;
  return value[0] ? textOf(value[0]) : '';
}

/** A certificate as it stands in the file. */
function certificateOf({ cert, asn1 }: forge.pkcs12.Bag): { x509: X509Certificate; parsed: Asn1 } {
  const parsed = cert ? forge.pki.certificateToAsn1(cert) : asn1;
  const x509 = new X509Certificate(Buffer.from(forge.asn1.toDer(parsed).getBytes(), 'binary'));
  return { x509, parsed: parsed as unknown as Asn1 };
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
  const certificates = bags.filter(({ type }) => type === CERT_BAG).map(certificateOf);
  // The file also has the certificates of the authorities.
  const own = certificates.find(({ x509 }) => x509.checkPrivateKey(secret));
  if (!own) return { refused: 'KEYLESS' };
  const { x509, parsed: tree } = own;
  const chain = [own, ...certificates.filter((one) => one !== own)];
  return {
    read: {
      certificate: chain.map((one) => one.x509.toString()).join(''),
      private_key: private_key.replaceAll('\r\n', '\n'),
      names: { common_name: /^CN=(.*)$/m.exec(x509.subject)?.[1] ?? '', others: otherNames(tree) },
      from: x509.validFromDate.getTime(),
      until: x509.validToDate.getTime(),
    },
  };
}

function readOrRefuse(input: WorkerInput): WorkerOutput {
  try {
    return read(input);
  } catch {
    // Whatever a library says of bytes that are no certificate, it may quote them.
    return { refused: 'UNREADABLE' };
  }
}

answerEach(readOrRefuse);
