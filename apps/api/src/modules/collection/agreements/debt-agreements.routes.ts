import { debtAgreements } from '@morada/contract/collection/debt-agreements';
import type { FastifyInstance } from 'fastify';
import type { Context, Deps } from '#api/context.ts';
import { route, Versioned } from '#api/http/route.ts';
import { acceptOnPaper } from './acceptance.service.ts';
import * as service from './debt-agreements.service.ts';
import * as offers from './offers.service.ts';
import { cancelAgreement, reinstateAgreement } from './undoing.service.ts';

export function debtAgreementsModule(app: FastifyInstance, deps: Deps) {
  const shown = async (ctx: Context, id: number) => {
    const { agreement, version } = await service.showAgreement(ctx, id);
    return new Versioned(agreement, version);
  };
  route(app, deps, debtAgreements.list, ({ query }, { ctx }) => service.listAgreements(ctx, query));
  route(app, deps, debtAgreements.settings, (_, { ctx }) => service.showSettings(ctx));
  route(app, deps, debtAgreements.saveSettings, ({ body }, { ctx }) => service.saveSettings(ctx, body));
  route(app, deps, debtAgreements.candidates, ({ params }, { ctx }) => offers.candidates(ctx, params.id));
  route(app, deps, debtAgreements.simulate, ({ body }, { ctx }) => offers.simulate(ctx, body));
  route(app, deps, debtAgreements.create, async ({ body }, { ctx }) => shown(ctx, await offers.offer(ctx, body)));
  route(app, deps, debtAgreements.show, ({ params }, { ctx }) => shown(ctx, params.id));
  route(app, deps, debtAgreements.send, ({ params }, { ctx }) => offers.sendOffer(ctx, params.id));
  route(app, deps, debtAgreements.accept, async ({ params, body, file }, { ctx }) =>
    shown(ctx, await acceptOnPaper(ctx, params.id, body, file)),
  );
  route(app, deps, debtAgreements.cancel, async ({ params, body }, { ctx }) =>
    shown(ctx, await cancelAgreement(ctx, params.id, body.reason)),
  );
  route(app, deps, debtAgreements.reinstate, async ({ params, body }, { ctx }) =>
    shown(ctx, await reinstateAgreement(ctx, params.id, body.until)),
  );
}
