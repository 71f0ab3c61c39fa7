import type { ReactNode } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { BankField } from '#web/ui/form/bank-field.tsx';
import type { FieldProps } from '#web/ui/form/field.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import { FormSection } from '#web/ui/form/form.tsx';
import { DocumentField } from '#web/ui/form/masked.tsx';
import { Double } from './form-layout.tsx';
import type { ProposalDraft } from './proposal-values.ts';

type AccountSectionProps<V extends FieldValues> = {
  form: FieldProps<V>['form'];
  below: string;
  required?: boolean;
  /** Before the fields: the owner's own accounts. */
  choice?: ReactNode;
};

/** Where the owner's part is paid to. */
export function AccountSection<V extends FieldValues>({ form, below, required, choice }: AccountSectionProps<V>) {
  const at = (name: keyof ProposalDraft) => ({ form, name: name as Path<V> });
  return (
    <FormSection title="Conta para repasse" below={below}>
      {choice}
      <BankField {...at('bank_code')} label="Banco" required={required} clearable={!required} />
      <TextField {...at('bank_agency')} label="Agência" required={required} maxLength={20} />
      <TextField {...at('bank_account')} label="Conta" required={required} maxLength={30} />
      <Double>
        <TextField {...at('bank_full_name')} label="Titular" required={required} maxLength={200} />
      </Double>
      <DocumentField {...at('bank_cpf')} label="CPF/CNPJ do titular" required={required} />
      <TextField {...at('bank_pix')} label="Chave Pix" maxLength={140} />
      <Double>
        <TextField {...at('bank_obs')} label="Observação" maxLength={500} />
      </Double>
    </FormSection>
  );
}
