import { Checkbox } from '@mantine/core';
import classes from './row-choice.module.css';

type Identified = { id: number | string };

/** Rows that can be chosen, for what is done with several at once. */
export type RowChoice<Row extends Identified> = {
  chosen: Pick<ReadonlySet<Row['id']>, 'has'>;
  onChoose: (rows: Row[], yes: boolean) => void;
  /** Accessible name of the row's checkbox: "fatura 10431". */
  name: (row: Row) => string;
  /** Those that can't be chosen have no box. */
  can?: (row: Row) => boolean;
};

/** The box of the head stands for every row of the page that can be chosen. */
export function ChooseAll<Row extends Identified>({ rows, choice }: { rows: Row[]; choice: RowChoice<Row> }) {
  const { can = () => true, chosen, onChoose } = choice;
  const able = rows.filter(can);
  const count = able.filter(({ id }) => chosen.has(id)).length;
  return (
    <Checkbox
      aria-label="Escolher todos desta página"
      disabled={able.length === 0}
      checked={able.length > 0 && count === able.length}
      indeterminate={count > 0 && count < able.length}
      onChange={({ currentTarget }) => onChoose(able, currentTarget.checked)}
    />
  );
}

/** Chooses a row that can be chosen, or takes it out again. */
export function toggle<Row extends Identified>(row: Row, { can = () => true, chosen, onChoose }: RowChoice<Row>) {
  if (can(row)) onChoose([row], !chosen.has(row.id));
}

export function ChooseRow<Row extends Identified>({ row, choice }: { row: Row; choice: RowChoice<Row> }) {
  const { can = () => true, chosen, name, onChoose } = choice;
  if (!can(row)) return null;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: it only makes room around the box, which has its own name
    <label className={classes.box}>
      <Checkbox
        aria-label={`Escolher ${name(row)}`}
        checked={chosen.has(row.id)}
        onChange={({ currentTarget }) => onChoose([row], currentTarget.checked)}
      />
    </label>
  );
}
