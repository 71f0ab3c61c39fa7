import { dashboard } from '@morada/contract/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { orSay } from '#web/lib/api/failure.ts';

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => orSay('Ocorreu um erro ao tentar recuperar dados', api(dashboard.show, {}, { signal })),
});
