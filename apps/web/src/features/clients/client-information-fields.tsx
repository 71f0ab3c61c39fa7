import { useWatch } from 'react-hook-form';
import { today } from '#web/lib/today.ts';
import { DateField } from '#web/ui/form/dates.tsx';
import { SelectField, TextField } from '#web/ui/form/fields.tsx';
import { DocumentField } from '#web/ui/form/masked.tsx';
import { MARITAL_OPTIONS } from './options.ts';
import type { ClientForms } from './use-client-forms.ts';

type ClientInformationFieldsProps = { form: ClientForms['information']; company: boolean };

/** A company has neither birth nor marriage; in the spouse's place stands whoever answers for it. */
export function ClientInformationFields({ form, company }: ClientInformationFieldsProps) {
  const marital = useWatch({ control: form.control, name: 'marital_status' });
  const other = company ? 'do responsável' : 'do cônjuge';
  return (
    <>
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
    </>
  );
}
