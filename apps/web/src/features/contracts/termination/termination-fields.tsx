import type { ProposalDetail } from '@morada/contract/lease/proposals';
import type { TerminationSheet } from '@morada/contract/money/terminations';
import { formatMoney } from '@morada/domain/base/money';
import { useWatch } from 'react-hook-form';
import { today } from '#web/lib/today.ts';
import { MoneyField, SegmentedField } from '#web/ui/form/fields.tsx';
import { Fields } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { FeeChoices, RentChoice } from './fee-choices.tsx';
import classes from './termination.module.css';
import type { Draft } from './termination-queries.ts';
import { WaiverFields } from './waiver-fields.tsx';

const HOLDERS = [
  { value: 'AGENCY', label: 'Imobiliária' },
  { value: 'OWNER', label: 'Proprietário' },
];

type TerminationFieldsProps = {
  form: Form<Draft>;
  proposal: ProposalDetail;
  sheet: TerminationSheet | undefined;
  /** The day is still to come. */
  simulated: boolean;
};

/** Beside the sheet: when the tenant leaves, and what was agreed about penalty and deposit. */
export function TerminationFields({ form, proposal, sheet, simulated }: TerminationFieldsProps) {
  const [waiver, penalty] = useWatch({ control: form.control, name: ['waiver', 'penalty'] });
  const waived = Boolean(waiver);
  const { guarantee, deposit, start_date } = proposal;
  return (
    <>
      <section>
        <h3 className={classes.title}>Saída</h3>
        <Fields columns={1}>
          <DateField
            form={form}
            name="left_on"
            label="Data da saída"
            required
            min={start_date}
            help={simulated && 'Simulação: o contrato só se encerra nesse dia, ou depois.'}
          />
          <DateField
            form={form}
            name="due_date"
            label="Vencimento"
            proposed={sheet?.due_date ?? today()}
            help="Do que ficar a pagar, ou a devolver."
          />
          {sheet?.rent && <RentChoice form={form} rent={sheet.rent} />}
        </Fields>
      </section>
      <section className={classes.part}>
        <h3 className={classes.title}>Multa</h3>
        <Fields columns={1}>
          <MoneyField
            form={form}
            name="penalty"
            label="Multa por rescisão"
            proposed={sheet?.proposed_penalty}
            disabled={waived}
            help={
              sheet?.without_term
                ? `${sheet.penalty_words}.`
                : proposal.penalty_rents === 0
                  ? 'O contrato não prevê multa.'
                  : sheet && penalty !== undefined && `Pelo contrato: ${formatMoney(sheet.proposed_penalty)}.`
            }
          />
          <WaiverFields form={form} waived={waived} />
        </Fields>
      </section>
      {sheet?.fees && sheet.fees.length > 0 && (
        <section className={classes.part}>
          <h3 className={classes.title}>Taxas do mês da saída</h3>
          <FeeChoices form={form} fees={sheet.fees} />
        </section>
      )}
      {(guarantee === 'SECURITY_DEPOSIT' || deposit !== null) && (
        <section className={classes.part}>
          <h3 className={classes.title}>Caução</h3>
          <Fields columns={1}>
            <MoneyField
              form={form}
              name="deposit_return"
              label="Caução a devolver"
              proposed={deposit}
              help="Corrigida pela poupança (Lei 8.245, art. 38, § 2º)."
            />
            <SegmentedField form={form} name="deposit_held_by" label="Com quem está a caução" options={HOLDERS} />
          </Fields>
        </section>
      )}
    </>
  );
}
