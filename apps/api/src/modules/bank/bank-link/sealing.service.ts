import { SECRET_CALL_FIELDS } from '@morada/domain/bank/call-banks';
import type { Deps } from '#api/context.ts';
import * as queries from './bank-link.queries.ts';
import { placeOf, SEALED } from './connection.service.ts';

/** Seals with the current key the secrets of links that are plain or sealed with an old one; see `sealSecrets`. */
export async function sealLinks({ db, secrets }: Pick<Deps, 'db' | 'secrets'>) {
  const { prefix } = secrets;
  const done = { sealed: 0, unreadable: 0 };
  if (prefix === undefined) return done;
  await db.transaction().execute(async (trx) => {
    for (const link of await queries.lockEveryLink(trx)) {
      const renewedOf = (column: Parameters<typeof placeOf>[0], stored: string | null | undefined) => {
        if (stored == null || stored.startsWith(prefix)) return undefined;
        const plain = secrets.openText(placeOf(column, link.id), stored);
        if (plain === undefined) done.unreadable += 1;
        return plain === undefined ? undefined : secrets.sealText(placeOf(column, link.id), plain);
      };
      const columns = compact(SEALED.map((column) => [column, renewedOf(column, link[column])]));
      const fields = compact(SECRET_CALL_FIELDS.map((key) => [key, renewedOf(`fields.${key}`, link.fields[key])]));
      if (columns.length + fields.length === 0) continue;
      await queries.updateLink(trx, link.id, {
        ...Object.fromEntries(columns),
        ...(fields.length > 0 && { fields: JSON.stringify({ ...link.fields, ...Object.fromEntries(fields) }) }),
      });
      done.sealed += columns.length + fields.length;
    }
  });
  return done;
}

const compact = (entries: [string, string | undefined][]) => entries.filter(([, value]) => value !== undefined);
