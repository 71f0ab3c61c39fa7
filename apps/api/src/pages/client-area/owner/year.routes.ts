import { yearOf } from '@morada/domain/base/calendar';
import type { FastifyRequest } from 'fastify';
import * as service from '#api/modules/doors/client-area/client-area.service.ts';
import { PATHS } from '../client-area.paths.ts';
import type { ClientAreaServer } from '../client-area.request.ts';
import { documentsPage } from '../documents.page.ts';
import { yearPage } from './year.page.ts';

/** Year in the query; one that is unreadable or far away is the present one. */
function yearIn({ query }: FastifyRequest, present: number): number {
  const { ano } = query as { ano?: unknown };
  const year = typeof ano === 'string' && /^\d{4}$/.test(ano) ? Number(ano) : present;
  return year >= 1900 && year <= present ? year : present;
}

/** A client's year at a glance, and the papers of a year. */
export function yearRoutes({ deps, show }: ClientAreaServer) {
  show(PATHS.year, async (area, request) => {
    const year = yearIn(request, yearOf(deps.today()));
    return yearPage(area, {
      year,
      years: await service.yearsOf(deps, area.client.id),
      months: await service.yearOf(deps, area.client.id, year),
    });
  });
  show(PATHS.documents, async (area, request) => {
    const year = yearIn(request, yearOf(deps.today()));
    return documentsPage(area, {
      year,
      papers: await service.papersOf(deps, area.client.id, year),
      punctual: await service.hasPunctuality(deps, area.client.id),
      noted: await service.hasNotes(deps, area.client.id),
    });
  });
}
