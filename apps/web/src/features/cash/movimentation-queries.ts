import type { Answer, Sent } from '@morada/contract/endpoint';
import { movimentations } from '@morada/contract/movimentations';
import type { MovimentationSearch } from '@morada/contract/movimentations.search';
import type { CashKind } from '@morada/domain/ledger/cash';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';

export type CashSearch = z.output<typeof MovimentationSearch> & { kind: CashKind };
export type CashPage = Answer<typeof movimentations.list>;
export type CashRow = CashPage['data'][number];
/** A cash entry made by a user, which can be corrected. */
export type OwnRow = CashRow & { subtype: 'SALE' | 'OTHER'; version: number };

export const isOwn = (row: CashRow): row is OwnRow => row.subtype !== null && row.version !== null;

export const cashQuery = ({ kind, ...query }: CashSearch) =>
  queryOptions({
    queryKey: ['finance', 'cash', kind, query],
    queryFn: async ({ signal }) => {
      const call = api(movimentations.list, { params: { kind }, query }, { signal });
      const { pages, ...page } = await withFailureMessage('Não foi possível retornar os dados do gráfico', call);
      return { ...page, lastPage: pages };
    },
    placeholderData: keepPreviousData,
  });

/** Mutations on the cash book; each invalidates every query over the ledger. */
export function useMovimentationActions() {
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: ['finance'] });
  const versionOf = ({ version }: OwnRow) => ({ ifMatch: `"${version}"` });

  return {
    add: async (body: Sent<typeof movimentations.create>['body']) => {
      const added = await withFailureMessage(
        'Não foi possível salvar a movimentação',
        api(movimentations.create, { body }),
      );
      refresh();
      return added;
    },

    change: async (row: OwnRow, body: Sent<typeof movimentations.update>['body']) => {
      const call = api(movimentations.update, { params: { id: row.id }, body }, versionOf(row));
      const changed = await withFailureMessage('Não foi possível salvar a movimentação', call);
      refresh();
      return changed;
    },

    remove: async (row: OwnRow) => {
      const call = api(movimentations.remove, { params: { id: row.id } }, versionOf(row));
      await withFailureMessage('Não foi possível deletar a movimentação', call);
      refresh();
    },
  };
}
