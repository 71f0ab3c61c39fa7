import { SegmentedControl } from '@mantine/core';
import { addToReference, referenceOf, yearOf } from '@morada/domain/calendar';
import { monthSpan, type Span, yearSpan } from '@morada/domain/span';
import type { ReactNode } from 'react';
import { today } from '#web/lib/today.ts';
import { PeriodPicker } from './period-picker.tsx';
import classes from './period-presets.module.css';

type PeriodPresetsProps = {
  /** Undefined: this month, up to today. */
  value: Span | undefined;
  onChange: (span: Span | undefined) => void;
  /** Fields before them. */
  children?: ReactNode;
};

const THIS_MONTH = 'Este mês';

/** In the place of a tool bar: the periods most asked for at one press, any other from the picker. */
export function PeriodPresets({ value, onChange, children }: PeriodPresetsProps) {
  const now = today();
  const presets = [
    { label: THIS_MONTH, span: undefined },
    { label: 'Mês passado', span: monthSpan(addToReference(referenceOf(now), -1)) },
    { label: 'Este ano', span: yearSpan(yearOf(now)) },
  ];
  return (
    <search className={classes.presets}>
      {children}
      <SegmentedControl
        aria-label="Período mais usado"
        className={classes.most}
        data={presets.map(({ label }) => label)}
        value={presets.find(({ span }) => isSame(span, value))?.label ?? ''}
        onChange={(chosen) => onChange(presets.find(({ label }) => label === chosen)?.span)}
      />
      <PeriodPicker value={value} usual={THIS_MONTH} max={now} onChange={onChange} />
    </search>
  );
}

const isSame = (one: Span | undefined, other: Span | undefined) =>
  one?.start === other?.start && one?.end === other?.end;
