import { proposedPersonType } from '@morada/domain/people/client';
import { PERSON_TYPE_OPTIONS } from '#web/entities/client/client-options.ts';
import { PasswordField, SegmentedField, TextField } from '#web/ui/form/fields.tsx';
import { Wide } from '#web/ui/form/form.tsx';
import { DocumentField, PhoneField } from '#web/ui/input/masked.tsx';
import type { ClientForms } from './use-client-forms.ts';

type ClientUserFieldsProps = {
  form: ClientForms['user'];
  /** The document as it is saved. */
  saved: string;
  company: boolean;
  hasPhone: boolean;
};

export function ClientUserFields({ form, saved, company, hasPhone }: ClientUserFieldsProps) {
  /** Changes the person type with the document. Its field is visible beside it, so the user can change it back. */
  function propose(after: string) {
    const proposed = proposedPersonType({ before: saved, after, person_type: company ? 'JURIDICA' : 'FISICA' });
    if (proposed) form.setValue('person_type', proposed, { shouldDirty: true });
  }
  return (
    <>
      <Wide>
        <TextField form={form} name="name" label="Nome" required />
      </Wide>
      <SegmentedField form={form} name="person_type" label="Tipo de pessoa" options={PERSON_TYPE_OPTIONS} />
      <DocumentField form={form} name="cpf_cnpj" label={company ? 'CNPJ' : 'CPF'} required onBare={propose} />
      <PhoneField form={form} name="phone" label="Telefone" required={hasPhone} />
      <PhoneField form={form} name="cellphone" label="Celular" />
      <TextField form={form} name="email" label="E-mail" type="email" />
      <PasswordField
        form={form}
        name="password"
        label="Nova senha"
        help="Preencha só para trocar a senha do cliente."
      />
    </>
  );
}
