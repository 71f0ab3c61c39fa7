import { propertyProblems } from '@morada/contract/registry/properties';
import type { Context, Db } from '#api/context.ts';
import { checkVersion } from '#api/db/version.ts';
import * as queries from './properties.queries.ts';

/** Locks a property and checks the caller's version. Every change of a property begins here. */
export async function lockProperty(trx: Db, ctx: Context, id: number) {
  const property = await queries.lockProperty(trx, id);
  if (!property) throw propertyProblems.PROPERTY_NOT_FOUND();
  await checkVersion(trx, ctx, 'property', property);
  return property;
}
