import { terminations } from '@morada/contract/money/terminations';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route, Versioned } from '#api/http/route.ts';
import { showProposal } from '#api/modules/lease/contracts/proposals.service.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
import { terminationPdf } from './termination.pdf.ts';
import * as service from './terminations.service.ts';

export function terminationsModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, terminations.draft, async ({ params, body }, { ctx }) => {
    const { sheet } = await service.draftTermination(ctx, params.id, body);
    return sheet;
  });
  route(app, deps, terminations.draftPdf, async ({ params, body }, { ctx }) => {
    const { contract, sheet } = await service.draftTermination(ctx, params.id, body);
    return terminationPdf({ contract, sheet, day: ctx.today(), agency: await letterheadOf(ctx), draft: true });
  });
  route(app, deps, terminations.apply, ({ params, body }, { ctx }) => service.terminate(ctx, params.id, body));
  route(app, deps, terminations.closing, ({ params }, { ctx }) => service.showClosing(ctx, params.id));
  route(app, deps, terminations.close, async ({ params, body }, { ctx }) => {
    await service.closeNow(ctx, params.id, body ?? {});
    const { proposal, version } = await showProposal(ctx, params.id);
    return new Versioned(proposal, version);
  });
  route(app, deps, terminations.undo, ({ params }, { ctx }) => service.undoTermination(ctx, params.id));
  route(app, deps, terminations.show, async ({ params }, { ctx }) => {
    const { termination } = await service.showTermination(ctx, params.id);
    return termination;
  });
  route(app, deps, terminations.pdf, async ({ params }, { ctx }) => {
    const { contract, termination } = await service.showTermination(ctx, params.id);
    const { sheet, left_on: day } = termination;
    return terminationPdf({ contract, sheet, day, agency: await letterheadOf(ctx) });
  });
}
