import { NotificationUpdate } from '@morada/contract/desk/notifications';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { TextareaField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { type Notification, useUpdateNotification } from './notification-queries.ts';

type EditNotificationWindowProps = { notification: Notification; onClose: () => void };

export default function EditNotificationWindow({ notification, onClose }: EditNotificationWindowProps) {
  const { id, name, message, date } = notification;
  const update = useUpdateNotification();
  const form = useForm(NotificationUpdate, {
    values: { name, message, date },
    changesOnly: true,
    submit: (body) => update.mutateAsync({ params: { id }, body }),
    onSaved: () => {
      toast.success('Atualizado!');
      onClose();
    },
  });
  return (
    <FormWindow title="Editar notificação" onClose={onClose} form={form} verb="Salvar alterações">
      <Form form={form}>
        <Fields columns={1}>
          <TextField form={form} name="name" label="Nome" required maxLength={120} autoFocus />
          <TextareaField
            form={form}
            name="message"
            label="Mensagem"
            required
            rows={6}
            help="Muda para todos. Quem já a dispensou não a vê de novo."
          />
          <DateField form={form} name="date" label="Data" required max={today()} />
        </Fields>
      </Form>
    </FormWindow>
  );
}
