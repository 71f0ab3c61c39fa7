import { MaintenanceAnswer, MaintenanceRequest } from '@morada/contract/desk/maintenance';
import { MOST_PHOTOS } from '@morada/domain/attendance/maintenance';
import type { FastifyRequest } from 'fastify';
import * as service from '#api/modules/doors/client-area/client-area.service.ts';
import { present } from '../../base/present.ts';
import { clientOf } from '../../http/client-access.ts';
import { inlineAs } from '../../http/disposition.ts';
import { drain } from '../../http/upload-gate.ts';
import { readValues, takeForm } from '../kit/form-values.ts';
import { PATHS } from './client-area.paths.ts';
import { type ClientAreaServer, idIn, isRight, onTo, pageIn, SERVED_FILE_POLICY } from './client-area.request.ts';
import { BLANK, type Filled } from './entry.page.ts';
import type { Area } from './layout.part.ts';
import { maintenancePage, maintenancesPage, newMaintenancePage } from './maintenance.page.ts';
import { withPhotoForm } from './photo-form.request.ts';

/** Requests for repair: those of the client, and those that an owner decides. */
export function maintenanceRoutes({ deps, clients, show, again, draftOf, deskOf, spent }: ClientAreaServer) {
  show(PATHS.maintenances, async (area, request) =>
    maintenancesPage(area, await service.maintenancesOf(deps, area.client.id, pageIn(request))),
  );

  const newRequest = async (area: Area, filled: Filled) =>
    newMaintenancePage(area, filled, await service.placesOf(deps, area.client.id));
  show(PATHS.newMaintenance, async (area, request, reply) =>
    newRequest(area, (await draftOf(request, reply, PATHS.newMaintenance)) ?? BLANK),
  );
  clients.post(PATHS.newMaintenance, async (request, reply) => {
    const late = await spent(request, reply);
    if (late) {
      // Asked before the first byte is read: what was typed is lost with it.
      drain(request);
      return again(reply, PATHS.newMaintenance, {}, late);
    }
    const { id } = clientOf(request);
    const form = { part: 'photos', most: MOST_PHOTOS, caller: String(id) };
    return withPhotoForm(request, form, async ({ values, photos, error }) => {
      let made: number | undefined;
      const taken =
        error === undefined
          ? await takeForm(MaintenanceRequest, values, async (input) => {
              made = await service.requestMaintenance(deskOf(request), id, input, photos);
            })
          : { errors: { photos: error }, status: 422 };
      if (isRight(taken)) return onTo(reply, `${PATHS.maintenances}/${present(made, 'the request')}`);
      const lost = photos.length > 0 && !taken.errors.photos && { photos: 'Escolha as fotos de novo' };
      const errors = { ...taken.errors, ...lost };
      return again(reply, PATHS.newMaintenance, values, { ...taken, errors });
    });
  });

  const one = async (area: Area, request: FastifyRequest, filled: Filled) =>
    maintenancePage(area, await service.showMaintenance(deps, area.client.id, idIn(request)), filled);
  show(`${PATHS.maintenances}/:id`, async (area, request, reply) =>
    one(area, request, (await draftOf(request, reply, `${PATHS.maintenances}/${idIn(request)}`)) ?? BLANK),
  );
  clients.post(`${PATHS.maintenances}/:id`, async (request, reply) => {
    const values = readValues(request.body);
    const taken =
      (await spent(request, reply)) ??
      (await takeForm(MaintenanceAnswer, values, (answer) =>
        service.decideMaintenance(deskOf(request), clientOf(request).id, idIn(request), answer),
      ));
    if (isRight(taken)) return onTo(reply, `${PATHS.maintenances}/${idIn(request)}`);
    return again(reply, `${PATHS.maintenances}/${idIn(request)}`, values, taken);
  });

  clients.get(`${PATHS.maintenances}/:id/arquivos/:file`, async (request, reply) => {
    const { stream, name, media_type } = await service.openMaintenanceFile(
      deskOf(request),
      clientOf(request).id,
      idIn(request),
      idIn(request, 'file'),
    );
    reply.header('content-security-policy', SERVED_FILE_POLICY);
    return reply.type(media_type).header('content-disposition', inlineAs(name)).send(stream);
  });
}
