import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from '#web/ui/form/field.ts';

/** The field that finds an invoice; the page brings it from the feature that knows them. */
export type InvoiceSlot = <V extends FieldValues>(field: FieldProps<V>) => ReactNode;
