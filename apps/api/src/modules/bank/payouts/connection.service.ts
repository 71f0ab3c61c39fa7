import type { SecretSeal } from '#api/base/sealed-secret.ts';
import type { Db, Deps } from '#api/context.ts';
import { perDatabase } from '#api/db/per-database.ts';
import { BankFailure } from '#api/outside/bank-api.ts';
import { interPayer } from '#api/outside/payouts/inter.ts';
import type { Payer } from '#api/outside/payouts/payer.ts';
import * as queries from './links.queries.ts';

/** Columns of a link that are sealed. */
export const SEALED = ['client_secret', 'certificate', 'private_key'] as const;

/** Name that a sealed value is bound to: it can't be opened as a value of another link or column. */
export const placeOf = (column: (typeof SEALED)[number], id: number) => `payout_link.${column}:${id}`;

export type Link = queries.LinkRow;

/** Clients by link: each keeps its connections, its token and the state of its breaker. */
const payersOf = perDatabase(() => new Map<number, { version: number; payer: Payer }>());

/** Client of a link. @throws BankFailure DENIED when its secrets were sealed with a key that isn't here. */
function payerOf(db: Db, link: Link, secrets: SecretSeal): Payer {
  const payers = payersOf(db);
  const known = payers.get(link.id);
  if (known?.version === link.version) return known.payer;
  known?.payer.close();
  const open = (column: (typeof SEALED)[number]) => {
    const plain = secrets.openText(placeOf(column, link.id), link[column]);
    if (plain === undefined)
      throw new BankFailure('DENIED', 'O segredo do banco foi guardado com uma chave que não está nesta instalação.');
    return plain;
  };
  const { base_url, token_url, client_id, authority, account } = link;
  const payer = interPayer({
    ...{ base_url, token_url, client_id, authority, account },
    client_secret: open('client_secret'),
    certificate: open('certificate'),
    private_key: open('private_key'),
  });
  payers.set(link.id, { version: link.version, payer });
  return payer;
}

/**
 * Runs calls to a link's bank, and records whether it responded.
 * @returns false when the bank is unreachable or denies access, which is recorded for staff.
 */
export async function withPayer(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  link: Link,
  calls: (payer: Payer) => Promise<unknown>,
): Promise<boolean> {
  try {
    await calls(payerOf(db, link, secrets));
    await queries.noteAnswer(db, link.id);
    return true;
  } catch (error) {
    if (!isOutage(error)) throw error;
    await queries.noteFailure(db, link.id, error.message);
    return false;
  }
}

/** Whether further calls would fail as well. */
export const isOutage = (error: unknown): error is BankFailure =>
  error instanceof BankFailure && (error.kind === 'AWAY' || error.kind === 'DENIED');
