const UNREACHABLE = [
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
 * Connection lost, server stopping, too many connections (PostgreSQL classes 08, 53 and 57), or a table changed by an
 * upgrade.
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
