import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { Client } from 'pg';
import { bytesPart, clusterParts, type Part, partPath } from '../../db/embedded/base.ts';
import type { Home } from '../../db/embedded/location.ts';
import { BackupRefused } from '../refused.ts';
import { openSealed } from '../seal.ts';
import type { Base } from './catalogue.ts';
import { RANDOM_KEY, writeSealed } from './pack.ts';

/** `pg_backup_stop` waits until PostgreSQL has copied the last segment to the spool. */
const STOP_MS = 600_000;

/**
 * Copies the running cluster into a sealed, compressed file. Each part is a line of JSON followed by its bytes, and the
 * last line has the number of parts. `client` must stay connected until the end.
 */
export async function writeBase(client: Client, home: Home, file: string, key: string): Promise<Omit<Base, 'name'>> {
  const clock = async () => {
    const { rows } = await client.query<{ now: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
    );
    return Temporal.Instant.from(rows[0]?.now ?? '');
  };
  const { rows } = await client.query<{ system: string }>(
    'select system_identifier::text as system from pg_control_system()',
  );
  const started = await clock();
  await client.query("select pg_backup_start('morada', fast => true)");
  let range: { first: string; last: string } | undefined;
  const parts = async function* (): AsyncGenerator<Part> {
    yield* clusterParts(home);
    await client.query(`set statement_timeout = ${STOP_MS}`);
    const stop = await client.query<{ label: string; last: string }>(
      'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(true)',
    );
    const { label = '', last = '' } = stop.rows[0] ?? {};
    range = { first: /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? '', last };
    yield bytesPart('cluster/backup_label', Buffer.from(label));
  };
  await writeSealed(file, Readable.from(framed(parts())).pipe(createZstdCompress()), key, RANDOM_KEY);
  if (!range?.first) throw new Error('the base backup has no label');
  return { system: rows[0]?.system ?? '', started, stopped: await clock(), ...range };
}

async function* framed(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  let count = 0;
  for await (const { path, bytes, content } of parts) {
    yield Buffer.from(`${JSON.stringify({ path, bytes })}\n`);
    if (content) yield* content;
    count += 1;
  }
  yield Buffer.from(`${JSON.stringify({ end: count })}\n`);
}

/** Writes a base's files into an empty home, after every byte of the base was verified. */
export async function unpackBase(file: string, key: string, home: Home): Promise<void> {
  const broken = () => new BackupRefused('A cópia de base foi alterada ou não é desta Morada.');
  const sealed = await openSealed(file, key);
  if (!sealed) throw broken();
  try {
    const content = Readable.from(sealed.read(0, sealed.size)).pipe(createZstdDecompress());
    const reader = readerOf(content);
    for (let count = 0; ; count += 1) {
      const head = JSON.parse((await reader.line()) ?? '{}') as { path?: string; bytes?: number; end?: number };
      if (head.end === count) return;
      const target = head.path === undefined ? undefined : partPath(home, head.path);
      if (target === undefined) throw broken();
      if (head.bytes === undefined) await mkdir(target, { recursive: true, mode: 0o700 });
      else await writePart(target, reader.take(head.bytes));
    }
  } finally {
    await sealed.close();
  }
}

/** PostgreSQL syncs every file itself before it replays (`recovery_init_sync_method`). */
async function writePart(target: string, content: AsyncIterable<Buffer>) {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const handle = await open(target, 'wx', 0o600);
  try {
    for await (const bytes of content) await handle.writeFile(bytes);
  } finally {
    await handle.close();
  }
}

/** Lines and counted bytes of a stream. */
function readerOf(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]();
  let left: Buffer = Buffer.alloc(0);
  async function more() {
    const { done, value } = await chunks.next();
    if (!done) left = Buffer.concat([left, value]);
    return !done;
  }
  return {
    async line(): Promise<string | undefined> {
      while (!left.includes(10)) if (!(await more())) return undefined;
      const end = left.indexOf(10);
      const text = left.toString('utf8', 0, end);
      left = left.subarray(end + 1);
      return text;
    },
    async *take(count: number): AsyncGenerator<Buffer> {
      for (let due = count; due > 0; ) {
        if (left.length === 0 && !(await more())) throw new BackupRefused('A cópia de base está cortada.');
        const bytes = left.subarray(0, due);
        left = left.subarray(bytes.length);
        due -= bytes.length;
        yield bytes;
      }
    },
  };
}
