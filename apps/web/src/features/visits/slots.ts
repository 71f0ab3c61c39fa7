import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from '#web/ui/form/field.ts';
import type { PickerOption } from '#web/ui/input/picker.tsx';

/** The field that finds a property; the page brings it from the feature that knows properties. */
export type PropertySlot = <V extends FieldValues>(field: FieldProps<V> & { chosen?: PickerOption }) => ReactNode;

type Person = { label: string; phone?: string | null; email?: string | null };

/** The field that finds a client, with what is known of them. */
export type ClientSlot = <V extends FieldValues>(
  field: FieldProps<V> & { onChoose: (person: Person | undefined) => void },
) => ReactNode;
