import { clientPeople } from '@morada/contract/registry/client-people';
import { clients } from '@morada/contract/registry/clients';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#api/context.ts';
import { asDownload, type Call, route, Versioned } from '#api/http/route.ts';
import { savedList } from '#api/http/saved-list.ts';
import * as banks from './banks.service.ts';
import { CLIENT_LIST } from './clients.export.ts';
import * as service from './clients.service.ts';
import * as people from './people.service.ts';
import * as privacy from './privacy.service.ts';

export function clientsModule(app: FastifyInstance, deps: Deps) {
  const shown = async ({ ctx, grant }: Call, id: number) => {
    const { client, version } = await service.showClient(ctx, id, grant);
    return new Versioned(client, version);
  };
  route(app, deps, clients.list, ({ query }, { ctx, grant }) => service.listClients(ctx, query, grant));
  route(app, deps, clients.export, savedList(CLIENT_LIST));
  route(app, deps, clients.owners, (_, { ctx }) => service.listOwners(ctx));
  route(app, deps, clients.create, ({ body }, { ctx }) => service.createClient(ctx, body));
  route(app, deps, clients.show, ({ params }, call) => shown(call, params.id));
  for (const section of [clients.updateUser, clients.updateInformation, clients.updateAddress, clients.updateTaxes])
    route(app, deps, section, async ({ params, body }, call) => {
      await service.updateClient(call.ctx, params.id, body);
      return shown(call, params.id);
    });
  route(app, deps, clients.updateColumn, async ({ params, body }, call) => {
    await service.updateColumn(call.ctx, params.id, params.column, body.value);
    return shown(call, params.id);
  });
  route(app, deps, clients.remove, ({ params }, { ctx }) => service.deleteClient(ctx, params.id));
  route(app, deps, clients.invoices, ({ params, query }, { ctx }) => service.listInvoices(ctx, params.id, query.page));
  route(app, deps, clients.transfers, ({ params, query }, { ctx }) =>
    service.listTransfers(ctx, params.id, query.page),
  );
  route(app, deps, clients.history, ({ params, query }, { ctx }) => service.listSent(ctx, params.id, query.page));
  route(app, deps, clients.personalData, async ({ params }, { ctx }) =>
    asDownload(await privacy.savePersonalData(ctx, params.id)),
  );
  route(app, deps, clients.anonymise, async ({ params }, call) => {
    await privacy.anonymiseClient(call.ctx, params.id);
    const { client, version } = await service.showClient(call.ctx, params.id, call.grant);
    return new Versioned(client, version);
  });
  route(app, deps, clients.banks, ({ params }, { ctx }) => banks.listBankAccounts(ctx, params.id));
  route(app, deps, clients.addBank, ({ params, body }, { ctx }) => banks.addBankAccount(ctx, params.id, body));
  route(app, deps, clients.updateBank, async ({ params, body }, { ctx }) => {
    const account = await banks.updateBankAccount(ctx, params.id, params.bankId, body);
    return new Versioned(account, account.version);
  });
  route(app, deps, clients.removeBank, ({ params }, { ctx }) => banks.removeBankAccount(ctx, params.id, params.bankId));
  route(app, deps, clientPeople.list, ({ params }, { ctx }) => people.listPeople(ctx, params.id));
  route(app, deps, clientPeople.add, ({ params, body }, { ctx }) => people.addPerson(ctx, params.id, body));
  route(app, deps, clientPeople.remove, ({ params }, { ctx }) => people.removePerson(ctx, params.id, params.personId));
}
