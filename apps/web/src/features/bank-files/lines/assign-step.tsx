import type { BankLine } from '@morada/contract/bank/bank-files';
import { recordId } from '@morada/contract/base/fields';
import * as z from 'zod/mini';
import { InvoicePicker } from '#web/entities/invoice/invoice-picker.tsx';
import { useAssignLine } from '#web/features/bank-files/bank-file-queries.ts';
import { present } from '#web/lib/present.ts';
import { Day, Money } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { type Form as FormState, useForm } from '#web/ui/form/use-form.ts';
import classes from './assign-step.module.css';

const Assignment = z.object({ invoice_id: recordId('Escolha a fatura') });

export function useAssignment(file: number, line: BankLine | undefined, onAssigned: () => void) {
  const { mutateAsync: assign } = useAssignLine(file);
  return useForm(Assignment, {
    submit: (body) => assign({ params: { id: file, line: present(line, 'the line').line }, body }),
    onSaved: onAssigned,
  });
}

type AssignStepProps = {
  line: BankLine;
  form: FormState<z.input<typeof Assignment>>;
};

/** Assigns a payment that the file does not identify to an invoice. */
export function AssignStep({ line, form }: AssignStepProps) {
  const { label, occurrence, paid_amount, paid_on, line: number } = line;
  return (
    <div className={classes.step}>
      <h3 className={classes.title}>De qual fatura é este pagamento?</h3>
      <KeyValue
        items={[
          { label: 'No banco', value: <span title={label}>{label}</span> },
          { label: 'Pago', value: <Money value={paid_amount} /> },
          { label: 'Pago em', value: <Day value={paid_on} /> },
          { label: 'Linha do arquivo', value: occurrence ? `${number}, ${occurrence}` : number },
        ]}
      />
      <div className={classes.field}>
        <Form form={form}>
          <Fields columns={1}>
            <InvoicePicker
              form={form}
              name="invoice_id"
              label="Fatura"
              required
              help="Só faturas em aberto. Depois você confere o valor antes de liquidar."
            />
          </Fields>
        </Form>
      </div>
    </div>
  );
}
