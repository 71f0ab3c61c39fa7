/** Code of the error that none of several servers accepts writes. */
export const NO_PRIMARY = 'NO_PRIMARY';
/** A write reached a server that is a standby now, as a proxy or an address may lead there after a failover. */
export const READ_ONLY = '25006';

const UNREACHABLE = [
  NO_PRIMARY,
  READ_ONLY,
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];

/**
 * Connection lost, server stopping, too many connections (PostgreSQL classes 08, 53 and 57), no server that accepts
 * writes, or a table changed by an upgrade.
 */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  return (
    (typeof code === 'string' && (/^(08|53|57P)/.test(code) || UNREACHABLE.includes(code))) ||
    /Connection terminated|timeout exceeded when trying to connect|not queryable|cached plan must not change/.test(
      message,
    )
  );
}
