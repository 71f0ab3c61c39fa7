import { NotificationCreate } from '@morada/contract/desk/notifications';
import { toast } from '#web/lib/toast.ts';
import { TextareaField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useCreateNotification } from './notification-queries.ts';

export default function NewNotificationWindow({ onClose }: { onClose: () => void }) {
  const create = useCreateNotification();
  const form = useForm(NotificationCreate, {
    defaultValues: { name: '', message: '' },
    submit: (body) => create.mutateAsync({ body }),
    onSaved: () => {
      toast.success('Notificação cadastrada!');
      onClose();
    },
  });
  return (
    <FormWindow title="Nova notificação" onClose={onClose} form={form} verb="Enviar a todos">
      <Form form={form}>
        <Fields columns={1}>
          <TextField form={form} name="name" label="Nome" required maxLength={120} autoFocus />
          <TextareaField
            form={form}
            name="message"
            label="Mensagem"
            required
            rows={6}
            help="A equipe a recebe no sino; os clientes, na área deles."
          />
        </Fields>
      </Form>
    </FormWindow>
  );
}
