import { IMPORT_ACCESS, ImportKind } from '@morada/contract/desk/imports.search';
import { granted } from '@morada/domain/access/permissions';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Actor, Context, Db } from '#api/context.ts';
import { seenBy } from '#api/db/search.ts';
import { amountCheck } from './amounts.map.ts';
import type { Answers } from './answers.map.ts';
import { withHiddenRows } from './base.importer.ts';
import { contractImporter } from './contracts.importer.ts';
import { findUsualRent } from './imports.queries.ts';
import { peopleImporter } from './people.importer.ts';
import { propertyImporter } from './properties.importer.ts';
import { numberedProperties, registeredPeople, registeredProperties } from './references.service.ts';

export const mayImport = ({ permissions }: Actor, kind: ImportKind) =>
  granted(permissions, IMPORT_ACCESS[kind]) !== undefined;

export const kindsOf = (actor: Actor) => ImportKind.options.filter((kind) => mayImport(actor, kind));

/** Importer for a single file, whose lines refer to records of the register; `first_due` is for contracts. */
export function importerFor(
  kind: ImportKind,
  trx: Db,
  ctx: Context,
  { answers, first_due }: { answers: Answers; first_due: CalendarDate | null },
) {
  const amounts = async () => amountCheck(answers.amounts, await findUsualRent(trx));
  const people = registeredPeople(trx, seenBy(ctx), answers.people);
  if (kind === 'people') return withHiddenRows(trx, peopleImporter(trx, ctx, { lenient: true }));
  if (kind === 'properties') return withHiddenRows(trx, propertyImporter(trx, ctx, people, amounts));
  const properties = { imovel: registeredProperties(trx), imovel_id: numberedProperties(trx) };
  return withHiddenRows(trx, contractImporter(trx, ctx, { people, properties, firstDue: first_due, amounts }));
}
