import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { LONG } from '#test/long.ts';
import { SEAL, sampleEvidence, samplePaper, sampleSealer } from '#test/signing/signing-papers.ts';
import { composeSigned, type Mark, sealPdf } from './signing.ts';

// What others say of our seals: poppler, which wants nothing of us, and openssl for the attributes of CAdES.

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'morada-seal-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const sealer = sampleSealer();

const MISSING = {
  pdfsig:
    'pdfsig is not installed: it verifies the seals of signed papers (apt-get install poppler-utils, or its binary in PATH).',
  openssl:
    'openssl is not installed: it verifies the seals of signed papers (apt-get install openssl, or its binary in PATH).',
};

async function say(program: keyof typeof MISSING, ...args: string[]): Promise<string> {
  try {
    const { stdout, stderr } = await run(program, args);
    return stdout + stderr;
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: string; stdout?: string; stderr?: string };
    if (code === 'ENOENT') throw new Error(MISSING[program]);
    return `${stdout}${stderr}`;
  }
}

async function judged(bytes: Uint8Array): Promise<string> {
  const file = join(folder, 'paper.pdf');
  await writeFile(file, bytes);
  return say('pdfsig', file);
}

const MARKS: Mark[] = [1, 2].map((page) => ({
  page,
  x: 800,
  y: 3_000,
  width: 1_500,
  height: 400,
  text: 'Maria Conceição',
}));
const paperOf = () => samplePaper([{ text: 'Cláusula primeira' }, { text: 'Cláusula segunda', turn: 90 }]);
const compressed = async () => (await PDFDocument.load(await paperOf())).save({ useObjectStreams: true });
const sealed = async (paper: Uint8Array) =>
  Buffer.from(await sealPdf(await composeSigned({ paper, marks: MARKS, evidence: sampleEvidence(3) }), sealer, SEAL));

describe('a seal', LONG, () => {
  test.each([
    ['with a table', paperOf],
    ['with compressed objects', compressed],
  ])('of a paper %s is valid, and one changed byte is seen', async (_, paper) => {
    const document = await sealed(await paper());
    const words = await judged(document);
    for (const said of [
      'Signature is Valid.',
      'Total document signed',
      'ETSI.CAdES.detached',
      'SHA-256',
      'IMOBILIARIA MORADA LTDA',
      'Nov 29 2026 17:40:00',
    ])
      expect(words).toContain(said);
    // Of the paper, the marks, the evidence, and the end behind the seal.
    const contents = document.indexOf('/Contents <');
    const places = [0.1, 0.35, 0.6, 0.85].map((part) => Math.floor(contents * part)).concat(document.length - 8);
    for (const place of places) {
      const changed = Buffer.from(document);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(await judged(changed), `byte ${place} of ${document.length}`).not.toContain('Signature is Valid.');
    }
  });

  test('says that what was added later is not of it', async () => {
    const document = await sealed(await paperOf());
    const more = await PDFDocument.load(document, { forIncrementalUpdate: true });
    more.getPage(0).drawText('Cláusula nova');
    const words = await judged(await more.save({ useObjectStreams: false }));
    expect(words).toContain('Not total document signed');
  });

  test('has the attributes of CAdES', async () => {
    const document = await sealed(await paperOf());
    const [, start = '', end = ''] = /\/ByteRange \[0 +(\d+) +(\d+)/.exec(document.toString('latin1')) ?? [];
    const place = (name: string) => join(folder, name);
    await writeFile(
      place('signature'),
      Buffer.from(document.toString('latin1', Number(start) + 1, Number(end) - 1), 'hex'),
    );
    await writeFile(
      place('content'),
      Buffer.concat([document.subarray(0, Number(start)), document.subarray(Number(end))]),
    );
    await writeFile(place('authority'), sealer.authority);
    const words = await say(
      'openssl',
      ...['cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-purpose', 'any', '-out', place('out')],
      ...['-in', place('signature'), '-content', place('content'), '-CAfile', place('authority')],
    );
    expect(words).toContain('CAdES Verification successful');
  });
});
