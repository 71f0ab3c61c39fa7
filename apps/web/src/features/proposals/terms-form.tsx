import type { ProposalDetail } from '@morada/contract/proposals';
import { hasTwoGuarantees } from '@morada/domain/contract';
import { useWatch } from 'react-hook-form';
import { MoneyField, SelectField } from '#web/ui/form/fields.tsx';
import { Form, FormSection, Wide } from '#web/ui/form/form.tsx';
import type { Form as FormState } from '#web/ui/form/use-form.ts';
import { AccountSection } from './account-section.tsx';
import { Double } from './form-layout.tsx';
import { GUARANTEE_OPTIONS } from './guarantee-options.ts';
import { GuaranteeWarning } from './guarantee-warning.tsx';
import { GuarantorsLine } from './guarantors-line.tsx';
import type { ProposalTerms } from './proposal-values.ts';
import { TermSection } from './term-section.tsx';
import classes from './terms.module.css';
import { ValueSection } from './value-section.tsx';

type TermsFormProps = { form: FormState<ProposalTerms>; proposal: ProposalDetail; onGuarantors: () => void };

export function TermsForm({ form, proposal, onGuarantors }: TermsFormProps) {
  const [start, guarantee] = useWatch({ control: form.control, name: ['start_date', 'guarantee'] });
  const { guarantors } = proposal;
  return (
    <div className={classes.terms}>
      <Form form={form}>
        <TermSection form={form} start={start} below="O reajuste é avisado na lista nos 30 dias antes da data." />
        <ValueSection form={form} first={<MoneyField form={form} name="price" label="Aluguel no contrato" />} />
        <FormSection title="Garantia" below="A lei admite uma só modalidade por contrato.">
          <SelectField form={form} name="guarantee" label="Tipo de garantia" required options={GUARANTEE_OPTIONS} />
          {(guarantee === 'BONDSMAN' || guarantors.length > 0) && (
            <Double>
              <GuarantorsLine guarantors={guarantors} onOpen={onGuarantors} />
            </Double>
          )}
          {hasTwoGuarantees(guarantee, guarantors.length) && (
            <Wide>
              <GuaranteeWarning />
            </Wide>
          )}
        </FormSection>
        <AccountSection form={form} below="Copiada do proprietário na assinatura." required />
      </Form>
    </div>
  );
}
