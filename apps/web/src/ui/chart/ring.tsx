import { IconChartDonut } from '@tabler/icons-react';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import classes from './ring.module.css';

export type Slice = { id: number | string; name: string; value: number };

type RingChartProps = {
  title: string;
  /** One line below it: what is counted. */
  below: string;
  /** Up to six, the largest first. */
  slices: readonly Slice[];
  /** Of the total in the middle: one, many. */
  unit: [one: string, many: string];
  empty: string;
};

const RADIUS = 64.5;
const ROUND = 2 * Math.PI * RADIUS;
const GAP = 2;

/** Parts of a whole: the list beside the ring is the data, the ring its picture. */
export function RingChart({ title, below, slices, unit: [one, many], empty }: RingChartProps) {
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  return (
    <section className={classes.card} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.below}>{below}</p>
      {total === 0 ? (
        <EmptyState icon={IconChartDonut} title={empty} />
      ) : (
        <div className={classes.body}>
          <div className={classes.picture}>
            <Ring slices={slices} total={total} />
            <p className={classes.total}>
              <b>{total.toLocaleString('pt-BR')}</b>
              {total === 1 ? one : many}
            </p>
          </div>
          <ul className={classes.list}>
            {slices.map(({ id, name, value }) => (
              <li key={id}>
                <span className={classes.name} title={name}>
                  {name}
                </span>
                <span className={classes.value}>{value.toLocaleString('pt-BR')}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** Draws the slices clockwise from the top. */
function Ring({ slices, total }: { slices: readonly Slice[]; total: number }) {
  const seen = slices.filter(({ value }) => value > 0);
  const gap = seen.length > 1 ? GAP : 0;
  return (
    <svg viewBox="0 0 150 150" aria-hidden="true" focusable="false">
      {seen.map(({ id, value }, place) => {
        const before = seen.slice(0, place).reduce((sum, slice) => sum + slice.value, 0);
        const length = Math.max((value / total) * ROUND - gap, 0.5);
        return (
          <circle
            key={id}
            className={classes.slice}
            cx="75"
            cy="75"
            r={RADIUS}
            transform="rotate(-90 75 75)"
            strokeDasharray={`${length} ${ROUND - length}`}
            strokeDashoffset={-(before / total) * ROUND}
          />
        );
      })}
    </svg>
  );
}
