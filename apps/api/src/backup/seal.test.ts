import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { LONG } from '#test/long.ts';
import { CHUNK, LAYOUT, openSealed, seal } from './seal.ts';

const KEY = 'chuva em Juiz de Fora';
/** A guess costs next to nothing here. */
const CHEAP = { log2N: 4, r: 1, p: 1 };
const { HEADER, STEP, END } = LAYOUT;
const folder = await mkdtemp(join(tmpdir(), 'morada-seal-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
async function fileOf(bytes: Buffer) {
  const file = join(folder, `${++files}`);
  await writeFile(file, bytes);
  return file;
}

async function* inPieces(bytes: Buffer, piece: number) {
  for (let from = 0; from < bytes.length; from += piece) yield bytes.subarray(from, from + piece);
}

const sealed = (bytes: Buffer, { key = KEY, piece = 10_000 } = {}) => buffer(seal(inPieces(bytes, piece), key, CHEAP));

async function unsealed(bytes: Buffer, key: string | undefined = KEY) {
  const file = await fileOf(bytes);
  const opened = await openSealed(file, key);
  if (!opened) return undefined;
  const content = await buffer(opened.read(0, opened.size));
  await opened.close();
  return content;
}

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 5_000])('%i bytes come back', async (length) => {
  const content = randomBytes(length);
  for (const piece of [1_000, CHUNK, 5 * CHUNK]) {
    const bytes = await sealed(content, { piece });
    const chunks = Math.max(1, Math.ceil(length / CHUNK));
    expect(bytes.length).toBe(HEADER + length + 16 * chunks + END);
    expect(await unsealed(bytes)).toEqual(content);
  }
});

test('any part of the content can be read alone', async () => {
  const content = randomBytes(3 * CHUNK + 5_000);
  const opened = await openSealed(await fileOf(await sealed(content)), KEY);
  if (!opened) throw new Error('not sealed');
  for (const [start, end] of [
    [0, 1],
    [CHUNK - 1, CHUNK + 1],
    [CHUNK, 2 * CHUNK],
    [100, 3 * CHUNK + 4_999],
    [3 * CHUNK + 4_999, 3 * CHUNK + 5_000],
    [700, 700],
  ] as const)
    expect(await buffer(opened.read(start, end))).toEqual(content.subarray(start, end));
  await opened.close();
});

test('the same content is sealed in other bytes each time, and shows nothing', async () => {
  const content = Buffer.from('Ana Prado, 39053344705 '.repeat(5_000));
  const [one, other] = [await sealed(content), await sealed(content)];
  expect(one.subarray(HEADER, -END).equals(other.subarray(HEADER, -END))).toBe(false);
  expect(one.includes('Prado')).toBe(false);
});

test('a key with accents opens however they are composed', async () => {
  const bytes = await sealed(Buffer.from('casa'), { key: 'São João del-Rei'.normalize('NFD') });
  expect(await unsealed(bytes, 'São João del-Rei'.normalize('NFC'))).toEqual(Buffer.from('casa'));
});

test('a file that is not sealed is told apart', async () => {
  expect(await unsealed(Buffer.from('PK\x03\x04 a zip'))).toBeUndefined();
  expect(await unsealed(Buffer.from('MORA'))).toBeUndefined();
  expect(await unsealed(Buffer.alloc(0))).toBeUndefined();
});

describe('refused with a sentence of its own:', () => {
  const content = randomBytes(3 * CHUNK + 5_000);
  const CUT = 'O backup está cortado: falta o fim do arquivo. Copie-o de novo.';
  const changed = (block: number) => `O backup foi alterado ou está danificado: o bloco ${block} de 4 não confere.`;
  const START = 'O backup foi alterado ou está danificado: o início do arquivo não confere.';

  test('another key', async () => {
    const bytes = await sealed(content);
    await expect(unsealed(bytes, 'chuva em Juiz de Fora ')).rejects.toThrow(
      'A chave não é a deste backup: confira BACKUP_KEY ou BACKUP_KEY_FILE.',
    );
  });

  test('no key', async () => {
    const file = await fileOf(await sealed(content));
    await expect(openSealed(file, undefined)).rejects.toThrow(
      'Este backup está criptografado: informe a chave em BACKUP_KEY ou BACKUP_KEY_FILE.',
    );
  });

  test.each([
    ['within the header', 40],
    ['after the header', HEADER],
    ['within a chunk', HEADER + STEP + 777],
    ['after the first chunk', HEADER + STEP],
    ['after the third chunk', HEADER + 3 * STEP],
    ['before the end mark', -END],
    ['by one byte', -1],
  ])('cut %s', async (_, at) => {
    await expect(unsealed((await sealed(content)).subarray(0, at))).rejects.toThrow(CUT);
  });

  test('cut after a chunk, with an end mark put behind it', async () => {
    const bytes = await sealed(content);
    const end = bytes.subarray(-END);
    const cut = (at: number) => unsealed(Buffer.concat([bytes.subarray(0, at), end]));
    await expect(cut(HEADER + 2 * STEP)).rejects.toThrow('o bloco 2 de 2 não confere');
    await expect(cut(HEADER + 2 * STEP + 3)).rejects.toThrow('o bloco 3 de 3 não confere');
    await expect(cut(HEADER)).rejects.toThrow('o bloco 1 de 1 não confere');
  });

  test.each([
    ['the version', 7, 'Este backup é de uma versão mais nova da Morada.'],
    ['the cost', 8, START],
    ['the salt', 15, START],
    ['the proof of the key', 30, START],
    ['the sum', HEADER - 1, START],
    ['the first chunk', HEADER, changed(1)],
    ['a tag', HEADER + STEP + CHUNK, changed(2)],
    ['the last byte of the content', -END - 17, changed(4)],
    ['the end mark', -1, CUT],
  ])('a changed byte in %s', async (_, at, words) => {
    const bytes = await sealed(content);
    const place = at < 0 ? bytes.length + at : at;
    bytes[place] = (bytes[place] ?? 0) ^ 0x10;
    await expect(unsealed(bytes)).rejects.toThrow(words);
  });

  test('chunks swapped, doubled, left out, or of another file', async () => {
    const bytes = await sealed(content);
    const other = await sealed(content);
    const chunk = (index: number, from = bytes) => from.subarray(HEADER + index * STEP, HEADER + (index + 1) * STEP);
    const [start, last] = [bytes.subarray(0, HEADER), bytes.subarray(HEADER + 3 * STEP)];
    const made = (...chunks: Buffer[]) => unsealed(Buffer.concat([start, ...chunks, last]));
    expect(await made(chunk(0), chunk(1), chunk(2))).toEqual(content);
    await expect(made(chunk(1), chunk(0), chunk(2))).rejects.toThrow(changed(1));
    await expect(made(chunk(0), chunk(2), chunk(1))).rejects.toThrow(changed(2));
    await expect(made(chunk(0), chunk(0), chunk(1), chunk(2))).rejects.toThrow('o bloco 2 de 5 não confere');
    await expect(made(chunk(0), chunk(2))).rejects.toThrow('o bloco 2 de 3 não confere');
    await expect(made(chunk(0), chunk(1, other), chunk(2))).rejects.toThrow(changed(2));
  });

  test('a header that asks for more memory than any of ours', async () => {
    const bytes = await sealed(content);
    bytes[8] = 40;
    createHash('sha256')
      .update(bytes.subarray(0, HEADER - 8))
      .digest()
      .copy(bytes, HEADER - 8, 0, 8);
    await expect(unsealed(bytes)).rejects.toThrow(START);
  });
});

test('a stream of 256 MiB is sealed and proven in the memory of a few chunks', LONG, async () => {
  const piece = randomBytes(1024 * 1024);
  const pieces = 256;
  const before = process.memoryUsage().rss;
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, process.memoryUsage().rss - before);
  };
  async function* generated() {
    for (let index = 0; index < pieces; index += 1) {
      look();
      yield piece;
    }
  }
  const file = join(folder, 'grande');
  await pipeline(seal(generated(), KEY, CHEAP), createWriteStream(file));
  const opened = await openSealed(file, KEY);
  if (!opened) throw new Error('not sealed');
  expect(opened.size).toBe(pieces * piece.length);
  let read = 0;
  for await (const bytes of opened.read(0, opened.size)) {
    if (read % piece.length === 0) {
      look();
      expect(bytes.equals(piece.subarray(0, bytes.length))).toBe(true);
    }
    read += bytes.length;
  }
  expect(read).toBe(opened.size);
  await opened.close();
  await rm(file);
  expect(peak).toBeLessThan(192 * 1024 * 1024);
});

test('a sealed file holds what its layout says', async () => {
  const bytes = await readFile(await fileOf(await sealed(Buffer.from('casa'))));
  expect(bytes.subarray(0, 12)).toEqual(Buffer.from('MORADA\0\x01\x04\x01\x01\0', 'latin1'));
  expect(bytes.length).toBe(68 + 4 + 16 + 8);
});
