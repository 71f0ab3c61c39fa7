import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { checkSync } from 'recheck';
import ts from 'typescript';

// Regular expressions of the server and its rules, checked for backtracking: one that tries every way to part a row of
// blanks or digits holds the event loop for minutes when a visitor sends a long row of them. A pattern is rewritten, not
// excepted: a row is collapsed first, or read character by character (`base/ends.ts`).

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['packages/domain/src', 'packages/contract/src', 'apps/api/src'];
/** Milliseconds that a single pattern may take to be judged; most take less than 20. */
const TIMEOUT = 20_000;

/** Patterns that code puts together, as it puts them together. A file with another one is named. */
const BUILT: Readonly<Record<string, readonly RegExp[]>> = {
  'packages/contract/src/bank/bank-link.ts': [/^-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  'packages/contract/src/bank/boleto-link.ts': [/^\d{1,12}$/],
  'packages/contract/src/base/export.ts': [/^\d{1,15}(,\d{1,15}){0,999}$/],
  'packages/domain/src/bank/cnab/return-entry.ts': [/.{1,3}/g],
  'packages/domain/src/bank/cnab/return-file.ts': [/.{1,400}/g],
  'packages/domain/src/bank/settlement-report.ts': [
    /(?<net>\b(?:valor|vlr|vl)\W{0,6}(?:d[oe] )?(?:liq|cred)\w*)|(?<amount>\b(?:valor|vlr|vl)\W{0,6}(?:d[oe] )?(?:titulo|doc\w*|boleto)?)|(?<day>\b(?:(?:data|dt)\W{0,6}(?:d[eoa] )?)?(?:vencimento|venc)\b)|(?<charges>\b(?:juros|multa)(?:\W{0,6}[/e+]\W{0,6}(?:juros|multa|mora)\b)?)/g,
    /(?<![\d.,/])-?(?:\d{1,3}(?:\.\d{3})+|\d+),\d{2}(?![\d,])/g,
  ],
  'packages/domain/src/brand/opening-hours.ts': [
    /^(?:das )?(\d{1,2})(?:[:h](\d{2})?)? ?h? ?(?:-|–|às|as|a|até) ?(\d{1,2})(?:[:h](\d{2})?)? ?h?$/i,
  ],
  'packages/domain/src/people/redacted.ts': [
    /(?<![\p{L}\p{N}])maria[ _.-]+souza(?![\p{L}\p{N}])/gu,
    /(?<![a-z\d])1[.\-/() ]{0,2}2[.\-/() ]{0,2}3[.\-/() ]{0,2}4(?![a-z\d])/gu,
  ],
  'apps/api/src/backup/point-in-time/catalogue.ts': [
    /^(\d+)\/base\/(\d{8}T\d{9}Z)_(\d{8}T\d{9}Z)_([0-9A-F]{24})_([0-9A-F]{24})\.enc$/,
    /^(\d+)\/wal\/([0-9A-F]{8}[0-9A-Za-z.]*)_(\d{8}T\d{9}Z)\.enc$/,
  ],
  'apps/api/src/modules/bank/slips/slip-stub.pdf.ts': [/.{1,90}/g],
  'apps/api/src/pdf/printable.ts': [/[^\u0020-\u007e\u00a0-\u017f–—]/gu],
  'apps/api/src/sheets/write.ts': [/^[=+@-]|^[\t\r\n]/u, /([;,\t])(?=[=+@-])/gu, /[";,\t]/],
};

type Pattern = { source: string; flags: string; places: string[] };

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesOf(path);
    return /\.tsx?$/.test(entry.name) && !/\.test(-process)?\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const patterns = new Map<string, Pattern>();
const unnamed: string[] = [];

function add(source: string, flags: string, place: string) {
  const known = patterns.get(`/${source}/${flags}`);
  if (known) known.places.push(place);
  else patterns.set(`/${source}/${flags}`, { source, flags, places: [place] });
}

for (const path of FOLDERS.flatMap((folder) => filesOf(join(ROOT, folder)))) {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const name = relative(ROOT, path);
  const placeOf = (node: ts.Node) => `${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  let built = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(node.text.slice(1, end), node.text.slice(end + 1), placeOf(node));
    }
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      built += 1;
      if (built > (BUILT[name]?.length ?? 0)) unnamed.push(placeOf(node));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const { source, flags } of BUILT[name] ?? []) add(source, flags, name);
}

/**
 * Patterns found safe before, which a check adds to and commits carry, so that the new ones alone are judged: all of them
 * take half a minute. A newer judge begins with an empty list.
 */
const KNOWN = join(import.meta.dirname, 'safe-patterns.json');

const known = JSON.parse(readFileSync(KNOWN, 'utf8')) as string[];
const safe = new Set(known);
const failures = unnamed.map((place) => `${place}: name the pattern that is put together here in scripts/patterns.ts`);
for (const [shown, { source, flags, places }] of patterns) {
  if (safe.has(shown)) continue;
  const judged = checkSync(source, flags, { timeout: TIMEOUT, randomSeed: 1 });
  if (judged.status === 'safe') {
    safe.add(shown);
    continue;
  }
  const why = judged.status === 'vulnerable' ? judged.complexity.summary : `not judged (${judged.error.kind})`;
  failures.push(`${places.join(', ')}: ${shown} backtracks: ${why}`);
}
const kept = [...safe].filter((shown) => patterns.has(shown)).toSorted();
if (kept.join() !== known.join()) writeFileSync(KNOWN, `${JSON.stringify(kept, null, 2)}\n`);
for (const failure of failures) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
