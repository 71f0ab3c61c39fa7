import { users } from '@morada/contract/access/users';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/lib/api/query.ts';
import { may } from '#web/lib/session/session.ts';
import { SuggestField } from '#web/ui/input/suggest-field.tsx';
import type { PropertyForms } from './use-property-forms.ts';

/** Person who brought the property in: an entry of the staff list, or free text. */
export function PickupField({ form, required }: { form: PropertyForms['general']; required: boolean }) {
  const { data: staff = [], error } = useQuery({ ...query(users.list, {}), enabled: may(users.list.access) });
  return (
    <SuggestField
      form={form}
      name="pickup"
      label="Captador"
      required={required}
      maxLength={200}
      placeholder={error ? 'Digite o nome' : 'Escolha da equipe ou digite um nome'}
      suggestions={[...new Set(staff.map(({ name }) => name))]}
    />
  );
}
