import { Button } from '@mantine/core';
import { BankAccountDraft } from '@morada/contract/registry/clients';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ACCOUNT_TYPES, options } from '#web/entities/client/client-options.ts';
import {
  type Account,
  accountRecordKey,
  bankAccountsQuery,
  useAddAccount,
  useUpdateAccount,
} from '#web/entities/client/client-queries.ts';
import { toast } from '#web/lib/toast.ts';
import { BankField } from '#web/ui/form/bank-field.tsx';
import { SegmentedField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form, Wide } from '#web/ui/form/form.tsx';
import { type Form as FormState, useForm } from '#web/ui/form/use-form.ts';
import { useBankName } from '#web/ui/input/bank-queries.ts';
import { DocumentField } from '#web/ui/input/masked.tsx';
import { PixKeyField } from '#web/ui/input/pix-key-field.tsx';
import { useConflict } from '#web/ui/overlay/use-record.tsx';
import classes from './bank-account-form.module.css';

type Draft = z.input<typeof BankAccountDraft>;
const TYPES = options(ACCOUNT_TYPES);

type Client = { id: number; name: string; cpf_cnpj: string };
type NewAccountProps = { client: Client; onDone: () => void };

export function NewAccount({ client, onDone }: NewAccountProps) {
  const add = useAddAccount();
  const bankName = useBankName();
  const form = useForm<Draft, Account>(BankAccountDraft, {
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
    submit: (draft) => add.mutateAsync({ params: { id: client.id }, body: named(draft, bankName) }),
    onSaved: () => {
      toast.success('Dados atualizados');
      onDone();
    },
  });
  return <AccountFields form={form} verb="Adicionar conta" onCancel={onDone} />;
}

type EditedAccountProps = { clientId: number; account: Account; onDone: () => void };

/** Saved over the version that was read. */
export function EditedAccount({ clientId, account, onDone }: EditedAccountProps) {
  const update = useUpdateAccount();
  const bankName = useBankName();
  const { refetch } = useQuery(bankAccountsQuery(clientId));
  const form = useForm<Draft, Account>(BankAccountDraft, {
    values: draftOf(account),
    submit: (draft) =>
      update.mutateAsync({
        params: { id: clientId, bankId: account.id },
        body: named(draft, bankName),
        version: account.version,
      }),
    onSaved: () => {
      toast.success('Dados atualizados');
      onDone();
    },
  });
  const notice = useConflict({ what: 'esta conta', key: accountRecordKey(account.id), reload: refetch }, [form]);
  return (
    <>
      {notice}
      <AccountFields form={form} verb="Salvar alterações" onCancel={onDone} />
    </>
  );
}

/** The name comes with the code that is chosen. */
const named = (draft: Draft, bankName: (code: string) => string) => ({
  ...draft,
  bank_name: draft.code ? bankName(draft.code) : '',
});

const draftOf = (account: Account): Draft => ({
  code: account.code ?? '',
  agency_number: account.agency_number ?? '',
  account_number: account.account_number ?? '',
  account_type: account.account_type,
  operation_number: account.operation_number ?? '',
  holder_name: account.holder_name,
  document: account.document,
  pix_key: account.pix_key ?? '',
  obs: account.obs ?? '',
});

type AccountFieldsProps = { form: FormState<Draft>; verb: string; onCancel: () => void };

/** A Pix key alone is enough: then bank, agency and account may stay blank. */
function AccountFields({ form, verb, onCancel }: AccountFieldsProps) {
  const [pix, agency, account] = useWatch({
    control: form.control,
    name: ['pix_key', 'agency_number', 'account_number'],
  });
  const required = !pix || Boolean(agency) || Boolean(account);
  return (
    <Form form={form}>
      <Fields>
        <Wide>
          <BankField form={form} name="code" label="Banco" required={required} clearable={!required} />
        </Wide>
        <Wide>
          <Fields columns={3}>
            <TextField form={form} name="agency_number" label="Agência" required={required} maxLength={20} />
            <TextField form={form} name="account_number" label="Conta" required={required} maxLength={30} />
            <TextField form={form} name="operation_number" label="Operação" maxLength={10} />
          </Fields>
        </Wide>
        <SegmentedField form={form} name="account_type" label="Tipo de conta" options={TYPES} />
        <PixKeyField form={form} name="pix_key" label="Chave Pix" />
        <TextField form={form} name="holder_name" label="Titular" required />
        <DocumentField form={form} name="document" label="CPF/CNPJ do titular" required />
        <Wide>
          <TextField form={form} name="obs" label="Observações" maxLength={500} />
        </Wide>
      </Fields>
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" loading={form.formState.isSubmitting}>
          {verb}
        </Button>
      </div>
    </Form>
  );
}
