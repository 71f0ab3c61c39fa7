import type { ClientBase } from 'pg';
import type { Storage } from '../files/storage.ts';
import { FILE_FOLDERS, findFileKeys, isNamed } from './kept-files.ts';

/** Longer than any upload takes from its file to its row. */
const SETTLED = 24 * 60 * 60 * 1_000;

/**
 * Files that no row names and none is about to: those of an upload that was cut off between the two. A key is never used
 * again, so one that nobody names stays unnamed. `named`: how many have their row.
 */
export async function findUnnamedFiles(
  client: ClientBase,
  storage: Storage,
  now: Date,
): Promise<{ unnamed: string[]; named: number }> {
  const there: { key: string; since: Date }[] = [];
  for (const folder of FILE_FOLDERS) for await (const file of storage.list(folder)) there.push(file);
  // Only now: a row that came meanwhile is seen.
  const keys = await findFileKeys(client);
  const without = there.filter(({ key }) => !isNamed(keys, key));
  const settled = without.filter(({ since }) => since.getTime() < now.getTime() - SETTLED);
  return { unnamed: settled.map(({ key }) => key), named: there.length - without.length };
}
