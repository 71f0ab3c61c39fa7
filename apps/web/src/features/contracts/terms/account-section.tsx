import type { ReactNode } from 'react';
import { type FieldValues, type Path, useWatch } from 'react-hook-form';
import { BankField } from '#web/ui/form/bank-field.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { FormSection } from '#web/ui/form/form.tsx';
import type { FieldProps } from '#web/ui/input/field.ts';
import { DocumentField } from '#web/ui/input/masked.tsx';
import { PixKeyField } from '#web/ui/input/pix-key-field.tsx';
import type { ContractDraft } from './contract-values.ts';
import { Double } from './form-layout.tsx';

type AccountSectionProps<V extends FieldValues> = {
  form: FieldProps<V>['form'];
  below: string;
  required?: boolean;
  /** Before the fields: the owner's own accounts. */
  choice?: ReactNode;
};

/** Account that receives the owner's part. */
export function AccountSection<V extends FieldValues>({ form, below, required, choice }: AccountSectionProps<V>) {
  const at = (name: keyof ContractDraft) => ({ form, name: name as Path<V> });
  const [pix, agency, account] = useWatch({
    control: form.control,
    name: [at('bank_pix').name, at('bank_agency').name, at('bank_account').name],
  });
  // A Pix key alone is enough.
  const wanted = required && (!pix || Boolean(agency) || Boolean(account));
  return (
    <FormSection title="Conta para repasse" below={below}>
      {choice}
      <BankField {...at('bank_code')} label="Banco" required={wanted} clearable={!wanted} />
      <TextField {...at('bank_agency')} label="Agência" required={wanted} maxLength={20} />
      <TextField {...at('bank_account')} label="Conta" required={wanted} maxLength={30} />
      <Double>
        <TextField {...at('bank_full_name')} label="Titular" required={required} maxLength={200} />
      </Double>
      <DocumentField {...at('bank_cpf')} label="CPF/CNPJ do titular" required={required} />
      <PixKeyField {...at('bank_pix')} label="Chave Pix" />
      <Double>
        <TextField {...at('bank_obs')} label="Observação" maxLength={500} />
      </Double>
    </FormSection>
  );
}
