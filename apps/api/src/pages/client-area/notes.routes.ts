import * as service from '#api/modules/doors/client-area/client-area.service.ts';
import { clientOf } from '../../http/client-access.ts';
import { inlineAs } from '../../http/disposition.ts';
import { PATHS } from './client-area.paths.ts';
import { type ClientAreaServer, idIn, pageIn, SERVED_FILE_POLICY } from './client-area.request.ts';
import { notesPage } from './notes.page.ts';

/** Notes of the client: issued by the product, and by an owner elsewhere, which lie with their payment. */
const SOURCES = [
  { source: 'NOTE', path: `${PATHS.notes}/:id` },
  { source: 'PAYMENT', path: `${PATHS.notes}/locacao/:id` },
] as const;

/** Notes of the client, each with its paper and its XML. */
export function noteRoutes({ deps, clients, show, pdf }: ClientAreaServer) {
  show(PATHS.notes, async (area, request) =>
    notesPage(area, await service.notesOf(deps, area.client.id, pageIn(request))),
  );
  for (const { source, path } of SOURCES) {
    pdf(`${path}/danfse`, async (client, request) =>
      (await service.findNote(deps, client, source, idIn(request))).print(),
    );
    clients.get(`${path}/xml`, async (request, reply) => {
      const { stream, name, type } = (await service.findNote(deps, clientOf(request).id, source, idIn(request))).xml();
      reply.header('content-security-policy', SERVED_FILE_POLICY);
      return reply.type(type).header('content-disposition', inlineAs(name)).send(stream);
    });
  }
}
