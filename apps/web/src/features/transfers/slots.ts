import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from '#web/ui/form/field.ts';

/** The field that finds an owner; the page brings it from the feature that knows clients. */
export type OwnerSlot = <V extends FieldValues>(field: FieldProps<V> & { onChoose: () => void }) => ReactNode;
