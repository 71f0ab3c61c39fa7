import { runSideBySide } from './side-by-side.ts';

/** TypeScript 7, four times as fast; `typescript` is the one whose API other tools use. */
const TSC = 'node_modules/typescript-7/bin/tsc';

/** Static checks of the code, the longest first, so that none of them runs alone at the end. */
const CHECKS: Record<string, string[]> = {
  'types: api': [process.execPath, TSC, '--singleThreaded', '-p', 'apps/api'],
  'types: e2e': [process.execPath, TSC, '--singleThreaded', '-p', 'e2e'],
  // The stories need it, and a build beside other checks leaves no processor idle.
  build: [process.execPath, 'scripts/build.ts'],
  lint: ['biome', 'ci', '--error-on-warnings', '.'],
  boundaries: [
    'depcruise',
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'err',
    'packages',
    'apps',
    'e2e',
    'scripts',
  ],
  'circles of modules': [
    'depcruise',
    '--config',
    '.dependency-cruiser.modules.cjs',
    '--output-type',
    'err',
    'apps/api/src/modules',
  ],
  'types: web': [process.execPath, TSC, '--singleThreaded', '-p', 'apps/web'],
  'patterns that backtrack': [process.execPath, 'scripts/patterns.ts'],
  'unused code': ['knip', '--no-progress'],
  // Code used by tests alone is unused too, unless marked @internal.
  'unused code in production': ['knip', '--production', '--no-progress'],
  'types: contract': [process.execPath, TSC, '--singleThreaded', '-p', 'packages/contract'],
  'types: domain': [process.execPath, TSC, '--singleThreaded', '-p', 'packages/domain'],
};
// The compiler is a Go program that lives for seconds: collecting its memory less often spares a tenth of its processor
// time, and takes up to a fifth more memory.
process.env.GOGC ??= '400';

await runSideBySide(CHECKS);
