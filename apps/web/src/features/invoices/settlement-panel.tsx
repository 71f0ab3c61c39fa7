import { type Cents, formatMoney } from '@morada/domain/money';
import { PAYMENT_METHODS } from '@morada/domain/payment-method';
import { REST_FATES } from '@morada/domain/rest-fate';
import { useWatch } from 'react-hook-form';
import { messageOf } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { DateField } from '#web/ui/form/dates.tsx';
import { MoneyField, SelectField, TextField } from '#web/ui/form/fields.tsx';
import { Fields } from '#web/ui/form/form.tsx';
import classes from './invoice-dialog.module.css';
import { OwnerTransfers } from './owner-transfers.tsx';
import type { Settling } from './use-settling.ts';

const METHODS = Object.entries(PAYMENT_METHODS).map(([value, label]) => ({ value, label }));

/** Beside a pending invoice: what is received, and what the owners get of it. */
export function SettlementPanel({ settling }: { settling: Settling }) {
  const { form, shown, rest, reckoning, failed } = settling;
  return (
    <>
      <section>
        <h3 className={classes.sideTitle}>Recebimento</h3>
        <Fields columns={1}>
          <MoneyField form={form} name="paid_amount" label="Valor recebido" help={difference(rest)} />
          {rest !== 0 && <RestFields settling={settling} />}
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

/** The choice for a difference between the total and the amount received. */
function RestFields({ settling: { form, fates } }: { settling: Settling }) {
  const fate = useWatch({ control: form.control, name: 'rest.fate' });
  const options = fates.map((value) => ({ value, label: REST_FATES[value] }));
  return (
    <>
      <SelectField form={form} name="rest.fate" label="O que fazer com a diferença" options={options} required />
      {fate === 'OPEN_BALANCE' && (
        <DateField form={form} name="rest.due_date" label="Vencimento do saldo" min={today()} required />
      )}
      {fate === 'WAIVED' && <TextField form={form} name="rest.reason" label="Motivo da dispensa" required />}
    </>
  );
}

const difference = (rest: Cents): string | undefined =>
  rest === 0 ? undefined : `${formatMoney(Math.abs(rest))} a ${rest > 0 ? 'menos' : 'mais'} que o total.`;
