import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether a header has the HMAC-SHA256 of the raw body, `sha256=<hex>`. */
export function isSigned(body: string, signature: unknown, secret: string): boolean {
  const given = /^sha256=([0-9a-f]{64})$/.exec(String(signature))?.[1];
  if (given === undefined) return false;
  return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(given, 'hex'));
}
