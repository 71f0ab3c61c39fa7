import { SignedXml } from 'xml-crypto';
import type { NationalSettings, Signer } from './access.ts';

const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

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
