import { randomBytes } from 'node:crypto';
import { agencyProblems } from '@morada/contract/agency';
import type { UploadedFile } from '@morada/contract/endpoint';
import { common } from '@morada/contract/problem';
import type { Context, Db, Deps } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { makeLogo } from '../../files/images.ts';
import { FileMissing, removeOnFailure } from '../../files/storage.ts';
import * as queries from './agency.queries.ts';
import { AGENCY, lockAgency, logoVersion, presented } from './agency.service.ts';

const newKey = () => `agency/${randomBytes(16).toString('base64url')}.png`;

/** Stores the file before the row refers to it, and removes the previous file once the row no longer does. */
export async function setLogo(ctx: Context, file: UploadedFile) {
  const picture = await makeLogo(file.bytes);
  if (!picture) throw common.FILE_UNSUPPORTED();
  const key = newKey();
  await ctx.files.put(key, picture, 'image/png');
  const { before, after } = await change(ctx, (trx) =>
    exchange(trx, ctx, key).catch(removeOnFailure(ctx.files, [key])),
  );
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

/** Removes a file and ignores failures: an unreferenced file is harmless. */
async function drop({ files }: Deps, key: string) {
  await Promise.allSettled([files.remove(key)]);
}

/** The logo's bytes, and whether they are of the version asked for. */
export async function openLogo({ db, files }: Deps, version: string | undefined) {
  const key = await queries.findLogo(db);
  if (!key) throw agencyProblems.LOGO_NOT_FOUND();
  const stream = await files.stream(key).catch((error) => {
    throw error instanceof FileMissing ? agencyProblems.LOGO_NOT_FOUND() : error;
  });
  return { stream, isNamed: logoVersion(key) === version };
}
