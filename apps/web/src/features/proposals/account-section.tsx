import { BANKS, bankName } from '@morada/domain/banks';
import type { ReactNode } from 'react';
import { type FieldValues, type Path, type PathValue, useWatch } from 'react-hook-form';
import type { FieldProps } from '#web/ui/form/field.ts';
import { SelectField, TextField } from '#web/ui/form/fields.tsx';
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

const OPTIONS = BANKS.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }));

/** Where the owner's part is paid to. */
export function AccountSection<V extends FieldValues>({ form, below, required, choice }: AccountSectionProps<V>) {
  const at = (name: keyof ProposalDraft) => ({ form, name: name as Path<V> });
  const code = useWatch({ control: form.control, name: 'bank_code' as Path<V> }) as PathValue<V, Path<V>>;
  return (
    <FormSection title="Conta para repasse" below={below}>
      {choice}
      <SelectField
        {...at('bank_code')}
        label="Banco"
        required={required}
        options={banksWith(code)}
        searchable
        clearable={!required}
      />
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

/** A code that is in no list is still shown. */
function banksWith(code: string | null | undefined) {
  if (!code || OPTIONS.some(({ value }) => value === code)) return OPTIONS;
  return [{ value: code, label: `${code} ${bankName(code)}` }, ...OPTIONS];
}
