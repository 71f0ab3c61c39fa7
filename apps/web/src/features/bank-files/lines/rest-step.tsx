import type { BankLine } from '@morada/contract/bank/bank-files';
import { formatMoney } from '@morada/domain/base/money';
import { RestFields } from '#web/entities/invoice/rest-fields.tsx';
import { Day, Money } from '#web/ui/display/figures.tsx';
import { KeyValue } from '#web/ui/display/key-value.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { type Form as FormState, useForm } from '#web/ui/form/use-form.ts';
import classes from './assign-step.module.css';
import { Difference, type DifferenceValues, fatesOf, proposed, type Rest, restOf } from './difference.ts';

export function useRestChoice(
  line: BankLine | undefined,
  chosen: Rest | undefined,
  onChosen: (line: number, rest: Rest) => void,
) {
  return useForm(Difference, {
    values: line && { rest: chosen ?? proposed(line) },
    submit: async ({ rest }) => onChosen(line?.line ?? 0, rest),
    neverEmpty: () => ({ 'rest.due_date': 'Informe o vencimento do saldo' }),
    asks: true,
  });
}

type RestStepProps = { line: BankLine; form: FormState<DifferenceValues> };

/** Step that chooses open balance, next invoice, waiver, credit or return for the difference of one line. */
export function RestStep({ line, form }: RestStepProps) {
  const { found, paid_amount, paid_on } = line;
  const rest = restOf(line);
  return (
    <div className={classes.step}>
      <h3 className={classes.title}>
        {formatMoney(Math.abs(rest))} a {rest > 0 ? 'menos' : 'mais'} do que o devido
      </h3>
      <KeyValue
        items={[
          { label: 'Inquilino', value: found?.user.name },
          { label: 'Devido no dia', value: <Money value={found?.expected} /> },
          { label: 'Pago', value: <Money value={paid_amount} /> },
          { label: 'Pago em', value: <Day value={paid_on} /> },
        ]}
      />
      <div className={classes.field}>
        <Form form={form}>
          <Fields columns={1}>
            <RestFields form={form} fates={fatesOf(line)} />
          </Fields>
        </Form>
      </div>
    </div>
  );
}
