import { Button, SegmentedControl } from '@mantine/core';
import { DatePicker, MonthPicker, YearPicker } from '@mantine/dates';
import {
  addToReference,
  type CalendarDate,
  calendarDate,
  reference,
  referenceOf,
  yearOf,
} from '@morada/domain/base/calendar';
import { monthSpan, type Span, spanKind, yearSpan } from '@morada/domain/base/span';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { CALENDAR_WORDS, Portuguese, TODAY_MARKED } from './calendar.tsx';
import classes from './period-panel.module.css';

const KINDS = [
  { value: 'month', label: 'Mês' },
  { value: 'year', label: 'Ano' },
  { value: 'days', label: 'Período' },
] as const;
type Kind = (typeof KINDS)[number]['value'];

type PeriodPanelProps = {
  value: Span | undefined;
  usual: string;
  max: CalendarDate;
  onChoose: (span: Span | undefined) => void;
};

/** Popover content of `PeriodPicker`. */
export default function PeriodPanel({ value, usual, max, onChoose }: PeriodPanelProps) {
  const [kind, setKind] = useState<Kind>(value ? spanKind(value) : 'month');
  return (
    <div className={classes.panel}>
      <div className={classes.most}>
        {[{ label: usual, span: undefined }, ...mostUsed(max)].map(({ label, span }) => (
          <Button
            key={label}
            variant="default"
            justify="space-between"
            rightSection={isSame(span, value) && <IconCheck size={15} />}
            aria-pressed={isSame(span, value)}
            onClick={() => onChoose(span)}
          >
            {label}
          </Button>
        ))}
      </div>
      <SegmentedControl
        fullWidth
        aria-label="Tipo de período"
        data={[...KINDS]}
        value={kind}
        onChange={(next) => setKind(next as Kind)}
      />
      <Portuguese>
        {kind === 'month' && <Month {...{ value, max, onChoose }} />}
        {kind === 'year' && <Year {...{ value, max, onChoose }} />}
        {kind === 'days' && <Days {...{ value, max, onChoose }} />}
      </Portuguese>
    </div>
  );
}

/** The periods most asked for, at one press. */
const mostUsed = (now: CalendarDate) => [
  { label: 'Mês passado', span: monthSpan(addToReference(referenceOf(now), -1)) },
  { label: 'Este ano', span: yearSpan(yearOf(now)) },
];

const isSame = (one: Span | undefined, other: Span | undefined) =>
  one?.start === other?.start && one?.end === other?.end;

type Choice = Pick<PeriodPanelProps, 'value' | 'max' | 'onChoose'>;

const LOOKS = { size: 'xs', fullWidth: true, ariaLabels: CALENDAR_WORDS } as const;

function Month({ value, max, onChoose }: Choice) {
  return (
    <MonthPicker
      {...LOOKS}
      maxDate={max}
      defaultDate={value?.start ?? max}
      value={value && spanKind(value) === 'month' ? value.start : null}
      onChange={(day) => day && onChoose(monthSpan(reference(day.slice(0, 7))))}
    />
  );
}

function Year({ value, max, onChoose }: Choice) {
  return (
    <YearPicker
      {...LOOKS}
      maxDate={max}
      defaultDate={value?.start ?? max}
      value={value && spanKind(value) === 'year' ? value.start : null}
      onChange={(day) => day && onChoose(yearSpan(yearOf(calendarDate(day))))}
    />
  );
}

/** The first day, then the last. */
function Days({ value, max, onChoose }: Choice) {
  const [days, setDays] = useState<[string | null, string | null]>([value?.start ?? null, value?.end ?? null]);
  const [start, end] = days;
  return (
    <>
      <DatePicker
        {...LOOKS}
        {...TODAY_MARKED}
        type="range"
        allowSingleDateInRange
        hideOutsideDates
        weekdayFormat="ddd"
        maxDate={max}
        defaultDate={value?.end ?? max}
        value={days}
        onChange={(next) => {
          setDays(next);
          const [first, last] = next;
          if (first && last) onChoose({ start: calendarDate(first), end: calendarDate(last) });
        }}
      />
      <p className={classes.hint} role="status">
        {start && !end ? 'Agora o último dia' : 'Escolha o primeiro dia'}
      </p>
    </>
  );
}
