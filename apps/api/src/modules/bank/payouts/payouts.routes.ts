import { heldChanges } from '@morada/contract/access/held-changes';
import { payoutTasks } from '@morada/contract/bank/payout-tasks';
import { payouts } from '@morada/contract/bank/payouts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { approvePayment, listWaiting, rejectPayment } from './approvals.service.ts';
import { confirmHeldChange, listHeldChanges, rejectHeldChange } from './held-changes.service.ts';
import * as links from './links.service.ts';
import * as service from './payouts.service.ts';
import { saveSafeguards, showSafeguards } from './safeguards.service.ts';

export function payoutsModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, payouts.link, (_, { ctx }) => links.showLink(ctx));
  route(app, deps, payouts.saveLink, ({ body }, { ctx }) => links.saveLink(ctx, body));
  route(app, deps, payouts.removeLink, (_, { ctx }) => links.removeLink(ctx));
  route(app, deps, payouts.checkLink, (_, { ctx }) => links.checkLink(ctx));
  route(app, deps, payouts.safeguards, (_, { ctx }) => showSafeguards(ctx));
  route(app, deps, payouts.saveSafeguards, ({ body }, { ctx }) => saveSafeguards(ctx, body));
  route(app, deps, payouts.create, ({ body }, { ctx }) => service.createPayout(ctx, body));
  route(app, deps, payouts.ofPayment, ({ params }, { ctx }) => service.showOfPayment(ctx, params.id));
  route(app, deps, payouts.waiting, (_, { ctx }) => listWaiting(ctx));
  route(app, deps, payouts.approve, ({ params }, { ctx }) => approvePayment(ctx, params.id));
  route(app, deps, payouts.reject, ({ params, body }, { ctx }) => rejectPayment(ctx, params.id, body.note));
  route(app, deps, payouts.settle, ({ params, body }, { ctx }) => service.settlePayout(ctx, params.id, body));
  route(app, deps, payouts.giveBack, ({ params, body }, { ctx }) =>
    service.givePayoutBack(ctx, params.id, body.reason),
  );
  route(app, deps, payouts.confirmReturn, ({ params }, { ctx }) => service.confirmReturn(ctx, params.id));
  route(app, deps, payouts.keepPaid, ({ params }, { ctx }) => service.keepPaid(ctx, params.id));
  route(app, deps, heldChanges.list, (_, { ctx }) => listHeldChanges(ctx));
  route(app, deps, heldChanges.confirm, ({ params }, { ctx }) => confirmHeldChange(ctx, params.id));
  route(app, deps, heldChanges.reject, ({ params, body }, { ctx }) => rejectHeldChange(ctx, params.id, body.note));
  route(app, deps, payoutTasks.list, (_, { ctx }) => service.tasksOf(ctx));
}
