import { reports } from '@morada/contract/desk/reports';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { asDownload, route } from '#api/http/route.ts';
import { saveReport } from './reports.service.ts';

export function reportsModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, reports.save, async (asked, { ctx }) => asDownload(await saveReport(ctx, asked)));
}
