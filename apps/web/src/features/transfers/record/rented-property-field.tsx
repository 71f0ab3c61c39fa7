import type { transfers } from '@morada/contract/money/transfers';
import type { OwnerRow } from '@morada/contract/registry/clients';
import { formatMoney } from '@morada/domain/base/money';
import { addressLine } from '@morada/domain/property/property';
import type * as z from 'zod/mini';
import type { Form } from '#web/ui/form/use-form.ts';
import { useField } from '#web/ui/input/field.ts';
import { Select } from '#web/ui/input/select.tsx';

type Owner = z.output<typeof OwnerRow>;
type Property = Owner['properties'][number];

/** One of the properties that the owner has let; the form holds its number. */
export function RentedPropertyField({
  form,
  owner,
  rented,
  onChoose,
}: {
  form: Form<z.input<typeof transfers.create.body>>;
  owner: Owner | undefined;
  rented: Property[];
  onChoose: (property: Property | undefined) => void;
}) {
  const none = owner !== undefined && rented.length === 0;
  const { value, change, input } = useField({
    form,
    name: 'property_id',
    label: 'Imóvel',
    required: true,
    disabled: rented.length === 0,
    help: none ? 'Este proprietário não tem imóvel alugado.' : owner ? undefined : 'Escolha antes o proprietário.',
  });
  return (
    <Select
      {...input}
      placeholder="Escolha o imóvel"
      searchable={rented.length > 8}
      nothingFoundMessage="Nada encontrado"
      data={rented.map(({ id, street, number, neighborhood, price }) => ({
        value: String(id),
        label: `${addressLine({ street, number })}, ${neighborhood} · ${formatMoney(price)}`,
      }))}
      value={typeof value === 'number' ? String(value) : null}
      onChange={(chosen) => {
        change(chosen === null ? null : Number(chosen));
        onChoose(rented.find(({ id }) => String(id) === chosen));
      }}
    />
  );
}
