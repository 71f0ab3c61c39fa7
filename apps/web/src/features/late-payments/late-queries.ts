import { type Chosen, type ExportFormat, exported } from '@morada/contract/base/export';
import { finance } from '@morada/contract/money/finance';
import type { LateSearch } from '@morada/contract/money/finance.search';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { invoiceQuery } from '#web/entities/invoice/invoice-queries.ts';
import { download } from '#web/lib/api/files.ts';
import { recordMutation } from '#web/lib/api/mutation.ts';
import { combinedQuery } from '#web/lib/api/query.ts';

export const lateQuery = ({ page = 1, query }: z.output<typeof LateSearch>) => ({
  ...combinedQuery(
    [finance.late],
    { page, query },
    async (call) => {
      const { lates, ...rest } = await call(finance.late, { query: { page, query } });
      return { ...rest, data: lates };
    },
    { live: ['bank-payments'] },
  ),
  placeholderData: keepPreviousData,
});

/** The list as a spreadsheet, or what is chosen of it. */
export const saveLate = (format: ExportFormat, { query }: z.output<typeof LateSearch>, chosen?: Chosen<object>) =>
  download(finance.exportLate, { params: { format }, query: { query, ...exported(chosen) } });

/** Settles the whole of today, by hand. */
export const useSettleLate = () =>
  useMutation(
    recordMutation(finance.settleLate, ({ params }) => invoiceQuery(Number(params.id)), {
      failure: 'Ocorreu um problema ao tentar efetuar baixa manual',
      unseen: true,
    }),
  );
