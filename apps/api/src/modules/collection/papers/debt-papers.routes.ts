import { debtPapers } from '@morada/contract/collection/debt-papers';
import { debtTasks } from '@morada/contract/collection/debt-tasks';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { asDownload, route } from '#api/http/route.ts';
import * as debt from './debt.service.ts';
import { makeDossier } from './dossier.service.ts';
import * as notices from './notices.service.ts';
import * as register from './register.service.ts';

export function debtPapersModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, debtPapers.list, ({ query }, { ctx }) => register.listRegister(ctx, query.page));
  route(app, deps, debtPapers.show, ({ params }, { ctx }) => register.showPapers(ctx, params.id));
  route(app, deps, debtPapers.saveTerms, ({ params, body }, { ctx }) => debt.saveTerms(ctx, params.id, body));
  route(app, deps, debtPapers.dropTerms, ({ params }, { ctx }) => debt.dropTerms(ctx, params.id));
  route(app, deps, debtPapers.statement, ({ params }, { ctx }) => debt.printStatement(ctx, params.id));
  route(app, deps, debtPapers.dossier, async ({ params }, { ctx }) =>
    asDownload(await makeDossier(ctx, params.id, params.purpose)),
  );
  route(app, deps, debtPapers.notify, ({ params, body }, { ctx }) => notices.issueNotices(ctx, params.id, body));
  route(app, deps, debtPapers.notice, ({ params }, { ctx }) => notices.printNotice(ctx, params.id));
  route(app, deps, debtPapers.deliver, ({ params, body }, { ctx }) => notices.deliverNotice(ctx, params.id, body));
  route(app, deps, debtPapers.register, ({ params, body }, { ctx }) => register.registerAct(ctx, params.id, body));
  route(app, deps, debtPapers.end, ({ params, body }, { ctx }) => register.endAct(ctx, params.id, body));
  route(app, deps, debtPapers.attach, ({ params, file }, { ctx }) => register.attachProof(ctx, params.id, file));
  route(app, deps, debtPapers.undo, ({ params }, { ctx }) => register.undoAct(ctx, params.id));
  route(app, deps, debtTasks.list, (_, { ctx }) => register.listTasks(ctx));
}
