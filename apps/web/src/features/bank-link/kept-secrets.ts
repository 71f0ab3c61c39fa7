/** What is sent for a secret: the typed one, or nothing where the stored one stays or the bank has none; a new connection requires it. */
export const keptOr = (kept: unknown, typed: string | undefined) => (kept ? typed || undefined : typed);
