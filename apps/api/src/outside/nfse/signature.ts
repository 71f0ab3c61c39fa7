import { createHash, createVerify, X509Certificate } from 'node:crypto';
import { NFSE_NAMESPACE } from '@morada/domain/nfse/dps';
import type { XmlDocument, XmlNode } from 'libxml2-wasm';
import { SignedXml } from 'xml-crypto';
import type { NationalSettings, Signer } from './access.ts';
import { withXml } from './schema.ts';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const ENVELOPED = `${DSIG}enveloped-signature`;

const ALGORITHMS = {
  SHA1: { signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1', digest: 'http://www.w3.org/2000/09/xmldsig#sha1' },
  SHA256: {
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  },
} as const satisfies Record<NationalSettings['hash'], { signature: string; digest: string }>;

/** Elements that are signed, by their document. */
const SIGNED = { DPS: 'infDPS', pedRegEvento: 'infPedReg' } as const;

/**
 * The document with its signature (XMLDSig, enveloped): a reference to the signed element, and the certificate of who signs
 * alone.
 */
export function signedXml(
  xml: string,
  document: keyof typeof SIGNED,
  { privateKey, certificate }: Signer,
  hash: NationalSettings['hash'],
): string {
  const { signature, digest } = ALGORITHMS[hash];
  const body = certificate.raw.toString('base64');
  const signer = new SignedXml({
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: C14N,
    getKeyInfoContent: () => `<X509Data><X509Certificate>${body}</X509Certificate></X509Data>`,
  });
  signer.addReference({
    xpath: `/*/*[local-name(.)='${SIGNED[document]}']`,
    transforms: [ENVELOPED, C14N],
    digestAlgorithm: digest,
  });
  signer.computeSignature(xml, { location: { reference: `/*[local-name(.)='${document}']`, action: 'append' } });
  return signer.getSignedXml();
}

// Verifying ------------------------------------------------------------------------------------------------------------------

const NAMES = { n: NFSE_NAMESPACE, d: DSIG };

const DIGESTS: Readonly<Record<string, string>> = {
  [ALGORITHMS.SHA1.digest]: 'sha1',
  [ALGORITHMS.SHA256.digest]: 'sha256',
};
const SIGNATURES: Readonly<Record<string, string>> = {
  [ALGORITHMS.SHA1.signature]: 'RSA-SHA1',
  [ALGORITHMS.SHA256.signature]: 'RSA-SHA256',
};

/**
 * The certificate by whose key the element is signed, which says nothing of who issued the certificate. It is the element
 * itself that is looked at, by the reader of the note: two readers may find two elements of one name in a text.
 * @returns 'BROKEN': the element is not what was signed. 'UNREAD': there is no signature of the manual's form.
 */
export function signedBy(document: XmlDocument, signed: XmlNode): X509Certificate | 'BROKEN' | 'UNREAD' {
  const at = (path: string) => document.get(`/*/d:Signature/${path}`, NAMES);
  const text = (path: string) => at(path)?.content ?? '';
  const only = (path: string) => document.find(`/*/d:Signature${path}`, NAMES).length === 1;
  const reference = 'd:SignedInfo/d:Reference';
  const transforms = document
    .find(`/*/d:Signature/${reference}/d:Transforms/d:Transform/@Algorithm`, NAMES)
    .map(({ content }) => content);
  const digest = DIGESTS[text(`${reference}/d:DigestMethod/@Algorithm`)];
  const algorithm = SIGNATURES[text('d:SignedInfo/d:SignatureMethod/@Algorithm')];
  const info = at('d:SignedInfo');
  const certificate = certificateOf(text('d:KeyInfo/d:X509Data/d:X509Certificate'));
  const isPlain = only('') && only(`/${reference}`) && only('/d:KeyInfo//d:X509Certificate');
  const isManual = transforms.join(' ') === `${ENVELOPED} ${C14N}`;
  const isCanonical = text('d:SignedInfo/d:CanonicalizationMethod/@Algorithm') === C14N;
  if (!(isPlain && isManual && isCanonical && digest && algorithm && info && certificate)) return 'UNREAD';
  const id = signed.get('@Id')?.content;
  const found = createHash(digest).update(signed.canonicalizeToString()).digest('base64');
  const isSame = text(`${reference}/@URI`) === `#${id}` && found === bare(text(`${reference}/d:DigestValue`));
  const value = bare(text('d:SignatureValue'));
  return isSame && isSignedBy(certificate, algorithm, info.canonicalizeToString(), value) ? certificate : 'BROKEN';
}

function isSignedBy({ publicKey }: X509Certificate, algorithm: string, text: string, value: string): boolean {
  const verify = createVerify(algorithm).update(text);
  return publicKey.asymmetricKeyType === 'rsa' && verify.verify(publicKey, value, 'base64');
}

/** Base64 may be written in lines. */
const bare = (base64: string) => base64.replace(/\s/g, '');

function certificateOf(base64: string): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    return undefined;
  }
}

/**
 * Name in the certificate that signed a note: whether it is one of the national system can't be told without the roots of
 * ICP-Brasil. Null: its signature is none that is read here.
 * @returns 'ALTERED' where the note is not what was signed, or nobody signed it.
 */
export function noteSigner(xml: string): { name: string | null } | 'ALTERED' {
  return withXml(xml, (document) => {
    const [note, ...others] = document.find('/n:NFSe/n:infNFSe', NAMES);
    const isSigned = document.get('/n:NFSe/d:Signature', NAMES) !== null;
    if (!note || others.length > 0 || !isSigned) return 'ALTERED';
    const certificate = signedBy(document, note);
    if (certificate === 'BROKEN') return 'ALTERED';
    return { name: certificate === 'UNREAD' ? null : nameOf(certificate) };
  });
}

/** `SEFIN NACIONAL` of `C=BR\nO=ICP-Brasil\nCN=SEFIN NACIONAL`. */
const nameOf = ({ subject }: X509Certificate) =>
  (/^CN=(.+)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ')).slice(0, MOST_NAME);

const MOST_NAME = 200;
