import { ClientCreate, type ClientDetail, ClientUser } from '@morada/contract/clients';
import { document, phone } from '@morada/contract/fields';
import * as z from 'zod/mini';
import { toast } from '#web/lib/toast.ts';
import { useForm } from '#web/ui/form/use-form.ts';
import { type ColumnName, useSaveColumn } from './client-queries.ts';

const Name = z.object({ name: ClientCreate.shape.name });
const Email = z.pick(ClientUser, { email: true });
const Document = z.object({ cpf_cnpj: document('Informe o documento') });
const Phone = z.object({ phone: phone('Informe o telefone') });

/** The fields of the page that are changed where they stand, each a form and a call of its own. */
export function useColumnForms(id: number, client: ClientDetail | undefined) {
  const save = useSaveColumn(id);
  const user = client?.user;
  const onSaved = () => toast.success('Dados atualizados');
  const saving = (column: ColumnName) => (values: Partial<Record<ColumnName, string | null>>) =>
    save(column, values[column] || null);
  return {
    name: useForm(Name, { values: user && { name: user.name }, submit: saving('name'), onSaved }),
    email: useForm(Email, { values: user && { email: user.email ?? '' }, submit: saving('email'), onSaved }),
    document: useForm(Document, { values: user && { cpf_cnpj: user.cpf_cnpj }, submit: saving('cpf_cnpj'), onSaved }),
    phone: useForm(Phone, { values: user && { phone: user.phone ?? '' }, submit: saving('phone'), onSaved }),
  };
}

export type ColumnForms = ReturnType<typeof useColumnForms>;
