import { ClientCreate } from '@morada/contract/registry/clients';
import { useWatch } from 'react-hook-form';
import { CLIENT_TYPE_OPTIONS } from '#web/entities/client/client-options.ts';
import { useCreateClient } from '#web/entities/client/client-queries.ts';
import { toast } from '#web/lib/toast.ts';
import { AddressFields } from '#web/ui/address/address-fields.tsx';
import { SegmentedField, TextField } from '#web/ui/form/fields.tsx';
import { Form, FormSection } from '#web/ui/form/form.tsx';
import { FormFoot } from '#web/ui/form/form-foot.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DocumentField, PhoneField } from '#web/ui/input/masked.tsx';
import classes from './client-form.module.css';

const DOCUMENTS = [
  { value: 'CPF', label: 'CPF' },
  { value: 'CNPJ', label: 'CNPJ' },
];
const PURPOSES = [
  { value: 'RENT', label: 'Aluguel' },
  { value: 'SALE', label: 'Venda' },
];

const BLANK = {
  name: '',
  document: 'CPF',
  cpf_cnpj: '',
  sale_rent: 'RENT',
  type: 'TENANT',
  email: '',
  phone: '',
  cep: '',
  street: '',
  neighborhood: '',
  number: '',
  city: '',
  complement: '',
} as const;

/** The whole register of a new client, on a page of its own. */
export function ClientForm({ onCreated, onCancel }: { onCreated: (id: number) => void; onCancel: () => void }) {
  const create = useCreateClient();
  const form = useForm(ClientCreate, {
    defaultValues: BLANK,
    submit: (body) => create.mutateAsync({ body }),
    onSaved: ({ id }) => {
      toast.success(`Usuário adicionado, o código dele é ${id}`);
      form.reset(BLANK);
      onCreated(id);
    },
  });
  const [document, purpose] = useWatch({ control: form.control, name: ['document', 'sale_rent'] });
  const kind = document === 'CNPJ' ? 'CNPJ' : 'CPF';
  return (
    <Form form={form}>
      <FormSection title="Identificação" below="O documento é único: ninguém é cadastrado duas vezes.">
        <TextField form={form} name="name" label="Nome" required />
        <SegmentedField form={form} name="document" label="Documento" options={DOCUMENTS} />
        <DocumentField form={form} name="cpf_cnpj" label={kind} kind={kind} required />
        <SegmentedField form={form} name="sale_rent" label="Cadastro para" options={PURPOSES} />
        <div className={classes.two}>
          <SegmentedField form={form} name="type" label="Tipo de cliente" required options={CLIENT_TYPE_OPTIONS} />
        </div>
      </FormSection>
      <FormSection title="Contato" below="Para aluguel o e-mail é obrigatório: é por ele que as cobranças chegam.">
        <TextField form={form} name="email" label="E-mail" type="email" required={purpose === 'RENT'} />
        <PhoneField form={form} name="phone" label="Telefone" required />
      </FormSection>
      <FormSection title="Endereço">
        <AddressFields form={form} />
      </FormSection>
      <FormFoot label="Cadastrar cliente" saving={form.formState.isSubmitting} onCancel={onCancel} />
    </Form>
  );
}
