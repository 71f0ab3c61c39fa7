import { SECRET_CALL_FIELDS } from '@morada/domain/bank/call-banks';
import type { Deps } from '#api/context.ts';
import { openSecret, placeOf, SEALED, type Sealed, secretOf } from './clients.service.ts';
import * as queries from './connections.queries.ts';

const FIELD = 'fields.';
const COLUMNS: readonly Sealed[] = [...SEALED, ...SECRET_CALL_FIELDS.map((key) => `${FIELD}${key}` as Sealed)];

/** Seals with the current key the secrets of links that are plain or sealed with an old one; see `sealSecrets`. */
export async function sealLinks({ db, secrets }: Pick<Deps, 'db' | 'secrets'>) {
  const { prefix } = secrets;
  const done = { sealed: 0, unreadable: 0 };
  if (prefix === undefined) return done;
  await db.transaction().execute(async (trx) => {
    for (const link of await queries.lockEvery(trx)) {
      const stored = COLUMNS.filter((column) => secretOf(link, column) != null);
      const plain = new Map(stored.map((column) => [column, openSecret(secrets, link, column)]));
      const lost = stored.filter((column) => plain.get(column) === undefined);
      // Secrets that stood in another table are bound to their place there until all of them can be sealed for this one.
      const sealed_as = lost.length === 0 ? null : link.sealed_as;
      const due = stored.flatMap((column) => {
        const text = plain.get(column);
        const isDue = sealed_as !== link.sealed_as || !secretOf(link, column)?.startsWith(prefix);
        return text !== undefined && isDue
          ? [[column, secrets.sealText(placeOf({ id: link.id, sealed_as }, column), text)] as const]
          : [];
      });
      done.unreadable += lost.filter((column) => !secretOf(link, column)?.startsWith(prefix)).length;
      done.sealed += due.length;
      if (due.length === 0) continue;
      const columns = due.filter(([column]) => !column.startsWith(FIELD));
      const fields = due.flatMap(([column, text]) =>
        column.startsWith(FIELD) ? [[column.slice(FIELD.length), text]] : [],
      );
      await queries.updateLink(trx, link.id, {
        ...Object.fromEntries(columns),
        fields: JSON.stringify({ ...link.fields, ...Object.fromEntries(fields) }),
        sealed_as,
      });
    }
  });
  return done;
}
