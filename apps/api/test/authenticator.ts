import { Secret, TOTP } from 'otpauth';

/** The code that an authenticator shows now; of a neighbouring half minute by `steps`. */
export const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
