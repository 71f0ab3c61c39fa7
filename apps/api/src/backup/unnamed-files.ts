import type { ClientBase } from 'pg';
import type { Storage } from '../files/storage.ts';
import { FILE_FOLDERS, findFileKeys, isNamed } from './kept-files.ts';

/** Age above which a file without a row can't belong to an upload in progress. */
const MIN_AGE_MS = 24 * 60 * 60 * 1_000;

/**
 * Files without a row that are not part of an upload in progress: leftovers of interrupted uploads. Keys are never
 * reused, so an unreferenced file stays so. `named`: number of files with a row.
 */
export async function findUnnamedFiles(
  client: ClientBase,
  storage: Storage,
  now: Date,
): Promise<{ unnamed: string[]; named: number }> {
  const there: { key: string; since: Date }[] = [];
  for (const folder of FILE_FOLDERS) for await (const file of storage.list(folder)) there.push(file);
  // Read after the listing, so that rows inserted meanwhile are seen.
  const keys = await findFileKeys(client);
  const without = there.filter(({ key }) => !isNamed(keys, key));
  const settled = without.filter(({ since }) => since.getTime() < now.getTime() - MIN_AGE_MS);
  return { unnamed: settled.map(({ key }) => key), named: there.length - without.length };
}
