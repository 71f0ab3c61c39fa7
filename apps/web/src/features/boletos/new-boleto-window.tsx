import { boletos } from '@morada/contract/bank/boletos';
import type { InvoiceRow } from '@morada/contract/money/invoices';
import { formatDate, formatReference, shownReference } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { pendingInvoicesQuery, useCreateBoleto } from '#web/entities/boleto/boleto-queries.ts';
import { ClientPicker } from '#web/entities/client/client-picker.tsx';
import type { ClientOption } from '#web/entities/client/client-queries.ts';
import { messageOf, toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { RecordField } from '#web/ui/form/record-field.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Notice } from '#web/ui/overlay/notice.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { useNewNumber } from './use-new-number.ts';
import { useSettingsFirst } from './use-settings-first.ts';

type NewBoletoWindowProps = { onClose: () => void; onMade: (id: number) => void };

/** Makes the boleto of one pending invoice, found by its tenant and contract. */
export function NewBoletoWindow({ onClose, onMade }: NewBoletoWindowProps) {
  const { mutateAsync: create } = useCreateBoleto();
  const agreesToNewNumber = useNewNumber();
  const settingsFirst = useSettingsFirst();
  const [client, setClient] = useState<ClientOption>();
  const form = useForm(boletos.create.body, {
    submit: async (body) => {
      if (!(await agreesToNewNumber(body.invoice_id))) return undefined;
      return create({ body }).catch((error) => {
        settingsFirst(error);
        throw error;
      });
    },
    showsFailure: true,
    onSaved: (made) => {
      if (!made) return;
      toast.success('O boleto foi gerado.');
      onMade(made.id);
    },
  });
  const contract = useWatch({ control: form.control, name: 'proposal_id' });
  const invoices = useQuery({ ...pendingInvoicesQuery(contract ?? 0), enabled: Boolean(contract) });

  function choose(chosen: ClientOption | undefined) {
    const [only, ...others] = chosen?.contracts ?? [];
    setClient(chosen);
    form.resetField('invoice_id');
    if (only && others.length === 0) form.setValue('proposal_id', only.id, { shouldDirty: true, shouldValidate: true });
    else form.resetField('proposal_id');
  }

  return (
    <RecordWindow
      title="Gerar boleto"
      terms={['boleto', 'agreement']}
      width={520}
      onClose={onClose}
      notice={form.failure && <Notice>{messageOf(form.failure)}</Notice>}
      actions={{
        close: 'Cancelar',
        primary: { label: 'Gerar boleto', loading: form.formState.isSubmitting, onClick: form.save },
      }}
    >
      <Form form={form}>
        <Fields columns={1}>
          <ClientPicker form={form} name="user_id" label="Inquilino" required first="TENANT" onChoose={choose} />
          <RecordField
            form={form}
            name="proposal_id"
            label="Contrato"
            required
            disabled={!client || client.contracts.length === 0}
            help={client?.contracts.length === 0 ? 'Este cliente não é inquilino em nenhum contrato.' : undefined}
            placeholder={client ? 'Escolha o contrato' : 'Escolha antes o inquilino'}
            options={client?.contracts.map(({ id, property }) => ({ id, label: `${id} · ${property}` })) ?? []}
            onChoose={() => form.resetField('invoice_id')}
          />
          <RecordField
            form={form}
            name="invoice_id"
            label="Fatura"
            required
            disabled={!contract || !invoices.data?.length}
            help={invoiceHelp({ contract, found: invoices.data, error: invoices.error })}
            placeholder={invoices.isFetching ? 'Buscando as faturas…' : 'Escolha a fatura'}
            options={(invoices.data ?? []).map(asOption)}
          />
        </Fields>
      </Form>
    </RecordWindow>
  );
}

const asOption = ({ id, reference, due_date, amount }: InvoiceRow) => ({
  id,
  label: `${formatReference(shownReference(reference))} · ${formatMoney(amount)} · ${due_date < today() ? 'venceu' : 'vence'} ${formatDate(due_date)}`,
});

function invoiceHelp(state: { contract: number | undefined; found: InvoiceRow[] | undefined; error: Error | null }) {
  if (state.error) return messageOf(state.error);
  if (!state.contract) return 'Escolha antes o contrato.';
  return state.found?.length === 0 ? 'Este contrato não tem fatura pendente.' : 'Vencida, sai com os encargos de hoje.';
}
