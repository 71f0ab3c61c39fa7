import type { InvoiceDetail } from '@morada/contract/invoices';
import { formatDate } from '@morada/domain/calendar';
import { formatMoney, reaisToCents } from '@morada/domain/money';
import { PAYMENT_METHODS } from '@morada/domain/payment-method';
import { today } from '#web/lib/today.ts';
import classes from './settlement-question.module.css';
import type { SettlementValues } from './use-settling.ts';

/** What saying yes does: what is received, and what each owner gets. */
export function SettlementQuestion({ invoice, values }: { invoice: InvoiceDetail; values: SettlementValues }) {
  const { paid_amount, pay_day, payment_method } = values;
  const method = payment_method ? PAYMENT_METHODS[payment_method] : PAYMENT_METHODS.MANUAL;
  return (
    <div className={classes.question}>
      <p>
        Fatura {invoice.id}, de {invoice.user.name}: <b>{formatMoney(reaisToCents(paid_amount) ?? 0)}</b> recebidos em{' '}
        {formatDate(pay_day || today())} ({method}).
      </p>
      {invoice.transfers.map(({ user, amount, due_date }) => (
        <p key={user.id}>
          Será criado o repasse de <b>{formatMoney(amount)}</b> para {user.name}, com prazo em {formatDate(due_date)}.
        </p>
      ))}
    </div>
  );
}
