import type { FieldValues, Path, PathValue } from 'react-hook-form';
import type { Form } from '#web/ui/form/use-form.ts';

export type AddressPart =
  | 'cep'
  | 'street'
  | 'neighborhood'
  | 'number'
  | 'city'
  | 'state'
  | 'complement'
  | 'country'
  | 'latitude'
  | 'longitude';

/** An address in a form that has its parts under their own names. */
export function addressIn<V extends FieldValues>(form: Form<V>) {
  const path = (part: AddressPart) => part as Path<V>;
  return {
    has: (part: AddressPart) => part in form.getValues(),
    text: (part: AddressPart) => String(form.getValues(path(part)) ?? ''),
    value: (part: AddressPart): unknown => form.getValues(path(part)),
    isChanged: (part: AddressPart) => form.getFieldState(path(part)).isDirty,
    set(part: AddressPart, value: string | number | null) {
      const shouldValidate = Boolean(form.getFieldState(path(part)).error);
      form.setValue(path(part), value as PathValue<V, Path<V>>, { shouldDirty: true, shouldValidate });
    },
    focus: (part: AddressPart) => form.setFocus(path(part)),
  };
}
