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

/** Where the app serves a page that the specification addresses at the root; undefined for every other path. */
export const staffPathOf = (path: string): string | undefined =>
  STAFF.has(path.split('/', 2)[1] ?? '') ? STAFF_PATH + path : undefined;
