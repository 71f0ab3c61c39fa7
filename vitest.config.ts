import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { componentPlugins } from './apps/web/vite-plugins.ts';
import { browserLaunch } from './e2e/browser.ts';
import { COMPILED_CODE } from './scripts/compiled-code.ts';
import { useMemoryFolder } from './scripts/test-folder.ts';

useMemoryFolder();
// Tests start dozens of servers and commands.
process.env.NODE_COMPILE_CACHE ??= COMPILED_CODE;

/** Moves the clock of a run (docs/time.md): every test file begins at TEST_CLOCK. */
const moved = {
  setupFiles: ['scripts/times/file-start.ts'],
  execArgv: [`--import=${new URL('scripts/times/clock.ts', import.meta.url)}`],
};
const asAsked = process.env.TEST_CLOCK ? moved : {};

/** Ends a test that hangs; a busy machine takes several times as long as an idle one. */
const HANGING_MS = 120_000;

const PACKAGES = ['packages/*/src/**/*.test.ts'];
/** Without a database and without a browser. */
const PLAIN = { include: [...PACKAGES, 'apps/web/test/**/*.test.ts'], isolate: false, testTimeout: HANGING_MS };
const API = {
  include: ['apps/api/{src,test,demo-bank}/**/*.test.ts'],
  globalSetup: 'apps/api/test/database.ts',
  // Each worker loads the app once, not once per file, which took two thirds of the run. A test file restores whatever
  // it changes outside its own database.
  isolate: false,
  // Files share a worker, whose young objects outgrow the sixteen megabytes that Node gives them.
  execArgv: ['--max-semi-space-size=64'],
  testTimeout: HANGING_MS,
  hookTimeout: HANGING_MS,
};

/** The kit in the browser of the browser stories, with the styles of the app. */
const COMPONENTS = {
  include: ['apps/web/test/**/*.test.tsx'],
  setupFiles: 'apps/web/test/ui/page.ts',
  // The kit is loaded once, not once per file.
  isolate: false,
  browser: {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    viewport: { width: 1366, height: 860 },
    provider: playwright({
      launchOptions: await browserLaunch(),
      contextOptions: { locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', reducedMotion: 'reduce' },
      actionTimeout: 30_000,
    }),
    instances: [{ browser: 'chromium' as const }],
  },
  testTimeout: 60_000,
  // Waits are for states; the limit is for one that never comes.
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  test: {
    // One and a half for each processor: tests wait for servers, locks and disks.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // `npm test` leaves these out, and the project `times`; `npm run test:long` runs every case.
    tags: [{ name: 'long', description: 'Takes many seconds; a shorter test guards the same code.' }],
    projects: [
      { test: { name: 'plain', ...PLAIN, ...asAsked } },
      {
        plugins: componentPlugins(),
        // The production build of React, as users run it; the one for development takes a fifth more time.
        define: { 'process.env.NODE_ENV': '"production"' },
        oxc: { jsx: { development: false } },
        // Scanned before the first test: a package found during a run would reload its page.
        optimizeDeps: { entries: ['apps/web/test/**/*.tsx', 'apps/web/src/ui/**/*.{ts,tsx}'] },
        test: { name: 'components', ...COMPONENTS },
      },
      { test: { name: 'api', ...API, ...asAsked } },
      {
        // Date arithmetic, on a machine in a distant time zone at the end of a leap day there.
        test: {
          name: 'times',
          ...API,
          include: [
            ...PACKAGES,
            'apps/api/src/{db,db/reading,sheets}/*.test.ts',
            'apps/api/src/modules/{lease/readjustments,money/{invoices,statements,terminations,transfers}}/*.test.ts',
            'apps/api/test/money/{figures,late-charges}.test.ts',
          ],
          ...moved,
          env: { TZ: 'Asia/Tokyo', TEST_CLOCK: '2028-02-29T23:59:59' },
        },
      },
    ],
  },
});
