import { PeriodSearch } from '@morada/contract/money/finance.search';
import { addToReference, referenceOf } from '@morada/domain/base/calendar';
import type { FastifyRequest } from 'fastify';
import * as service from '#api/modules/doors/client-area/client-area.service.ts';
import { clientOf } from '../../../http/client-access.ts';
import { inlineAs } from '../../../http/disposition.ts';
import { PATHS } from '../client-area.paths.ts';
import { type ClientAreaServer, idIn, pageIn, SERVED_FILE_POLICY } from '../client-area.request.ts';
import { propertiesPage, statementPage, transfersPage } from './owner.page.ts';

const MONTHS_OFFERED = 6;

function spanIn({ query }: FastifyRequest) {
  const { inicio, fim } = query as { inicio?: unknown; fim?: unknown };
  const { start, end } = PeriodSearch.parse({ start: inicio, end: fim });
  return start && end && start > end ? {} : { ...(start && { start }), ...(end && { end }) };
}

/** The owner's transfers, receipts and statements. */
export function ownerRoutes({ deps, clients, deskOf, show, pdf }: ClientAreaServer) {
  show(PATHS.transfers, async (area, request) =>
    transfersPage(area, await service.transfersOf(deps, area.client.id, pageIn(request))),
  );
  pdf(`${PATHS.transfers}/:id/recibo`, (client, request) => service.printTransferReceipt(deps, client, idIn(request)));
  clients.get(`${PATHS.transfers}/:id/arquivos/:file`, async (request, reply) => {
    const { stream, name, media_type } = await service.openProof(
      deskOf(request),
      clientOf(request).id,
      idIn(request),
      idIn(request, 'file'),
    );
    reply.header('content-security-policy', SERVED_FILE_POLICY);
    return reply.type(media_type).header('content-disposition', inlineAs(name)).send(stream);
  });
  show(PATHS.statement, async (area, request) => {
    const month = referenceOf(deps.today());
    const months = Array.from({ length: MONTHS_OFFERED }, (_, back) => addToReference(month, -back));
    return statementPage(area, await service.statementOf(deps, area.client.id, spanIn(request)), months, deps.today());
  });
  pdf(`${PATHS.statement}/pdf`, (client, request) => service.printStatement(deps, client, spanIn(request)));
  show(PATHS.properties, async (area) => propertiesPage(area, await service.propertiesOf(deps, area.client.id)));
}
