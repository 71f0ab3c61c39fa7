import type { ExportFormat } from '@morada/contract/export';
import type { PropertySearch } from '@morada/contract/properties.search';
import { formatCep } from '@morada/domain/cep';
import { LOCATIONS, PROPERTY_STATUSES, TRANSACTION_TYPES } from '@morada/domain/property';
import type * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { exportList } from '../../sheets/export.ts';
import { type Column, day, money, number, text } from '../../sheets/write.ts';
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

export async function exportProperties(ctx: Context, format: ExportFormat, search: z.output<typeof PropertySearch>) {
  return exportList(ctx, format, {
    name: 'imoveis',
    title: 'Imóveis',
    search,
    columns: COLUMNS,
    ids: await findPropertyIds(ctx.db, search),
    load: (ids) => findPropertiesToSave(ctx.db, ids, search.order),
  });
}
