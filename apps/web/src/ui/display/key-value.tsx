import { type Cents, formatAmount, formatMoney } from '@morada/domain/base/money';
import type { ReactNode } from 'react';
import { Missing } from './figures.tsx';
import classes from './key-value.module.css';

/** Labels over values, three beside each other (two on a phone): the head of a record. */
export function KeyValue({ items }: { items: { label: string; value: ReactNode }[] }) {
  return (
    <dl className={classes.grid}>
      {items.map(({ label, value }) => (
        <div key={label} className={classes.item}>
          <dt>{label}</dt>
          <dd>{value ?? <Missing />}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Labels at the left, amounts at the right; the last is the sum when `total` is given. */
export function AmountList({
  items,
  total,
}: {
  items: { label: string; amount: Cents }[];
  total?: { label: string; amount: Cents };
}) {
  return (
    <dl className={classes.amounts}>
      {items.map(({ label, amount }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike in all but their place
        <div key={place} className={classes.amount}>
          <dt>{label}</dt>
          <dd>{formatAmount(amount)}</dd>
        </div>
      ))}
      {total && (
        <div className={classes.sum}>
          <dt>{total.label}</dt>
          <dd>{formatMoney(total.amount)}</dd>
        </div>
      )}
    </dl>
  );
}
