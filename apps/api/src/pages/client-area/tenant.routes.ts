import * as service from '#api/modules/doors/client-area/client-area.service.ts';
import { failuresToReportToClient } from '#api/modules/registry/clients/sessions.service.ts';
import { clientOf } from '../../http/client-access.ts';
import { inlineAs } from '../../http/disposition.ts';
import { PATHS } from './client-area.paths.ts';
import { type ClientAreaServer, idIn, isAsked, onTo, pageIn, SERVED_FILE_POLICY } from './client-area.request.ts';
import { contractsPage } from './contract.page.ts';
import { homePage } from './home.page.ts';
import { invoicePage, invoicesPage } from './invoice.page.ts';

/** The tenant's invoices, ways to pay, and signed documents. */
export function tenantRoutes({ deps, deskOf, assets, clients, show, pdf }: ClientAreaServer) {
  show(PATHS.home, async (area, request) => {
    const tries = isAsked(request, 'tentativas') ? await failuresToReportToClient(deps, area.client) : 0;
    return homePage(area, await service.home(deps, area.client.id), { failedTries: tries, copying: assets.copy });
  });
  clients.post(`${PATHS.notices}/:id`, async (request, reply) => {
    await service.dismiss(deskOf(request), clientOf(request).id, idIn(request));
    return onTo(reply, PATHS.home);
  });

  show(PATHS.invoices, async (area, request) =>
    invoicesPage(area, await service.invoicesOf(deps, area.client.id, pageIn(request))),
  );
  show(`${PATHS.invoices}/:id`, async (area, request) => {
    const { opened, ...shown } = await service.showInvoice(deps, area.client.id, idIn(request));
    const impossible = isAsked(request, 'semboleto')
      ? 'BOLETO'
      : isAsked(request, 'semautorizar')
        ? 'PAYMENT'
        : undefined;
    return invoicePage(area, opened, { ...shown, copying: assets.copy, impossible });
  });
  for (const [path, wanted] of [
    ['pagar-e-autorizar', true],
    ['sem-autorizar', false],
  ] as const)
    clients.post(`${PATHS.invoices}/:id/${path}`, async (request, reply) => {
      const id = idIn(request);
      const outcome = await service.changeImmediate(deskOf(request), clientOf(request).id, id, wanted);
      return onTo(reply, `${PATHS.invoices}/${id}${outcome === 'done' ? '' : '?semautorizar=sim'}#pagar-e-autorizar`);
    });
  pdf(`${PATHS.invoices}/:id/boleto`, (client, request) => service.printBoleto(deps, client, idIn(request)));
  clients.post(`${PATHS.invoices}/:id/boleto`, async (request, reply) => {
    const id = idIn(request);
    const outcome = await service.issueBoleto(deskOf(request), clientOf(request).id, id);
    return onTo(reply, `${PATHS.invoices}/${id}${outcome === 'issued' ? '' : '?semboleto=sim'}`);
  });
  pdf(`${PATHS.invoices}/:id/recibo`, (client, request) => service.printInvoiceReceipt(deps, client, idIn(request)));

  show(PATHS.contracts, async (area, request) =>
    contractsPage(area, await service.contractsOf(deps, area.client.id), {
      copying: assets.copy,
      impossible: isAsked(request, 'semautomatico'),
    }),
  );
  for (const [path, wanted] of [
    ['automatico', true],
    ['sem-automatico', false],
  ] as const)
    clients.post(`${PATHS.contracts}/:id/${path}`, async (request, reply) => {
      const outcome = await service.changeAutomatic(deskOf(request), clientOf(request).id, idIn(request), wanted);
      return onTo(
        reply,
        `${PATHS.contracts}${outcome === 'done' ? '' : '?semautomatico=sim'}#automatico-${idIn(request)}`,
      );
    });
  clients.get(`${PATHS.documents}/:id`, async (request, reply) => {
    const { stream, name, media_type } = await service.openDocument(
      deskOf(request),
      clientOf(request).id,
      idIn(request),
    );
    reply.header('content-security-policy', SERVED_FILE_POLICY);
    return reply.type(media_type).header('content-disposition', inlineAs(name)).send(stream);
  });
}
