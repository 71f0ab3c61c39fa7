import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { form } from '#test/pictures.ts';
import { type Agency, openAgency, until } from './agency.ts';
import { Book } from './book.ts';
import { checkRound, type Fault, type Options, type Outcome, refusals } from './fault.ts';
import { unnamedFiles } from './invariants.ts';
import { mountSmallDisk } from './small-disk.ts';
import { paper, startWriters, strikeUnderLoad } from './writers.ts';

/** A cluster, its WAL segments of 16 MB each, and the data of a few thousand actions. */
const FOR_DATABASE = 320;
const FOR_FILES = 16;
const FULL_FOR = 6_000;
/** Requests sent before the loss was detected are answered only after the timeout. */
const MAX_REFUSAL_MS = 8_000;

/** Full disk of the files: uploads are refused, other calls go on; with space again, uploads succeed. */
export const fullFiles: Fault = {
  says: 'disco dos arquivos cheio',
  rounds: 3,
  long: 20,
  async run({ rounds, port }) {
    const disk = await mountSmallDisk(FOR_FILES);
    let agency: Agency | undefined;
    try {
      agency = await openAgency({ port, env: { STORAGE_URL: join(disk.folder, 'files') } });
      return await fillFiles(agency, disk, rounds);
    } finally {
      await agency?.close();
      await disk.remove();
    }
  },
};

async function fillFiles(
  agency: Agency,
  disk: Awaited<ReturnType<typeof mountSmallDisk>>,
  rounds: number,
): Promise<Outcome> {
  const { call } = agency;
  const book = new Book();
  const { id, amount } = await agency.make.invoice();
  const paid = await call('PATCH', `/invoice/${id}/down`, { paid_amount: amount / 100 });
  const transfer = (paid.body as { transfers: { id: number }[] }).transfers[0]?.id ?? 0;
  await mkdir(agency.files, { recursive: true });
  const server = agency.server().pid();
  const answered = new Set<string>();
  const broken: string[] = [];
  const upload = () => {
    const bytes = paper(100_000, 300_000);
    const file = form(bytes, 'comprovante.pdf', { type: 'application/pdf' });
    return call('PUT', `/transfer/${transfer}/file`, file).then((answer) => ({ answer, bytes }));
  };
  for (let round = 1; round <= rounds; round += 1) {
    await disk.fill();
    for (let turn = 0; turn < 5; turn += 1) {
      const { answer } = await upload();
      const { message } = answer.body as { message: string };
      answered.add(`${answer.status} ${message}`);
      if (answer.status < 400) broken.push(`rodada ${round}: um envio foi aceito sem lugar no disco`);
    }
    const invoice = await agency.make.invoice();
    const other = await call('PATCH', `/invoice/${invoice.id}/down`, { paid_amount: invoice.amount / 100 });
    if (other.status !== 200) broken.push(`rodada ${round}: a baixa respondeu ${other.status}`);
    await disk.free();
    const { answer, bytes } = await upload();
    if (answer.status === 201) book.documents.set((answer.body as { id: number }).id, bytes.length);
    else broken.push(`rodada ${round}: com lugar de novo o envio respondeu ${answer.status}`);
    broken.push(...(await checkRound(agency, book, round)));
  }
  if (agency.server().pid() !== server) broken.push('o servidor morreu com o disco cheio');
  const notes = [`envio sem lugar: ${[...answered].join('; ')}`, await unnamedFiles(agency)];
  return { rounds, notes, broken };
}

/**
 * Full disk of the database at the end of a WAL segment: writes are refused, nothing confirmed is lost, and with space
 * again it recovers by itself.
 */
export const fullDatabase: Fault = {
  says: 'disco do banco cheio sob 20 escritores',
  rounds: 2,
  long: 10,
  async run({ rounds, port }: Options) {
    const disk = await mountSmallDisk(FOR_DATABASE);
    // Files are on another disk, which has a fault of its own.
    const files = await mkdtemp(join(tmpdir(), 'morada-faults-'));
    let agency: Agency | undefined;
    try {
      agency = await openAgency({ port, folder: disk.folder, env: { STORAGE_URL: files } });
      const staff = await startWriters(agency);
      const { pool } = agency;
      const server = agency.server().pid();
      const healing: number[] = [];
      const broken: string[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        healing.push(
          await strikeUnderLoad(staff, async () => {
            await disk.fill();
            const before = staff.book.refused.length + staff.book.surprises.length;
            // The current WAL segment still has room, so the next one, which doesn't fit, is requested now.
            await pool.query('select pg_switch_wal()').catch(() => undefined);
            await until('alguém ser recusado', () => staff.book.refused.length + staff.book.surprises.length > before);
            await pause(FULL_FOR);
            await disk.free();
          }),
        );
        broken.push(...(await checkRound(agency, staff.book, round)));
      }
      if (agency.server().pid() !== server) broken.push('o servidor morreu com o disco cheio');
      const { count, slowest, broken: wrong } = refusals(staff.book, MAX_REFUSAL_MS);
      const notes = [`${count} recusas 503, a mais lenta em ${slowest.toFixed(0)} ms`];
      const { acknowledged, unanswered } = staff.book;
      return { rounds, acknowledged, unanswered, healing, notes, broken: [...broken, ...wrong] };
    } finally {
      await agency?.close();
      await disk.remove();
      await rm(files, { recursive: true, force: true });
    }
  },
};
