import '@mantine/dates/styles.layer.css';
import { DateInput, DatesProvider, type DatesProviderSettings } from '@mantine/dates';
import { type CalendarDate, parseDate } from '@morada/domain/base/calendar';
import { IconCalendar } from '@tabler/icons-react';
import dayjs from 'dayjs';
import 'dayjs/locale/pt-br';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import type { ReactNode } from 'react';
import { today } from '#web/lib/today.ts';
import type { useField } from './field.ts';

dayjs.extend(customParseFormat);

/** Weekends in ink: red means only a state. */
const SETTINGS = { locale: 'pt-br', firstDayOfWeek: 0, weekendDays: [] } satisfies DatesProviderSettings;
/** Accessible names of the calendar's arrows. */
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
/** The calendar's own today is the browser's: ours is the agency's. */
export const TODAY_MARKED = {
  highlightToday: true,
  getDayProps: (day: string) => {
    const isToday = day === today();
    return { 'data-today': isToday || undefined, 'aria-current': isToday ? ('date' as const) : undefined };
  },
};
/** Two digits of a year mean the latest that is not after this: 48 is 1948, 60 is 2060. */
const LATEST: CalendarDate = '2060-12-31';

type CalendarInputProps = ReturnType<typeof useField>['input'] & {
  value: string | null;
  onChange: (day: string | null) => void;
  min?: CalendarDate | undefined;
  max?: CalendarDate | undefined;
  clearable?: boolean | undefined;
  autoFocus?: boolean;
  /** Of the field that waits for it. */
  onWanted?: () => void;
};

/** The inside of a `DateField`. */
export function CalendarInput({ min, max, onWanted: _, ...props }: CalendarInputProps) {
  return (
    <Portuguese>
      <DateInput
        {...props}
        {...CALENDAR}
        {...TODAY_MARKED}
        defaultDate={today()}
        valueFormat="DD/MM/YYYY"
        weekdayFormat="ddd"
        hideOutsideDates
        dateParser={read}
        // Mantine would put the day back that was emptied: what is missing then is said, not guessed.
        onInput={({ currentTarget }) => currentTarget.value.trim() === '' && props.onChange(null)}
        minDate={min}
        maxDate={max}
        clearButtonProps={{ 'aria-label': 'Limpar data' }}
        placeholder="dd/mm/aaaa"
        inputMode="numeric"
        autoComplete="off"
        rightSection={<IconCalendar />}
        rightSectionPointerEvents="none"
      />
    </Portuguese>
  );
}

/** For Mantine's own date pickers too, in a filter say. */
export function Portuguese({ children }: { children: ReactNode }) {
  return <DatesProvider settings={SETTINGS}>{children}</DatesProvider>;
}

function read(typed: string): CalendarDate | null {
  const written = typed.replace(/^(\d{2})(\d{2})(\d{4}|\d{2})$/, '$1/$2/$3');
  return parseDate(written, LATEST) ?? null;
}
