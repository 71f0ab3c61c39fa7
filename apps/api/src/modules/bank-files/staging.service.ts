import type { BankFilePreview } from '@morada/contract/bank-files';
import type { UploadedFile } from '@morada/contract/endpoint';
import type { Context, Db } from '../../context.ts';
import { change } from '../../db/transaction.ts';
import { cleanName } from '../../files/name.ts';
import { readFile } from './bank-file.reader.ts';
import * as queries from './bank-files.queries.ts';
import { showFile } from './bank-files.service.ts';
import { bankFileRuns, start } from './runs.service.ts';

/** Parses and stages a bank's file for its preview; without a preview, starts to settle its payable lines. */
export async function stageBankFile(
  ctx: Context,
  file: UploadedFile,
  { preview }: { preview: boolean },
): Promise<BankFilePreview | { count: number }> {
  const staged = await read(ctx, file);
  if (preview) return showFile(ctx, await change(ctx, (trx) => keepOnce(trx, ctx, staged)));
  const id = await change(ctx, async (trx) => {
    const kept = await keep(trx, ctx, staged);
    await start(trx, ctx, kept, { accept: [] });
    return kept;
  });
  await bankFileRuns.carryOut(ctx, id);
  return { count: (await queries.findStanding(ctx.db, id)).length };
}

async function read(ctx: Context, { name, bytes }: UploadedFile) {
  return { ...(await readFile(bytes, ctx.today())), name: cleanName(name) };
}

type Staged = Awaited<ReturnType<typeof read>>;

/** Returns the staged copy when the same person sends the file again. */
async function keepOnce(trx: Db, ctx: Context, file: Staged): Promise<number> {
  const copy = await queries.findStagedCopy(trx, ctx.actor.id, file.fingerprint);
  return copy?.id ?? keep(trx, ctx, file);
}

function keep(trx: Db, { actor }: Context, file: Staged): Promise<number> {
  return queries.insertFile(trx, { ...file, admin_user_id: actor.id });
}
