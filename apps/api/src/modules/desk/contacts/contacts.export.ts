import type { Received } from '@morada/contract/base/endpoint';
import type { ContactMessage, contacts } from '@morada/contract/desk/contacts';
import { formatPhone } from '@morada/domain/base/phone';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, moment, number, text } from '#api/sheets/write.ts';
import { findContactIds, findContactsAt } from './contacts.queries.ts';

const COLUMNS: Column<ContactMessage>[] = [
  number('ID', 8, (row) => row.id),
  moment('Recebida em', 18, (row) => row.created_at),
  text('Nome', 32, (row) => row.name),
  text('E-mail', 32, (row) => row.email),
  text('Telefone', 18, (row) => row.phone && formatPhone(row.phone)),
  text('Imóvel', 36, (row) => row.property?.label ?? null),
  text('Mensagem', 60, (row) => row.message),
  text('Campanha', 30, (row) => row.campaign),
  moment('Lida em', 18, (row) => row.read_at),
  text('Lida por', 28, (row) => row.read_by),
];

export const CONTACT_LIST: ListSheet<Received<typeof contacts.export>['query'], ContactMessage> = {
  name: 'contatos',
  title: 'Contatos',
  columns: COLUMNS,
  find: ({ db }) => findContactIds(db),
  load: ({ db }, ids) => findContactsAt(db, ids),
};
