import { recurrences } from '@morada/contract/bank/recurrences';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { route } from '#api/http/route.ts';
import { cancelRecurrence, offerRecurrence, showRecurrence } from './recurrences.service.ts';
import { saveSetting, showSetting, tasksOf } from './recurring-settings.service.ts';
import { noteRecurringNotice } from './recurring-work.service.ts';

export function recurrencesModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, recurrences.setting, (_, { ctx }) => showSetting(ctx));
  route(app, deps, recurrences.save, ({ body }, { ctx }) => saveSetting(ctx, body));
  route(app, deps, recurrences.tasks, (_, { ctx }) => tasksOf(ctx));
  route(app, deps, recurrences.show, ({ params }, { ctx }) => showRecurrence(ctx, params.id));
  route(app, deps, recurrences.offer, ({ params }, { ctx }) => offerRecurrence(ctx, params.id));
  route(app, deps, recurrences.cancel, ({ params }, { ctx }) => cancelRecurrence(ctx, params.id, 'USUARIO_RECEBEDOR'));
  route(app, deps, recurrences.recurrenceNotice, ({ params, body }) =>
    noteRecurringNotice(deps, params.token, { recurrences: body.recs.map(({ idRec }) => idRec) }),
  );
  route(app, deps, recurrences.chargeNotice, ({ params, body }) =>
    noteRecurringNotice(deps, params.token, { charges: body.cobsr.map(({ txid }) => txid) }),
  );
}
