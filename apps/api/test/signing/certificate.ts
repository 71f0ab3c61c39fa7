import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A DER value: tag, length, content. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  const { length } = bytes;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...size), bytes]);
}

const SEQUENCE = 0x30;
const SET = 0x31;
const ECDSA_SHA256 = der(SEQUENCE, der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = der(0x06, Buffer.from('550403', 'hex'));
const ALTERNATIVE_NAMES = der(0x06, Buffer.from('551d11', 'hex'));
const BASIC_CONSTRAINTS = der(0x06, Buffer.from('551d13', 'hex'));

/** `20261126103000Z` */
const generalized = (time: Date) => der(0x18, Buffer.from(`${time.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`));

export type Certificate = { cert: string; key: string };

export type Authority = Certificate & { name: string };

/** `rsa`: a key that signs XML; else one of an elliptic curve, which is made faster. */
type Subject = { from: Date; until: Date; name?: string; rsa?: true };

/** A certificate for the loopback address, signed by its own key, for a server of `node:https` or `node:tls`. */
export function selfMadeCertificate({ from, until, name = 'localhost' }: Subject): Certificate {
  const keys = newKeys();
  return composed({ from, until, name }, keys, { name, privateKey: keys.privateKey, isAuthority: true });
}

/** A certificate authority, which `issueCertificate` issues for. */
export function certificateAuthority({ from, until, name = 'localhost' }: Subject): Authority {
  return { ...selfMadeCertificate({ from, until, name }), name };
}

/** A certificate for the loopback address, signed by `authority`. */
export function issueCertificate(authority: Authority, subject: Subject & { name: string }): Certificate {
  return composed(subject, subject.rsa ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : newKeys(), {
    name: authority.name,
    privateKey: createPrivateKey(authority.key),
    isAuthority: false,
  });
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const named = (name: string) => der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from(name)))));

/** An integer of 64 bits, so that no two certificates of an authority have the same number. */
function serialNumber() {
  const bytes = randomBytes(8);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return der(0x02, bytes);
}

function composed(
  { from, until, name }: Subject & { name: string },
  { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject },
  issuer: { name: string; privateKey: KeyObject; isAuthority: boolean },
): Certificate {
  const names = der(SEQUENCE, der(0x82, Buffer.from(name)), der(0x87, Buffer.of(127, 0, 0, 1)));
  const constraints = issuer.isAuthority ? der(SEQUENCE, der(0x01, Buffer.of(0xff))) : der(SEQUENCE);
  const extensions = der(
    SEQUENCE,
    der(SEQUENCE, ALTERNATIVE_NAMES, der(0x04, names)),
    der(SEQUENCE, BASIC_CONSTRAINTS, der(0x04, constraints)),
  );
  const content = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.of(2))),
    serialNumber(),
    ECDSA_SHA256,
    named(issuer.name),
    der(SEQUENCE, generalized(from), generalized(until)),
    named(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', content, issuer.privateKey));
  const body = der(SEQUENCE, content, ECDSA_SHA256, signature)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
