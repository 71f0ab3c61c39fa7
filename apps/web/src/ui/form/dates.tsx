import '@mantine/dates/styles.layer.css';
import { DateInput, DatesProvider, type DatesProviderSettings } from '@mantine/dates';
import { type CalendarDate, formatDate, isCalendarDate, parseDate } from '@morada/domain/calendar';
import { IconCalendar } from '@tabler/icons-react';
import dayjs from 'dayjs';
import 'dayjs/locale/pt-br';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type FieldProps, useField } from './field.ts';

dayjs.extend(customParseFormat);

/** Weekends in ink: red means only a state. */
const SETTINGS = { locale: 'pt-br', firstDayOfWeek: 0, weekendDays: [] } satisfies DatesProviderSettings;
/** What the arrows of a calendar do. */
export const CALENDAR_WORDS = {
  previousMonth: 'Mês anterior',
  nextMonth: 'Próximo mês',
  previousYear: 'Ano anterior',
  nextYear: 'Próximo ano',
  previousDecade: 'Década anterior',
  nextDecade: 'Próxima década',
};
/** The calendar floats outside the page's landmarks: it says what it is, and what its arrows do. */
const CALENDAR = {
  popoverProps: { attributes: { dropdown: { role: 'dialog', 'aria-label': 'Calendário' } } },
  ariaLabels: CALENDAR_WORDS,
};
/** Two digits of a year mean the latest that is not after this: 48 is 1948, 60 is 2060. */
const LATEST: CalendarDate = '2060-12-31';

type DateFieldProps<V extends FieldValues> = FieldProps<V> & {
  min?: CalendarDate;
  max?: CalendarDate;
  clearable?: boolean;
};

/** A civil day: typed (05/11/2026, 5/11/26, 05112026) or picked; the form holds `2026-11-05`, or null while empty. */
export function DateField<V extends FieldValues>({ min, max, clearable, ...props }: DateFieldProps<V>) {
  const { value, change, input } = useField(props, written);
  return (
    <Portuguese>
      <DateInput
        {...input}
        {...CALENDAR}
        valueFormat="DD/MM/YYYY"
        weekdayFormat="ddd"
        hideOutsideDates
        dateParser={read}
        minDate={min}
        maxDate={max}
        clearable={clearable}
        clearButtonProps={{ 'aria-label': 'Limpar data' }}
        placeholder="dd/mm/aaaa"
        inputMode="numeric"
        autoComplete="off"
        rightSection={<IconCalendar />}
        rightSectionPointerEvents="none"
        value={(value || null) as string | null}
        onChange={change}
      />
    </Portuguese>
  );
}

const written = (value: unknown) => (typeof value === 'string' && isCalendarDate(value) ? formatDate(value) : '');

/** For Mantine's own date pickers too, in a filter say. */
export function Portuguese({ children }: { children: ReactNode }) {
  return <DatesProvider settings={SETTINGS}>{children}</DatesProvider>;
}

function read(typed: string): CalendarDate | null {
  const written = typed.replace(/^(\d{2})(\d{2})(\d{4}|\d{2})$/, '$1/$2/$3');
  return parseDate(written, LATEST) ?? null;
}
