import type { Received } from '@morada/contract/base/endpoint';
import type { propertyRequests } from '@morada/contract/registry/property-requests';
import { formatPhone } from '@morada/domain/base/phone';
import { LOCATIONS, TRANSACTION_TYPES } from '@morada/domain/property/property-words';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, moment, money, number, text } from '#api/sheets/write.ts';
import { findRequestIds, findRequestsAt } from './export.queries.ts';

type Row = Awaited<ReturnType<typeof findRequestsAt>>[number];

const COLUMNS: Column<Row>[] = [
  number('ID', 8, (row) => row.id),
  text('Oferecido por', 32, (row) => row.requester_name),
  text('Telefone', 18, (row) => row.requester_phone && formatPhone(row.requester_phone)),
  text('E-mail', 32, (row) => row.requester_email),
  text('Transação', 12, (row) => TRANSACTION_TYPES[row.type]),
  text('Categoria', 16, (row) => LOCATIONS[row.location]),
  money('Preço', 16, (row) => row.price),
  text('Rua', 32, (row) => row.street),
  text('Número', 10, (row) => row.number),
  text('Bairro', 22, (row) => row.neighborhood),
  text('Cidade', 22, (row) => row.city),
  moment('Solicitado em', 18, (row) => row.created_at),
];

export const REQUEST_LIST: ListSheet<Received<typeof propertyRequests.export>['query'], Row> = {
  name: 'imoveis-pendentes',
  title: 'Imóveis pendentes',
  columns: COLUMNS,
  find: ({ db }, search) => findRequestIds(db, search),
  load: ({ db }, ids) => findRequestsAt(db, ids),
};
