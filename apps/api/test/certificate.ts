import { generateKeyPairSync, sign } from 'node:crypto';

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

/** A certificate for the loopback address, signed by its own key, for a server of `node:https` or `node:tls`. */
export function selfMadeCertificate({ from, until, name = 'localhost' }: { from: Date; until: Date; name?: string }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from(name)))));
  const names = der(SEQUENCE, der(0x82, Buffer.from(name)), der(0x87, Buffer.of(127, 0, 0, 1)));
  const extensions = der(
    SEQUENCE,
    der(SEQUENCE, ALTERNATIVE_NAMES, der(0x04, names)),
    der(SEQUENCE, BASIC_CONSTRAINTS, der(0x04, der(SEQUENCE, der(0x01, Buffer.of(0xff))))),
  );
  const content = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    ECDSA_SHA256,
    subject,
    der(SEQUENCE, generalized(from), generalized(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', content, privateKey));
  const body = der(SEQUENCE, content, ECDSA_SHA256, signature).toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
