import { PropertyCreate } from '@morada/contract/registry/properties';
import { useCreateProperty } from '#web/entities/property/property-queries.ts';
import { toast } from '#web/lib/toast.ts';
import { useForm } from '#web/ui/form/use-form.ts';

const BLANK = {
  cep: '',
  street: '',
  neighborhood: '',
  number: '',
  city: '',
  complement: '',
  country: 'Brasil',
  is_exterior: false,
  latitude: null,
  longitude: null,
};

/** The form of a new property, in its window and on its own page. */
export function useNewProperty(onCreated: (id: number) => void) {
  const create = useCreateProperty();
  const form = useForm(PropertyCreate, {
    defaultValues: BLANK,
    submit: (property) =>
      create.mutateAsync({ body: property.is_exterior ? { ...property, cep: '', state: '' } : property }),
    onSaved: ({ data: { id } }) => {
      toast.success(`Imóvel adicionado, o código dele é ${id}`);
      onCreated(id);
    },
  });
  return form;
}

export type NewPropertyForm = ReturnType<typeof useNewProperty>;
