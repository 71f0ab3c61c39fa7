import type { UploadedFile } from '@morada/contract/base/endpoint';
import { Problem } from '@morada/contract/base/problem';
import type { BankEntry } from '@morada/domain/bank/bank-entry';
import { unmatchedLines } from '@morada/domain/bank/matching/open-lines';
import type { Context, Db } from '#api/context.ts';
import { change } from '#api/db/transaction.ts';
import { cleanName } from '#api/files/name.ts';
import { readFile } from './bank-file.reader.ts';
import * as queries from './bank-files.queries.ts';
import { showFile } from './bank-files.service.ts';
import { keepOpen } from './open-lines.queries.ts';
import { fittingRests, start } from './runs.service.ts';

/** Parses and stages a bank's file for its preview. Settles nothing. */
export async function previewBankFile(ctx: Context, file: UploadedFile): Promise<Uint8Array> {
  const staged = await read(ctx, file);
  const { id, isNew } = await change(ctx, (trx) => keepOnce(trx, ctx, staged));
  return showFile(ctx, id, isNew ? staged.entries : undefined);
}

/** Parses a bank's file and starts to settle its payable lines in the background. Answers how many they are. */
export async function settleBankFile(ctx: Context, file: UploadedFile): Promise<{ count: number }> {
  const staged = await read(ctx, file);
  return change(ctx, async (trx) => ({ count: await start(trx, ctx, await keep(trx, ctx, staged), { accept: [] }) }));
}

async function read(ctx: Context, { name, bytes }: UploadedFile) {
  return { ...(await readFile(bytes, ctx.today())), name: cleanName(name) };
}

type Staged = Awaited<ReturnType<typeof read>>;

/** Stages a file, unless the same person has staged it before: then returns that copy. */
async function keepOnce(trx: Db, ctx: Context, file: Staged): Promise<{ id: number; isNew: boolean }> {
  const copy = await queries.findStagedCopy(trx, ctx.actor.id, file.fingerprint);
  return copy ? { id: copy.id, isNew: false } : { id: await keep(trx, ctx, file), isNew: true };
}

function keep(trx: Db, { actor }: Context, file: Staged): Promise<number> {
  return queries.insertFile(trx, { ...file, admin_user_id: actor.id });
}

type Told = {
  kind: 'PIX' | 'BOLETO';
  name: string;
  entries: readonly BankEntry[];
  fingerprint: string;
  /** Lines paid short whose difference goes on the next invoice. */
  carried?: readonly number[];
};

const insertTold = (trx: Db, ctx: Context, { kind, name, entries, fingerprint }: Told) =>
  queries.insertFile(trx, {
    ...{ kind, name, fingerprint, bank: null, account: null, entries: JSON.stringify(entries) },
    admin_user_id: ctx.actor.id,
  });

/**
 * Starts to settle payments that came through a bank's API, like those of a file, inside the caller's transaction.
 * Payments that differ from what is owed wait for a person, and so do those in `carried` that can't be carried over.
 * Returns the id of the file that their settlements name.
 */
export async function settleEntries(trx: Db, ctx: Context, told: Told) {
  const id = await insertTold(trx, ctx, told);
  const carried = (told.carried ?? []).map((line) => ({ line, fate: 'NEXT_INVOICE' as const }));
  const rests = await fittingRests(trx, ctx, id, carried);
  await start(trx, ctx, id, { accept: rests.map(({ line }) => line), rests });
  return id;
}

const FAILED = 'A baixa automática deste pagamento falhou: escolha a fatura e dê baixa por aqui';

/**
 * Leaves payments that came through a bank's API to a person, with the reason why they couldn't be settled. Returns the
 * id of the file that holds them.
 */
export async function leaveToPerson(trx: Db, ctx: Context, told: Told, error: unknown) {
  const id = await insertTold(trx, ctx, told);
  const reason = error instanceof Problem ? error.message : FAILED;
  const rows = unmatchedLines(told.entries, reason).map(({ fingerprint, ...line }) => ({
    ...line,
    fingerprint: fingerprint ?? `line ${id} ${line.line}`,
  }));
  await queries.endUnstarted(trx, id);
  await keepOpen(trx, id, JSON.stringify(rows));
  return id;
}
