import { type Chosen, type ExportFormat, exported } from '@morada/contract/export';
import { finance, type LateRow } from '@morada/contract/finance';
import type { LateSearch } from '@morada/contract/finance.search';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';
import { download } from '#web/lib/api/files.ts';

/** Queries that a settlement affects. */
const RELATED = ['finance', 'invoices', 'transfers', 'proposals', 'clients', 'boletos'];

export const lateQuery = ({ page = 1, query }: z.output<typeof LateSearch>) =>
  queryOptions({
    queryKey: ['finance', 'late', { page, query }],
    queryFn: async ({ signal }) => {
      const { lates, ...rest } = await api(finance.late, { query: { page, query } }, { signal });
      return { ...rest, data: lates };
    },
    placeholderData: keepPreviousData,
  });

/** The list as a spreadsheet, or what is chosen of it. */
export const saveLate = (format: ExportFormat, { query }: z.output<typeof LateSearch>, chosen?: Chosen<object>) =>
  download(finance.exportLate, { params: { format }, query: { query, ...exported(chosen) } });

export function useLateActions() {
  const cache = useQueryClient();
  const refresh = () => {
    for (const name of RELATED) cache.invalidateQueries({ queryKey: [name] });
  };

  return {
    /** The whole of today, by hand. */
    settle: async ({ id }: LateRow) => {
      const call = api(finance.settleLate, { params: { id } });
      await withFailureMessage('Ocorreu um problema ao tentar efetuar baixa manual', call);
      refresh();
    },
  };
}
