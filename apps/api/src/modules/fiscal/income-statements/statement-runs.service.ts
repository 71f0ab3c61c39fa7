import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '@morada/contract/base/problem';
import { incomeStatementProblems, incomeStatements } from '@morada/contract/fiscal/fiscal-statements';
import { slug } from '@morada/domain/property/property';
import { ZipFile } from 'yazl';
import { type Context, type Deps, systemContext } from '#api/context.ts';
import { reportDb } from '#api/db/connection/standby.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { addOnce } from '#api/files/zip.ts';
import { actorOrReason } from '#api/modules/access/session/on-behalf.service.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
import { backgroundRun } from '#api/runs/background-run.ts';
import { type StoredFile, storeWritten } from '../fiscal-files/fiscal-files.service.ts';
import * as queries from './income-statements.queries.ts';
import { pdfOf, readBlock, runOf } from './income-statements.service.ts';

/** Starts the run that makes one file with the statements of all owners and tenants. */
export const startPack = (ctx: Context, year: number) =>
  change(ctx, async (trx) => {
    const { owners, tenants } = await queries.findTotals(trx, year);
    if (owners.people === 0) throw incomeStatementProblems.NO_STATEMENTS();
    const run = await queries.beginRun(trx, {
      year,
      total: owners.people + tenants.people,
      admin_user_id: ctx.actor.id,
    });
    if (!run) throw incomeStatementProblems.STATEMENTS_GOING();
    await statementRuns.enqueue(trx, run.id);
    return runOf(run);
  });

/** People read at once. */
const BLOCK = 50;

type Packed = StoredFile & { owners: number; tenants: number };

/** Writes one statement after another into a temporary file, so that memory does not grow with the number of owners. */
async function pack(deps: Deps, { id, year }: queries.Run): Promise<Packed> {
  const { written, ...stored } = await storeWritten(deps.files, { extension: 'zip', type: 'application/zip' }, (path) =>
    writeZip(deps, path, year, (done) => queries.advanceRun(deps.db, id, done)),
  );
  return { ...stored, ...written };
}

const PARTIES = [
  { party: 'OWNER', folder: 'proprietarios', counted: 'owners' },
  { party: 'TENANT', folder: 'inquilinos', counted: 'tenants' },
] as const;

async function writeZip(deps: Deps, path: string, year: number, advance: (done: number) => Promise<unknown>) {
  const agency = await letterheadOf(deps);
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream as Readable, createWriteStream(path));
  // Awaited below; an early failure must not be unhandled until then.
  written.catch(() => {});
  const packed = { owners: 0, tenants: 0 };
  for (const { party, folder, counted } of PARTIES) {
    const ids = await queries.findIds(await reportDb(deps), year, party);
    for (let from = 0; from < ids.length; from += BLOCK) {
      const block = await readBlock(await reportDb(deps), year, party, ids.slice(from, from + BLOCK));
      for (const statement of block) {
        const { id, name } = statement.person;
        const pdf = pdfOf(party, statement, agency) as Readable;
        const ended = addOnce(zip, `${folder}/informe-${year}-${slug(name)}-${id}.pdf`, pdf, { compress: false });
        await Promise.race([ended, written]);
        packed[counted] += 1;
      }
      await advance(packed.owners + packed.tenants);
    }
  }
  zip.end();
  await written;
  return packed;
}

/** The file is written outside of any transaction; the row that refers to it is inserted at the end. */
export const statementRuns = backgroundRun({
  name: 'income-statements',
  idIn: 'run',
  find: ({ db }, id: number) => queries.findGoing(db, id),
  forward: async (deps, run) => {
    let packed = false;
    return {
      portion: async () => {
        if (packed) return undefined;
        packed = true;
        return pack(deps, run);
      },
      lock: async (trx) => ((await queries.lockGoing(trx, run.id)) ? 'MINE' : 'ENDED'),
      carry: async (trx, { owners, tenants, ...file }: Packed) => {
        const still = await actorOrReason(trx, run.admin_user_id, incomeStatements.pack.access);
        const actor = still instanceof Problem ? systemContext(deps).actor : still;
        const name = `informes-${run.year}.zip`;
        const { id } = await queries.insertFile(trx, { ...file, year: run.year, name, owners, tenants }, actor.id);
        await queries.endRun(trx, run.id, { status: 'DONE', file_id: id, done: owners + tenants });
        await leaveTrail(trx, { actor }, 'fiscal_file', id, 'create', { year: run.year, owners, tenants });
        return owners + tenants;
      },
      finish: async () => {},
    };
  },
  fail: ({ db }, id) => queries.endRun(db, id, { status: 'FAILED' }),
  stranded: async (trx) => (await queries.findStranded(trx)).map(({ id }) => id),
});
