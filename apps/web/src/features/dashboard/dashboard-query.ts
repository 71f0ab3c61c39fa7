import { dashboard } from '@morada/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) =>
    withFailureMessage('Ocorreu um erro ao tentar recuperar dados', api(dashboard.show, {}, { signal })),
});
