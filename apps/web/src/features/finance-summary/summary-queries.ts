import { finance } from '@morada/contract/money/finance';
import type { PeriodSearch } from '@morada/contract/money/finance.search';
import { keepPreviousData } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { query } from '#web/lib/api/query.ts';

export const summaryQuery = (search: z.output<typeof PeriodSearch>) => ({
  ...query(finance.resume, { query: search }, { failure: 'Ocorreu um erro ao tentar recuperar dados' }),
  placeholderData: keepPreviousData,
});
