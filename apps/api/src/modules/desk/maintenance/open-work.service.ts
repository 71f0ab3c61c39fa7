import { openWorkWords } from '@morada/domain/attendance/open-work';
import type { Db } from '#api/context.ts';
import { countOpenWork } from './open-work.queries.ts';

/** Open work of a property or client in words; undefined when there is none. It stops a removal. */
export const openWorkOf = async (db: Db, of: 'property' | 'client', id: number): Promise<string | undefined> =>
  openWorkWords(await countOpenWork(db, of, id));
