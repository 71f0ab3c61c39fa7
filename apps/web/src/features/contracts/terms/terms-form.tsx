import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { formatMoney } from '@morada/domain/base/money';
import { restOfLastMonth } from '@morada/domain/rent/rest-of-month';
import { useWatch } from 'react-hook-form';
import { GuaranteeWarnings } from '#web/features/contracts/guarantors/guarantee-warnings.tsx';
import { GuarantorsLine } from '#web/features/contracts/guarantors/guarantors-line.tsx';
import { MoneyField, SelectField } from '#web/ui/form/fields.tsx';
import { Form, FormSection } from '#web/ui/form/form.tsx';
import type { Form as FormState } from '#web/ui/form/use-form.ts';
import { AccountSection } from './account-section.tsx';
import { AgreementSection } from './agreement-section.tsx';
import type { ContractTerms } from './contract-values.ts';
import { DepositField } from './deposit-field.tsx';
import { Double } from './form-layout.tsx';
import { GUARANTEE_OPTIONS } from './guarantee-options.ts';
import { isRent } from './rent.ts';
import { LeaseTaxSection, TaxSection } from './tax-section.tsx';
import { TermSection } from './term-section.tsx';
import classes from './terms.module.css';
import { ValueSection } from './value-section.tsx';

type TermsFormProps = { form: FormState<ContractTerms>; proposal: ProposalDetail; onGuarantors: () => void };

export function TermsForm({ form, proposal, onGuarantors }: TermsFormProps) {
  const [start, end, endsAtTerm, guarantee, deposit, price] = useWatch({
    control: form.control,
    name: ['start_date', 'end_date', 'ends_at_term', 'guarantee', 'deposit', 'price'],
  });
  const changed = end !== proposal.end_date || endsAtTerm !== proposal.ends_at_term;
  const rest =
    end && changed && isRent(proposal)
      ? restOfLastMonth(proposal, { end_date: end, ends_at_term: endsAtTerm ?? false }, proposal.invoices)
      : undefined;
  const { guarantors } = proposal;
  return (
    <div className={classes.terms}>
      <Form form={form}>
        <TermSection
          form={form}
          start={start}
          sale={!isRent(proposal)}
          below={
            rest
              ? `${rest.description}: ${formatMoney(rest.amount)} entram na próxima fatura.`
              : 'A data final muda por Prorrogar, que fica no histórico.'
          }
        />
        <ValueSection form={form} first={<MoneyField form={form} name="price" label="Aluguel no contrato" />} />
        {isRent(proposal) && <AgreementSection form={form} />}
        {isRent(proposal) && <TaxSection form={form} />}
        {isRent(proposal) && <LeaseTaxSection form={form} />}
        <FormSection title="Garantia" below="A lei admite uma só modalidade por contrato." terms={['guarantee']}>
          <SelectField form={form} name="guarantee" label="Tipo de garantia" required options={GUARANTEE_OPTIONS} />
          <DepositField form={form} />
          {(guarantee === 'BONDSMAN' || guarantors.length > 0) && (
            <Double>
              <GuarantorsLine guarantors={guarantors} onOpen={onGuarantors} />
            </Double>
          )}
          <GuaranteeWarnings
            guarantee={guarantee}
            guarantors={guarantors.length}
            deposit={deposit ?? 0}
            price={price ?? 0}
          />
        </FormSection>
        <AccountSection form={form} below="Copiada do proprietário na assinatura." required />
      </Form>
    </div>
  );
}
