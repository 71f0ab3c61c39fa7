import { common } from '@morada/contract/base/problem';
import { MaintenanceAnswer, MaintenanceRequest } from '@morada/contract/desk/maintenance';
import { MOST_PHOTOS } from '@morada/domain/attendance/maintenance';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as service from '#api/modules/doors/client-area/client-area.service.ts';
import { clientOf } from '../../http/client-access.ts';
import { inlineAs } from '../../http/disposition.ts';
import { drain } from '../../http/upload-gate.ts';
import { readValues, takeForm, type Values } from '../kit/form-values.ts';
import { keptField } from '../kit/photo-form.ts';
import { BLANK, type Filled } from './account/entry.page.ts';
import { PATHS } from './client-area.paths.ts';
import { type ClientAreaServer, idIn, isRight, onTo, pageIn, SERVED_FILE_POLICY } from './client-area.request.ts';
import type { Area } from './layout.part.ts';
import { maintenancePage, maintenancesPage, newMaintenancePage } from './maintenance.page.ts';
import { tooMany, withPhotoForm } from './photo-form.request.ts';

/** Requests for repair: those of the client, and those that an owner decides. */
export function maintenanceRoutes(server: ClientAreaServer) {
  const { deps, assets, clients, show, again, draftOf, drafts, deskOf, spent } = server;
  show(PATHS.maintenances, async (area, request) =>
    maintenancesPage(area, await service.maintenancesOf(deps, area.client.id, pageIn(request))),
  );

  const newRequest = async (area: Area, filled: Filled) =>
    newMaintenancePage(area, filled, await service.placesOf(deps, area.client.id), assets.photographs);
  show(PATHS.newMaintenance, async (area, request, reply) =>
    newRequest(area, (await draftOf(request, reply, PATHS.newMaintenance)) ?? BLANK),
  );
  const takeRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const late = await spent(request, reply);
    if (late) {
      // Asked before the first byte is read: what was typed is lost with it.
      drain(request);
      return again(reply, PATHS.newMaintenance, {}, late);
    }
    const { id, person } = clientOf(request);
    const form = { part: 'photos', most: MOST_PHOTOS, caller: String(id) };
    return withPhotoForm(request, form, async ({ values, photos: sent, refused: left }) => {
      const { photographs: before, lost } = await keptPhotographs(request, values);
      await drafts.drop(request, values);
      const { photos: added, refused: unreadable } = await service.preparePhotos(sent);
      const photos = [...before, ...added].slice(0, MOST_PHOTOS);
      const refused = [...left, ...unreadable];
      if (before.length + added.length > MOST_PHOTOS) refused.push(tooMany(MOST_PHOTOS));
      if (lost > 0)
        refused.push(
          lost === 1
            ? 'Uma foto não está mais guardada: escolha-a de novo'
            : `${lost} fotos não estão mais guardadas: escolha-as de novo`,
        );
      let made: number | undefined;
      const taken = await takeForm(MaintenanceRequest, values, async (input) => {
        if (refused.length === 0) made = await service.requestMaintenance(deskOf(request), id, input, photos);
      });
      if (made !== undefined) return onTo(reply, `${PATHS.maintenances}/${made}`);
      const draft = {
        form: PATHS.newMaintenance,
        values,
        errors: { ...taken.errors, ...(refused.length > 0 && { photos: refused.join('\n') }) },
        status: isRight(taken) ? 422 : taken.status,
        photographs: photos.map(({ name }) => name),
      };
      const pictures = photos.map(({ document }) => document.bytes);
      return drafts.redirect(reply, PATHS.newMaintenance, draft, {
        ...{ client_id: id, person_id: person?.id ?? null, pictures },
      });
    });
  };
  clients.post(PATHS.newMaintenance, takeRequest, { dropsDraft: false });

  /** Photographs of the former form that this one still wants. `lost`: those of newer forms took their place. */
  async function keptPhotographs(request: FastifyRequest, values: Values) {
    const wanted = Array.from({ length: MOST_PHOTOS }, (_, place) => place).filter(
      (place) => values[keptField(place)] !== undefined,
    );
    const kept = await Promise.all(
      wanted.map((place) => drafts.photograph(request, values, PATHS.newMaintenance, place)),
    );
    const photographs = kept.flatMap((photograph) => photograph ?? []).map(service.readyPhoto);
    return { photographs, lost: wanted.length - photographs.length };
  }
  clients.get(`${PATHS.newMaintenance}/fotos/:place`, async (request, reply) => {
    const { place } = request.params as { place: string };
    const photograph = /^[0-9]$/.test(place)
      ? await drafts.photograph(request, request.query as object, PATHS.newMaintenance, Number(place))
      : undefined;
    if (!photograph) throw common.NOT_FOUND();
    return reply.header('content-security-policy', SERVED_FILE_POLICY).type('image/jpeg').send(photograph.bytes);
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
