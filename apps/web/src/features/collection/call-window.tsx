import { collection } from '@morada/contract/collection/collection';
import { CALL_OUTCOMES } from '@morada/domain/collection/stages';
import { useWatch } from 'react-hook-form';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { SegmentedField, TextareaField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useRegisterCall } from './collection-queries.ts';

const OPTIONS = Object.entries(CALL_OUTCOMES).map(([value, label]) => ({ value, label }));

/** A call that a person made about an invoice. */
export function CallWindow({ id, onClose }: { id: number; onClose: () => void }) {
  const { mutateAsync: register } = useRegisterCall();
  const form = useForm(collection.call.body, {
    defaultValues: { outcome: 'SPOKE', note: '' },
    submit: (body) => register({ params: { id }, body }),
    onSaved: () => {
      toast.success('Ligação registrada.');
      onClose();
    },
  });
  const promised = useWatch({ control: form.control, name: 'outcome' }) === 'PROMISED';
  return (
    <FormWindow title="Registrar ligação" onClose={onClose} form={form} verb="Registrar">
      <Form form={form}>
        <Fields columns={1}>
          <SegmentedField form={form} name="outcome" label="O que aconteceu" options={OPTIONS} />
          {promised && (
            <DateField
              form={form}
              name="promised_for"
              label="Dia prometido"
              required
              min={today()}
              help="A régua espera até este dia. Se não houver pagamento, a página avisa no dia seguinte."
            />
          )}
          <TextareaField form={form} name="note" label="Anotação" />
        </Fields>
      </Form>
    </FormWindow>
  );
}
