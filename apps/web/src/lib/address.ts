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

/** A path of ours with the name of this server, to be sent; what is whole already stays as it is. */
export const wholeAddress = (path: string) => new URL(path, location.origin).href;

/** A path of ours to come back to, never another site's address. */
export const isOwnPath = (address: string) => /^\/(?![/\\])/.test(address);
