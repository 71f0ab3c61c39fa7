import { ClientPicker } from '#web/entities/client/client-picker.tsx';
import { PropertyPicker } from '#web/entities/property/property-picker.tsx';
import type { ChosenProperty } from '#web/features/contracts/contract-queries.ts';
import { Owner } from '#web/features/contracts/record/owner.tsx';
import { FormSection } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import type { ContractDraft } from './contract-values.ts';
import { Double } from './form-layout.tsx';

type PartiesSectionProps = {
  form: Form<ContractDraft>;
  /** Text of what the form begins with. */
  named?: { property: string; person: string | undefined } | undefined;
  chosen: ChosenProperty | undefined;
  /** The property was chosen, or taken away. */
  onProperty: () => void;
};

/** The property with its owner, and the tenant. */
export function PartiesSection({ form, named, chosen, onProperty }: PartiesSectionProps) {
  return (
    <FormSection title="Partes" below="O proprietário vem do cadastro do imóvel.">
      <Double>
        <PropertyPicker
          form={form}
          name="property_id"
          label="Imóvel"
          required
          available="AVAILABLE"
          chosen={given(form.formState.defaultValues?.property_id, named?.property)}
          onEdit={onProperty}
        />
      </Double>
      <Owner chosen={chosen} />
      <Double>
        <ClientPicker
          form={form}
          name="user_id"
          label="Inquilino"
          required
          first="TENANT"
          chosen={given(form.formState.defaultValues?.user_id, named?.person)}
          create={{ type: 'OWNER', label: 'Adicionar novo cliente' }}
        />
      </Double>
    </FormSection>
  );
}

const given = (value: number | null | undefined, label: string | undefined) =>
  value && label ? { value, label } : undefined;
