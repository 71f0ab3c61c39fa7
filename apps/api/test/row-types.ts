import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { KyselyPlugin, OperationNode, QueryId } from 'kysely';

/**
 * File that the tests note the rows of raw statements in, for `scripts/row-types.ts`, which compares them with the
 * declared types. Absent: nothing is noted.
 */
const FILE = process.env.ROW_TYPES_FILE;
/** Rows of one answer that are looked at. */
const ROWS = 300;

/** Kinds of values that a column had. `line` is that of the call which executes the statement. */
export type NotedRows = { file: string; line: number; columns: Record<string, string[]> };

type Noted = { file: string; line: number; columns: Map<string, Set<string>> };

/** By the constant parts of a template, which are one object for each place in the code. */
const places = new Map<readonly string[], Noted | undefined>();

const SOURCE = /\/(apps\/api\/src\/[\w./-]+\.ts)(?:\?[^:]*)?:(\d+):\d+/;

/** The place in the server's code that executes the statement. */
function placeOf(): Noted | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const [, file, line] = SOURCE.exec(new Error('place').stack ?? '') ?? [];
  Error.stackTraceLimit = limit;
  return file && line ? { file, line: Number(line), columns: new Map() } : undefined;
}

/** Notes the columns of raw statements, and the kinds of their values. */
export function noteRows(): KyselyPlugin[] {
  if (!FILE) return [];
  const asked = new WeakMap<QueryId, Noted>();
  return [
    {
      transformQuery({ node, queryId }) {
        if (isRaw(node)) {
          if (!places.has(node.sqlFragments)) places.set(node.sqlFragments, placeOf());
          const noted = places.get(node.sqlFragments);
          if (noted) asked.set(queryId, noted);
        }
        return node;
      },
      async transformResult({ result, queryId }) {
        const noted = asked.get(queryId);
        if (noted) for (const row of result.rows.slice(0, ROWS)) add(noted.columns, row);
        return result;
      },
    },
  ];
}

const isRaw = (node: OperationNode): node is OperationNode & { sqlFragments: readonly string[] } =>
  node.kind === 'RawNode';

function add(columns: Noted['columns'], row: Readonly<Record<string, unknown>>) {
  for (const [column, value] of Object.entries(row)) {
    const kinds = columns.get(column) ?? new Set();
    kinds.add(value === null ? 'null' : typeof value);
    columns.set(column, kinds);
  }
}

/** Writes what was noted since the last time. */
export function writeRows(): void {
  if (!FILE) return;
  mkdirSync(dirname(FILE), { recursive: true });
  const lines = [...places.values()].flatMap((noted) => {
    if (!noted) return [];
    const columns = Object.fromEntries([...noted.columns].map(([column, kinds]) => [column, [...kinds]]));
    noted.columns.clear();
    return `${JSON.stringify({ file: noted.file, line: noted.line, columns } satisfies NotedRows)}\n`;
  });
  appendFileSync(FILE, lines.join(''));
}
