import type { Received } from '@morada/contract/base/endpoint';
import {
  type intermediary,
  intermediaryProblems,
  type NoteIntermediary,
} from '@morada/contract/fiscal/fiscal-intermediary';
import { baseAddress } from '@morada/domain/base/ends';
import { intermediaryEnvironment } from '@morada/domain/nfse/city-note';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { leadsInside } from '#api/outside/internal-addresses.ts';
import type { IntermediaryAccess } from '#api/outside/nfse/intermediary.ts';
import * as queries from './intermediary.queries.ts';

/** Name that the sealed token is bound to. */
export const TOKEN_PLACE = 'note_intermediary.token';

type Row = NonNullable<Awaited<ReturnType<typeof queries.findIntermediary>>>;

const shown = ({
  base_url,
  administration_city_code,
  brokerage_city_code,
  iss_rate,
}: NoteIntermediary): NoteIntermediary => ({ base_url, administration_city_code, brokerage_city_code, iss_rate });

export async function showIntermediary({ db }: Pick<Context, 'db'>): Promise<{ kept: NoteIntermediary | null }> {
  const row = await queries.findIntermediary(db);
  return { kept: row ? shown(row) : null };
}

const tokenOf = ({ secrets }: Pick<Context, 'secrets'>, { token }: Pick<Row, 'token'>) =>
  secrets.openText(TOKEN_PLACE, token);

/** Keeps access sealed. Another address asks for its token, and waits for the notes that are under way at the former one. */
export async function saveIntermediary(
  ctx: Context,
  given: Received<typeof intermediary.save>['body'],
): Promise<NoteIntermediary> {
  if (!ctx.secrets.prefix) throw intermediaryProblems.INTERMEDIARY_NO_SEAL();
  if (await leadsInside(given.base_url)) throw intermediaryProblems.INTERMEDIARY_INTERNAL();
  const { administration_city_code = null, brokerage_city_code = null, iss_rate = null } = given;
  const kept = { base_url: baseAddress(given.base_url), administration_city_code, brokerage_city_code, iss_rate };
  return change(ctx, async (trx) => {
    const before = await queries.lockIntermediary(trx);
    const same = before?.base_url === kept.base_url ? before : undefined;
    const token = given.token ?? (same && tokenOf(ctx, same));
    if (token === undefined) throw intermediaryProblems.INTERMEDIARY_TOKEN_MISSING();
    if (before && !same) await refuseUnderWay(trx, before);
    await queries.putIntermediary(trx, { ...kept, token: ctx.secrets.sealText(TOKEN_PLACE, token) });
    await leaveTrail(trx, ctx, 'agency', 1, 'note-intermediary', {
      intermediary: [before?.base_url ?? null, kept.base_url],
    });
    return kept;
  });
}

/** The fees' notes leave by the national system again. */
export const removeIntermediary = (ctx: Context) =>
  change(ctx, async (trx) => {
    const before = await queries.lockIntermediary(trx);
    if (!before) throw intermediaryProblems.INTERMEDIARY_NOT_FOUND();
    await refuseUnderWay(trx, before);
    await queries.deleteIntermediary(trx);
    await leaveTrail(trx, ctx, 'agency', 1, 'remove-note-intermediary', { intermediary: [before.base_url, null] });
  });

async function refuseUnderWay(trx: Db, { base_url }: Row): Promise<void> {
  if (await queries.hasUnderWay(trx, intermediaryEnvironment(base_url)))
    throw intermediaryProblems.INTERMEDIARY_UNDER_WAY();
}

/** What the fees' notes leave with; undefined: they leave by the national system. The token is absent where it can't be opened. */
export async function openIntermediary({ db, secrets }: Pick<Context, 'db' | 'secrets'>) {
  const row = await queries.findIntermediary(db);
  if (!row) return undefined;
  const { base_url, version, administration_city_code, brokerage_city_code, iss_rate } = row;
  const token = tokenOf({ secrets }, row);
  const access: IntermediaryAccess | undefined = token === undefined ? undefined : { base_url, token };
  return {
    ...{ access, version, environment: intermediaryEnvironment(base_url) },
    city: { iss_rate, codes: { ADMINISTRATION: administration_city_code, BROKERAGE: brokerage_city_code } },
  };
}
export type Intermediary = NonNullable<Awaited<ReturnType<typeof openIntermediary>>>;
