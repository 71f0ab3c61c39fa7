import { bidTasks } from '@morada/contract/lease/bid-tasks';
import { bids } from '@morada/contract/lease/bids';
import type { FastifyInstance } from 'fastify';
import type { Context, Deps } from '#api/context.ts';
import { route, Versioned } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { BID_LIST } from './bids.export.ts';
import * as service from './bids.service.ts';

export function bidsModule(app: FastifyInstance, deps: Deps) {
  const shown = async (ctx: Context, id: number, act?: Promise<unknown>) => {
    await act;
    const bid = await service.showBid(ctx, id);
    return new Versioned(bid, bid.version);
  };
  route(app, deps, bids.export, savedList(BID_LIST));
  route(app, deps, bidTasks.list, (_, { ctx }) => service.listTasks(ctx));
  route(app, deps, bids.list, ({ query }, { ctx }) => service.listBids(ctx, query));
  route(app, deps, bids.show, ({ params }, { ctx }) => shown(ctx, params.id));
  route(app, deps, bids.paper, ({ params }, { ctx }) => service.printBid(ctx, params.id));
  route(app, deps, bids.create, ({ body }, { ctx }) => service.createBid(ctx, body));
  route(app, deps, bids.update, ({ params: { id }, body }, { ctx }) =>
    shown(ctx, id, service.updateBid(ctx, id, body)),
  );
  route(app, deps, bids.remove, ({ params }, { ctx }) => service.removeBid(ctx, params.id));
  route(app, deps, bids.send, ({ params: { id } }, { ctx }) => shown(ctx, id, service.sendBid(ctx, id)));
  route(app, deps, bids.counter, ({ params: { id }, body }, { ctx }) =>
    shown(ctx, id, service.counterBid(ctx, id, body)),
  );
  route(app, deps, bids.accept, ({ params: { id } }, { ctx }) => shown(ctx, id, service.acceptBid(ctx, id)));
  route(app, deps, bids.refuse, ({ params: { id }, body }, { ctx }) =>
    shown(ctx, id, service.refuseBid(ctx, id, body.reason)),
  );
  route(app, deps, bids.withdraw, ({ params: { id }, body }, { ctx }) =>
    shown(ctx, id, service.withdrawBid(ctx, id, body.reason)),
  );
  route(app, deps, bids.reserve, ({ params: { id }, body }, { ctx }) =>
    shown(ctx, id, service.reserveProperty(ctx, id, body.until)),
  );
  route(app, deps, bids.release, ({ params: { id } }, { ctx }) => shown(ctx, id, service.releaseProperty(ctx, id)));
  route(app, deps, bids.client, ({ params: { id }, body }, { ctx }) =>
    shown(ctx, id, service.linkClient(ctx, id, body.client_id)),
  );
  route(app, deps, bids.mail, ({ params, body }, { ctx }) => service.mailBid(ctx, params.id, body.to));
}
