import type { Received } from '@morada/contract/base/endpoint';
import { type creditProvider, creditProviderProblems } from '@morada/contract/lease/credit-provider';
import { baseAddress } from '@morada/domain/base/ends';
import type { Context, Db, Deps } from '#api/context.ts';
import { perDatabase } from '#api/db/connection/per-database.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import { openBigDataCorp } from '#api/outside/credit/bigdatacorp.ts';
import type { CreditBureau } from '#api/outside/credit/bureau.ts';
import { leadsInside } from '#api/outside/internal-addresses.ts';
import * as queries from './credit.queries.ts';

export const SEALED = ['access_token', 'token_id'] as const;
export type SealedColumn = (typeof SEALED)[number];

/** Name that a sealed value is bound to. */
export const placeOf = (column: SealedColumn) => `credit_connection.${column}`;

/** A token of the connection; undefined: it was sealed with a key that isn't here. */
export const openedToken = ({ secrets }: Pick<Deps, 'secrets'>, row: queries.ProviderRow, column: SealedColumn) =>
  secrets.openText(placeOf(column), row[column]);

export async function showCreditProvider({ db }: Pick<Context, 'db'>) {
  const row = await queries.findProvider(db);
  return { kept: row ? { base_url: row.base_url } : null };
}

/** Keeps access sealed. Another address asks for its own tokens. */
export async function saveCreditProvider(
  ctx: Context,
  given: Received<typeof creditProvider.save>['body'],
): Promise<void> {
  if (!ctx.secrets.prefix) throw creditProviderProblems.CREDIT_NO_SEAL();
  if (await leadsInside(given.base_url)) throw creditProviderProblems.CREDIT_INTERNAL();
  const base_url = baseAddress(given.base_url);
  await change(ctx, async (trx) => {
    const before = await queries.lockProvider(trx);
    const same = before?.base_url === base_url ? before : undefined;
    const access_token = given.access_token ?? (same && openedToken(ctx, same, 'access_token'));
    if (access_token === undefined) throw creditProviderProblems.CREDIT_TOKEN_MISSING();
    const token_id = given.token_id ?? (same && openedToken(ctx, same, 'token_id'));
    if (token_id === undefined) throw creditProviderProblems.CREDIT_TOKEN_ID_MISSING();
    await queries.putProvider(trx, {
      base_url,
      access_token: ctx.secrets.sealText(placeOf('access_token'), access_token),
      token_id: ctx.secrets.sealText(placeOf('token_id'), token_id),
    });
    await leaveTrail(trx, ctx, 'agency', 1, 'credit-provider', { bureau: [before?.base_url ?? null, base_url] });
    await notify(trx, 'applications');
  });
}

export const removeCreditProvider = (ctx: Context): Promise<void> =>
  change(ctx, async (trx) => {
    const before = await queries.lockProvider(trx);
    if (!before) throw creditProviderProblems.CREDIT_PROVIDER_NOT_FOUND();
    await queries.deleteProvider(trx);
    await leaveTrail(trx, ctx, 'agency', 1, 'remove-credit-provider', { bureau: [before.base_url, null] });
    await notify(trx, 'applications');
  });

export const FOREIGN_KEY =
  'Os tokens da BigDataCorp foram guardados com uma chave que não está nesta instalação: digite-os de novo.';

/** Clients: each keeps the state of its breaker. */
const clientsOf = perDatabase((): { sealed?: string; client?: CreditBureau } => ({}));

/** Undefined: its tokens can't be opened. */
export function bureauOf(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  row: queries.ProviderRow,
): CreditBureau | undefined {
  const access_token = openedToken({ secrets }, row, 'access_token');
  const token_id = openedToken({ secrets }, row, 'token_id');
  if (access_token === undefined || token_id === undefined) return undefined;
  const kept = clientsOf(db);
  // Sealed anew at each saving.
  if (kept.sealed === row.access_token && kept.client) return kept.client;
  const client = openBigDataCorp({ base_url: row.base_url, access_token, token_id });
  Object.assign(kept, { sealed: row.access_token, client });
  return client;
}

export const hasCreditProvider = async (db: Db): Promise<boolean> => (await queries.findProvider(db)) !== undefined;
