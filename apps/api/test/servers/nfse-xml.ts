import { createHash, createSign, X509Certificate } from 'node:crypto';
import { NFSE_NAMESPACE } from '@morada/domain/nfse/dps';
import { element, written, type XmlElement } from '@morada/domain/nfse/xml';
import type { XmlNode } from 'libxml2-wasm';
import { type Certificate, certificateAuthority, issueCertificate } from '../signing/certificate.ts';

// Reading and signing documents of the national system, by libxml2 and node:crypto: not by the library that signs ours.

const NAMES = { n: NFSE_NAMESPACE, d: 'http://www.w3.org/2000/09/xmldsig#' };
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const ENVELOPED = `${NAMES.d}enveloped-signature`;

/** Node at a path of names, of the national system's namespace. */
export const nodeAt = (from: XmlNode, path: string) =>
  from.get(path.replace(/(^|\/)(?=[A-Za-z])/g, '$1n:'), NAMES) ?? undefined;

export const textAt = (from: XmlNode, path: string) => nodeAt(from, path)?.content;

/** Centavos, or hundredths of a percent; 0 where there is none. */
export const amountAt = (from: XmlNode, path: string) => Math.round(Number(textAt(from, path) ?? 0) * 100);

const methodOf = (name: string, algorithm: string) => element(name, [], { Algorithm: algorithm });

/** The canonical form has no tags that close themselves, as the library that signs ours writes them. */
const canonicalOf = (inner: string) => inner.replace(/<(\w+)([^<>]*)\/>/g, '<$1$2></$1>');

/** `body` within `name`, signed by SHA-256. But for such tags its elements are written in their canonical form. */
export function enveloped(
  name: string,
  body: { name: string; id: string; inner: string },
  version: string,
  { cert, key }: Certificate,
): string {
  const canonical = `<${body.name} xmlns="${NFSE_NAMESPACE}" Id="${body.id}">${canonicalOf(body.inner)}</${body.name}>`;
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

/** A note of the national system with other contents, signed anew: by a certificate of `name`. */
export function signedNote(xml: string, name = 'SEFIN NACIONAL'): string {
  const [, version = '', id = '', inner = ''] =
    /<NFSe [^>]*versao="([^"]*)"><infNFSe Id="([^"]*)">(.*)<\/infNFSe>/s.exec(xml) ?? [];
  const life = { from: new Date('2020-01-01'), until: new Date('2049-12-31') };
  const signer = issueCertificate(certificateAuthority(life), { ...life, name, rsa: true });
  return enveloped('NFSe', { name: 'infNFSe', id, inner }, version, signer);
}
