import { common } from '@morada/contract/base/problem';
import type { FastifyRequest } from 'fastify';
import * as service from '#api/modules/doors/client-area/client-area.service.ts';
import { PATHS } from '../client-area.paths.ts';
import type { ClientAreaServer } from '../client-area.request.ts';
import { incomeStatementsPage } from './income-statements.page.ts';

const YEAR = /^\d{4}$/;

/** Year in the path. @throws NOT_FOUND when it isn't one */
function yearIn({ params }: FastifyRequest): number {
  const { year = '' } = params as { year?: string };
  if (!YEAR.test(year)) throw common.NOT_FOUND();
  return Number(year);
}

/** Income statements by year, rents received and rents paid, and the paper of a tenant's punctuality. */
export function incomeStatementRoutes({ deps, deskOf, show, pdf }: ClientAreaServer) {
  show(PATHS.incomeStatements, async (area) =>
    incomeStatementsPage(area, {
      ...(await service.incomeYearsOf(deps, area.client.id)),
      punctual: await service.hasPunctuality(deps, area.client.id),
    }),
  );
  pdf(PATHS.punctuality, (client, request) => service.printPunctuality(deskOf(request), client));
  pdf(`${PATHS.incomeStatements}/:year/recebidos`, (client, request) =>
    service.printIncomeStatement(deskOf(request), client, yearIn(request), 'OWNER'),
  );
  pdf(`${PATHS.incomeStatements}/:year/pagos`, (client, request) =>
    service.printIncomeStatement(deskOf(request), client, yearIn(request), 'TENANT'),
  );
}
