import { lackingFacts } from '@morada/domain/property/property';
import { useWatch } from 'react-hook-form';
import { CheckboxField, MeasureField, NumberField, TextareaField, TextField } from '#web/ui/form/fields.tsx';
import { Wide } from '#web/ui/form/form.tsx';
import { PhoneField } from '#web/ui/input/masked.tsx';
import { Checks } from './checks.tsx';
import classes from './property-information.module.css';
import type { PropertyForms } from './use-property-forms.ts';

type InformationFieldsProps = {
  form: PropertyForms['information'];
  /** Brought in by an import: it can be saved without the four fields that a property registered by hand has. */
  imported: boolean;
};

export function PropertyInformationFields({ form, imported }: InformationFieldsProps) {
  return (
    <>
      {imported && <MissingInformation form={form} />}
      <Wide>
        <TextareaField form={form} name="description" label="Descrição" required rows={7} />
      </Wide>
      <MeasureField
        form={form}
        name="land_area"
        label="Área do terreno"
        unit="m²"
        required={!imported}
        help="Onde não há, 0."
      />
      <MeasureField form={form} name="building_area" label="Área construída" unit="m²" required={!imported} />
      <TextField
        form={form}
        name="energisa"
        label="Energisa"
        required={!imported}
        help="Número da unidade consumidora, ou “não tem”."
        maxLength={40}
      />
      <TextField
        form={form}
        name="copasa"
        label="Copasa"
        required={!imported}
        help="Número da matrícula, ou “não tem”."
        maxLength={40}
      />
      <NumberField form={form} name="floor" label="Andar" min={-9} max={199} help="Térreo é 0." />
      <TextField form={form} name="condominium" label="Condomínio ou edifício" maxLength={120} />
      <TextField
        form={form}
        name="video_url"
        label="Vídeo ou tour"
        help="Endereço que abre em outra aba, como https://youtu.be/…"
        maxLength={500}
      />
      <TextField
        form={form}
        name="contact_name"
        label="Quem atende"
        help="Nome no anúncio. Sem ele, o anúncio mostra os contatos da imobiliária."
        maxLength={120}
      />
      <PhoneField form={form} name="contact_phone" label="WhatsApp de quem atende" />
      <Checks>
        <CheckboxField form={form} name="pet" label="Aceita animais" />
        <CheckboxField form={form} name="furnished" label="Mobiliado" />
        <CheckboxField form={form} name="comercial" label="Comercial" />
      </Checks>
    </>
  );
}

/** Says what an imported property still lacks, as the fields stand now. */
function MissingInformation({ form }: Pick<InformationFieldsProps, 'form'>) {
  const values = useWatch({ control: form.control });
  const lacking = lackingFacts(values);
  if (!lacking) return null;
  return (
    <Wide>
      <p role="note" className={classes.missing}>
        Imóvel importado. Falta informar: {lacking}. Dá para salvar sem isso.
      </p>
    </Wide>
  );
}
