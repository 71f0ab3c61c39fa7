import { STAFF_PATH } from '@morada/contract/base/addresses';

/**
 * First segments of the staff's addresses from before the app moved to `STAFF_PATH`. Pages added since have no earlier
 * address, so the list does not grow. `/blog` is missing, since it is an address of the site now.
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

/** Pages of the site from before it moved from `/site` to `/`. Anything else below `/site` never was a page. */
const SITE = /^\/site(\/(?:imoveis|blog|anuncie|privacidade|manifest\.webmanifest)(?:\/.*)?)?\/?$/;

/** Present address of a path that was saved or sent before the move; undefined for every other path. */
export function movedTo(path: string): string | undefined {
  const site = SITE.exec(path);
  if (site) return site[1] ?? '/';
  return STAFF.has(path.split('/', 2)[1] ?? '') ? STAFF_PATH + path : undefined;
}
