import { PROPERTY_PURPOSES } from '@morada/domain/lease/lease-purposes';
import { SelectField, TextField } from '#web/ui/form/fields.tsx';
import type { PropertyForms } from './use-property-forms.ts';

const PURPOSES = Object.entries(PROPERTY_PURPOSES).map(([value, label]) => ({ value, label }));

/** What IBS, CBS and the notes need to know of a property. */
export function PropertyTaxFields({ form }: { form: PropertyForms['taxes'] }) {
  return (
    <>
      <SelectField
        form={form}
        name="purpose"
        label="Finalidade"
        options={PURPOSES}
        clearable
        placeholder="A que o tipo sugere"
        help="Residencial tem o redutor social. O contrato pode dizer outra."
      />
      <TextField
        form={form}
        name="cib"
        label="CIB"
        maxLength={9}
        help="Cadastro Imobiliário Brasileiro: 8 letras ou números. A prefeitura e o Sinter informam."
      />
      <TextField
        form={form}
        name="property_registration"
        label="Inscrição imobiliária"
        maxLength={30}
        help="O número do imóvel na prefeitura, como no carnê do IPTU."
      />
      <TextField
        form={form}
        name="city_code"
        label="Código do IBGE"
        maxLength={7}
        help="Só quando a cidade do endereço não é reconhecida: 7 números."
      />
    </>
  );
}
