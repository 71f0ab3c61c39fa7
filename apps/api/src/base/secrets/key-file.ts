import { open } from 'node:fs/promises';

const GROUP_AND_OTHERS = 0o077;
const MAX_BYTES = 4_096;

type Rules = { /** The setting that names the file, for the sentences. */ setting: string; minLength: number };

/**
 * First line of a file that holds a key.
 * @throws Error, with a sentence to show, when the file can't be read, is readable by other accounts or holds no long
 * enough line.
 */
export async function readKeyFile(file: string, { setting, minLength }: Rules): Promise<string> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`O arquivo da chave ${file} (${setting}) não pôde ser lido: ${error.code}.`);
  });
  try {
    // Of the open file: its name may lead to another one meanwhile.
    const facts = await handle.stat();
    if (!facts.isFile()) throw new Error(`O arquivo da chave ${file} (${setting}) não é um arquivo.`);
    if ((facts.mode & GROUP_AND_OTHERS) !== 0)
      throw new Error(
        `O arquivo da chave ${file} (${setting}) pode ser lido por outras contas: rode chmod 600 ${file}.`,
      );
    const bytes = Buffer.alloc(MAX_BYTES);
    const { bytesRead } = await handle.read(bytes, 0, MAX_BYTES, 0);
    const [line = ''] = bytes.toString('utf8', 0, bytesRead).split(/\r?\n/, 1);
    if (line.length >= minLength) return line;
    throw new Error(`A primeira linha de ${file} (${setting}) deve ser a chave, com ${minLength} letras ou mais.`);
  } finally {
    await handle.close();
  }
}
