import { AgreementAcceptance } from '@morada/contract/doors/client-area';
import type { FastifyRequest } from 'fastify';
import * as service from '#api/modules/doors/client-area/client-area.service.ts';
import { clientOf } from '../../http/client-access.ts';
import { readValues, takeForm } from '../kit/form-values.ts';
import { BLANK, type Filled } from './account/entry.page.ts';
import { agreementPage } from './agreement.page.ts';
import { PATHS } from './client-area.paths.ts';
import { type ClientAreaServer, idIn, isRight, onTo } from './client-area.request.ts';
import type { Area } from './layout.part.ts';

/** Debt agreements: the tenant reads an offer and accepts it. */
export function agreementRoutes({ deps, clients, show, again, draftOf, deskOf, spent }: ClientAreaServer) {
  const agreement = async (area: Area, request: FastifyRequest, filled: Filled) =>
    agreementPage(area, await service.showAgreement(deps, area.client.id, idIn(request)), filled);
  show(`${PATHS.agreements}/:id`, async (area, request, reply) =>
    agreement(area, request, (await draftOf(request, reply, `${PATHS.agreements}/${idIn(request)}`)) ?? BLANK),
  );
  clients.post(`${PATHS.agreements}/:id`, async (request, reply) => {
    const values = readValues(request.body);
    const taken =
      (await spent(request, reply)) ??
      (await takeForm(AgreementAcceptance, values, ({ name, version }) =>
        service.acceptAgreement(deskOf(request), clientOf(request).id, idIn(request), {
          name,
          version,
          address: request.ip,
        }),
      ));
    if (isRight(taken)) return onTo(reply, `${PATHS.agreements}/${idIn(request)}`);
    return again(reply, `${PATHS.agreements}/${idIn(request)}`, values, taken);
  });
}
