import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { today } from '#web/lib/today.ts';
import { DateField } from '#web/ui/input/dates.tsx';

/** First day of a change of owners, which may be recorded later: what was paid in earlier months stays with the former ones. */
export function OwnerSince<V extends FieldValues>({
  form,
  name,
}: Pick<ComponentProps<typeof DateField<V>>, 'form' | 'name'>) {
  return <DateField form={form} name={name} label="A partir de" max={today()} clearable help="Em branco, de hoje." />;
}
