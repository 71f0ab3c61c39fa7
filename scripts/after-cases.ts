import { runSideBySide } from './side-by-side.ts';

// The rest of `npm test` once its cases are green: row types are one process, beside which the stories begin.
await runSideBySide(
  {
    'row types': [process.execPath, 'scripts/row-types.ts', process.env.ROW_TYPES_FILE ?? ''],
    stories: ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--project', 'short'],
  },
  ['stories'],
);
