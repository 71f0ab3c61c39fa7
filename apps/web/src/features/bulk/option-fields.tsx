import type { BulkAction } from '@morada/contract/desk/bulk.access';
import { templates } from '@morada/contract/lease/templates';
import { PAYMENT_METHODS } from '@morada/domain/rent/payment-method';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { query } from '#web/lib/api/query.ts';
import { may } from '#web/lib/session/session.ts';
import { today } from '#web/lib/today.ts';
import { SelectField } from '#web/ui/form/fields.tsx';
import { Fields } from '#web/ui/form/form.tsx';
import { type Form, useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { Select } from '#web/ui/input/select.tsx';
import classes from './bulk-window.module.css';

/** Null: emptied, and nothing is previewed until it is given. */
type Payment = { pay_day?: string | null; payment_method?: string | null };

type Options = Payment & { lease_tax?: string; template_id?: number };

export const areGiven = (options: object) => !Object.values(options).includes(null);

const METHODS = Object.entries(PAYMENT_METHODS).map(([value, label]) => ({ value, label }));

/** Initial values, the same as in the window of a single record. */
export function startingOptions(action: BulkAction): Options {
  if (action === 'invoice-pay') return { pay_day: today(), payment_method: 'MANUAL' };
  return action === 'boleto-settle' || action === 'transfer-conclude' ? { pay_day: today() } : {};
}

type OptionFieldsProps = { values: Options; onChange: (values: Options) => void };

/** Options asked once for all records; changing them updates the preview. */
export function OptionFields(props: OptionFieldsProps) {
  const { values } = props;
  if (values.pay_day !== undefined) return <PaymentFields {...props} />;
  return values.lease_tax !== undefined && may(templates.generate.access) ? <AddendumField {...props} /> : null;
}

/** The addendum that is generated for each contract, by a template of the agency. */
function AddendumField({ values: { template_id, ...values }, onChange }: OptionFieldsProps) {
  const list = useQuery(query(templates.list, {}));
  return (
    <div className={classes.fields}>
      <Select
        label="Aditivo"
        placeholder="Sem aditivo"
        description="Gerado em PDF para cada contrato, pelo modelo escolhido em Configurações › Modelos de contrato."
        clearable
        clearButtonProps={{ 'aria-label': 'Limpar' }}
        data={(list.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={template_id === undefined ? null : String(template_id)}
        onChange={(next) => onChange(next ? { ...values, template_id: Number(next) } : values)}
      />
    </div>
  );
}

function PaymentFields({ values, onChange }: OptionFieldsProps) {
  const form: Form<Payment> = useForm(ANYTHING, { defaultValues: values, asks: true, submit: async () => undefined });
  const edit = (name: keyof Payment) => (value: unknown) => {
    onChange({ ...values, [name]: value || null });
  };
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
