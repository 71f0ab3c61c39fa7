import type { Deps } from '#api/context.ts';
import { isSignedWord, signedWord } from '#api/modules/access/signed-words/signed-words.service.ts';

/** Who opens an opt-out address: a client, or the visitor of a visit. */
export type OptOut = { client: number } | { visit: number };

const nameOf = (of: OptOut) => ('client' in of ? `opt-out ${of.client}` : `opt-out visit ${of.visit}`);
/** Part of the address that names the person. */
const segmentOf = (of: OptOut) => ('client' in of ? String(of.client) : `v${of.visit}`);

/** Address where a person refuses messages, without a sign-in; undefined without a public address (`PUBLIC_URL`). */
export async function optOutAddress(
  { db, files, publicUrl }: Pick<Deps, 'db' | 'files' | 'publicUrl'>,
  { client, visit }: { client: number | null; visit: number | null },
): Promise<string | undefined> {
  const of = client !== null ? { client } : visit !== null ? { visit } : undefined;
  if (!publicUrl || !of) return undefined;
  return `${new URL(publicUrl).origin}/m/${segmentOf(of)}/${await signedWord({ files }, db, nameOf(of))}`;
}

/** Whether the word belongs to the person's opt-out address. */
export const isOptOutWord = (deps: Pick<Deps, 'db' | 'files'>, of: OptOut, word: string): Promise<boolean> =>
  isSignedWord(deps, deps.db, nameOf(of), word);
