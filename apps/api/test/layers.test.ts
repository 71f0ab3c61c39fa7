import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { LONG } from '#test/long.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A file, what it imports, and the rule of `.dependency-cruiser.cjs` that refuses it. */
// biome-ignore format: a table of cases reads best aligned
const REFUSED: readonly (readonly [file: string, imported: string | undefined, rule: string])[] = [
  ['base/one.ts',                       'db/any.ts',                       'api-base'],
  ['context.ts',                        'http/any.ts',                     'api-context'],
  ['db/one.ts',                         'http/any.ts',                     'api-db'],
  ['files/one.ts',                      'db/any.ts',                       'api-files'],
  ['outside/one.ts',                    'db/any.ts',                       'api-outside'],
  ['live/one.ts',                       'modules/money/a/any.service.ts',        'api-live'],
  ['pdf/one.ts',                        'sheets/any.ts',                   'api-pdf'],
  ['sheets/one.ts',                     'http/any.ts',                     'api-sheets'],
  ['http/one.ts',                       'modules/money/a/any.service.ts',        'api-http'],
  ['runs/one.ts',                       'modules/money/a/any.service.ts',        'api-runs'],
  ['backup/one.ts',                     'live/any.ts',                     'api-backup'],
  ['operation/one.ts',                  'http/any.ts',                     'api-operation'],
  ['modules/money/a/one.service.ts',          'pages/kit/any.ts',                'api-modules'],
  ['pages/site/one.routes.ts',          'db/any.ts',                       'api-pages'],
  ['demo/one.ts',                       'http/any.ts',                     'api-demo'],
  ['runtime.ts',                        'modules/money/a/any.service.ts',        'api-runtime'],
  ['jobs.ts',                           'http/any.ts',                     'api-jobs'],
  ['app.ts',                            'backup/any.ts',                   'api-app'],
  ['main.ts',                           'commands/any.ts',                 'api-main'],
  ['commands/one.ts',                   'http/any.ts',                     'api-commands'],

  ['new-room/imports.ts',               'base/any.ts',                     'api-has-layers'],
  ['modules/money/a/two.service.ts',          'new-room/imported.ts',            'api-has-layers'],
  ['new-room/alone.ts',                 undefined,                         'api-has-layers'],

  ['modules/money/a/imports.ts',              'base/any.ts',                     'modules-have-roles'],
  ['modules/money/a/three.service.ts',        'modules/money/a/imported.ts',           'modules-have-roles'],
  ['modules/money/a/alone.ts',                undefined,                         'modules-have-roles'],
  ['modules/money/a/one.routes.ts',           'modules/money/a/any.map.ts',            'role-routes'],
  ['modules/money/a/four.service.ts',         'modules/money/a/any.worker.ts',         'role-service'],
  ['modules/money/a/one.queries.ts',          'modules/money/a/any.export.ts',         'role-queries'],
  ['modules/money/a/one.map.ts',              'modules/money/a/any.queries.ts',        'role-map'],
  ['modules/money/a/one.data.ts',             'modules/money/a/any.map.ts',            'role-data'],
  ['modules/money/a/one.export.ts',           'modules/money/a/any.pdf.ts',            'role-export'],
  ['modules/money/a/one.pdf.ts',              'modules/money/a/any.queries.ts',        'role-pdf'],
  ['modules/money/a/one.importer.ts',         'modules/money/a/any.reader.ts',         'role-importer'],
  ['modules/money/a/one.action.ts',           'modules/money/a/any.map.ts',            'role-action'],
  ['modules/money/a/one.reader.ts',           'modules/money/a/any.queries.ts',        'role-reader'],
  ['modules/money/a/one.worker.ts',           'modules/money/a/any.queries.ts',        'role-worker'],
  ['modules/money/a/two.routes.ts',           'kysely',                          'routes-do-not-write-sql'],
  ['modules/money/a/five.service.ts',         'kysely',                          'services-write-no-sql'],
  ['modules/money/a/six.service.ts',          'http/any.ts',                     'http-stays-at-the-door'],
  ['modules/money/a/two.queries.ts',          'modules/money/a/any.service.ts',        'queries-hold-no-story'],
  ['modules/money/a/seven.service.ts',        'modules/money/b/any.queries.ts',        'module-privacy'],
  ['modules/money/a/eight.service.ts',        'demo/any.ts',                     'demonstration-fills-itself'],

  ['modules/lease/c/one.service.ts',    'modules/money/a/any.service.ts',  'level-lease'],
  ['modules/new/c/one.service.ts',      'base/any.ts',                     'modules-have-roles'],

  ['pages/site/imports.ts',             'base/any.ts',                     'pages-have-roles'],
  ['pages/elsewhere/one.page.ts',       'base/any.ts',                     'pages-have-roles'],
  ['pages/site/alone.ts',               undefined,                         'pages-have-roles'],
  ['pages/kit/one.ts',                  'pages/site/any.page.ts',          'pages-kit'],
  ['pages/site/one.page.ts',            'pages/client-area/any.page.ts',   'pages-site'],
  ['pages/invoice/one.page.ts',         'pages/client-area/any.page.ts',   'pages-invoice'],
  ['pages/client-area/one.page.ts',     'pages/site/any.page.ts',          'pages-client-area'],
  ['pages/kit/two.ts',                  'modules/money/a/any.service.ts',        'kit-knows-no-page'],
  ['pages/site/two.page.ts',            'fastify',                         'pages-know-no-request'],
  ['pages/site/two.routes.ts',          'kysely',                          'pages-write-no-sql'],

  ['commands/two.ts',                   'modules/money/a/any.queries.ts',        'services-face-outwards'],
  ['commands/three.ts',                 'modules/money/a/any.routes.ts',         'app-registers-routes'],
  ['base/two.ts',                       '../test/any.ts',                  'server-ships-alone'],

  ['../../web/src/ui/base/one.ts',      '../../web/src/ui/overlay/any.ts', 'kit-base'],
  ['../../web/src/ui/display/one.ts',   '../../web/src/ui/form/any.ts',    'kit-feedback'],
  ['../../web/src/ui/form/one.ts',      '../../web/src/ui/overlay/any.ts', 'kit-input'],
  ['../../web/src/ui/overlay/one.ts',   '../../web/src/ui/list/any.ts',    'kit-overlay'],
  ['../../web/src/ui/elsewhere/one.ts', '../../web/src/ui/base/any.ts',    'kit-has-levels'],
];

/** Imports that no rule refuses. */
const ALLOWED: readonly (readonly [file: string, imported: string])[] = [
  ['db/ten.ts', 'base/any.ts'],
  ['modules/money/a/ten.service.ts', 'modules/money/b/any.service.ts'],
  ['modules/money/a/eleven.service.ts', 'modules/lease/d/any.service.ts'],
  ['modules/money/a/ten.routes.ts', 'http/any.ts'],
  ['modules/money/a/ten.queries.ts', 'kysely'],
  ['modules/desk/demonstration/ten.service.ts', 'demo/any.ts'],
  ['pages/site/ten.routes.ts', 'modules/money/a/any.service.ts'],
  ['pages/client-area/ten.page.ts', 'pages/invoice/any.part.ts'],
  ['modules/money/a/ten.test.ts', 'pages/site/any.page.ts'],
  ['../../web/src/ui/list/ten.ts', '../../web/src/ui/overlay/any.ts'],
];

const folder = await mkdtemp(join(tmpdir(), 'layers-'));
afterAll(() => rm(folder, { recursive: true }));
const SRC = 'apps/api/src';

async function plant(file: string, text: string) {
  const path = join(folder, SRC, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Puts the files of both tables into a tree of their own and gives the rules that refuse each. */
async function refusals(): Promise<Map<string, string[]>> {
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await cp(join(ROOT, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'));
  for (const [, imported] of [...REFUSED, ...ALLOWED])
    if (imported?.endsWith('.ts')) await plant(imported, 'export const any = 1;\n');
  for (const [file, imported] of [...REFUSED, ...ALLOWED]) {
    const path = imported?.endsWith('.ts') ? `./${relative(dirname(file), imported)}` : imported;
    await plant(file, path === undefined ? 'export const one = 1;\n' : `import '${path}';\n`);
  }
  return violations('.dependency-cruiser.cjs', 'apps');
}

/** Names of the rules of a configuration that refuse each file or folder of the tree. */
async function violations(config: string, within: string): Promise<Map<string, string[]>> {
  const output = await new Promise<string>((resolve, reject) =>
    execFile(
      join(ROOT, 'node_modules/.bin/depcruise'),
      ['--config', join(ROOT, config), '--output-type', 'json', within],
      { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
      // Violations end the command with an error code too, after its output.
      (error, stdout, stderr) => (stdout === '' ? reject(error ?? new Error(stderr)) : resolve(stdout)),
    ),
  );
  const { summary } = JSON.parse(output) as { summary: { violations: { from: string; rule: { name: string } }[] } };
  const found = Map.groupBy(summary.violations, ({ from }) => relative(SRC, from));
  return new Map([...found].map(([file, refused]) => [file, refused.map(({ rule }) => rule.name)]));
}

const found = await refusals();

describe('the rules of layers', () => {
  test.each(REFUSED)('refuse %s, which imports %s by %s', (file, _, rule) => {
    expect(found.get(file)).toContain(rule);
  });

  test.each(ALLOWED)('let %s import %s', (file) => {
    expect(found.get(file)).toBeUndefined();
  });
});

test('two modules that need each other are refused', async () => {
  await plant('modules/money/e/one.service.ts', "import '../f/any.service.ts';\n");
  await plant('modules/money/f/any.service.ts', 'export const any = 1;\n');
  await plant('modules/money/f/one.service.ts', "import '../e/any.service.ts';\n");
  await plant('modules/money/e/any.service.ts', 'export const any = 1;\n');
  const circles = await violations('.dependency-cruiser.modules.cjs', 'apps/api/src/modules');
  expect([...circles]).toEqual([
    ['modules/money/e', ['no-circles-of-modules']],
    ['modules/money/f', ['no-circles-of-modules']],
  ]);
});

test('two folders of the kit that need each other are refused', LONG, async () => {
  await plant('../../web/src/ui/input/two.ts', "import '../form/three.ts';\n");
  await plant('../../web/src/ui/form/three.ts', 'export const three = 1;\n');
  await plant('../../web/src/ui/form/four.ts', "import '../input/five.ts';\n");
  await plant('../../web/src/ui/input/five.ts', 'export const five = 1;\n');
  const circles = await violations('.dependency-cruiser.cjs', 'apps/web/src/ui');
  expect(circles.get('../../web/src/ui/input')).toEqual(['kit-folders-in-no-circle']);
});
