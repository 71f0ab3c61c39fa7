import { Button } from '@mantine/core';
import { BankAccountCreate } from '@morada/contract/clients';
import * as z from 'zod/mini';
import { toast } from '#web/lib/toast.ts';
import { BankField } from '#web/ui/form/bank-field.tsx';
import { useBankName } from '#web/ui/form/bank-queries.ts';
import { SegmentedField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form, Wide } from '#web/ui/form/form.tsx';
import { DocumentField } from '#web/ui/form/masked.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import classes from './bank-account-form.module.css';
import { useBankAccounts } from './client-queries.ts';
import { ACCOUNT_TYPES, options } from './options.ts';

/** The name comes with the code that is chosen. */
const Account = z.omit(BankAccountCreate, { bank_name: true });
const TYPES = options(ACCOUNT_TYPES);

type BankAccountFormProps = { client: { id: number; name: string; cpf_cnpj: string }; onDone: () => void };

export function BankAccountForm({ client, onDone }: BankAccountFormProps) {
  const accounts = useBankAccounts(client.id);
  const bankName = useBankName();
  const form = useForm(Account, {
    defaultValues: {
      code: '',
      agency_number: '',
      account_number: '',
      account_type: 'CORRENTE',
      operation_number: '',
      holder_name: client.name,
      document: client.cpf_cnpj,
      pix_key: '',
      obs: '',
    },
    submit: (account) => accounts.add({ ...account, bank_name: bankName(account.code) }),
    onSaved: () => {
      toast.success('Dados atualizados');
      onDone();
    },
  });
  return (
    <Form form={form}>
      <Fields>
        <Wide>
          <BankField form={form} name="code" label="Banco" required />
        </Wide>
        <Wide>
          <Fields columns={3}>
            <TextField form={form} name="agency_number" label="Agência" required maxLength={20} />
            <TextField form={form} name="account_number" label="Conta" required maxLength={30} />
            <TextField form={form} name="operation_number" label="Operação" maxLength={10} />
          </Fields>
        </Wide>
        <SegmentedField form={form} name="account_type" label="Tipo de conta" options={TYPES} />
        <TextField form={form} name="pix_key" label="Chave Pix" maxLength={140} />
        <TextField form={form} name="holder_name" label="Titular" required />
        <DocumentField form={form} name="document" label="CPF/CNPJ do titular" required />
        <Wide>
          <TextField form={form} name="obs" label="Observações" maxLength={500} />
        </Wide>
      </Fields>
      <div className={classes.actions}>
        <Button variant="default" onClick={onDone}>
          Cancelar
        </Button>
        <Button type="submit" loading={form.formState.isSubmitting}>
          Adicionar conta
        </Button>
      </div>
    </Form>
  );
}
