import { MonthPicker } from '@mantine/dates';
import { type Reference, reference } from '@morada/domain/base/calendar';
import { today } from '#web/lib/today.ts';
import { Portuguese } from '#web/ui/input/calendar.tsx';

type DueMonthProps = {
  labelledBy: string;
  month: Reference | undefined;
  onChange: (change: { month: Reference | undefined }) => void;
};

/** Lazy, apart from the tool bar: the calendar loads when a filter is opened. */
export default function DueMonth({ labelledBy, month, onChange }: DueMonthProps) {
  return (
    <Portuguese>
      <MonthPicker
        aria-labelledby={labelledBy}
        size="xs"
        allowDeselect
        fullWidth
        defaultDate={today()}
        value={month ? `${month}-01` : null}
        onChange={(day) => onChange({ month: day ? reference(day.slice(0, 7)) : undefined })}
        ariaLabels={{
          nextYear: 'Próximo ano',
          previousYear: 'Ano anterior',
          nextDecade: 'Próxima década',
          previousDecade: 'Década anterior',
        }}
      />
    </Portuguese>
  );
}
