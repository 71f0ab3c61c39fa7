import { type Visit, VisitEnd } from '@morada/contract/desk/schedules';
import { VISIT_RESULTS } from '@morada/domain/attendance/visit';
import { useVisitMutations } from '#web/entities/visit/visit-queries.ts';
import { doneWithUndo } from '#web/ui/feedback/undo.tsx';
import { SelectField, TextareaField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';

const RESULTS = Object.entries(VISIT_RESULTS).map(([value, label]) => ({ value, label }));

/** Ends a visit: how it ended and what was said, in one act. */
export function CheckOutWindow({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const { checkOut, undoCheckOut } = useVisitMutations();
  const form = useForm(VisitEnd, {
    defaultValues: { result: null, result_note: '' },
    submit: async (end) => {
      const moved = await checkOut.run(visit, end);
      doneWithUndo('Atualizado!', () => undoCheckOut.run(moved));
    },
    onSaved: onClose,
  });
  return (
    <FormWindow title={`Check-out de ${visit.user.name}`} onClose={onClose} form={form} verb="Marcar check-out">
      <Form form={form}>
        <Fields columns={1}>
          <SelectField form={form} name="result" label="Resultado" options={RESULTS} clearable />
          <TextareaField form={form} name="result_note" label="Anotação" rows={3} />
        </Fields>
      </Form>
    </FormWindow>
  );
}
