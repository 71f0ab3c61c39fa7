import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figures } from './load.ts';
import type { Connection } from './server.ts';
import { type Statement, WHOLE_NUMBER } from './statements.ts';

/** Statements planned at each execution (pgbench's default), or with cached plans. */
export type Plans = 'simple' | 'prepared';

/** Name of the variable that replaces an id; undefined for other numbers. */
type Name = (value: number) => string | undefined;

/** A value as SQL, with the ids in it replaced by variables, also within arrays and JSON. */
function literal(value: unknown, name: Name): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') {
    const variable = name(value);
    return variable ? `:${variable}` : String(value);
  }
  if (typeof value === 'boolean') return String(value);
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (value instanceof Date) return quoted(value.toISOString());
  if (Array.isArray(value)) return `array[${value.map((item) => literal(item, name)).join(', ')}]`;
  return quoted(typeof value === 'string' ? value : JSON.stringify(value)).replace(WHOLE_NUMBER, (digits) => {
    const variable = name(Number(digits));
    return variable ? ` :${variable}` : digits;
  });
}

/** pgbench reads `:word` as a variable anywhere, within quotes too. */
const quoted = (text: string) => `'${text.replaceAll("'", "''").replace(/:(?=[A-Za-z_])/g, ': ')}'`;

/** Statements as a script; `name` returns the variable that replaces an id. */
export const scriptOf = (statements: readonly Statement[], name: Name = () => undefined) =>
  statements.map(({ sql, parameters }) =>
    sql
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/\$(\d+)/g, (_, number) => literal(parameters[Number(number) - 1], name)),
  );

/** Measures PostgreSQL alone: runs the script on `clients` connections for a time. Times in milliseconds. */
export async function pgbench(
  { host, port, user, password, database }: Connection,
  lines: readonly string[],
  {
    clients,
    seconds,
    plans,
    each,
    variables = {},
  }: { clients: number; seconds: number; plans: Plans; each?: number; variables?: Record<string, number> },
): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'morada-pgbench-'));
  try {
    await writeFile(join(folder, 'script.sql'), `${lines.join('\n')}\n`);
    const defined = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
    const howLong = each === undefined ? ['-T', String(seconds)] : ['-t', String(each)];
    const told = await run(
      'pgbench',
      [
        ...[
          '-n',
          '-h',
          host,
          '-p',
          String(port),
          '-U',
          user,
          '-c',
          String(clients),
          '-j',
          '1',
          '-M',
          plans,
          ...howLong,
          ...defined,
        ],
        ...['-f', join(folder, 'script.sql'), '-l', '--log-prefix', join(folder, 'log'), database],
      ],
      password,
    );
    const perSecond = Number(/tps = ([\d.]+)/.exec(told)?.[1]);
    const logs = (await readdir(folder)).filter((name) => name.startsWith('log'));
    const text = await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')));
    const times = text
      .flatMap((log) => log.trim().split('\n'))
      .map((line) => Number(line.split(' ')[2]) / 1_000)
      .sort((one, other) => one - other);
    const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
    return { perSecond, p50: at(0.5), p99: at(0.99) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(command: string, args: string[], password: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: { ...process.env, PGPASSWORD: password } });
    let told = '';
    let wrong = '';
    child.stdout.on('data', (piece) => {
      told += piece;
    });
    child.stderr.on('data', (piece) => {
      wrong += piece;
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(told) : reject(new Error(wrong.slice(0, 600)))));
  });
}
