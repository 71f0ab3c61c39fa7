import type { UploadedFile } from '@morada/contract/base/endpoint';
import type { Context, Db } from '#api/context.ts';
import { change } from '#api/db/transaction.ts';
import { cleanName } from '#api/files/name.ts';
import { readFile } from './bank-file.reader.ts';
import * as queries from './bank-files.queries.ts';
import { showFile } from './bank-files.service.ts';
import { start } from './runs.service.ts';

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
