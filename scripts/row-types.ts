import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

// Row types of raw SQL, compared with the rows that the tests have read (`apps/api/test/row-types.ts`): a raw statement
// says its row type by hand, and the compiler believes it. A test must read a row of each; columns must be the declared
// ones, and each value of a declared kind, null included.

const ROOT = join(import.meta.dirname, '..');
const FILE = process.argv[2] ?? '';
/** Methods of a raw statement that hand it to the database. */
const SENDS = new Set(['execute', 'compile']);

type Noted = { file: string; line: number; columns: Record<string, string[]> };
type Declared = {
  place: string;
  template: ts.Node | undefined;
  columns: Map<string, { kinds: ReadonlySet<string>; isOptional: boolean }>;
};

/** Kinds of values of each column, by place of the statement. */
function readNoted(): Map<string, Map<string, Set<string>>> {
  const noted = new Map<string, Map<string, Set<string>>>();
  for (const text of readFileSync(FILE, 'utf8').trim().split('\n')) {
    const { file, line, columns } = JSON.parse(text) as Noted;
    const place = `${file}:${line}`;
    const known = noted.get(place) ?? new Map<string, Set<string>>();
    noted.set(place, known);
    for (const [column, kinds] of Object.entries(columns))
      known.set(column, new Set([...(known.get(column) ?? []), ...kinds]));
  }
  return noted;
}

const config = ts.getParsedCommandLineOfConfigFile(join(ROOT, 'apps/api/tsconfig.json'), undefined, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (found) => {
    throw new Error(ts.flattenDiagnosticMessageText(found.messageText, '\n'));
  },
});
if (!config) throw new Error('apps/api/tsconfig.json could not be read');
const files = config.fileNames.filter((name) => /\/apps\/api\/src\//.test(name) && !name.endsWith('.test.ts'));
const program = ts.createProgram(files, config.options);
const checker = program.getTypeChecker();

/** Kinds of values, as `typeof` says them, that a type allows; `any`: all. */
function kindsOf(type: ts.Type): Set<string> {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return new Set(['any']);
  if (type.isUnion()) return new Set(type.types.flatMap((one) => [...kindsOf(one)]));
  if (type.isIntersection()) {
    const kinds = type.types.map((one) => [...kindsOf(one)]);
    return new Set(kinds.find(([kind]) => kind !== 'object') ?? ['object']);
  }
  if (type.flags & ts.TypeFlags.TypeParameter) return new Set(['any']);
  if (type.flags & ts.TypeFlags.Null) return new Set(['null']);
  if (type.flags & ts.TypeFlags.Undefined) return new Set();
  if (type.flags & ts.TypeFlags.NumberLike) return new Set(['number']);
  if (type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.TemplateLiteral)) return new Set(['string']);
  if (type.flags & ts.TypeFlags.BooleanLike) return new Set(['boolean']);
  return new Set(['object']);
}

/** Columns of a row type. One that only some members of a union have is optional. */
function columnsOf(row: ts.Type): Declared['columns'] {
  const members = row.isUnion() ? row.types : [row];
  const columns: Declared['columns'] = new Map();
  for (const property of members.flatMap((member) => checker.getPropertiesOfType(member))) {
    const kinds = [...(columns.get(property.name)?.kinds ?? []), ...kindsOf(checker.getTypeOfSymbol(property))];
    const isInAll = members.every((member) => checker.getPropertyOfType(member, property.name));
    const isOptional = !isInAll || (property.flags & ts.SymbolFlags.Optional) !== 0;
    // Another kind of row has null there.
    columns.set(property.name, { kinds: new Set(isInAll ? kinds : [...kinds, 'null']), isOptional });
  }
  return columns;
}

/** The row type of a raw statement that the node sends; undefined for other nodes and for generic rows. */
function rowOf(node: ts.Node): { at: ts.Node; sent: ts.Expression; row: ts.Type } | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { name, expression } = node.expression;
  // Only a raw statement is told the connection; asking the type of every query takes twice as long.
  if (!SENDS.has(name.text) || node.arguments.length === 0) return undefined;
  const type = checker.getTypeAtLocation(expression);
  if (type.symbol?.name !== 'RawBuilder') return undefined;
  const [row] = checker.getTypeArguments(type as ts.TypeReference);
  return row && { at: name, sent: expression, row };
}

/** The template that a statement is made by, in place or by the function that is called for it. */
function templateOf(sent: ts.Expression): ts.Node | undefined {
  if (ts.isTaggedTemplateExpression(sent)) return sent.template;
  if (!ts.isCallExpression(sent)) return undefined;
  const made = checker.getSymbolAtLocation(sent.expression)?.valueDeclaration;
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.typeArguments) found ??= node.template;
    else ts.forEachChild(node, visit);
  };
  if (made) visit(made);
  return found;
}

/** Whether a row type names its columns. */
const isNamed = (row: ts.Type) =>
  !(row.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) &&
  checker.getIndexInfosOfType(row).length === 0;

function declaredIn(file: ts.SourceFile): Declared[] {
  const found: Declared[] = [];
  const visit = (node: ts.Node): void => {
    const sent = rowOf(node);
    if (sent && isNamed(sent.row)) {
      const { line } = file.getLineAndCharacterOfPosition(sent.at.getStart());
      const place = `${relative(ROOT, file.fileName)}:${line + 1}`;
      found.push({ place, template: templateOf(sent.sent), columns: columnsOf(sent.row) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const declared = files.flatMap((name) => {
  const file = program.getSourceFile(name);
  return file ? declaredIn(file) : [];
});
const noted = readNoted();
const wrong: string[] = [];
const isRead = ({ place }: Declared) => (noted.get(place)?.size ?? 0) > 0;
// The tests note a template once, by the place that sent it first.
const readTemplates = new Set(declared.flatMap((one) => (isRead(one) && one.template) || []));
for (const { place, template, columns } of declared) {
  const rows = noted.get(place);
  if (!rows || rows.size === 0) {
    if (!template || !readTemplates.has(template))
      wrong.push(`${place} sends a statement of which no test reads a row`);
    continue;
  }
  for (const [column, kinds] of rows) {
    const known = columns.get(column);
    if (!known) wrong.push(`${place} reads the column ${column}, which its row type lacks`);
    else if (!known.kinds.has('any'))
      for (const kind of kinds)
        if (!known.kinds.has(kind))
          wrong.push(`${place} reads ${kind} in ${column}, declared ${[...known.kinds].join(' | ')}`);
  }
  for (const [column, { isOptional }] of columns)
    if (!rows.has(column) && !isOptional) wrong.push(`${place} declares the column ${column}, which it does not read`);
}
console.log(`${declared.length} raw statements with a row type were compared with the rows that tests read`);
if (wrong.length > 0) {
  console.error(wrong.join('\n'));
  process.exitCode = 1;
}
