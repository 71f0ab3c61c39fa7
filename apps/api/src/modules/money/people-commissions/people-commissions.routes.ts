import { peopleCommissions } from '@morada/contract/money/people-commissions';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { asDownload, route } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { payPerson, undoPayment } from './payments.service.ts';
import { PEOPLE_LIST, personSheet, printPerson } from './people.export.ts';
import { listPeople, showOwn, showStatement } from './people.service.ts';
import { listRules, removeRule, saveRule } from './rules.service.ts';
import { divideSale, listSales, undivideSale } from './sales.service.ts';

export function peopleCommissionsModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, peopleCommissions.list, ({ query }, { ctx }) => listPeople(ctx, query));
  route(app, deps, peopleCommissions.export, savedList(PEOPLE_LIST));
  route(app, deps, peopleCommissions.own, ({ query }, { ctx }) => showOwn(ctx, query));
  route(app, deps, peopleCommissions.statement, ({ params, query }, { ctx }) => showStatement(ctx, params.id, query));
  route(app, deps, peopleCommissions.pdf, ({ params, query }, { ctx }) => printPerson(ctx, params.id, query));
  route(app, deps, peopleCommissions.xlsx, async ({ params, query }, { ctx }) =>
    asDownload(await personSheet(ctx, params.id, query)),
  );
  route(app, deps, peopleCommissions.pay, ({ body }, { ctx }) => payPerson(ctx, body));
  route(app, deps, peopleCommissions.undo, ({ params }, { ctx }) => undoPayment(ctx, params.id));
  route(app, deps, peopleCommissions.rules, (_, { ctx }) => listRules(ctx));
  route(app, deps, peopleCommissions.saveRule, ({ body }, { ctx }) => saveRule(ctx, body));
  route(app, deps, peopleCommissions.removeRule, ({ params }, { ctx }) => removeRule(ctx, params.id));
  route(app, deps, peopleCommissions.sales, (_, { ctx }) => listSales(ctx));
  route(app, deps, peopleCommissions.divideSale, ({ body }, { ctx }) => divideSale(ctx, body));
  route(app, deps, peopleCommissions.undivideSale, ({ params }, { ctx }) => undivideSale(ctx, params.id));
}
