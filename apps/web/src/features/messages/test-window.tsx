import { messages } from '@morada/contract/collection/messages';
import { toast } from '#web/lib/toast.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useTestChannel } from './message-queries.ts';

/** Asks where a test message goes. */
export function TestWindow({ channel, onClose }: { channel: 'whatsapp' | 'email' | 'sms'; onClose: () => void }) {
  const test = useTestChannel();
  const form = useForm(messages.test.body, {
    defaultValues: { to: '' },
    asks: true,
    submit: (body) => test.mutateAsync({ params: { channel }, body }),
    onSaved: ({ ok, told }) => {
      if (ok) toast.success(told);
      else toast.failure(new Error(told));
      onClose();
    },
  });
  return (
    <FormWindow title="Mensagem de teste" onClose={onClose} form={form} verb="Enviar teste">
      <Form form={form}>
        <Fields columns={1}>
          <TextField
            form={form}
            name="to"
            label={channel === 'email' ? 'E-mail' : 'Celular com DDD'}
            required
            maxLength={254}
            autoFocus
          />
        </Fields>
      </Form>
    </FormWindow>
  );
}
