import { TextInput } from '@mantine/core';
import { type CalendarDate, formatDate, isCalendarDate } from '@morada/domain/base/calendar';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { lazyPart } from '#web/ui/base/lazy.tsx';
import { type FieldProps, useField } from './field.ts';
import { ReadText } from './read-text.tsx';

type Waiting = ReturnType<typeof useField>['input'] & { value: string | null; onWanted: () => void };

/** The day can be read before the calendar has come. */
const CalendarInput = lazyPart(
  () => import('./calendar.tsx'),
  ({ CalendarInput }) => CalendarInput,
  ({ value, onWanted, ref, label, description, error, disabled, withAsterisk, name }: Waiting) => (
    <TextInput
      {...{ ref, label, description, error, disabled, withAsterisk, name }}
      readOnly
      value={written(value)}
      rightSection={<IconCalendar />}
      aria-busy="true"
      onFocus={onWanted}
    />
  ),
);

type DateFieldProps<V extends FieldValues> = FieldProps<V> & {
  min?: CalendarDate;
  max?: CalendarDate;
  clearable?: boolean;
};

/**
 * A civil day: typed (05/11/2026, 5/11/26, 05112026) or picked; the form holds `2026-11-05`, or null while empty.
 */
export function DateField<V extends FieldValues>({ min, max, clearable, ...props }: DateFieldProps<V>) {
  const { value, change, input, read } = useField(props, written);
  // The field had the focus while the calendar was loading, so the loaded one takes it.
  const [wanted, setWanted] = useState(false);
  if (read) return <ReadText {...read} />;
  return (
    <CalendarInput
      {...input}
      autoFocus={wanted}
      onWanted={() => setWanted(true)}
      {...{ min, max, clearable }}
      value={(value || null) as string | null}
      onChange={change}
    />
  );
}

const written = (value: unknown) => (typeof value === 'string' && isCalendarDate(value) ? formatDate(value) : '');
