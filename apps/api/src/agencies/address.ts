/** Scheme, account, servers, database and options of a PostgreSQL URL, with one server or several. */
const PARTS = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?(.*))?$/s;

export type Account = { user: string; password: string };

/**
 * The URL of another database on the same servers, of another account when one is given. Undefined for a text that isn't
 * a PostgreSQL URL, and for one with characters that an environment file would need quotes for.
 */
export function databaseAddress(url: string, database: string, account?: Account): string | undefined {
  const [, scheme, given, servers = '', , options] = PARTS.exec(url) ?? [];
  if (scheme === undefined || /[\s'"\\$#]/.test(url)) return undefined;
  const named = account ? `${account.user}:${encodeURIComponent(account.password)}` : given;
  return `${scheme}${named === undefined ? '' : `${named}@`}${servers}/${database}${options ? `?${options}` : ''}`;
}

/** Database that the URL names; PostgreSQL's own when it names none. */
export const databaseOf = (url: string) => PARTS.exec(url)?.[4] || 'postgres';

/** Whether two URLs name the same servers in the same words. */
export const isSameServer = (one: string, other: string) => serversOf(one) === serversOf(other);

/** Servers that a URL names, without account and database. */
export const serverNames = (url: string) => serversOf(url).trim();

function serversOf(url: string) {
  const [, , , servers = '', , options = ''] = PARTS.exec(url) ?? [];
  const read = new URLSearchParams(options);
  return [servers, read.get('host') ?? '', read.get('port') ?? ''].join(' ');
}
