import { LeadLoss } from '@morada/contract/registry/leads';
import { LOSS_CHOICES } from '@morada/domain/attendance/lead-words';
import { toast } from '#web/lib/toast.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { SelectField, TextareaField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useLoseLead } from './lead-queries.ts';

const REASONS = Object.entries(LOSS_CHOICES).map(([value, label]) => ({ value, label }));

/** Why a lead was lost. */
export function LoseWindow({ id, onClose }: { id: number; onClose: () => void }) {
  const { mutateAsync: lose } = useLoseLead();
  const form = useForm(LeadLoss, {
    defaultValues: { note: '' },
    submit: (body) => lose({ params: { id }, body }),
    onSaved: () => {
      toast.success('Lead marcado como perdido');
      onClose();
    },
  });
  return (
    <FormWindow title={`Perder lead ${id}`} onClose={onClose} form={form} verb="Marcar como perdido">
      <Form form={form}>
        <Fields columns={1}>
          <Callout tone="known">
            As propostas enviadas e as fichas em aberto deste lead terminam, e a reserva do imóvel com elas.
          </Callout>
          <SelectField form={form} name="reason" label="Motivo" required options={REASONS} />
          <TextareaField form={form} name="note" label="O que aconteceu" rows={3} />
        </Fields>
      </Form>
    </FormWindow>
  );
}
