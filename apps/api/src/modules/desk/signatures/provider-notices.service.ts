import { signatureProviderProblems } from '@morada/contract/desk/signature-provider';
import { hashOf } from '#api/base/secrets/secrets.ts';
import type { Deps } from '#api/context.ts';
import { readNotice } from '#api/outside/signatures/clicksign.ts';
import { isSigned } from '#api/outside/signed-body.ts';
import * as queries from './provider.queries.ts';
import { openedSecret } from './provider.service.ts';

/** Notices that one transaction works on. */
const BATCH = 100;
/** Days that it is known which notices came. */
const KEPT_DAYS = 60;

/**
 * Keeps a notice of the provider as it came, and answers: the same one again is one. It only says which paper to look at; what
 * happened to it is read at the provider, so that neither the order of notices nor a lost one matters.
 * @throws PROVIDER_UNSIGNED
 */
export async function takeNotice(deps: Deps, raw: string, signature: unknown): Promise<void> {
  const row = await queries.findProvider(deps.db);
  const secret = row && openedSecret(deps, row, 'secret');
  if (secret === undefined || !isSigned(raw, signature, secret)) throw signatureProviderProblems.PROVIDER_UNSIGNED();
  // PostgreSQL holds no NUL.
  const notice = { key: hashOf(raw).toString('hex'), raw: raw.replaceAll('\0', '') };
  await deps.db.transaction().execute(async (trx) => {
    if (await queries.keepNotice(trx, notice)) await queries.askForWork(trx);
  });
}

/** Makes what the notices name due; those about papers that others sent by the same account are closed. */
export async function workOnNotices({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (;;) {
    const worked = await db.transaction().execute(async (trx) => {
      const notices = await queries.lockNotices(trx, BATCH);
      for (const { id, raw } of notices) {
        const named = read(raw);
        const isOurs = named && (await queries.wakeNamed(trx, named));
        await queries.closeNotice(trx, id, isOurs ? 'DONE' : 'UNKNOWN');
      }
      return notices.length;
    });
    if (worked < BATCH) return;
  }
}

function read(raw: string) {
  try {
    const named = readNotice(JSON.parse(raw));
    return named && { document: named.document, reference: named.reference ?? null };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export const forgetNotices = ({ db }: Pick<Deps, 'db'>) => queries.dropNotices(db, KEPT_DAYS);
