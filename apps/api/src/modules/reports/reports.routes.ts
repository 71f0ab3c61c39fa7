import { reports } from '@morada/contract/reports';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../context.ts';
import { Download, route } from '../../http/route.ts';
import { saveReport } from './reports.service.ts';

export function reportsModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, reports.save, async (asked, { ctx }) => {
    const { stream, ...file } = await saveReport(ctx, asked);
    return new Download(stream, file);
  });
}
