import { type SignatureSettings, signatureProblems } from '@morada/contract/desk/signatures';
import type * as z from 'zod/mini';
import type { Context, Db } from '#api/context.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import { openChannels } from '#api/modules/collection/messages/direct.service.ts';
import { openSigner } from '#api/modules/fiscal/certificates/certificates.service.ts';
import { hasProvider } from './provider.service.ts';
import * as queries from './signatures.queries.ts';

type Settings = z.output<typeof SignatureSettings>;

const DEFAULTS: Settings = { deadline_days: 15, remind_days: 3, provider: 'ROOM', seal: true };

export const settingsOf = async (db: Db): Promise<Settings> => (await queries.findSetting(db)) ?? DEFAULTS;

export async function showSettings(ctx: Context) {
  return {
    ...(await settingsOf(ctx.db)),
    has_certificate: (await sealingCertificate(ctx)) !== undefined,
    channels: [...(await openChannels(ctx))],
  };
}

/** The agency's certificate, where it seals today. */
export async function sealingCertificate(ctx: Pick<Context, 'db' | 'secrets' | 'today'>) {
  const found = await openSigner(ctx, null);
  return found && found.until >= ctx.today() ? found.signer : undefined;
}

export const saveSettings = (ctx: Context, settings: Settings) =>
  change(ctx, async (trx) => {
    if (settings.provider !== 'ROOM' && !(await hasProvider({ db: trx })))
      throw signatureProblems.SIGNATURE_PROVIDER_OFF();
    const before = await settingsOf(trx);
    await queries.saveSetting(trx, settings);
    await leaveTrail(trx, ctx, 'signature_setting', 1, 'update', difference<Record<string, unknown>>(before, settings));
    await notify(trx, 'signatures');
    return showSettings({ ...ctx, db: trx });
  });
