import { LeadMove } from '@morada/contract/registry/leads';
import { OPEN_STAGES } from '@morada/domain/attendance/lead';
import { LEAD_STAGES, LOSS_CHOICES } from '@morada/domain/attendance/lead-words';
import type * as z from 'zod/mini';
import { SelectField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';

const STAGES = [...OPEN_STAGES, 'LOST' as const].map((value) => ({ value, label: LEAD_STAGES[value] }));
const REASONS = Object.entries(LOSS_CHOICES).map(([value, label]) => ({ value, label }));

type StageWindowProps = { onChosen: (move: z.output<typeof LeadMove>) => void; onClose: () => void };

/** Where the chosen leads are put. */
export function StageWindow({ onChosen, onClose }: StageWindowProps) {
  const form = useForm(LeadMove, {
    defaultValues: { stage: 'CONTACT', reason: null },
    submit: async (move) => move,
    onSaved: (move) => onChosen(move as z.output<typeof LeadMove>),
  });
  const isLost = form.watch('stage') === 'LOST';
  return (
    <FormWindow title="Mudar de etapa" onClose={onClose} form={form} verb="Conferir">
      <Form form={form}>
        <Fields columns={1}>
          <SelectField form={form} name="stage" label="Etapa" required options={STAGES} />
          {isLost && <SelectField form={form} name="reason" label="Motivo" required options={REASONS} />}
        </Fields>
      </Form>
    </FormWindow>
  );
}
