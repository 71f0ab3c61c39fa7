import { VisuallyHidden } from '@mantine/core';
import { type Cents, formatAmount, formatMoney } from '@morada/domain/base/money';
import { transferState } from '@morada/domain/rent/transfer';
import type { ButtonHTMLAttributes, Ref } from 'react';
import type { TransferEvent } from '#web/entities/transfer/transfer-queries.ts';
import { today } from '#web/lib/today.ts';
import classes from './transfer-chip.module.css';

const WORDS = { done: 'Efetuado', late: 'Atrasado', pending: 'Pendente' };

type TransferChipProps = {
  event: TransferEvent;
  onOpen?: (id: number) => void;
  /** Props that make the chip draggable. */
  grip?: ButtonHTMLAttributes<HTMLButtonElement>;
  /** The chip is being dragged; this copy stays, dimmed, in its place. */
  gone?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

/** A transfer on its day: glyph, owner and whole reais; the centavos under the pointer. */
export function TransferChip({ event, onOpen, grip, gone, ref }: TransferChipProps) {
  const { id, title, date, amount, status } = event;
  const { tone } = transferState({ status, due_date: date }, today());
  return (
    <button
      {...grip}
      ref={ref}
      type="button"
      className={classes.chip}
      data-tone={tone}
      data-grip={grip !== undefined || undefined}
      data-gone={gone || undefined}
      title={`${title}, ${formatMoney(amount)}`}
      aria-haspopup="dialog"
      onClick={() => !gone && onOpen?.(id)}
    >
      <span className={classes.glyph} aria-hidden="true" />
      <VisuallyHidden>{WORDS[tone]}: </VisuallyHidden>
      <span className={classes.who}>{title}</span>
      <span className={classes.amount}>{wholeReais(amount)}</span>
    </button>
  );
}

const wholeReais = (amount: Cents) => formatAmount(Math.round(amount / 100) * 100).replace(/,00$/, '');
