import { properties } from '@morada/contract/properties';
import { addressLine, PROPERTY_STATUSES } from '@morada/domain/property';
import { queryOptions } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { api } from '#web/lib/api.ts';
import { AsyncPicker } from '#web/ui/form/picker.tsx';

const propertyOptions = (text: string) =>
  queryOptions({
    queryKey: ['properties', 'list', 'options', text],
    queryFn: ({ signal }) => api(properties.list, { query: { query: text, page: 1 } }, { signal }),
    select: ({ data }) =>
      data.map((property) => ({
        value: property.id,
        label: addressLine(property),
        below: `${property.neighborhood}, ${property.city} · ${PROPERTY_STATUSES[property.status]}`,
      })),
  });

/** A property, found from two letters of its address. */
export function PropertyPicker<V extends FieldValues>(props: Omit<ComponentProps<typeof AsyncPicker<V>>, 'query'>) {
  return <AsyncPicker<V> {...props} query={propertyOptions} placeholder="Endereço do imóvel" />;
}
