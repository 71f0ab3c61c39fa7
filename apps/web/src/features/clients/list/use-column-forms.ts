import { document as documentField, phone } from '@morada/contract/base/fields';
import { ClientCreate, type ClientDetail, ClientUser } from '@morada/contract/registry/clients';
import { documentKind } from '@morada/domain/base/documents';
import { PERSON_TYPES, proposedPersonType } from '@morada/domain/people/client';
import * as z from 'zod/mini';
import { type ColumnName, useSaveColumn, useSetClient } from '#web/entities/client/client-queries.ts';
import { toast } from '#web/lib/toast.ts';
import { useForm } from '#web/ui/form/use-form.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';

const Name = z.object({ name: ClientCreate.shape.name });
const Email = z.pick(ClientUser, { email: true });
const Document = z.object({ cpf_cnpj: documentField('Informe o documento') });
const Phone = z.object({ phone: phone('Informe o telefone') });

/** Fields that are edited in place on the page, each with its own form and request. */
export function useColumnForms(id: number, client: ClientDetail | undefined) {
  const { save } = useSaveColumn(id);
  const setClient = useSetClient(id);
  const confirm = useConfirm();
  const user = client?.user;
  const onSaved = () => toast.success('Dados atualizados');
  /** A CNPJ in place of a CPF makes a company of a person: the type is asked about, and saved when it is agreed to. */
  async function proposeType() {
    const after = document.getValues('cpf_cnpj');
    const person_type = client?.information?.person_type;
    const proposed = user && person_type && proposedPersonType({ before: user.cpf_cnpj, after, person_type });
    if (!proposed) return;
    await confirm({
      title: `Mudar o tipo de pessoa para ${PERSON_TYPES[proposed].toLowerCase()}?`,
      body: `O documento agora é um ${documentKind(after)}.`,
      verb: 'Mudar tipo',
      back: 'Manter',
      run: () => setClient.mutateAsync({ params: { id }, body: { person_type: proposed } }),
    });
  }
  const saving = (column: ColumnName) => (values: Partial<Record<ColumnName, string | null>>) =>
    save(column, values[column] || null);
  const document = useForm(Document, {
    values: user && { cpf_cnpj: user.cpf_cnpj },
    submit: saving('cpf_cnpj'),
    onSaved: () => {
      onSaved();
      proposeType();
    },
  });
  return {
    name: useForm(Name, { values: user && { name: user.name }, submit: saving('name'), onSaved }),
    email: useForm(Email, { values: user && { email: user.email ?? '' }, submit: saving('email'), onSaved }),
    document,
    phone: useForm(Phone, { values: user && { phone: user.phone ?? '' }, submit: saving('phone'), onSaved }),
  };
}

export type ColumnForms = ReturnType<typeof useColumnForms>;
