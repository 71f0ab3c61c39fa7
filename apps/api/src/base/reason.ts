/** Reason of a failure to connect. An error of several attempts, one for each address, has a code and no message. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
}
