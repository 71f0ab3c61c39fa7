import { defineConfig } from '@playwright/test';
import { COMPILED_CODE } from '../scripts/compiled-code.ts';
import { useMemoryFolder } from '../scripts/test-folder.ts';
import { browserLaunch } from './browser.ts';

useMemoryFolder();
// Tests start dozens of servers and commands.
process.env.NODE_COMPILE_CACHE ??= COMPILED_CODE;
// Objects of a worker live for one story; with Node's default of 16 MB for young objects, collecting them is a fifth of
// its work.
process.env.NODE_OPTIONS ??= '--max-semi-space-size=64';

const { args = [], ...browser } = await browserLaunch();

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './server.ts',
  timeout: 120_000,
  // A limit ends a story that hangs: a busy machine takes several times as long as an idle one.
  expect: { timeout: 30_000 },
  fullyParallel: true,
  // One and a half for each of two processors: a browser waits for its server, and the other way round.
  workers: 3,
  // Node runs TypeScript itself: Playwright's own translation of the server and the stories takes twelve seconds of processor.
  build: { external: ['**/*.ts'] },
  forbidOnly: true,
  retries: 0,
  reporter: [['list']],
  // The short form is `npm test`; the long one runs every story, and axe within each (docs/decisions/tests.md).
  projects: [
    { name: 'short', testIgnore: 'long/**', grepInvert: /@long/ },
    { name: 'long', metadata: { long: true } },
  ],
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1366, height: 860 },
    // Its requests pass by the routes of the stories; the story of a day offline allows it.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    // A trace costs a fifth of the run: `TRACE=1` records one for debugging.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    // Frames of animations cost a twentieth of the run; the stories of animations ask for them.
    contextOptions: { reducedMotion: 'reduce' },
    // On two processors threads of the garbage collector take more time than they save.
    launchOptions: { ...browser, args: [...args, '--js-flags=--single-threaded-gc'] },
  },
});
