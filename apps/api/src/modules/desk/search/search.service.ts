import type { Received } from '@morada/contract/base/endpoint';
import { FOUND, type FoundKind, type search } from '@morada/contract/desk/search';
import { proposals } from '@morada/contract/lease/proposals';
import { invoices } from '@morada/contract/money/invoices';
import { clients } from '@morada/contract/registry/clients';
import { properties } from '@morada/contract/registry/properties';
import { type Access, granted } from '@morada/domain/access/permissions';
import { amountIn } from '@morada/domain/base/money';
import type { Context } from '#api/context.ts';
import { findInvoiceIdsOfNumber } from '#api/modules/bank/slips/boletos.service.ts';
import { findFewProposals } from '#api/modules/lease/contracts/proposals.service.ts';
import {
  findFewInvoices,
  findFewInvoicesOfAmount,
  findInvoicesAt,
} from '#api/modules/money/invoices/invoices.service.ts';
import { findFewClients } from '#api/modules/registry/clients/clients.service.ts';
import { findFewProperties } from '#api/modules/registry/properties/properties.service.ts';

type Words = { id?: number; query?: string };
type Few<Row> = (ctx: Context, words: Words, limit: number) => Promise<Row[]>;

/**
 * Searches every kind of record that the caller may list in full. It doesn't count: one row beyond the limit tells that
 * there are more.
 */
export async function find(ctx: Context, { kind: wanted, ...words }: Received<typeof search.find>['query']) {
  const few = async <Row extends { id: number }>(kind: FoundKind, access: Access, findFew: Few<Row>) => {
    const asked = wanted === undefined || wanted === kind;
    if (!asked || granted(ctx.actor.permissions, access) !== 'full') return { data: [], more: false };
    const rows = await findBoth(ctx, words, findFew);
    return { data: rows.slice(0, FOUND), more: rows.length > FOUND };
  };
  const [foundClients, foundProperties, foundProposals, foundInvoices] = await Promise.all([
    few('clients', clients.list.access, findFewClients),
    few('properties', properties.list.access, findFewProperties),
    few('proposals', proposals.list.access, findFewProposals),
    few('invoices', invoices.list.access, findInvoicesByAnything),
  ]);
  return { clients: foundClients, properties: foundProperties, proposals: foundProposals, invoices: foundInvoices };
}

/** Invoices by amount, by nosso número of a boleto, by id, or by words. */
async function findInvoicesByAnything(ctx: Context, words: Words, limit: number) {
  const { query = '' } = words;
  const amount = amountIn(query);
  if (amount !== undefined) return findFewInvoicesOfAmount(ctx, amount, limit);
  const numbered = await findInvoicesAt(ctx, await findInvoiceIdsOfNumber(ctx, query, limit));
  const worded = await findFewInvoices(ctx, words, limit);
  return [...numbered, ...worded.filter(({ id }) => !numbered.some((row) => row.id === id))];
}

/** The record with this id, then those that match the words: separate queries, each with its own index. */
async function findBoth<Row extends { id: number }>(ctx: Context, { id, query }: Words, findFew: Few<Row>) {
  const numbered = id === undefined ? [] : await findFew(ctx, { id }, 1);
  const worded = query === undefined ? [] : await findFew(ctx, { query }, FOUND + 1);
  return [...numbered, ...worded.filter((row) => row.id !== numbered[0]?.id)];
}
