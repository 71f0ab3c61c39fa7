import type { Received } from '@morada/contract/base/endpoint';
import type { properties } from '@morada/contract/registry/properties';
import { formatCep } from '@morada/domain/base/cep';
import { LOCATIONS, PROPERTY_STATUSES, TRANSACTION_TYPES } from '@morada/domain/property/property-words';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, day, money, number, text } from '#api/sheets/write.ts';
import { findPropertiesToSave, findPropertyIds, type SavedProperty } from './export.queries.ts';

const COLUMNS: Column<SavedProperty>[] = [
  number('ID', 8, (property) => property.id),
  text('Situação', 14, (property) => PROPERTY_STATUSES[property.status]),
  text('Transação', 12, (property) => TRANSACTION_TYPES[property.type]),
  text('Categoria', 16, (property) => LOCATIONS[property.location]),
  money('Preço', 16, (property) => property.price),
  text('Rua', 32, (property) => property.street),
  text('Número', 10, (property) => property.number),
  text('Complemento', 20, (property) => property.complement),
  text('Bairro', 22, (property) => property.neighborhood),
  text('Cidade', 22, (property) => property.city),
  text('Estado', 8, (property) => property.state),
  text('CEP', 11, (property) => property.cep && formatCep(property.cep)),
  number('Quartos', 9, (property) => property.bedrooms),
  number('Banheiros', 10, (property) => property.bathrooms),
  number('Vagas', 8, (property) => property.garage),
  text('Proprietários', 36, (property) => property.owners),
  day('Cadastrado em', 15, (property) => property.registered_on),
];

export const PROPERTY_LIST: ListSheet<Received<typeof properties.export>['query'], SavedProperty> = {
  name: 'imoveis',
  title: 'Imóveis',
  columns: COLUMNS,
  find: (ctx, search) => findPropertyIds(ctx.db, search),
  load: (ctx, ids, search) => findPropertiesToSave(ctx.db, ids, search.order),
};
