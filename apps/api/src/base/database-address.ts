/** Part before the servers, the servers with commas between, and the rest, of a DATABASE_URL in the form of libpq. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;
/** A name, an address or an IPv6 address in brackets, with or without a port. */
const SERVER = /^(?:\[[\da-f:.]+\]|[^:[\],\s]+)(?::(\d{1,5}))?$/i;
const MAX_PORT = 65_535;

/** One address for each server that a DATABASE_URL names, in its order. */
export function serverAddresses(url: string): string[] {
  const [, before = '', servers = '', rest = ''] = PARTS.exec(url) ?? [];
  return servers.includes(',') ? servers.split(',').map((server) => before + server + rest) : [url];
}

/** Reason to refuse a list of servers; undefined for a valid one and for a single server. Quotes nothing: the URL holds a password. */
export function addressFault(url = '', setting = 'DATABASE_URL'): string | undefined {
  const [, , servers = '', rest = ''] = PARTS.exec(url) ?? [];
  const options = new URLSearchParams(rest.split('?')[1]);
  const host = options.get('host') ?? '';
  if (host.includes(',') && !host.startsWith('/')) return `os servidores de ${setting} vão antes do nome do banco`;
  if (!servers.includes(',')) return undefined;
  const named = servers.split(',');
  const wrong = named.findIndex((server) => !isServer(server)) + 1;
  if (wrong > 0) return `o ${wrong}º servidor de ${setting} não está na forma servidor:porta`;
  if (new Set(named).size < named.length) return `${setting} tem o mesmo servidor duas vezes`;
  if (host) return `${setting} tem uma lista de servidores e também host=; fica só a lista`;
  if (!['read-write', 'primary', 'any'].includes(options.get('target_session_attrs') ?? 'read-write'))
    return `${setting} com vários servidores pede target_session_attrs=read-write`;
  return undefined;
}

function isServer(text: string) {
  const found = SERVER.exec(text);
  return found !== null && Number(found[1] ?? 1) >= 1 && Number(found[1] ?? 1) <= MAX_PORT;
}
