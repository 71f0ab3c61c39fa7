import { invoices } from '@morada/contract/money/invoices';
import { clientId } from '@morada/contract/registry/clients';
import { formatMonth, shownReference } from '@morada/domain/base/calendar';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { ClientPicker } from '#web/entities/client/client-picker.tsx';
import type { ClientOption } from '#web/entities/client/client-queries.ts';
import { monthsQuery, useAnticipateInvoice } from '#web/entities/invoice/invoice-queries.ts';
import { messageOf, toast } from '#web/lib/toast.ts';
import { SelectField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { ContractField } from './contract-field.tsx';

const Anticipation = z.extend(invoices.anticipate.body, { user_id: clientId('Informe o cliente') });

type AnticipateWindowProps = { onClose: () => void; onIssued: (id: number) => void };

/** Issues one month of a client's contract ahead of the daily job. */
export function AnticipateWindow({ onClose, onIssued }: AnticipateWindowProps) {
  const { mutateAsync: anticipate } = useAnticipateInvoice();
  const [client, setClient] = useState<ClientOption>();
  const form = useForm(Anticipation, {
    submit: ({ proposal_id, reference }) => anticipate({ body: { proposal_id, reference } }),
    onSaved: ({ id }) => {
      toast.success('A fatura foi antecipada.');
      onIssued(id);
    },
  });
  const contract = useWatch({ control: form.control, name: 'proposal_id' });
  const months = useQuery({ ...monthsQuery(contract ?? 0), enabled: Boolean(contract) });
  const none = months.data?.length === 0;

  function choose(chosen: ClientOption | undefined) {
    const [only, ...others] = inForce(chosen);
    setClient(chosen);
    form.resetField('reference');
    if (only && others.length === 0) form.setValue('proposal_id', only.id, { shouldDirty: true, shouldValidate: true });
    else form.resetField('proposal_id');
  }

  return (
    <RecordWindow
      title="Antecipar fatura"
      terms={['reference']}
      width={480}
      onClose={onClose}
      actions={{
        close: 'Cancelar',
        primary: { label: 'Antecipar fatura', loading: form.formState.isSubmitting, onClick: form.save },
      }}
    >
      <Form form={form}>
        <Fields columns={1}>
          <ClientPicker form={form} name="user_id" label="Cliente" required first="TENANT" onChoose={choose} />
          <ContractField
            form={form}
            contracts={client && inForce(client)}
            onChoose={() => form.resetField('reference')}
          />
          <SelectField
            form={form}
            name="reference"
            label="Mês da fatura"
            required
            searchable
            placeholder={months.isFetching ? 'Buscando os meses…' : 'Escolha o mês'}
            disabled={!months.data || none}
            help={monthHelp({ chosen: Boolean(contract), none, error: months.error })}
            options={(months.data ?? []).map((month) => ({ value: month, label: formatMonth(shownReference(month)) }))}
          />
        </Fields>
      </Form>
    </RecordWindow>
  );
}

const inForce = (client: ClientOption | undefined) =>
  client?.contracts.filter(({ status }) => status === 'APPROVED') ?? [];

function monthHelp({ chosen, none, error }: { chosen: boolean; none: boolean; error: Error | null }): string {
  if (error) return messageOf(error);
  if (!chosen) return 'Escolha antes o contrato.';
  return none ? 'Todos os meses deste contrato já foram gerados.' : 'O mês de uso do imóvel, que se paga no seguinte.';
}
