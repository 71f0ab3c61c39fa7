import { text } from '@morada/contract/base/fields';
import * as z from 'zod/mini';
import { TextareaField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';

const Rejection = z.object({ reason: text('Informe o motivo', 500) });

type RejectWindowProps = { onReject: (reason: string) => Promise<unknown>; onDone: () => void; onClose: () => void };

/** The reason is kept with the property and quoted in the message to the person who offered it. */
export function RejectWindow({ onReject, onDone, onClose }: RejectWindowProps) {
  const form = useForm(Rejection, {
    defaultValues: { reason: '' },
    submit: ({ reason }) => onReject(reason),
    onSaved: onDone,
  });
  return (
    <RecordWindow
      title="Reprovar imóvel"
      width={440}
      onClose={onClose}
      actions={{
        close: 'Cancelar',
        primary: { label: 'Reprovar imóvel', onClick: form.save, loading: form.formState.isSubmitting },
      }}
    >
      <Form form={form}>
        <TextareaField
          form={form}
          name="reason"
          label="Motivo"
          required
          help="O imóvel fica indisponível. O motivo fica no cadastro e na mensagem para quem o solicitou."
        />
      </Form>
    </RecordWindow>
  );
}
