import type { Answer } from '@morada/contract/base/endpoint';
import type { FoundKind, search } from '@morada/contract/desk/search';
import { INVOICE_READERS } from '@morada/contract/money/invoices.search';
import type { Access } from '@morada/domain/access/permissions';
import { formatDate } from '@morada/domain/base/calendar';
import { formatDocument } from '@morada/domain/base/documents';
import { formatMoney } from '@morada/domain/base/money';
import { formatPhone } from '@morada/domain/base/phone';
import { CLIENT_TYPES } from '@morada/domain/people/client';
import { PROPERTY_STATUSES } from '@morada/domain/property/property-words';
import { IconFileText, IconHome, IconReceipt, IconUser } from '@tabler/icons-react';
import type { Place } from '#web/app/shell/use-go.ts';
import { today } from '#web/lib/today.ts';
import type { Icon } from './actions.ts';

export type Found = Answer<typeof search.find>;
type Kind = { title: string; icon: Icon; access: Access; list: Place['to']; place: (id: number) => Place };

/** Page and required permission of each kind of record. */
export const KINDS: Record<FoundKind, Kind> = {
  clients: {
    title: 'Clientes',
    icon: IconUser,
    access: 'CLIENT_VIEW',
    list: '/clients',
    place: (id) => ({ to: '/clients/info/$id', params: { id: String(id) } }),
  },
  properties: {
    title: 'Imóveis',
    icon: IconHome,
    access: 'PROPERTY_VIEW',
    list: '/properties',
    place: (id) => ({ to: '/properties/info/$id', params: { id: String(id) } }),
  },
  proposals: {
    title: 'Contratos',
    icon: IconFileText,
    access: 'PROPOSAL_VIEW',
    list: '/contracts',
    place: (id) => ({ to: '/contracts/info/$id', params: { id: String(id) } }),
  },
  invoices: {
    title: 'Faturas',
    icon: IconReceipt,
    access: INVOICE_READERS,
    list: '/financial/invoices',
    place: (id) => ({ to: '/financial/invoices', search: { open: id } }),
  },
};

/** The kinds that were found, those that have a record of the number typed before the others. */
export function kindsFound(found: Found, id: number | undefined): FoundKind[] {
  const hasNumber = (kind: FoundKind) => id !== undefined && found[kind].data[0]?.id === id;
  const kinds = (Object.keys(KINDS) as FoundKind[]).filter((kind) => found[kind].data.length > 0);
  return [...kinds.filter(hasNumber), ...kinds.filter((kind) => !hasNumber(kind))];
}

type Told = { id: number; label: string; below: string; open?: boolean };

/** How each record is told from others. */
export const told: { [K in FoundKind]: (row: Found[K]['data'][number]) => Told } = {
  clients: ({ id, name, type, cpf_cnpj, phone, active }) => ({
    id,
    label: name,
    below: line(
      active ? CLIENT_TYPES[type] : `${CLIENT_TYPES[type]} inativo`,
      cpf_cnpj && formatDocument(cpf_cnpj),
      phone && formatPhone(phone),
    ),
  }),
  properties: ({ id, property, neighborhood, city, status }) => ({
    id,
    label: property,
    below: line(`Imóvel ${id}`, `${neighborhood}, ${city}`, PROPERTY_STATUSES[status]),
  }),
  proposals: ({ id, tenant, property, status }) => ({
    id,
    label: tenant,
    below: line(`Contrato ${id}`, property, status === 'CLOSED' && 'Encerrado'),
  }),
  invoices: ({ id, tenant, property, due_date, amount, status }) => ({
    id,
    label: tenant,
    below: line(
      `Fatura ${id}`,
      formatMoney(amount),
      status === 'PAID' ? 'Paga' : `${due_date < today() ? 'venceu' : 'vence'} em ${formatDate(due_date)}`,
      property,
    ),
    open: status === 'PENDING',
  }),
};

const line = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(' · ');
