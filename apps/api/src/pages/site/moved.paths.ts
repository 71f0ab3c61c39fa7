import { STAFF_PATH } from '@morada/contract/base/addresses';

/**
 * First segments of the staff's pages as the specification addresses them; the app serves them below `STAFF_PATH`.
 * `/blog` is missing, since it is an address of the site.
 */
const STAFF = new Set([
  'account',
  'clients',
  'contacts',
  'contracts',
  'financial',
  'first-steps',
  'fiscal',
  'login',
  'properties',
  'schedules',
  'settings',
  'setup',
  'support',
]);

/** Pages of the site by their addresses below `/site`, which it also has; it is served at `/`. */
const SITE = /^\/site(\/(?:imoveis|blog|anuncie|privacidade|manifest\.webmanifest)(?:\/.*)?)?\/?$/;

/** Where a page is served that is also addressed elsewhere; undefined for every other path. */
export function movedTo(path: string): string | undefined {
  const site = SITE.exec(path);
  if (site) return site[1] ?? '/';
  return STAFF.has(path.split('/', 2)[1] ?? '') ? STAFF_PATH + path : undefined;
}
