import { createHash, createSign, createVerify, X509Certificate } from 'node:crypto';
import { NFSE_NAMESPACE } from '@morada/domain/nfse/dps';
import { element, written, type XmlElement } from '@morada/domain/nfse/xml';
import type { XmlDocument, XmlNode } from 'libxml2-wasm';
import type { Certificate } from './certificate.ts';

// Reading, signing and verifying the documents of the national system, by libxml2 and node:crypto: not by the library that signs ours.

const NAMES = { n: NFSE_NAMESPACE, d: 'http://www.w3.org/2000/09/xmldsig#' };
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const ENVELOPED = `${NAMES.d}enveloped-signature`;

/** Node at a path of names, of the national system's namespace. */
export const nodeAt = (from: XmlNode, path: string) =>
  from.get(path.replace(/(^|\/)(?=[A-Za-z])/g, '$1n:'), NAMES) ?? undefined;

export const textAt = (from: XmlNode, path: string) => nodeAt(from, path)?.content;

/** Centavos, or hundredths of a percent; 0 where there is none. */
export const amountAt = (from: XmlNode, path: string) => Math.round(Number(textAt(from, path) ?? 0) * 100);

const HASHES: Readonly<Record<string, string>> = {
  [`${NAMES.d}sha1`]: 'sha1',
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  [`${NAMES.d}rsa-sha1`]: 'RSA-SHA1',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'RSA-SHA256',
};

/** The certificate that signed the element; undefined where the signature is not its. */
export function signedBy(document: XmlDocument, signed: XmlNode): X509Certificate | undefined {
  const at = (path: string) => document.get(`/*/d:Signature/${path}`, NAMES);
  const text = (path: string) => at(path)?.content ?? '';
  const id = signed.get('@Id')?.content;
  const reference = 'd:SignedInfo/d:Reference';
  const transforms = [1, 2].map((place) => text(`${reference}/d:Transforms/d:Transform[${place}]/@Algorithm`));
  const digest = HASHES[text(`${reference}/d:DigestMethod/@Algorithm`)];
  const algorithm = HASHES[text('d:SignedInfo/d:SignatureMethod/@Algorithm')];
  const info = at('d:SignedInfo');
  const isOurs = text(`${reference}/@URI`) === `#${id}` && transforms.join(' ') === `${ENVELOPED} ${C14N}`;
  const isPlain = document.find('/*/d:Signature/d:KeyInfo//d:X509Certificate', NAMES).length === 1;
  if (!(isOurs && digest && algorithm && info && isPlain)) return undefined;
  const certificate = certificateOf(text('d:KeyInfo/d:X509Data/d:X509Certificate'));
  const found = createHash(digest).update(signed.canonicalizeToString()).digest('base64');
  const isSame = found === text(`${reference}/d:DigestValue`).trim();
  const verify = createVerify(algorithm).update(info.canonicalizeToString());
  const isSigned = certificate && verify.verify(certificate.publicKey, text('d:SignatureValue').trim(), 'base64');
  return isSame && isSigned ? certificate : undefined;
}

function certificateOf(base64: string): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    return undefined;
  }
}

const methodOf = (name: string, algorithm: string) => element(name, [], { Algorithm: algorithm });

/** `body` within `name`, signed by SHA-256. Its elements are written in their canonical form. */
export function enveloped(
  name: string,
  body: { name: string; id: string; inner: string },
  version: string,
  { cert, key }: Certificate,
): string {
  const canonical = `<${body.name} xmlns="${NFSE_NAMESPACE}" Id="${body.id}">${body.inner}</${body.name}>`;
  const info = (namespace: Record<string, string>): XmlElement =>
    element(
      'SignedInfo',
      [
        methodOf('CanonicalizationMethod', C14N),
        methodOf('SignatureMethod', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'),
        element(
          'Reference',
          [
            element('Transforms', [methodOf('Transform', ENVELOPED), methodOf('Transform', C14N)]),
            methodOf('DigestMethod', 'http://www.w3.org/2001/04/xmlenc#sha256'),
            element('DigestValue', createHash('sha256').update(canonical).digest('base64')),
          ],
          { URI: `#${body.id}` },
        ),
      ],
      namespace,
    );
  const value = createSign('RSA-SHA256')
    .update(written(info({ xmlns: NAMES.d })))
    .sign(key, 'base64');
  const signature = element(
    'Signature',
    [
      info({}),
      element('SignatureValue', value),
      element('KeyInfo', [
        element('X509Data', [element('X509Certificate', new X509Certificate(cert).raw.toString('base64'))]),
      ]),
    ],
    { xmlns: NAMES.d },
  );
  const signed = `<${body.name} Id="${body.id}">${body.inner}</${body.name}>${written(signature)}`;
  return `<${name} xmlns="${NFSE_NAMESPACE}" versao="${version}">${signed}</${name}>`;
}
