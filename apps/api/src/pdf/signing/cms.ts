import { createHash, sign } from 'node:crypto';
import type { default as Library } from 'node-forge';
import { onDemand } from '../../base/on-demand.ts';
import type { Sealer } from './shapes.ts';

// The signed data of CMS (RFC 5652) with the attributes that PAdES-B-B asks for. node-forge writes the DER; its own
// PKCS#7 knows no attribute but three.

const library = onDemand<typeof Library>('node-forge');

const OIDS = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
  ecdsaSha256: '1.2.840.10045.4.3.2',
};

type Node = Library.asn1.Asn1;

const node = (type: 'SEQUENCE' | 'SET', parts: Node[]) => {
  const { Class, Type, create } = library().asn1;
  return create(Class.UNIVERSAL, Type[type], true, parts);
};
const leaf = (type: 'OID' | 'INTEGER' | 'OCTETSTRING' | 'NULL', bytes: string) => {
  const { Class, Type, create } = library().asn1;
  return create(Class.UNIVERSAL, Type[type], false, bytes);
};
const sequence = (...parts: Node[]) => node('SEQUENCE', parts);
const set = (...parts: Node[]) => node('SET', parts);
const tagged = (tag: number, ...parts: Node[]) => {
  const { Class, create } = library().asn1;
  return create(Class.CONTEXT_SPECIFIC, tag, true, parts);
};
const oid = (id: string) => leaf('OID', library().asn1.oidToDer(id).getBytes());
const integer = (value: number) => leaf('INTEGER', library().asn1.integerToDer(value).getBytes());
const octets = (bytes: Buffer) => leaf('OCTETSTRING', bytes.toString('latin1'));
const nothing = () => leaf('NULL', '');
const attribute = (id: string, value: Node) => sequence(oid(id), set(value));
const parsed = (bytes: Buffer): Node => library().asn1.fromDer(library().util.createBuffer(bytes.toString('latin1')));
const der = (tree: Node) => Buffer.from(library().asn1.toDer(tree).getBytes(), 'latin1');
const partsOf = ({ value }: Node) => value as Node[];

/** Issuer and serial number of a certificate, as they stand in it. */
function namesOf(certificate: Buffer): { issuer: Node; serial: Node } {
  const [body] = partsOf(parsed(certificate));
  const parts = body ? partsOf(body) : [];
  // The version comes first unless it is the oldest.
  const [serial, , issuer] = parts[0]?.tagClass === library().asn1.Class.CONTEXT_SPECIFIC ? parts.slice(1) : parts;
  if (!serial || !issuer) throw new Error('a certificate without its issuer');
  return { issuer, serial };
}

/**
 * The signature of a content whose SHA-256 is `digest`, in DER, with the certificate and those of its authorities. The time
 * stands in the document: PAdES forbids it here.
 */
export function signedData({ privateKey, certificate, chain }: Sealer, digest: Buffer): Buffer {
  const { issuer, serial } = namesOf(certificate.raw);
  const names = sequence(issuer, serial);
  const own = sequence(
    octets(createHash('sha256').update(certificate.raw).digest()),
    // GeneralNames with the directory name of the issuer.
    sequence(sequence(tagged(4, issuer)), serial),
  );
  const attributes = [
    attribute(OIDS.contentType, oid(OIDS.data)),
    attribute(OIDS.messageDigest, octets(digest)),
    attribute(OIDS.signingCertificateV2, sequence(sequence(own))),
  ].toSorted((one, other) => Buffer.compare(der(one), der(other)));
  const sha256 = () => sequence(oid(OIDS.sha256));
  const algorithm =
    privateKey.asymmetricKeyType === 'ec' ? sequence(oid(OIDS.ecdsaSha256)) : sequence(oid(OIDS.rsa), nothing());
  const signature = sign('sha256', der(set(...attributes)), privateKey);
  const signer = sequence(integer(1), names, sha256(), tagged(0, ...attributes), algorithm, octets(signature));
  return der(
    sequence(
      oid(OIDS.signedData),
      tagged(
        0,
        sequence(
          integer(1),
          set(sha256()),
          sequence(oid(OIDS.data)),
          tagged(0, ...[certificate, ...chain].map(({ raw }) => parsed(raw))),
          set(signer),
        ),
      ),
    ),
  );
}
