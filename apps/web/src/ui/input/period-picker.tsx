import { ActionIcon, Button, Popover } from '@mantine/core';
import { formatSpan, type Span } from '@morada/domain/base/span';
import { IconCalendar, IconChevronDown, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { capitalised } from '#web/lib/capitalised.ts';
import { lazyPanel } from '#web/ui/feedback/lazy.tsx';
import classes from './period-picker.module.css';

const PeriodPanel = lazyPanel(
  'o calendário',
  () => import('./period-panel.tsx'),
  ({ default: PeriodPanel }) => PeriodPanel,
);

type PeriodPickerProps = {
  /** Undefined: the usual one. */
  value: Span | undefined;
  /** The period when none is chosen: "Últimos 12 meses". */
  usual: string;
  /** The last day of any interest. */
  max: Span['end'];
  onChange: (span: Span | undefined) => void;
};

/** Which days a page is about: the usual ones, a month, a year, or from one day to another, which can be taken off. */
export function PeriodPicker({ value, usual, max, onChange }: PeriodPickerProps) {
  const [opened, setOpened] = useState(false);
  const choose = (span: Span | undefined) => {
    setOpened(false);
    onChange(span);
  };
  const words = periodWords(value, usual);
  return (
    <span className={classes.period}>
      <Popover opened={opened} onChange={setOpened} position="bottom-end" width={300} trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconCalendar size={15} />}
            rightSection={<IconChevronDown size={15} />}
            aria-label={`Período: ${words}`}
            onClick={() => setOpened(!opened)}
          >
            {words}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Período">
          <PeriodPanel {...{ value, usual, max }} onChoose={choose} />
        </Popover.Dropdown>
      </Popover>
      {value && (
        <ActionIcon
          variant="default"
          size={32}
          aria-label="Remover filtro Período"
          title={`Voltar a ${usual.charAt(0).toLowerCase()}${usual.slice(1)}`}
          onClick={() => onChange(undefined)}
        >
          <IconX size={15} />
        </ActionIcon>
      )}
    </span>
  );
}

/** The chosen days of a list that usually has any: an end that is left open is the other one. */
export function spanIn({ start, end }: { [edge in keyof Span]?: Span[edge] | undefined }): Span | undefined {
  const [first, last] = [start ?? end, end ?? start];
  return first && last && { start: first, end: last };
}

/** `Novembro de 2026`, or the usual one's name. */
export function periodWords(value: Span | undefined, usual: string): string {
  if (!value) return usual;
  return capitalised(formatSpan(value));
}
