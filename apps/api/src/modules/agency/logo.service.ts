import { randomBytes } from 'node:crypto';
import { agencyProblems } from '@morada/contract/agency';
import type { UploadedFile } from '@morada/contract/endpoint';
import { common } from '@morada/contract/problem';
import type { Context, Db, Deps } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { makeLogo } from '../../files/images.ts';
import { dropping, FileMissing } from '../../files/storage.ts';
import * as queries from './agency.queries.ts';
import { AGENCY, lockAgency, logoVersion, presented } from './agency.service.ts';

const newKey = () => `agency/${randomBytes(16).toString('base64url')}.png`;

/** The file is down before the row speaks of it, and the one before it goes once nobody speaks of that. */
export async function setLogo(ctx: Context, file: UploadedFile) {
  const picture = await makeLogo(file.bytes);
  if (!picture) throw common.FILE_UNSUPPORTED();
  const key = newKey();
  await ctx.files.put(key, picture, 'image/png');
  const { before, after } = await change(ctx, (trx) => exchange(trx, ctx, key).catch(dropping(ctx.files, [key])));
  if (before) await drop(ctx, before);
  return after;
}

export async function removeLogo(ctx: Context): Promise<void> {
  const { before } = await change(ctx, (trx) => exchange(trx, ctx, null));
  if (before) await drop(ctx, before);
}

async function exchange(trx: Db, ctx: Context, key: string | null) {
  const { logo: before } = await lockAgency(trx, ctx);
  if (key === before) throw agencyProblems.LOGO_NOT_FOUND();
  const agency = await queries.setLogo(trx, key);
  await leaveTrail(trx, ctx, 'agency', AGENCY, key ? 'set-logo' : 'remove-logo');
  return { before, after: await presented(trx, agency) };
}

/** A file that nobody speaks of harms nobody: when it can't be reached it stays. */
async function drop({ files }: Deps, key: string) {
  await Promise.allSettled([files.remove(key)]);
}

/** Whether it is the one that was asked for, and its bytes. */
export async function openLogo({ db, files }: Deps, version: string | undefined) {
  const key = await queries.findLogo(db);
  if (!key) throw agencyProblems.LOGO_NOT_FOUND();
  const stream = await files.stream(key).catch((error) => {
    throw error instanceof FileMissing ? agencyProblems.LOGO_NOT_FOUND() : error;
  });
  return { stream, isNamed: logoVersion(key) === version };
}
