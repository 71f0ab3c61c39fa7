import { Secret, TOTP } from 'otpauth';

const PERIOD = 30;
/** Parameters that every authenticator supports: RFC 6238 with SHA-1, six digits, 30 seconds. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: PERIOD };

/** 160 bits, as RFC 4226 recommends. */
export const newSecret = () => new Secret({ size: 20 }).base32;

export const uriOf = (secret: string, label: string) =>
  new TOTP({ ...SHAPE, issuer: 'Morada', label, secret: Secret.fromBase32(secret) }).toString();

/** The step of this code: the current one or, since clocks differ, a neighbour. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const delta = TOTP.validate({
    ...SHAPE,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp: now,
    window: 1,
  });
  return delta === null ? undefined : TOTP.counter({ period: PERIOD, timestamp: now }) + delta;
}
