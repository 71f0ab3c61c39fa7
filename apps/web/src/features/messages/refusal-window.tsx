import { messages } from '@morada/contract/collection/messages';
import {
  CHANNEL_NAMES,
  CHANNELS,
  type Channel,
  kindLabel,
  MESSAGE_KINDS,
  type MessageKind,
} from '@morada/domain/messages/kinds';
import { useWatch } from 'react-hook-form';
import { toast } from '#web/lib/toast.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Select } from '#web/ui/input/select.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useRefuse } from './message-queries.ts';

const ALL = 'ALL';
const KINDS = [
  { value: ALL, label: 'Qualquer mensagem' },
  ...MESSAGE_KINDS.map((kind) => ({ value: kind as string, label: kindLabel(kind) })),
];
const BY = [
  { value: ALL, label: 'Por qualquer canal' },
  ...CHANNELS.map((channel) => ({ value: channel as string, label: `Por ${CHANNEL_NAMES[channel]}` })),
];

/** Notes what a person doesn't want to receive. */
export function RefusalWindow({ client, onClose }: { client: number; onClose: () => void }) {
  const refuse = useRefuse();
  const form = useForm(messages.refuse.body, {
    defaultValues: { channel: null, kind: null, note: '' },
    submit: (body) => refuse.mutateAsync({ params: { id: client }, body }),
    onSaved: () => {
      toast.success('Recusa registrada: o que estava na fila não é enviado');
      onClose();
    },
  });
  const [kind, channel] = useWatch({ control: form.control, name: ['kind', 'channel'] });
  return (
    <FormWindow title="Registrar recusa" onClose={onClose} form={form} verb="Registrar recusa">
      <Form form={form}>
        <Fields columns={1}>
          <Select
            label="O que não quer receber"
            data={KINDS}
            value={kind ?? ALL}
            allowDeselect={false}
            onChange={(value) =>
              form.setValue('kind', value === ALL ? null : (value as MessageKind), { shouldDirty: true })
            }
          />
          <Select
            label="Por onde"
            data={BY}
            value={channel ?? ALL}
            allowDeselect={false}
            onChange={(value) =>
              form.setValue('channel', value === ALL ? null : (value as Channel), { shouldDirty: true })
            }
          />
          <TextField form={form} name="note" label="Observação" maxLength={300} help="Como a pessoa pediu." />
        </Fields>
      </Form>
    </FormWindow>
  );
}
