import type { Received } from '@morada/contract/base/endpoint';
import type { clients } from '@morada/contract/registry/clients';
import { formatCep } from '@morada/domain/base/cep';
import { formatDocument } from '@morada/domain/base/documents';
import { formatPhone } from '@morada/domain/base/phone';
import { CLIENT_TYPES } from '@morada/domain/people/client';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, day, number, text } from '#api/sheets/write.ts';
import { findClientsToSave, type SavedClient } from './clients.queries.ts';
import { searchClients } from './clients.service.ts';

const phone = (bare: string | null) => bare && formatPhone(bare);

const COLUMNS: Column<SavedClient>[] = [
  number('ID', 8, (client) => client.id),
  text('Nome completo', 36, (client) => client.name),
  text('Tipo', 14, (client) => CLIENT_TYPES[client.type]),
  text('CPF/CNPJ', 20, (client) => formatDocument(client.cpf_cnpj)),
  text('E-mail', 32, (client) => client.email),
  text('Telefone', 18, (client) => phone(client.phone)),
  text('Celular', 18, (client) => phone(client.cellphone)),
  text('Rua', 32, (client) => client.street),
  text('Número', 10, (client) => client.number),
  text('Complemento', 20, (client) => client.complement),
  text('Bairro', 22, (client) => client.neighborhood),
  text('Cidade', 22, (client) => client.city),
  text('Estado', 8, (client) => client.state),
  text('CEP', 11, (client) => client.cep && formatCep(client.cep)),
  day('Cadastrado em', 15, (client) => client.registered_on),
  text('Situação', 12, (client) => (client.active ? 'Ativo' : 'Inativo')),
];

export const CLIENT_LIST: ListSheet<Received<typeof clients.export>['query'], SavedClient> = {
  name: 'clientes',
  title: 'Clientes',
  columns: COLUMNS,
  find: searchClients,
  load: (ctx, ids) => findClientsToSave(ctx.db, ids),
};
