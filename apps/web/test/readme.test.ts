import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const WEB = fileURLToPath(new URL('..', import.meta.url));

/** The files that the README shows, by their path: a block of code names its own in the first line. */
const shown = new Map(
  [...readFileSync(join(WEB, 'README.md'), 'utf8').matchAll(/```tsx\n\/\/ (\S+)\n(.*?)```/gs)].map(
    ([, path = '', code = '']) => [join(WEB, 'src', path), code],
  ),
);

test('the files that the README shows compile in the place of the app’s', () => {
  const { config } = ts.readConfigFile(join(WEB, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, WEB);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (file) => shown.get(file) ?? readFile(file);
  host.fileExists = (file) => shown.has(file) || fileExists(file);
  const source = host.getSourceFile;
  host.getSourceFile = (file, ...rest) => {
    const code = shown.get(file);
    return code === undefined ? source(file, ...rest) : ts.createSourceFile(file, code, ts.ScriptTarget.ESNext, true);
  };
  const program = ts.createProgram([...shown.keys(), join(WEB, 'src/app/router.ts')], options, host);
  const faults = [...shown.keys()].flatMap((file) => {
    const shownFile = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(shownFile), ...program.getSemanticDiagnostics(shownFile)];
  });
  expect(ts.formatDiagnostics(faults, { ...host, getCurrentDirectory: () => dirname(WEB) })).toBe('');
  expect(shown.size).toBe(2);
}, 120_000);
