import { useState } from 'react';
import { FormSection } from '#web/ui/form/form.tsx';
import type { PickerOption } from '#web/ui/form/picker.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import { Beside, Double } from './form-layout.tsx';
import { Owner } from './owner.tsx';
import type { ChosenProperty } from './proposal-queries.ts';
import type { ProposalDraft } from './proposal-values.ts';
import type { NewClientSlot, PickerSlot } from './slots.ts';

type PartiesSectionProps = {
  form: Form<ProposalDraft>;
  clientPicker: PickerSlot;
  propertyPicker: PickerSlot;
  newClient?: NewClientSlot;
  chosen: ChosenProperty | undefined;
};

/** The property, with whom it belongs to, and who moves in. */
export function PartiesSection({ form, clientPicker, propertyPicker, newClient, chosen }: PartiesSectionProps) {
  const [created, setCreated] = useState<PickerOption>();
  return (
    <FormSection title="Partes" below="O proprietário vem do cadastro do imóvel.">
      <Double>{propertyPicker({ form, name: 'property_id', label: 'Imóvel', required: true })}</Double>
      <Owner chosen={chosen} />
      <Double>{clientPicker({ form, name: 'user_id', label: 'Inquilino', required: true, chosen: created })}</Double>
      {newClient && (
        <Beside>
          {newClient((client) => {
            setCreated(client);
            form.setValue('user_id', client.value, { shouldDirty: true, shouldValidate: true });
          })}
        </Beside>
      )}
    </FormSection>
  );
}
