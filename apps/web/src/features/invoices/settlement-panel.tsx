import { type Cents, formatMoney } from '@morada/domain/money';
import { PAYMENT_METHODS } from '@morada/domain/payment-method';
import { messageOf } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { DateField } from '#web/ui/form/dates.tsx';
import { MoneyField, SelectField } from '#web/ui/form/fields.tsx';
import { Fields } from '#web/ui/form/form.tsx';
import classes from './invoice-dialog.module.css';
import { OwnerTransfers } from './owner-transfers.tsx';
import type { Settling } from './use-settling.ts';

const METHODS = Object.entries(PAYMENT_METHODS).map(([value, label]) => ({ value, label }));

/** Beside a pending invoice: what is received, and what the owners get of it. */
export function SettlementPanel({ settling }: { settling: Settling }) {
  const { form, shown, paid, total, reckoning, failed } = settling;
  return (
    <>
      <section>
        <h3 className={classes.sideTitle}>Recebimento</h3>
        <Fields columns={1}>
          <MoneyField form={form} name="paid_amount" label="Valor recebido" help={difference(paid, total)} />
          <DateField form={form} name="pay_day" label="Pago em" max={today()} />
          <SelectField form={form} name="payment_method" label="Forma de pagamento" options={METHODS} />
        </Fields>
      </section>
      {failed && (
        <p role="alert" className={classes.failed}>
          {messageOf(failed)}
        </p>
      )}
      {shown && !failed && <OwnerTransfers invoice={shown} busy={reckoning} />}
    </>
  );
}

/** What a payment in part, or beyond the total, means. */
function difference(paid: Cents | undefined, total: Cents): string | undefined {
  if (paid === undefined || paid === total) return undefined;
  return paid < total
    ? `${formatMoney(total - paid)} a menos que o total.`
    : `${formatMoney(paid - total)} a mais que o total: conta como multa e juros.`;
}
