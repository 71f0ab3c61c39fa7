import { type ConsentChange, messages } from '@morada/contract/collection/messages';
import { CHANNEL_NAMES, CHANNELS, type Channel } from '@morada/domain/messages/kinds';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { SegmentedField, TextareaField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { type Form as FormOf, useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useConsent } from './message-queries.ts';

const OPTIONS = CHANNELS.map((value) => ({ value, label: CHANNEL_NAMES[value] }));

const STARTING = () => ({ channel: 'WHATSAPP' as Channel, given_on: today(), source: '', text: '' });

/** Notes that a person agreed to a channel: day, means and words. */
export function ConsentWindow({ client, onClose }: { client: number; onClose: () => void }) {
  const consent = useConsent();
  const form = useForm(messages.consent.body, {
    defaultValues: STARTING(),
    submit: (body) => consent.mutateAsync({ params: { id: client }, body }),
    onSaved: () => {
      toast.success('Autorização registrada');
      onClose();
    },
  });
  return (
    <FormWindow title="Registrar autorização" onClose={onClose} form={form} verb="Registrar autorização">
      <ConsentFields form={form} />
    </FormWindow>
  );
}

/** Notes the consent of several clients; its effect on each is previewed first. */
export function ConsentsWindow({ onAsked, onClose }: { onAsked: (given: ConsentChange) => void; onClose: () => void }) {
  const form = useForm(messages.consent.body, {
    defaultValues: STARTING(),
    submit: async (given) => onAsked(given),
    onSaved: onClose,
  });
  return (
    <FormWindow title="Registrar autorização" onClose={onClose} form={form} verb="Conferir quem entra">
      <ConsentFields form={form} />
    </FormWindow>
  );
}

function ConsentFields({ form }: { form: FormOf<ConsentChange> }) {
  return (
    <Form form={form}>
      <Fields columns={1}>
        <SegmentedField form={form} name="channel" label="Canal" options={OPTIONS} />
        <DateField form={form} name="given_on" label="Dia" required max={today()} />
        <TextField
          form={form}
          name="source"
          label="Como foi dada"
          required
          maxLength={120}
          placeholder="Cláusula 18 do contrato"
        />
        <TextareaField
          form={form}
          name="text"
          label="O que a pessoa aceitou"
          required
          rows={4}
          help="As palavras que ela leu ou ouviu."
        />
      </Fields>
    </Form>
  );
}
