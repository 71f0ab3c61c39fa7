import { dashboard } from '@morada/contract/desk/dashboard';
import { query } from '#web/lib/api/query.ts';

export const dashboardQuery = query(dashboard.show, {}, { failure: 'Ocorreu um erro ao tentar recuperar dados' });
