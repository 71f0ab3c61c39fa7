import {
  type Positions,
  type PropertyFeatures,
  type PropertyFees,
  propertyProblems,
} from '@morada/contract/registry/properties';
import { continued, isPermutation } from '@morada/domain/property/property';
import type * as z from 'zod/mini';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { withdrawingIncomplete } from './advertised.service.ts';
import { lockProperty } from './lock.service.ts';
import * as queries from './parts.queries.ts';
import { touchProperty, updateProperty } from './properties.queries.ts';

type Fee = z.output<typeof PropertyFees>['data'][number];

const NOT_FOUND = {
  features: propertyProblems.FEATURE_NOT_FOUND,
  fees: propertyProblems.FEE_NOT_FOUND,
  images: propertyProblems.IMAGE_NOT_FOUND,
} as const;

const sameFee = (one: Fee, other: Fee) =>
  one.name === other.name && one.price === other.price && one.to_owner === other.to_owner;

export function setFeatures(ctx: Context, id: number, { data }: z.output<typeof PropertyFeatures>) {
  return change(ctx, async (trx) => {
    await lockProperty(trx, ctx, id);
    const before = await queries.findFeatures(trx, id);
    const wanted = continued(
      before,
      data.map((name) => ({ name })),
      (one, other) => one.name === other.name,
    );
    await replace(trx, 'features', id, wanted, (fresh) => queries.insertFeatures(trx, id, fresh));
    await updateProperty(trx, id, {});
    await leaveTrail(trx, ctx, 'property', id, 'features', { features: [before.map(({ name }) => name), data] });
  });
}

/** Replaces the fees. Issued invoices keep theirs; the next one uses these. */
export function setFees(ctx: Context, id: number, { data }: z.output<typeof PropertyFees>) {
  return change(ctx, async (trx) => {
    await lockProperty(trx, ctx, id);
    const before = await queries.findFees(trx, id);
    const wanted = continued(before, data, sameFee);
    await replace(trx, 'fees', id, wanted, (fresh) => queries.insertFees(trx, id, fresh));
    await queries.updateFees(trx, wanted);
    await updateProperty(trx, id, {});
    await leaveTrail(trx, ctx, 'property', id, 'fees', { fees: [before, data] });
  });
}

/** Continued rows keep their ids, others are deleted, new ones inserted, and all are ordered as given. */
async function replace<T extends { id: number | undefined }>(
  trx: Db,
  part: queries.Part,
  propertyId: number,
  wanted: T[],
  insert: (fresh: T[]) => Promise<number[]>,
) {
  await queries.keepOnly(
    trx,
    part,
    propertyId,
    wanted.flatMap(({ id }) => id ?? []),
  );
  const made = await insert(wanted.filter(({ id }) => id === undefined));
  await queries.place(
    trx,
    part,
    wanted.flatMap(({ id }) => id ?? made.shift() ?? []),
  );
}

export function sortParts(ctx: Context, part: queries.Part, id: number, { data }: z.output<typeof Positions>) {
  return change(ctx, async (trx) => {
    await lockProperty(trx, ctx, id);
    const before = await queries.findIds(trx, part, id);
    if (!isPermutation(data, before)) throw propertyProblems.WRONG_ORDER();
    await queries.place(trx, part, data);
    await touchProperty(trx, id);
    await leaveTrail(trx, ctx, 'property', id, 'sort', { [part]: [before, data] });
  });
}

/** By the id of the part, which refers to its property. */
export function removePart(ctx: Context, part: queries.Part, id: number) {
  return change(ctx, async (trx) => {
    const propertyId = await queries.findPropertyOf(trx, part, id);
    if (propertyId === undefined) throw NOT_FOUND[part]();
    await lockProperty(trx, ctx, propertyId);
    const removed = await withdrawingIncomplete(trx, ctx, propertyId, () => queries.takeOut(trx, part, id));
    if (!removed) throw NOT_FOUND[part]();
    await touchProperty(trx, propertyId);
    await leaveTrail(trx, ctx, 'property', propertyId, 'remove-part', { [part]: [removed, null] });
  });
}
