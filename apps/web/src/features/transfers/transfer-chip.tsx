import { VisuallyHidden } from '@mantine/core';
import { type Cents, formatAmount, formatMoney } from '@morada/domain/money';
import { transferState } from '@morada/domain/transfer';
import { today } from '#web/lib/today.ts';
import classes from './transfer-chip.module.css';
import type { TransferEvent } from './transfer-queries.ts';

const WORDS = { done: 'Efetuado', late: 'Atrasado', pending: 'Pendente' };

/** A transfer on its day: glyph, owner and whole reais; the centavos under the pointer. */
export function TransferChip({ event, onOpen }: { event: TransferEvent; onOpen: (id: number) => void }) {
  const { id, title, date, amount, status } = event;
  const { tone } = transferState({ status, due_date: date }, today());
  return (
    <button
      type="button"
      className={classes.chip}
      data-tone={tone}
      title={`${title}, ${formatMoney(amount)}`}
      aria-haspopup="dialog"
      onClick={() => onOpen(id)}
    >
      <span className={classes.glyph} aria-hidden="true" />
      <VisuallyHidden>{WORDS[tone]}: </VisuallyHidden>
      <span className={classes.who}>{title}</span>
      <span className={classes.amount}>{wholeReais(amount)}</span>
    </button>
  );
}

const wholeReais = (amount: Cents) => formatAmount(Math.round(amount / 100) * 100).replace(/,00$/, '');
