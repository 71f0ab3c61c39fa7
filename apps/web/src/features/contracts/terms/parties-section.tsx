import type { ChosenProperty } from '#web/features/contracts/contract-queries.ts';
import { Owner } from '#web/features/contracts/record/owner.tsx';
import type { PickerSlot } from '#web/features/contracts/slots.ts';
import { FormSection } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import type { ContractDraft } from './contract-values.ts';
import { Double } from './form-layout.tsx';

type PartiesSectionProps = {
  form: Form<ContractDraft>;
  clientPicker: PickerSlot;
  propertyPicker: PickerSlot;
  chosen: ChosenProperty | undefined;
  /** The property was chosen, or taken away. */
  onProperty: () => void;
};

/** The property with its owner, and the tenant. */
export function PartiesSection({ form, clientPicker, propertyPicker, chosen, onProperty }: PartiesSectionProps) {
  return (
    <FormSection title="Partes" below="O proprietário vem do cadastro do imóvel.">
      <Double>
        {propertyPicker({ form, name: 'property_id', label: 'Imóvel', required: true, onEdit: onProperty })}
      </Double>
      <Owner chosen={chosen} />
      <Double>{clientPicker({ form, name: 'user_id', label: 'Inquilino', required: true })}</Double>
    </FormSection>
  );
}
