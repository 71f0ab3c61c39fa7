import { DebtDelivery, DebtEnd, type DebtEntry } from '@morada/contract/collection/debt-papers';
import { ACT_ENDS } from '@morada/domain/debt-papers/debt-register';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { type Form as FormState, useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useDeliver, useEnd } from './debt-queries.ts';

type DayWindowProps = { entry: DebtEntry; onClose: () => void };

type RegisterWindowProps<V extends FieldValues> = {
  title: string;
  form: FormState<V>;
  onClose: () => void;
  children: ReactNode;
};

function RegisterWindow<V extends FieldValues>({ title, form, onClose, children }: RegisterWindowProps<V>) {
  return (
    <FormWindow title={title} onClose={onClose} form={form} verb="Registrar">
      <Form form={form}>
        <Fields columns={1}>{children}</Fields>
      </Form>
    </FormWindow>
  );
}

/** Day on which a notice was delivered. */
export function DeliveryWindow({ entry, onClose }: DayWindowProps) {
  const { mutateAsync: deliver } = useDeliver();
  const form = useForm(DebtDelivery, {
    defaultValues: { delivered_on: today(), protocol: '' },
    submit: (body) => deliver({ params: { id: entry.id }, body }),
    onSaved: () => {
      toast.success('Entrega registrada');
      onClose();
    },
  });
  return (
    <RegisterWindow title="Registrar a entrega do aviso" form={form} onClose={onClose}>
      <DateField form={form} name="delivered_on" label="Entregue em" required min={entry.done_on} max={today()} />
      <TextField form={form} name="protocol" label="Código de rastreio ou AR" maxLength={80} />
    </RegisterWindow>
  );
}

/** End of a listing, a protest or an action. */
export function EndWindow({ entry, onClose }: DayWindowProps) {
  const { mutateAsync: end } = useEnd();
  const form = useForm(DebtEnd, {
    defaultValues: { done_on: today(), protocol: '' },
    submit: (body) => end({ params: { id: entry.id }, body }),
    onSaved: () => {
      toast.success('Registrado');
      onClose();
    },
  });
  return (
    <RegisterWindow
      title={entry.kind === 'NOTICE' ? 'Registrar o fim' : ACT_ENDS[entry.kind]}
      form={form}
      onClose={onClose}
    >
      <DateField form={form} name="done_on" label="Dia" required min={entry.done_on} max={today()} />
      <TextField form={form} name="protocol" label="Protocolo" maxLength={80} />
    </RegisterWindow>
  );
}
