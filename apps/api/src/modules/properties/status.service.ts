import type { Db } from '../../context.ts';
import { updateProperty } from './properties.queries.ts';

// Contracts call this file, and properties call contracts: it imports neither.

/** A contract makes its property rented or sold, and available again. Runs inside the caller's transaction. */
export const setPropertyStatus = (trx: Db, id: number, status: 'AVAILABLE' | 'RENTED' | 'SOLD') =>
  updateProperty(trx, id, { status });
