import { users } from '@morada/contract/users';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { may } from '#web/lib/session.ts';
import { SelectField } from '#web/ui/form/fields.tsx';
import type { PropertyForms } from './use-property-forms.ts';

const staffQuery = queryOptions({
  queryKey: ['users', 'list', 'names'],
  queryFn: ({ signal }) => api(users.list, {}, { signal }),
});

/** Who brought the property in, by name: somebody of the house, or who was when it was written down. */
export function PickupField({ form }: { form: PropertyForms['general'] }) {
  const { data: staff = [], error } = useQuery({ ...staffQuery, enabled: may(users.list.access) });
  const kept = form.formState.defaultValues?.pickup;
  const names = new Set([...(kept ? [kept] : []), ...staff.map(({ name }) => name)]);
  return (
    <SelectField
      form={form}
      name="pickup"
      label="Captador"
      required
      searchable
      placeholder={error ? 'Não foi possível carregar a equipe' : 'Escolha alguém da equipe'}
      options={[...names].map((name) => ({ value: name, label: name }))}
    />
  );
}
