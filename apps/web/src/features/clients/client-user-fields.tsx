import { PasswordField, SegmentedField, TextField } from '#web/ui/form/fields.tsx';
import { Wide } from '#web/ui/form/form.tsx';
import { DocumentField, PhoneField } from '#web/ui/form/masked.tsx';
import type { ClientForms } from './use-client-forms.ts';

const PEOPLE = [
  { value: 'FISICA', label: 'Física' },
  { value: 'JURIDICA', label: 'Jurídica' },
];

type ClientUserFieldsProps = { form: ClientForms['user']; company: boolean; hasPhone: boolean };

export function ClientUserFields({ form, company, hasPhone }: ClientUserFieldsProps) {
  const document = company ? 'CNPJ' : 'CPF';
  return (
    <>
      <Wide>
        <TextField form={form} name="name" label="Nome" required />
      </Wide>
      <SegmentedField form={form} name="person_type" label="Tipo de pessoa" options={PEOPLE} />
      <DocumentField form={form} name="cpf_cnpj" label={document} kind={document} required />
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
