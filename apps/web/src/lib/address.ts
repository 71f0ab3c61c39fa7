/**
 * The address bar holds plain words, `?query=Ana&page=2`: every value is a string and the route's schema turns it
 * into what it means. What is empty is left out.
 */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const words = Object.entries(search)
    .filter(
      ([name, value]) => value !== undefined && value !== null && value !== '' && !(name === 'page' && value === 1),
    )
    .map(([name, value]) => [name, String(value)]);
  return words.length ? `?${new URLSearchParams(words)}` : '';
}

/** Absolute URL of a path of this server, for sending to others; an absolute URL stays as it is. */
export const wholeAddress = (path: string) => new URL(path, location.origin).href;

/**
 * Whether an address of a query may be opened after sign-in: a path of this origin. Browsers drop tabs and line breaks
 * while they read an address (`/\t/other.example` leads to another site), so that a look at its first two characters is
 * not enough: control characters are refused and the origins are compared as the browser resolves them.
 */
export function isOwnPath(address: string, origin: string = location.origin): boolean {
  if (!/^\/(?!\/)/.test(address) || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/u.test(address) || !URL.canParse(address, origin))
    return false;
  const { origin: resolved, pathname } = new URL(address, origin);
  // `/x/..//other.example` resolves to a path that reads as another site's address when it is navigated to again.
  return resolved === origin && !pathname.startsWith('//');
}
