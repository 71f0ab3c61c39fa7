import { invoices } from '@morada/contract/invoices';
import { formatMonth, shownReference } from '@morada/domain/calendar';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { messageOf, toast } from '#web/lib/toast.ts';
import { SelectField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { AsyncPicker } from '#web/ui/form/picker.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { RecordModal } from '#web/ui/windows.tsx';
import { contractOptions, monthsQuery, useInvoiceActions } from './invoice-queries.ts';

/** Issues one month ahead of the daily job. */
export function AnticipateDialog({ onClose, onIssued }: { onClose: () => void; onIssued: (id: number) => void }) {
  const { anticipate } = useInvoiceActions();
  const form = useForm(invoices.anticipate.body, {
    submit: anticipate,
    onSaved: ({ id }) => {
      toast.success('A fatura foi antecipada.');
      onIssued(id);
    },
  });
  const contract = useWatch({ control: form.control, name: 'proposal_id' });
  const months = useQuery(contract ? monthsQuery(contract) : { queryKey: ['invoices', 'months'], queryFn: skipToken });
  const none = months.data?.length === 0;

  return (
    <RecordModal
      title="Antecipar fatura"
      width={480}
      onClose={onClose}
      actions={{
        close: 'Cancelar',
        primary: { label: 'Antecipar fatura', loading: form.formState.isSubmitting, onClick: form.save },
      }}
    >
      <Form form={form}>
        <Fields columns={1}>
          <AsyncPicker
            form={form}
            name="proposal_id"
            label="Contrato"
            required
            placeholder="Inquilino ou imóvel"
            query={contractOptions}
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
    </RecordModal>
  );
}

function monthHelp({ chosen, none, error }: { chosen: boolean; none: boolean; error: Error | null }): string {
  if (error) return messageOf(error);
  if (!chosen) return 'Escolha antes o contrato.';
  return none ? 'Todos os meses deste contrato já foram gerados.' : 'O mês de uso do imóvel, que se paga no seguinte.';
}
