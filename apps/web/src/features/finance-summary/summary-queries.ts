import { finance } from '@morada/contract/finance';
import type { PeriodSearch } from '@morada/contract/finance.search';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';

export const summaryQuery = (search: z.output<typeof PeriodSearch>) =>
  queryOptions({
    queryKey: ['finance', 'summary', search],
    queryFn: ({ signal }) =>
      withFailureMessage(
        'Ocorreu um erro ao tentar recuperar dados',
        api(finance.resume, { query: search }, { signal }),
      ),
    placeholderData: keepPreviousData,
  });
