import { Popover } from '@mantine/core';
import { type Cents, formatAmount, formatMoney } from '@morada/domain/base/money';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { usePopup } from '#web/ui/base/use-popup.tsx';
import classes from './total-lines.module.css';

export type TotalLine = {
  label: string;
  /** Origin of the line: "taxa do imóvel". */
  note?: string;
  amount: Cents;
  why?: Why;
  /** A field in the place of the amount. */
  field?: ReactNode;
  /** A subtotal. */
  strong?: boolean;
};

type Why = {
  /** Subject of the explanation: "Multa de R$ 281,13". */
  title: string;
  /** The rule in one sentence. */
  rule: string;
  /** The sum: "10% × 2.811,30 = 281,13". */
  sum?: string;
};

/** Lines of an amount, with their total. */
export function TotalLines({
  title = 'Composição',
  lines,
  total,
}: {
  title?: string;
  lines: TotalLine[];
  total?: { label: string; amount: Cents };
}) {
  return (
    <div className={classes.lines}>
      <div className={classes.head}>
        <span>{title}</span>
        <span>Valor (R$)</span>
      </div>
      {lines.map(({ label, note, amount, why, field, strong }, place) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike in all but their place
          key={place}
          className={classes.line}
          data-strong={strong}
          data-field={field !== undefined || undefined}
        >
          <span className={classes.what}>
            <span>
              {label}
              {note && <span className={classes.note}>{note}</span>}
            </span>
            {why && <WhyButton {...why} />}
          </span>
          {field ?? <span className={classes.amount}>{formatAmount(amount)}</span>}
        </div>
      ))}
      {total && (
        <div className={classes.total}>
          <span>{total.label}</span>
          <strong>{formatMoney(total.amount)}</strong>
        </div>
      )}
    </div>
  );
}

function WhyButton({ title, rule, sum }: Why) {
  const phone = usePhone();
  const { mounted, button, popup, target } = usePopup('dialog');
  return (
    <>
      <button
        {...button}
        type="button"
        className={classes.why}
        aria-label={`Por quê? ${title}`}
        data-mantine-stop-propagation={popup.opened || undefined} // Escape closes this, not the window around it.
      >
        <IconInfoCircle size={15} />
      </button>
      {mounted && (
        <Popover
          {...popup}
          position={phone ? 'bottom' : 'right'}
          width={192}
          offset={6}
          middlewares={{ flip: true, shift: { padding: 8 } }}
        >
          <Popover.Target>{target}</Popover.Target>
          <Popover.Dropdown className={classes.because}>
            <p className={classes.becauseTitle}>{title}</p>
            <p>{rule}</p>
            {sum && <p className={classes.becauseSum}>{sum}</p>}
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
}
