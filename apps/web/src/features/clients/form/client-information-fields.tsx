import { useWatch } from 'react-hook-form';
import { MARITAL_OPTIONS, PERSON_TYPE_OPTIONS } from '#web/entities/client/client-options.ts';
import { today } from '#web/lib/today.ts';
import { SegmentedField, SelectField, SwitchField, TextField } from '#web/ui/form/fields.tsx';
import { Wide } from '#web/ui/form/form.tsx';
import { DateField } from '#web/ui/input/dates.tsx';
import { DocumentField } from '#web/ui/input/masked.tsx';
import type { ClientForms } from './use-client-forms.ts';

type ClientInformationFieldsProps = {
  form: ClientForms['information'];
  /** The person type is one field, of the form of the register, shown here too. */
  user: ClientForms['user'];
  company: boolean;
};

/** A company has no birth date or marital status; its legal representative takes the place of the spouse. */
export function ClientInformationFields({ form, user, company }: ClientInformationFieldsProps) {
  const marital = useWatch({ control: form.control, name: 'marital_status' });
  const other = company ? 'do responsável' : 'do cônjuge';
  return (
    <>
      <SegmentedField form={user} name="person_type" label="Tipo de pessoa" options={PERSON_TYPE_OPTIONS} />
      {!company && (
        <>
          <TextField form={form} name="rg" label="RG" required maxLength={30} />
          <DateField form={form} name="birth_date" label="Data de nascimento" required max={today()} />
          <TextField form={form} name="profession" label="Profissão" required />
          <SelectField form={form} name="marital_status" label="Estado civil" required options={MARITAL_OPTIONS} />
        </>
      )}
      {(company || marital === 'CASADO') && (
        <>
          <TextField form={form} name="spounce_name" label={`Nome ${other}`} />
          <DocumentField form={form} name="spounce_cpf" label={`CPF ${other}`} kind="CPF" />
          <TextField form={form} name="spounce_rg" label={`RG ${other}`} maxLength={30} />
          <TextField form={form} name="spouse_profession" label={`Profissão ${other}`} />
        </>
      )}
      <Wide>
        <SwitchField
          form={form}
          name="non_resident"
          label="Mora no exterior"
          help="Para o imposto de renda: o aluguel de quem não é residente no Brasil é tributado a uma alíquota só."
        />
      </Wide>
    </>
  );
}
