import type { Answer } from '@morada/contract/base/endpoint';
import { movimentations } from '@morada/contract/money/movimentations';
import type { MovimentationSearch } from '@morada/contract/money/movimentations.search';
import type { CashKind } from '@morada/domain/ledger/cash';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { mutation, rowMutation } from '#web/lib/api/mutation.ts';
import { combinedQuery } from '#web/lib/api/query.ts';

export type CashSearch = z.output<typeof MovimentationSearch> & { kind?: CashKind | undefined };
export type CashPage = Answer<typeof movimentations.list>;
export type CashRow = CashPage['data'][number];
/** A cash entry made by a user, which can be corrected. */
export type OwnRow = CashRow & { subtype: 'SALE' | 'OTHER'; version: number };

export const isOwn = (row: CashRow): row is OwnRow => row.subtype !== null && row.version !== null;

export const cashQuery = ({ kind = 'rents', ...query }: CashSearch) => ({
  ...combinedQuery(
    [movimentations.list],
    { kind, ...query },
    async (call) => {
      const { pages, ...page } = await call(movimentations.list, { params: { kind }, query });
      return { ...page, lastPage: pages };
    },
    { failure: 'Não foi possível retornar os dados do gráfico' },
  ),
  placeholderData: keepPreviousData,
});

/** Of the window of one entry. */
export const movimentationKey = (id: number | string) => ['movimentation', Number(id)] as const;

const key = ({ params }: { params: { id: number | string } }) => movimentationKey(params.id);

const NOT_SAVED = { failure: 'Não foi possível salvar a movimentação' };

export const useAddMovimentation = () => useMutation(mutation(movimentations.create, NOT_SAVED));

export const useChangeMovimentation = () => useMutation(rowMutation(movimentations.update, { ...NOT_SAVED, key }));

export const useRemoveMovimentation = () =>
  useMutation(rowMutation(movimentations.remove, { failure: 'Não foi possível deletar a movimentação', key }));
