import { type DarfRow, withholding } from '@morada/contract/fiscal/fiscal-withholding';
import { formatReference } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { usePayDarf } from './withholding-queries.ts';

/** The day on which the agency paid a DARF: the tax leaves the cash. */
export function PayDarfWindow({ darf, onClose }: { darf: DarfRow; onClose: () => void }) {
  const { mutateAsync: pay } = usePayDarf();
  const { tenant, code, reference, due } = darf;
  const form = useForm(withholding.pay.body, {
    defaultValues: { tenant_id: tenant.id, code, reference, paid_on: today() },
    submit: (body) => pay({ body }),
    onSaved: () => {
      toast.success('DARF marcado como pago');
      onClose();
    },
  });
  return (
    <FormWindow
      title={`DARF ${code} de ${formatReference(reference)}`}
      onClose={onClose}
      form={form}
      verb="Marcar como pago"
    >
      <Form form={form}>
        <Fields columns={1}>
          <p>
            {formatMoney(due)}, em nome de {tenant.name}. O valor sai do caixa.
          </p>
          <DateField form={form} name="paid_on" label="Pago em" required max={today()} />
        </Fields>
      </Form>
    </FormWindow>
  );
}
