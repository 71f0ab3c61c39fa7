import type { VisitStatus } from '@morada/domain/attendance/visit';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from '#web/ui/form/field.ts';
import type { Form } from '#web/ui/form/use-form.ts';

/** The field that finds an owner; the page brings it from the feature that knows clients. */
export type OwnerSlot = <V extends FieldValues>(field: Omit<FieldProps<V>, 'form'> & { form: Form<V> }) => ReactNode;

/** How far a visit is; the page brings it from the feature that knows visits. */
export type VisitStateSlot = (status: VisitStatus) => ReactNode;
