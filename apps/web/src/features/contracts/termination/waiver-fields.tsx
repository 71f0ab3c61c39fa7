import { Switch } from '@mantine/core';
import { PENALTY_WAIVERS } from '@morada/domain/lease/penalty';
import { SelectField, TextareaField } from '#web/ui/form/fields.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import type { Draft } from './termination-queries.ts';

const REASONS = Object.entries(PENALTY_WAIVERS).map(([value, label]) => ({ value, label }));

/** A penalty that is let go, and why. */
export function WaiverFields({ form, waived }: { form: Form<Draft>; waived: boolean }) {
  const waive = (on: boolean) =>
    form.setValue('waiver', on ? { reason: 'JOB_TRANSFER', note: '' } : null, { shouldDirty: true });
  return (
    <>
      <Switch
        size="xs"
        withThumbIndicator={false}
        label="Dispensar multa"
        checked={waived}
        onChange={({ currentTarget }) => waive(currentTarget.checked)}
      />
      {waived && (
        <>
          <SelectField form={form} name="waiver.reason" label="Motivo" required options={REASONS} />
          <TextareaField form={form} name="waiver.note" label="Observação" rows={2} />
        </>
      )}
    </>
  );
}
