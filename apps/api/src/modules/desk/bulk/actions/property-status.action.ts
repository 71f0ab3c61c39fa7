import type { PropertySearch } from '@morada/contract/registry/properties.search';
import { addressLine, type PropertyStatus } from '@morada/domain/property/property';
import { PROPERTY_STATUSES } from '@morada/domain/property/property-words';
import type * as z from 'zod/mini';
import {
  restoreListed,
  searchProperties,
  updateInTransaction,
} from '#api/modules/registry/properties/properties.service.ts';
import { type Action, recordByRecord, recordsOf } from '../bulk.action.ts';
import * as candidates from '../candidates.queries.ts';

type Wanted = { status: PropertyStatus; reason?: string | null };
type Trace = Wanted & { listed_at: string };

/** "Alterar situação": undo restores the former status of each, and since when it was offered: nothing is new by it. */
export const propertyStatus: Action<Wanted> = {
  readers: 'PROPERTY_VIEW',
  name: 'imoveis-situacao',
  search: (ctx, filter: z.output<typeof PropertySearch>, most) => searchProperties(ctx, filter, most),
  options: (_, { status, reason }) => ({
    status: status as PropertyStatus,
    ...(reason !== undefined && { reason: reason as string | null }),
  }),
  evaluate: async (ctx, ids, wanted) =>
    (await candidates.findProperties(ctx.db, ids)).map(({ id, version, status }) => ({
      id,
      version,
      trace: { status },
      reason: status === wanted.status ? `Já está ${PROPERTY_STATUSES[status].toLowerCase()}.` : undefined,
    })),
  named: async (db, ids) =>
    (await candidates.nameOfProperties(db, ids)).map((row) => ({
      id: row.id,
      title: addressLine(row),
      below: `Imóvel ${row.id} · ${row.neighborhood} · ${PROPERTY_STATUSES[row.status].toLowerCase()}`,
    })),
  act: recordByRecord(async (trx, ctx, { record_id }, { status, reason }: Wanted) => {
    const before = await updateInTransaction(trx, ctx, record_id, { status, ...(reason !== undefined && { reason }) });
    return { status: before.status, reason: before.reason, listed_at: before.listed_at };
  }),
  undo: recordByRecord(async (trx, ctx, { record_id, trace }) => {
    const { status, reason, listed_at } = trace as Trace;
    await updateInTransaction(trx, ctx, record_id, { status, ...(reason != null && { reason }) });
    await restoreListed(trx, record_id, listed_at);
    return undefined;
  }),
  versions: (trx, items) => candidates.findVersions(trx, 'property', recordsOf(items)),
};
