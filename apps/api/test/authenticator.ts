import { Secret, TOTP } from 'otpauth';

/** Current code of an authenticator; `steps` selects a neighbouring one. */
export const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
