import { FormSection } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import { Double } from './form-layout.tsx';
import { Owner } from './owner.tsx';
import type { ChosenProperty } from './proposal-queries.ts';
import type { ProposalDraft } from './proposal-values.ts';
import type { PickerSlot } from './slots.ts';

type PartiesSectionProps = {
  form: Form<ProposalDraft>;
  clientPicker: PickerSlot;
  propertyPicker: PickerSlot;
  chosen: ChosenProperty | undefined;
};

/** The property with its owner, and the tenant. */
export function PartiesSection({ form, clientPicker, propertyPicker, chosen }: PartiesSectionProps) {
  return (
    <FormSection title="Partes" below="O proprietário vem do cadastro do imóvel.">
      <Double>{propertyPicker({ form, name: 'property_id', label: 'Imóvel', required: true })}</Double>
      <Owner chosen={chosen} />
      <Double>{clientPicker({ form, name: 'user_id', label: 'Inquilino', required: true })}</Double>
    </FormSection>
  );
}
