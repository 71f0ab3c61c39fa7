import { Button } from '@mantine/core';
import { ClientCreate } from '@morada/contract/registry/clients';
import type { ClientType } from '@morada/domain/people/client';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ApiProblem } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { SegmentedField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DocumentField, PhoneField } from '#web/ui/input/masked.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { CLIENT_TYPE_OPTIONS } from './client-options.ts';
import { useCreateClient, useReadClient } from './client-queries.ts';

const PEOPLE = [
  { value: 'PF', label: 'Pessoa física' },
  { value: 'PJ', label: 'Pessoa jurídica' },
];

type NewClientWindowProps = {
  title?: string;
  /** Initial values: the type, or the text already typed in a search. */
  type?: ClientType;
  name?: string;
  phone?: string | null;
  email?: string;
  onCreated: (client: { id: number; name: string }) => void;
  onClose: () => void;
};

/** A number goes into the field of its kind: eleven digits are a mobile phone's. */
const numbers = (given: string | null) =>
  given?.length === 11 ? { phone: '', cellphone: given } : { phone: given ?? '', cellphone: '' };

export function NewClientWindow({
  title = 'Novo cliente',
  type = 'TENANT',
  name = '',
  phone: given = null,
  email = '',
  onCreated,
  onClose,
}: NewClientWindowProps) {
  const create = useCreateClient();
  const read = useReadClient();
  const [holder, setHolder] = useState<number>();
  const form = useForm(ClientCreate, {
    defaultValues: { name, document: 'PF', cpf_cnpj: '', type, ...numbers(given), email },
    submit: async (client) => {
      setHolder(undefined);
      try {
        return { ...(await create.mutateAsync({ body: client })), name: client.name };
      } catch (error) {
        if (error instanceof ApiProblem && typeof error.extra.client_id === 'number') setHolder(error.extra.client_id);
        throw error;
      }
    },
    onSaved: (client) => {
      toast.success(`Usuário adicionado, o código dele é ${client.id}`);
      onCreated(client);
    },
  });
  const use = (id: number) =>
    read(id).then((client) => {
      form.release();
      onCreated(client);
    }, toast.failure);
  const [document, phone, cellphone] = useWatch({ control: form.control, name: ['document', 'phone', 'cellphone'] });
  const kind = document === 'PJ' ? 'CNPJ' : 'CPF';
  return (
    <FormWindow title={title} onClose={onClose} form={form} verb="Cadastrar cliente">
      <Form form={form}>
        <Fields columns={1}>
          <TextField form={form} name="name" label="Nome" required />
          <SegmentedField form={form} name="document" label="Tipo de documento" required options={PEOPLE} />
          <DocumentField form={form} name="cpf_cnpj" label={kind} kind={kind} required />
          <SegmentedField form={form} name="type" label="Tipo de cliente" required options={CLIENT_TYPE_OPTIONS} />
          <Fields>
            <PhoneField form={form} name="phone" label="Telefone" required={!cellphone} />
            <PhoneField form={form} name="cellphone" label="Celular" required={!phone} />
          </Fields>
          <TextField form={form} name="email" label="E-mail" type="email" />
          {holder !== undefined && (
            <Callout
              tone="known"
              action={
                <Button size="xs" variant="default" onClick={() => use(holder)}>{`Usar o cliente ${holder}`}</Button>
              }
            >
              Este cadastro já existe.
            </Callout>
          )}
        </Fields>
      </Form>
    </FormWindow>
  );
}
