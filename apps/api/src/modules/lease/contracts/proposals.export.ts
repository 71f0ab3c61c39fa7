import type { Received } from '@morada/contract/base/endpoint';
import type { proposals } from '@morada/contract/lease/proposals';
import { contractState } from '@morada/domain/lease/contract';
import { seenBy } from '#api/db/reading/search.ts';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, day, money, number, text } from '#api/sheets/write.ts';
import { findPartyNames, findProposalIds, findProposalsAt } from './proposals.queries.ts';

type Row = Awaited<ReturnType<typeof findProposalsAt>>[number] & { state: string } & Awaited<
    ReturnType<typeof findPartyNames>
  >[number];

const COLUMNS: Column<Row>[] = [
  number('ID', 10, (row) => row.id),
  text('Inquilino', 36, (row) => row.tenant),
  text('Outros inquilinos', 36, (row) => row.co_tenants),
  text('Fiadores', 36, (row) => row.guarantors),
  text('Imóvel', 36, (row) => row.property),
  text('Proprietário', 36, (row) => row.owner),
  money('Aluguel no início', 16, (row) => row.price),
  money('Aluguel atual', 16, (row) => row.current_price),
  day('Início', 12, (row) => row.start_date),
  day('Fim', 12, (row) => row.end_date),
  day('Próximo reajuste', 16, (row) => row.next_readjustment),
  text('Situação', 20, (row) => row.state),
];

export const PROPOSAL_LIST: ListSheet<Received<typeof proposals.export>['query'], Row> = {
  name: 'contratos',
  title: 'Contratos',
  columns: COLUMNS,
  find: (ctx, search) => findProposalIds(ctx.db, { ...search, seen: seenBy(ctx) }, ctx.today()),
  load: async (ctx, ids) => {
    const names = new Map((await findPartyNames(ctx.db, ids, ctx.today())).map((row) => [row.id, row]));
    return (await findProposalsAt(ctx.db, ids, ctx.today())).map((row) => ({
      ...{ co_tenants: null, guarantors: null, ...names.get(row.id) },
      ...row,
      state: contractState(row, ctx.today()).word,
    }));
  },
};
