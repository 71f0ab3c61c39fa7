import { Readable } from 'node:stream';
import { boletos } from '@morada/contract/bank/boletos';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { asDownload, route } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import { BOLETO_LIST } from './boletos.export.ts';
import * as service from './boletos.service.ts';
import { invoicesWithoutBoleto, issueForInvoice, issueForMany } from './issue.service.ts';
import { cancelBoleto } from './life.service.ts';
import { listRemittances, remit, remittanceFile } from './remittances.service.ts';

export function boletosModule(app: FastifyInstance, deps: Deps) {
  route(app, deps, boletos.export, savedList(BOLETO_LIST));
  route(app, deps, boletos.list, ({ query }, { ctx }) => service.listBoletos(ctx, query));
  route(app, deps, boletos.sheets, ({ query }, { ctx }) => service.printBoletos(ctx, query));
  route(app, deps, boletos.waiting, (_, { ctx }) => invoicesWithoutBoleto(ctx));
  route(app, deps, boletos.show, ({ params }, { ctx }) => service.showBoleto(ctx, params.id));
  route(app, deps, boletos.ofInvoice, ({ params }, { ctx }) => service.boletosOfInvoice(ctx, params.id));
  route(app, deps, boletos.create, async ({ body }, { ctx }) =>
    service.showBoleto(ctx, await issueForInvoice(ctx, body)),
  );
  route(app, deps, boletos.createMany, ({ body }, { ctx }) => issueForMany(ctx, body.invoices));
  route(app, deps, boletos.cancel, ({ params }, { ctx }) => cancelBoleto(ctx, params.id));
  route(app, deps, boletos.pdf, ({ params }, { ctx }) => service.printBoleto(ctx, params.id));
  route(app, deps, boletos.remittances, (_, { ctx }) => listRemittances(ctx));
  route(app, deps, boletos.remit, (_, { ctx }) => remit(ctx));
  route(app, deps, boletos.remittanceFile, async ({ params }, { ctx }) => {
    const { name, content } = await remittanceFile(ctx, params.id);
    return asDownload({ stream: Readable.from([content]), name, type: 'application/octet-stream' });
  });
}
