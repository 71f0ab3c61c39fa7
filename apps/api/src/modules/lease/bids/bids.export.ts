import type { Received } from '@morada/contract/base/endpoint';
import type { BidRow } from '@morada/contract/lease/bid-row';
import type { bids } from '@morada/contract/lease/bids';
import { BID_KINDS, BID_STATES } from '@morada/domain/lease/bid-words';
import { seenBy } from '#api/db/reading/search.ts';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, day, moment, money, number, text } from '#api/sheets/write.ts';
import { findBidIds, findBidsAt } from './bids.queries.ts';

const COLUMNS: Column<BidRow>[] = [
  number('ID', 8, (row) => row.id),
  text('Tipo', 10, (row) => BID_KINDS[row.kind]),
  text('Situação', 22, (row) => BID_STATES[row.state]),
  text('Interessado', 32, (row) => row.name),
  text('Imóvel', 36, (row) => row.property),
  money('Valor', 14, (row) => row.amount),
  number('Versões', 9, (row) => row.versions),
  day('Vale até', 12, (row) => row.expires_on),
  day('Reservado até', 14, (row) => row.reserved_until),
  number('Contrato', 10, (row) => row.proposal_id),
  moment('Cadastrada em', 18, (row) => row.created_at),
];

export const BID_LIST: ListSheet<Received<typeof bids.export>['query'], BidRow> = {
  name: 'propostas',
  title: 'Propostas',
  columns: COLUMNS,
  find: (ctx, search) => findBidIds(ctx.db, { ...search, seen: seenBy(ctx) }, ctx.today()),
  load: (ctx, ids) => findBidsAt(ctx.db, ids, ctx.today()),
};
