import type { Received } from '@morada/contract/base/endpoint';
import { type signatureProvider, signatureProviderProblems } from '@morada/contract/desk/signature-provider';
import { signatureProblems } from '@morada/contract/desk/signatures';
import { baseAddress } from '@morada/domain/base/ends';
import type { Context, Deps } from '#api/context.ts';
import { perDatabase } from '#api/db/connection/per-database.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import { leadsInside } from '#api/outside/internal-addresses.ts';
import { SendFailure } from '#api/outside/sender.ts';
import { openClicksign } from '#api/outside/signatures/clicksign.ts';
import type { SignatureProvider } from '#api/outside/signatures/provider.ts';
import * as queries from './provider.queries.ts';
import { findEnvelope } from './signatures.queries.ts';
import { maySee } from './subjects.service.ts';

/** Path that Clicksign calls. */
const NOTICES_PATH = '/api/signature/clicksign';

export const SEALED = ['token', 'secret'] as const;
export type SealedColumn = (typeof SEALED)[number];

/** Name that a sealed value is bound to. */
export const placeOf = (column: SealedColumn) => `signature_connection.${column}`;

/** A secret of the connection; undefined: it was sealed with a key that isn't here. */
export const openedSecret = ({ secrets }: Pick<Deps, 'secrets'>, row: queries.ProviderRow, column: SealedColumn) =>
  secrets.openText(placeOf(column), row[column]);

export async function showProvider({ db, publicUrl }: Pick<Context, 'db' | 'publicUrl'>) {
  const row = await queries.findProvider(db);
  const { waiting, refused } = await queries.countErrands(db);
  return {
    kept: row
      ? {
          ...{ base_url: row.base_url, answered_at: row.answered_at, failing_since: row.failing_since },
          ...{ problem: row.problem, waiting, refused },
        }
      : null,
    notices: publicUrl ? new URL(NOTICES_PATH, publicUrl).href : null,
  };
}

/** Keeps access sealed. Another address asks for its own token and secret, and waits for the papers that are out at the former one. */
export async function saveProvider(
  ctx: Context,
  given: Received<typeof signatureProvider.save>['body'],
): Promise<void> {
  if (!ctx.secrets.prefix) throw signatureProviderProblems.PROVIDER_NO_SEAL();
  if (await leadsInside(given.base_url)) throw signatureProviderProblems.PROVIDER_INTERNAL();
  const base_url = baseAddress(given.base_url);
  await change(ctx, async (trx) => {
    const before = await queries.lockProvider(trx);
    const same = before?.base_url === base_url ? before : undefined;
    const token = given.token ?? (same && openedSecret(ctx, same, 'token'));
    if (token === undefined) throw signatureProviderProblems.PROVIDER_TOKEN_MISSING();
    const secret = given.secret ?? (same && openedSecret(ctx, same, 'secret'));
    if (secret === undefined) throw signatureProviderProblems.PROVIDER_SECRET_MISSING();
    if (before && !same && (await queries.countErrands(trx)).open > 0)
      throw signatureProviderProblems.PROVIDER_UNDER_WAY();
    await queries.putProvider(trx, {
      base_url,
      token: ctx.secrets.sealText(placeOf('token'), token),
      secret: ctx.secrets.sealText(placeOf('secret'), secret),
    });
    await leaveTrail(trx, ctx, 'agency', 1, 'signature-provider', { provider: [before?.base_url ?? null, base_url] });
    await queries.askForWork(trx);
    await notify(trx, 'signatures');
  });
}

/** Papers are signed in our own room again. */
export const removeProvider = (ctx: Context): Promise<void> =>
  change(ctx, async (trx) => {
    const before = await queries.lockProvider(trx);
    if (!before) throw signatureProviderProblems.PROVIDER_NOT_FOUND();
    if ((await queries.countErrands(trx)).open > 0) throw signatureProviderProblems.PROVIDER_UNDER_WAY();
    await queries.deleteProvider(trx);
    await queries.leaveProvider(trx);
    await leaveTrail(trx, ctx, 'agency', 1, 'remove-signature-provider', { provider: [before.base_url, null] });
    await notify(trx, 'signatures');
  });

/** Asks the provider for something now. */
export async function testProvider(ctx: Context): Promise<{ ok: boolean; told: string }> {
  const row = await queries.findProvider(ctx.db);
  if (!row) throw signatureProviderProblems.PROVIDER_NOT_FOUND();
  const answer = await tested(ctx, row);
  await change(ctx, async (trx) => {
    if (answer.ok) await queries.noteAnswer(trx);
    else await queries.noteFailure(trx, { problem: answer.told, until: undefined });
    await leaveTrail(trx, ctx, 'agency', 1, 'test-signature-provider', { ok: answer.ok });
    await notify(trx, 'signatures');
  });
  return answer;
}

async function tested(deps: Pick<Deps, 'db' | 'secrets'>, row: queries.ProviderRow) {
  const client = clientOf(deps, row);
  if (!client) return { ok: false, told: FOREIGN_KEY };
  try {
    const papers = await client.check();
    return { ok: true, told: `A Clicksign respondeu: ${papers} ${papers === 1 ? 'envelope' : 'envelopes'} na conta.` };
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    return { ok: false, told: error.message };
  }
}

export const FOREIGN_KEY =
  'O token da Clicksign foi guardado com uma chave que não está nesta instalação: digite-o de novo.';

/** Clients: each keeps the state of its breaker. */
const clientsOf = perDatabase((): { sealed?: string; client?: SignatureProvider } => ({}));

/** Undefined: the token can't be opened. */
export function clientOf(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  row: queries.ProviderRow,
): SignatureProvider | undefined {
  const token = openedSecret({ secrets }, row, 'token');
  if (token === undefined) return undefined;
  const kept = clientsOf(db);
  // Sealed anew at each saving, also of a connection that was left meanwhile.
  if (kept.sealed === row.token && kept.client) return kept.client;
  const client = openClicksign({ base_url: row.base_url, token });
  Object.assign(kept, { sealed: row.token, client });
  return client;
}

/** Whether papers can go out by the provider. */
export const hasProvider = async ({ db }: Pick<Context, 'db'>): Promise<boolean> =>
  (await queries.findProvider(db)) !== undefined;

/** What the provider has of one paper. */
export async function showErrand(ctx: Context, envelope: number) {
  await checkSeen(ctx, envelope);
  return { errand: (await queries.findErrand(ctx.db, envelope)) ?? null };
}

/** @throws SIGNATURE_NOT_FOUND, also where the person may not see the record of a paper */
async function checkSeen(ctx: Context, id: number): Promise<void> {
  const envelope = await findEnvelope(ctx.db, id);
  if (!envelope || !maySee(ctx, envelope)) throw signatureProblems.SIGNATURE_NOT_FOUND();
}

/** Tries now what is left to be done about a paper: also one that the provider refused. */
export const retryErrand = (ctx: Context, envelope: number): Promise<void> =>
  change(ctx, async (trx) => {
    await checkSeen({ ...ctx, db: trx }, envelope);
    const errand = await queries.findErrand(trx, envelope);
    if (!errand || errand.over_at !== null) throw signatureProviderProblems.PROVIDER_NO_ERRAND();
    await queries.wake(trx, envelope);
    await queries.askForWork(trx);
    await leaveTrail(trx, ctx, 'signature', envelope, 'provider-retry');
    await notify(trx, 'signatures');
  });
