import type { ClientDetail } from '@morada/contract/registry/clients';
import { formatPercent } from '@morada/domain/base/money';
import { TRANSACTION_TYPES, type TransactionType } from '@morada/domain/property/property-words';
import { IconHome } from '@tabler/icons-react';
import { PropertyStatus } from '#web/entities/property/property-status.tsx';
import { may } from '#web/lib/session/session.ts';
import { Missing, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';

type Property = ClientDetail['properties'][number];

/** Properties of the client, with the share owned. */
export function ClientProperties({ properties }: { properties: Property[] }) {
  const columns: Column<Property>[] = [
    { title: 'ID', kind: 'id', cell: ({ id }) => id },
    { title: 'Imóvel', kind: 'main', phone: 'main', cell: ({ address }) => address },
    {
      title: 'Transação',
      kind: 'soft',
      phone: 'below',
      cell: ({ type }) => TRANSACTION_TYPES[type as TransactionType],
    },
    { title: 'Parte', kind: 'number', cell: ({ share }) => (share === null ? <Missing /> : formatPercent(share)) },
    { title: 'Preço', kind: 'number', phone: 'amount', cell: ({ price }) => <Money value={price} /> },
    { title: 'Situação', phone: 'state', cell: ({ status }) => <PropertyStatus status={status} /> },
  ];
  return (
    <DataTable
      what="os imóveis vinculados"
      query={{ data: properties }}
      columns={columns}
      open={
        may('PROPERTY_VIEW')
          ? {
              name: ({ address }) => address,
              link: ({ id }) => ({ to: '/properties/info/$id', params: { id: String(id) } }),
            }
          : undefined
      }
      empty={
        <EmptyState
          icon={IconHome}
          title="Nenhum imóvel vinculado"
          below="Aparecem aqui os imóveis de que este cliente é proprietário."
        />
      }
    />
  );
}
