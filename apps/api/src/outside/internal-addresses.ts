import { type LookupAddress, lookup } from 'node:dns';
import { lookup as resolve } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that are no bank's: this machine, private and local ones, and those that mean no single host. */
const INTERNAL = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  INTERNAL.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 127],
  // An address of version 4 inside one of version 6, which a gateway translates.
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  INTERNAL.addSubnet(network, bits, 'ipv6');

/** Whether an IP address belongs to this machine or its network. */
export const isInternal = (address: string): boolean => INTERNAL.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

let permitted = false;

/** Lets typed addresses lead to this machine and its network, for demonstrations and tests. Holds for the process. */
export function permitInternal(may = true): void {
  permitted = may;
}

/** The connection was not opened, since the address leads to this machine or its network. */
export class InternalAddress extends Error {
  override readonly name = 'InternalAddress';
  readonly code = 'EINTERNAL';
}

const hostOf = (url: string | URL) => new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Whether a typed address leads to this machine or its network. A name that can't be resolved now doesn't: each connection
 * is checked again.
 */
export async function leadsInside(url: string): Promise<boolean> {
  if (permitted) return false;
  const host = hostOf(url);
  if (isIP(host)) return isInternal(host);
  const found = await resolve(host, { all: true }).catch(() => []);
  return found.some(({ address }) => isInternal(address));
}

/** For an address without a name, which is not looked up. @throws InternalAddress */
export function refuseInternal(url: URL): void {
  const host = hostOf(url);
  if (!permitted && isIP(host) && isInternal(host)) throw new InternalAddress(host);
}

/**
 * Lookup of a connection: it is opened to the very address that was checked, so that a name that is resolved anew can't lead
 * inside.
 */
export const outsideLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return done(error, '', 0);
    if (!permitted && found.some(({ address }) => isInternal(address))) return done(new InternalAddress(host), '', 0);
    const [first] = found;
    if (options.all || !first) return done(null, found);
    return done(null, first.address, first.family);
  });
};
