import { useQuery } from '@tanstack/react-query';
import { type FieldValues, type Path, useWatch } from 'react-hook-form';
import { AddressFields } from '#web/ui/address/address-fields.tsx';
import { placesSettingsQuery } from '#web/ui/address/place-queries.ts';
import { PositionFields } from '#web/ui/address/position-fields.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { CheckboxField, TextField } from '#web/ui/form/fields.tsx';
import { Wide } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';

const NO_SERVICES = { places: false, map: null };
const ALWAYS = ['street', 'neighborhood', 'city'] as const;

/** The address of a property and its place on the map; one outside Brazil has neither CEP nor state. */
export function PropertyAddressFields<V extends FieldValues>({
  form,
  imported = false,
}: {
  form: Form<V>;
  /** Brought in by an import, which may have left out what a file lacks. */
  imported?: boolean;
}) {
  const exterior = useWatch({ control: form.control, name: 'is_exterior' as Path<V> }) === true;
  const settings = useQuery(placesSettingsQuery);
  const services = settings.data ?? (settings.isError ? NO_SERVICES : undefined);
  return (
    <QueryBoundary query={{ data: services }} what="o endereço">
      {({ places, map }) => (
        <>
          <AddressFields
            form={form}
            exterior={exterior}
            search={places}
            onMap
            required={imported ? ALWAYS : [...ALWAYS, 'cep', 'number', 'state']}
          >
            <TextField form={form} name={'country' as Path<V>} label="País" required />
          </AddressFields>
          <Wide>
            <CheckboxField form={form} name={'is_exterior' as Path<V>} label="Imóvel no exterior" />
          </Wide>
          <Wide>
            <PositionFields form={form} map={map} />
          </Wide>
        </>
      )}
    </QueryBoundary>
  );
}
