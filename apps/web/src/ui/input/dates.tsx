import { TextInput } from '@mantine/core';
import { type CalendarDate, formatDate, isCalendarDate } from '@morada/domain/base/calendar';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type FieldProps, useField } from '#web/ui/form/field.ts';
import { ReadText } from './read-text.tsx';

const CalendarInput = lazy(() => import('./calendar.tsx').then(({ CalendarInput }) => ({ default: CalendarInput })));

type DateFieldProps<V extends FieldValues> = FieldProps<V> & {
  min?: CalendarDate;
  max?: CalendarDate;
  clearable?: boolean;
};

/**
 * A civil day: typed (05/11/2026, 5/11/26, 05112026) or picked; the form holds `2026-11-05`, or null while empty. The day can
 * be read before the calendar has come.
 */
export function DateField<V extends FieldValues>({ min, max, clearable, ...props }: DateFieldProps<V>) {
  const { value, change, input, read } = useField(props, written);
  // The field had the focus while the calendar was loading, so the loaded one takes it.
  const [wanted, setWanted] = useState(false);
  if (read) return <ReadText {...read} />;
  return (
    <Suspense
      fallback={
        <TextInput
          {...input}
          readOnly
          value={written(value)}
          rightSection={<IconCalendar />}
          aria-busy="true"
          onFocus={() => setWanted(true)}
        />
      }
    >
      <CalendarInput
        {...input}
        autoFocus={wanted}
        {...{ min, max, clearable }}
        value={(value || null) as string | null}
        onChange={change}
      />
    </Suspense>
  );
}

const written = (value: unknown) => (typeof value === 'string' && isCalendarDate(value) ? formatDate(value) : '');
