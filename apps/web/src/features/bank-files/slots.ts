import type { RestFate } from '@morada/domain/rent/rest-fate';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from '#web/ui/form/field.ts';

/** The field that finds an invoice; the page brings it from the feature that knows them. */
export type InvoiceSlot = <V extends FieldValues>(field: FieldProps<V>) => ReactNode;

/** The fields of the choice for a difference, as the window of an invoice has them. */
export type RestSlot = <V extends FieldValues>(of: {
  form: FieldProps<V>['form'];
  fates: readonly RestFate[];
}) => ReactNode;

/** List shown below the file chooser. */
export type FilePart = 'files' | 'open' | 'ignored';
