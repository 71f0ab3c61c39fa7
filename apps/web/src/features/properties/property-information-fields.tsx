import { CheckboxField, MeasureField, TextareaField, TextField } from '#web/ui/form/fields.tsx';
import { Wide } from '#web/ui/form/form.tsx';
import { Checks } from './checks.tsx';
import type { PropertyForms } from './use-property-forms.ts';

export function PropertyInformationFields({ form }: { form: PropertyForms['information'] }) {
  return (
    <>
      <Wide>
        <TextareaField form={form} name="description" label="Descrição" required rows={7} />
      </Wide>
      <MeasureField form={form} name="land_area" label="Área do terreno" unit="m²" required help="Onde não há, 0." />
      <MeasureField form={form} name="building_area" label="Área construída" unit="m²" required />
      <TextField
        form={form}
        name="energisa"
        label="Energisa"
        required
        help="Número da unidade consumidora, ou “não tem”."
        maxLength={40}
      />
      <TextField
        form={form}
        name="copasa"
        label="Copasa"
        required
        help="Número da matrícula, ou “não tem”."
        maxLength={40}
      />
      <Checks>
        <CheckboxField form={form} name="pet" label="Aceita animais" />
        <CheckboxField form={form} name="furnished" label="Mobiliado" />
        <CheckboxField form={form} name="comercial" label="Comercial" />
      </Checks>
    </>
  );
}
