import type { Problem } from '@morada/contract/base/problem';
import { clientProblems } from '@morada/contract/registry/clients';
import { propertyProblems } from '@morada/contract/registry/properties';
import { openWorkWords } from '@morada/domain/attendance/open-work';
import type { Db } from '#api/context.ts';
import { countOpenWork } from './open-work.queries.ts';

/** Open work of a property or client in words; undefined when there is none. */
const openWorkOf = async (db: Db, of: 'property' | 'client', id: number): Promise<string | undefined> =>
  openWorkWords(await countOpenWork(db, of, id));

/** Refusals of the deletion of clients who have open work. */
export async function findClientsInWork(db: Db, clients: readonly { id: number }[]): Promise<Map<number, Problem>> {
  const refusals = new Map<number, Problem>();
  for (const { id } of clients) {
    const open = await openWorkOf(db, 'client', id);
    const message = `Há ${open} em aberto com este cliente: conclua ou cancele antes de deletar.`;
    if (open) refusals.set(id, clientProblems.CLIENT_IN_WORK({ message }));
  }
  return refusals;
}

/** Refusals of the deletion of properties that have open work. */
export async function findPropertiesInWork(
  db: Db,
  properties: readonly { id: number }[],
): Promise<Map<number, Problem>> {
  const refusals = new Map<number, Problem>();
  for (const { id } of properties) {
    const open = await openWorkOf(db, 'property', id);
    const message = `Há ${open} em aberto neste imóvel: conclua ou cancele antes de deletar.`;
    if (open) refusals.set(id, propertyProblems.PROPERTY_IN_WORK({ message }));
  }
  return refusals;
}
