import { baseAddress } from '../base/ends.ts';

/** Networks that the public pages link, each with its hosts. */
export const NETWORKS = {
  instagram: { name: 'Instagram', host: 'instagram.com' },
  facebook: { name: 'Facebook', host: 'facebook.com' },
  youtube: { name: 'YouTube', host: 'youtube.com' },
  linkedin: { name: 'LinkedIn', host: 'linkedin.com' },
} as const;
export type Network = keyof typeof NETWORKS;

/** A path of letters, digits and `@._/-`: nothing that could break out of an attribute or a URL. */
const PATH = /^(?:@?[\w.-]+)(?:\/@?[\w.-]+)*$/;

/**
 * Address of a profile from what people type: `@serra`, `serra`, `instagram.com/serra` or the whole address. Undefined
 * when it belongs to another host or isn't an address of a profile.
 */
export function readSocial(network: Network, typed: string): string | undefined {
  const { host } = NETWORKS[network];
  const [address = ''] = typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .split(/[?#]/);
  const bare = baseAddress(address);
  const [first = '', ...rest] = bare.split('/');
  const isHost = first.toLowerCase() === host || first.toLowerCase().endsWith(`.${host}`);
  // A handle alone has no slash and no host before it.
  const path = isHost ? rest.join('/') : rest.length === 0 && !/\.(com|br|net|org)$/i.test(first) ? first : '';
  if (!PATH.test(path) || path.length > 100 || path.includes('..')) return undefined;
  return `https://www.${host}/${isHost ? path : handlePath(network, path)}`;
}

/** Path of the profile for a bare handle, by network. */
function handlePath(network: Network, handle: string) {
  const name = handle.replace(/^@/, '');
  if (network === 'youtube') return `@${name}`;
  return network === 'linkedin' ? `company/${name}` : name;
}
