import { defineConfig } from 'vitest/config';

/** Moves the clock of a run (docs/time.md): every test file begins at TEST_CLOCK. */
const moved = {
  setupFiles: ['scripts/times/file-start.ts'],
  execArgv: [`--import=${new URL('scripts/times/clock.ts', import.meta.url)}`],
};
const asAsked = process.env.TEST_CLOCK ? moved : {};

const PACKAGES = { include: ['packages/*/src/**/*.test.ts'], isolate: false };
const API = {
  include: ['apps/api/src/**/*.test.ts', 'apps/api/test/**/*.test.ts'],
  globalSetup: 'apps/api/test/database.ts',
  // The app is loaded once by each worker, not by each file: two thirds of the run were that. What a test file
  // changes outside its own database, it puts back.
  isolate: false,
  // Ends a test that hangs; a busy machine takes several times as long as an idle one.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // What passes at the second try is printed with it, and mended like a failure.
  retry: 1,
};

export default defineConfig({
  test: {
    // Left to itself it keeps one processor free, which of two is half.
    maxWorkers: '100%',
    // `npm test` leaves these out, and the project `times`; `npm run test:long` runs them alone.
    tags: [{ name: 'long', description: 'Takes many seconds; a shorter test guards the same code.' }],
    projects: [
      { test: { name: 'packages', ...PACKAGES, ...asAsked } },
      { test: { name: 'web', include: ['apps/web/test/**/*.test.ts'], testTimeout: 30_000, ...asAsked } },
      { test: { name: 'api', ...API, ...asAsked } },
      {
        // What reckons with days, on a machine far from the agency as the odd day of a leap year ends there.
        test: {
          name: 'times',
          ...API,
          include: [
            ...PACKAGES.include,
            'apps/api/src/{db,sheets}/*.test.ts',
            'apps/api/src/modules/{invoices,readjustments,statements,terminations,transfers}/*.test.ts',
            'apps/api/test/{figures,late-charges}.test.ts',
          ],
          ...moved,
          env: { TZ: 'Asia/Tokyo', TEST_CLOCK: '2028-02-29T23:59:59' },
        },
      },
    ],
  },
});
