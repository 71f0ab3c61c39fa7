import { ChangedPassword } from '@morada/contract/client-area';
import { clientOf } from '../../http/client-access.ts';
import * as sessions from '../../modules/client-area/sessions.service.ts';
import { readValues, takeForm } from '../kit/form-values.ts';
import { accountPage } from './account.page.ts';
import { PATHS } from './client-area.paths.ts';
import { type ClientAreaServer, isAsked, isRight, onTo } from './client-area.request.ts';
import type { Filled } from './entry.page.ts';
import type { Area } from './layout.part.ts';

/** The client's registered data, and the change of their password. */
export function accountRoutes({ deps, clients, show, send, areaOf, from, enter }: ClientAreaServer) {
  const account = async (area: Area, errors: Filled['errors'], changed: boolean) =>
    accountPage(area, await sessions.account(deps, area.client.id), { values: {}, errors }, changed);

  show(PATHS.account, (area, request) => account(area, {}, isAsked(request, 'trocada')));
  clients.post(PATHS.account, async (request, reply) => {
    const taken = await takeForm(ChangedPassword, readValues(request.body), async (input) => {
      const origin = from(request);
      enter(reply, await sessions.changePassword(deps, clientOf(request).id, input, origin), origin);
    });
    if (isRight(taken)) return onTo(reply, `${PATHS.account}?trocada=sim`);
    return send(reply, await account(await areaOf(request), taken.errors, false), taken.status);
  });
}
