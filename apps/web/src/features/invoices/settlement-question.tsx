import type { InvoiceDetail } from '@morada/contract/money/invoices';
import { formatDate } from '@morada/domain/base/calendar';
import { type Cents, formatMoney } from '@morada/domain/base/money';
import { PAYMENT_METHODS } from '@morada/domain/rent/payment-method';
import { balanceDueDate } from '@morada/domain/rent/rest-fate';
import { today } from '#web/lib/today.ts';
import classes from './settlement-question.module.css';
import type { SettlementValues } from './use-settling.ts';

/** Consequences of a settlement, shown for confirmation: the amount received and each owner's part. */
export function SettlementQuestion({
  invoice,
  values,
  left,
}: {
  invoice: InvoiceDetail;
  values: SettlementValues;
  left: Cents;
}) {
  const { paid_amount, pay_day, payment_method } = values;
  const method = payment_method ? PAYMENT_METHODS[payment_method] : PAYMENT_METHODS.MANUAL;
  return (
    <div className={classes.question}>
      <p>
        Fatura {invoice.id}, de {invoice.user.name}: <b>{formatMoney(paid_amount)}</b> recebidos em{' '}
        {formatDate(pay_day || today())} ({method}).
      </p>
      {left !== 0 && <p>{restWords(left, values.rest)}</p>}
      {invoice.transfers.map(({ user, amount, due_date }) => (
        <p key={user.id}>
          Será criado o repasse de <b>{formatMoney(amount)}</b> para {user.name}, com prazo em {formatDate(due_date)}.
        </p>
      ))}
    </div>
  );
}

/** `R$ 192,85 a menos que o total: uma fatura do saldo vence em 30/03/2026.` */
function restWords(left: Cents, rest: SettlementValues['rest']): string {
  const what = {
    OPEN_BALANCE: `uma fatura do saldo vence em ${formatDate(rest?.due_date || balanceDueDate(today()))}`,
    NEXT_INVOICE: 'entra na próxima fatura',
    WAIVED: `dispensado (${rest?.reason ?? ''})`,
    CREDIT: 'fica de crédito na próxima fatura',
    RETURN: 'será devolvido ao inquilino',
  }[rest?.fate ?? 'OPEN_BALANCE'];
  return `${formatMoney(Math.abs(left))} a ${left > 0 ? 'menos' : 'mais'} que o total: ${what}.`;
}
