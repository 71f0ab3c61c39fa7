import { isIP } from 'node:net';

/**
 * Network of a caller: an IPv4 address, or the first 64 bits of an IPv6 address, since one line can use all the others
 * and would count as a new caller each time.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped) return mapped;
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail] = plain.split('::');
  const before = groupsIn(head);
  const after = groupsIn(tail ?? '');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: zeros }, () => 0), ...after];
  // `::ffff:0:0/96` holds an IPv4 address in hexadecimal.
  const [a = 0, b = 0] = groups.slice(6);
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535') return [a >> 8, a & 255, b >> 8, b & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** A trailing IPv4 address takes two groups; its digits are beyond the first 64 bits. */
const groupsIn = (part: string) =>
  part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? [0, 0] : [Number.parseInt(group, 16)]));
