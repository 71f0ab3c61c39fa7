import type { BulkAction } from '@morada/contract/desk/bulk.access';
import { PAYMENT_METHODS } from '@morada/domain/rent/payment-method';
import * as z from 'zod/mini';
import { today } from '#web/lib/today.ts';
import { SelectField } from '#web/ui/form/fields.tsx';
import { Fields } from '#web/ui/form/form.tsx';
import { type Form, useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import classes from './bulk-window.module.css';

/** Null: emptied, and nothing is previewed until it is given. */
type Options = { pay_day?: string | null; payment_method?: string | null };

export const areGiven = (options: object) => !Object.values(options).includes(null);

const METHODS = Object.entries(PAYMENT_METHODS).map(([value, label]) => ({ value, label }));

/** Initial values, the same as in the window of a single record. */
export function startingOptions(action: BulkAction): Options {
  if (action === 'invoice-pay') return { pay_day: today(), payment_method: 'MANUAL' };
  return action === 'boleto-settle' || action === 'transfer-conclude' ? { pay_day: today() } : {};
}

type OptionFieldsProps = { values: Options; onChange: (values: Options) => void };

/** Options asked once for all records; changing them updates the preview. */
export function OptionFields({ values, onChange }: OptionFieldsProps) {
  const form: Form<Options> = useForm(ANYTHING, { defaultValues: values, asks: true, submit: async () => undefined });
  const edit = (name: keyof Options) => (value: unknown) => {
    onChange({ ...values, [name]: value || null });
  };
  if (values.pay_day === undefined) return null;
  return (
    <div className={classes.fields}>
      <Fields>
        <DateField
          form={form}
          name="pay_day"
          label="Pago em"
          max={today()}
          help={values.pay_day === null && 'Informe a data do pagamento.'}
          onEdit={edit('pay_day')}
        />
        {values.payment_method && (
          <SelectField
            form={form}
            name="payment_method"
            label="Forma de pagamento"
            options={METHODS}
            onEdit={edit('payment_method')}
          />
        )}
      </Fields>
    </div>
  );
}

/** The server's preview says what is wrong with it. */
const ANYTHING = z.object({
  pay_day: z.optional(z.nullable(z.string())),
  payment_method: z.optional(z.nullable(z.string())),
});
