import { readjustmentState } from '@morada/domain/lease/contract';
import { IconAlertTriangleFilled, IconClockFilled } from '@tabler/icons-react';
import type { ContractLine } from '#web/features/contracts/contract-queries.ts';
import { distance } from '#web/features/contracts/terms/days.ts';
import { today } from '#web/lib/today.ts';
import classes from './readjustment-note.module.css';

/** Its row is tinted: the readjustment is overdue or near. */
export const awaitsReadjustment = (row: ContractLine) =>
  row.status === 'APPROVED' && readjustmentState(row, today()).tone !== 'plain';

/** Beside the state of the rows that are tinted for it: when the readjustment was or is due, in words where they fit. */
export function ReadjustmentNote({ proposal }: { proposal: ContractLine }) {
  const { next_readjustment: next } = proposal;
  const { tone } = readjustmentState(proposal, today());
  if (next === null) return null;
  const Icon = tone === 'late' ? IconAlertTriangleFilled : IconClockFilled;
  return (
    <span className={classes.note} data-tone={tone}>
      <Icon size={15} aria-hidden="true" />
      <span className={classes.words}>reajuste {distance(next, today())}</span>
    </span>
  );
}
