import { transfers } from '@morada/contract/money/transfers';
import type { OwnerRow } from '@morada/contract/registry/clients';
import { defaultManualAmount } from '@morada/domain/rent/transfer';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ClientPicker } from '#web/entities/client/client-picker.tsx';
import { ownersQuery } from '#web/entities/client/client-queries.ts';
import { useAddTransfer } from '#web/entities/transfer/transfer-queries.ts';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { MoneyField, SegmentedField } from '#web/ui/form/fields.tsx';
import { Fields, Form, Wide } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { RentedPropertyField } from './rented-property-field.tsx';

type Owner = z.output<typeof OwnerRow>;

const STATES = [
  { value: 'PENDING', label: 'Pendente' },
  { value: 'DONE', label: 'Efetuado' },
];

type ManualTransferWindowProps = { onClose: () => void; onAdded: (id: number) => void };

/** A transfer with no invoice behind it. */
export function ManualTransferWindow({ onClose, onAdded }: ManualTransferWindowProps) {
  const { mutateAsync: add } = useAddTransfer();
  const form = useForm(transfers.create.body, {
    defaultValues: { status: 'PENDING' },
    neverEmpty: () => ({ pay_day: 'Informe a data do pagamento' }),
    submit: (body) => add({ body }),
    onSaved: ({ id }) => {
      toast.success('O repasse foi adicionado.');
      onAdded(id);
    },
  });
  const [ownerId, status] = useWatch({ control: form.control, name: ['user_id', 'status'] });
  const owners = useQuery(ownersQuery);
  const owner = owners.data?.find(({ id }) => id === ownerId);
  const rented = owner?.properties.filter(({ status }) => status === 'RENTED') ?? [];

  const chooseProperty = (property: Owner['properties'][number] | undefined) => {
    if (property) form.setValue('amount', defaultManualAmount(property.price), { shouldDirty: true });
    form.clearErrors('amount');
  };
  const forgetProperty = () => {
    form.resetField('property_id');
    form.resetField('amount');
  };

  return (
    <RecordWindow
      title="Adicionar manualmente"
      terms={['repasse']}
      width={560}
      onClose={onClose}
      actions={{
        close: 'Cancelar',
        primary: { label: 'Adicionar repasse', loading: form.formState.isSubmitting, onClick: form.save },
      }}
    >
      <Form form={form}>
        <Fields>
          <Wide>
            <ClientPicker form={form} name="user_id" label="Proprietário" required owners onChoose={forgetProperty} />
          </Wide>
          <Wide>
            <RentedPropertyField form={form} owner={owner} rented={rented} onChoose={chooseProperty} />
          </Wide>
          <MoneyField form={form} name="amount" label="Valor" required help="O preço do imóvel menos 10%." />
          <DateField form={form} name="due_date" label="Data de repasse" required />
          <Wide>
            <SegmentedField
              form={form}
              name="status"
              label="Situação"
              required
              options={STATES}
              onEdit={(status) => form.setValue('pay_day', status === 'DONE' ? today() : undefined)}
            />
          </Wide>
          {status === 'DONE' && <DateField form={form} name="pay_day" label="Pago em" max={today()} />}
        </Fields>
      </Form>
    </RecordWindow>
  );
}
