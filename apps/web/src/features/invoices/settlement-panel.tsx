import { type Cents, formatMoney } from '@morada/domain/base/money';
import { PAYMENT_METHODS } from '@morada/domain/rent/payment-method';
import { RestFields } from '#web/entities/invoice/rest-fields.tsx';
import { messageOf } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { MoneyField, SelectField } from '#web/ui/form/fields.tsx';
import { Fields } from '#web/ui/form/form.tsx';
import { DateField } from '#web/ui/input/dates.tsx';
import classes from './invoice-window.module.css';
import { OwnerTransfers } from './owner-transfers.tsx';
import type { Settling } from './use-settling.ts';

const METHODS = Object.entries(PAYMENT_METHODS).map(([value, label]) => ({ value, label }));

/** Beside a pending invoice: what is received, and what the owners get of it. */
export function SettlementPanel({ settling }: { settling: Settling }) {
  const { form, shown, total, rest, fates, recalculating, failed } = settling;
  return (
    <>
      <section>
        <h3 className={classes.sideTitle}>Recebimento</h3>
        <Fields columns={1}>
          <MoneyField form={form} name="paid_amount" label="Valor recebido" proposed={total} help={difference(rest)} />
          {rest !== 0 && <RestFields form={form} fates={fates} />}
          <DateField form={form} name="pay_day" label="Pago em" max={today()} />
          <SelectField form={form} name="payment_method" label="Forma de pagamento" options={METHODS} />
        </Fields>
      </section>
      {failed && (
        <p role="alert" className={classes.failed}>
          {messageOf(failed)}
        </p>
      )}
      {shown && !failed && <OwnerTransfers invoice={shown} busy={recalculating} />}
    </>
  );
}

const difference = (rest: Cents): string | undefined =>
  rest === 0 ? undefined : `${formatMoney(Math.abs(rest))} a ${rest > 0 ? 'menos' : 'mais'} que o total.`;
