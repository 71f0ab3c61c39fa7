import type { Deps } from '../../context.ts';
import { isSignedWord, signedWord } from '../boletos/links.service.ts';

const nameOf = (client: number) => `opt-out ${client}`;

/** Address where a person refuses messages, without a sign-in; undefined without a public address (`PUBLIC_URL`). */
export async function optOutAddress(
  { db, files, publicUrl }: Pick<Deps, 'db' | 'files' | 'publicUrl'>,
  client: number,
): Promise<string | undefined> {
  if (!publicUrl) return undefined;
  return `${new URL(publicUrl).origin}/m/${client}/${await signedWord({ files }, db, nameOf(client))}`;
}

/** Whether a word is that of a client's address. */
export const isOptOutWord = (deps: Pick<Deps, 'db' | 'files'>, client: number, word: string): Promise<boolean> =>
  isSignedWord(deps, deps.db, nameOf(client), word);
