import { createContext, type ReactNode, use, useEffect } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';

/** Props shared by all fields. `name` is checked against the form's schema. */
export type FieldProps<V extends FieldValues> = {
  form: { control: Control<V, unknown, V> };
  name: Path<V>;
  label: string;
  /** Only the asterisk: the schema decides. */
  required?: boolean;
  /** Below the field. */
  help?: ReactNode;
  disabled?: boolean;
  /** The value shown while the form holds undefined for the field, that is until it is edited. */
  proposed?: unknown;
  /** Called with each value that the user enters. */
  onEdit?: (value: unknown) => void;
};

/** The value of a field that follows a proposal until it is edited; an emptied field holds null and proposes nothing. */
export const orProposed = <T>(held: T | undefined, proposed: T): T => (held === undefined ? proposed : held);

/** How a field is called, and how what it holds is written. */
export type FieldWords = { label: string; show: (value: unknown) => string };

const described = new WeakMap<object, Map<string, FieldWords>>();

/** The words of a field that is, or was, on the screen. */
export const wordsOf = (control: object, name: string) => described.get(control)?.get(name);

/** Whether a field of this name, its group or a part of it is, or was, on the screen. */
export const hasField = (control: object, name: string) =>
  [...(described.get(control)?.keys() ?? [])].some(
    (field) => field === name || field.startsWith(`${name}.`) || name.startsWith(`${field}.`),
  );

/** Whether the fields around here are only read: each shows its label and its value as text. */
export const FieldsAreRead = createContext(false);
export const useFieldsAreRead = () => use(FieldsAreRead);

const plain = (value: unknown) => String(value ?? '');

/** Value of a field, its change handler, and props for Mantine's inputs. `show` writes the value as the field does. */
export function useField<V extends FieldValues>(
  { form, name, label, required, help, disabled, proposed, onEdit }: FieldProps<V>,
  show: FieldWords['show'] = plain,
) {
  const { field, fieldState } = useController({ control: form.control, name });
  const isRead = useFieldsAreRead();
  const value: unknown = orProposed(field.value as unknown, proposed);

  useEffect(() => {
    const fields = described.get(form.control) ?? new Map<string, FieldWords>();
    described.set(form.control, fields.set(name, { label, show }));
  });

  return {
    value,
    /** Label and text of a read-only field; undefined when the field can be edited. */
    read: isRead ? { label, text: show(value) } : undefined,
    change(next: unknown) {
      field.onChange(next);
      onEdit?.(next);
    },
    input: {
      ref: field.ref,
      name: field.name,
      onBlur: field.onBlur,
      label,
      description: help,
      error: fieldState.error?.message,
      disabled,
      withAsterisk: required,
      'aria-required': required || undefined,
    },
  };
}
