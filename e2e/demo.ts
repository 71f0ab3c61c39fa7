import { test as base } from './fixtures.ts';

export type { Demo } from './populated-agency.ts';

/** Like `test` of fixtures.ts, in an agency that has months of data: one for each worker, in its own database. */
export const test = base.extend({
  baseURL: ({ demo }, use) => use(demo.url),
  call: ({ demo }, use) => use(demo.call),
});
