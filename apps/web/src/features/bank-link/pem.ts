/** The certificates and the key of a text or file in PEM, without what stands around them; blank where there is none. */
export type PemParts = { certificate: string; key: string };

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g;

export function pemParts(text: string): PemParts {
  const blocks = [...text.replaceAll('\r\n', '\n').matchAll(BLOCK)].map(([block, kind = '']) => ({ block, kind }));
  const of = (ending: string) => blocks.flatMap(({ block, kind }) => (kind.endsWith(ending) ? block : []));
  return { certificate: of('CERTIFICATE').join('\n'), key: of('PRIVATE KEY')[0] ?? '' };
}

/** Banks' files hold a few kilobytes. */
export const MAX_PEM_BYTES = 65_536;

const NOT_PEM = 'Este arquivo não tem um certificado nem uma chave em PEM.';
const PKCS12 = 'Este arquivo é um .pfx ou .p12. Peça ao banco o certificado e a chave em PEM, ou converta-o.';

/** What a bank's file holds: PEM, or one certificate in DER. `refused` says in Portuguese why nothing could be read. */
export function readPemFile(bytes: Uint8Array): PemParts | { refused: string } {
  const parts = pemParts(new TextDecoder('latin1').decode(bytes));
  if (parts.certificate || parts.key) return parts;
  const first = firstElement(bytes);
  if (first === INTEGER) return { refused: PKCS12 };
  return first === SEQUENCE ? { certificate: inPem(bytes), key: '' } : { refused: NOT_PEM };
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const LONG_FORM = 0x80;

/** Tag of the first element in an outer DER sequence: a sequence in a certificate, an integer in PKCS #12. */
function firstElement(bytes: Uint8Array): number | undefined {
  const [tag, length = 0] = bytes;
  if (tag !== SEQUENCE) return undefined;
  return bytes[2 + (length > LONG_FORM ? length - LONG_FORM : 0)];
}

function inPem(certificate: Uint8Array): string {
  const lines = btoa(String.fromCharCode(...certificate)).match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n');
}
