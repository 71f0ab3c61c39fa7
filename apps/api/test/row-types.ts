import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { KyselyPlugin, OperationNode, QueryId } from 'kysely';
import type { Db } from '#api/context.ts';

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

/** The database, with the columns of raw statements and the kinds of their values noted. */
export const noting = (db: Db): Db => noteRows().reduce((noted, plugin) => noted.withPlugin(plugin), db);

function noteRows(): KyselyPlugin[] {
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
        if (noted) add(noted.columns, result.rows);
        if (noted && result.rows.length === 0) late.push({ columns: noted.columns, rows: result.rows });
        return result;
      },
    },
  ];
}

/** Empty answers. Rows of a statement that is sent with the next one are added to its answer afterwards (`withNext`). */
let late: { columns: Noted['columns']; rows: readonly unknown[] }[] = [];

const isRaw = (node: OperationNode): node is OperationNode & { sqlFragments: readonly string[] } =>
  node.kind === 'RawNode';

function add(columns: Noted['columns'], rows: readonly unknown[]) {
  for (const row of rows.slice(0, ROWS))
    for (const [column, value] of Object.entries(row as Readonly<Record<string, unknown>>)) {
      const kinds = columns.get(column) ?? new Set();
      kinds.add(value === null ? 'null' : typeof value);
      columns.set(column, kinds);
    }
}

/** Writes what was noted since the last time. */
export function writeRows(): void {
  if (!FILE) return;
  mkdirSync(dirname(FILE), { recursive: true });
  for (const { columns, rows } of late) add(columns, rows);
  late = [];
  const lines = [...places.values()].flatMap((noted) => {
    if (!noted) return [];
    const columns = Object.fromEntries([...noted.columns].map(([column, kinds]) => [column, [...kinds]]));
    noted.columns.clear();
    return `${JSON.stringify({ file: noted.file, line: noted.line, columns } satisfies NotedRows)}\n`;
  });
  appendFileSync(FILE, lines.join(''));
}
