import { WITHHOLDING_MODES, type WithholdingMode } from '@morada/domain/lease/withholding-modes';
import { type FieldValues, type Path, useWatch } from 'react-hook-form';
import { MoneyField, SelectField, SwitchField } from '#web/ui/form/fields.tsx';
import { FormSection, Wide } from '#web/ui/form/form.tsx';
import type { FieldProps } from '#web/ui/input/field.ts';
import type { ContractDraft } from './contract-values.ts';

const MODES = Object.entries(WITHHOLDING_MODES).map(([value, { name }]) => ({ value, label: name }));

/** Income tax on the rents, where a company rents from a natural person. */
export function TaxSection<V extends FieldValues>({ form }: { form: FieldProps<V>['form'] }) {
  const at = (name: keyof ContractDraft) => ({ form, name: name as Path<V> });
  const mode: WithholdingMode | undefined = useWatch({ control: form.control, name: 'withholding' as Path<V> });
  const withholds = mode !== undefined && mode !== 'NONE';
  return (
    <FormSection
      title="Imposto de renda"
      below="Quando o inquilino é empresa e o proprietário é pessoa física."
      terms={['withholding']}
    >
      <SelectField
        {...at('withholding')}
        label="Quem recolhe o imposto"
        options={MODES}
        help={mode && WITHHOLDING_MODES[mode].help}
      />
      {withholds && (
        <>
          <MoneyField
            {...at('withholding_iptu')}
            label="IPTU que o proprietário paga"
            help="Por mês. Não entra na base do imposto."
          />
          <MoneyField
            {...at('withholding_condominium')}
            label="Condomínio que o proprietário paga"
            help="Por mês. Não entra na base do imposto."
          />
          <Wide>
            <SwitchField
              {...at('withholding_less_fee')}
              label="Deduzir a taxa de administração do imposto"
              help="O inquilino precisa saber a taxa. Desligado, o proprietário a deduz na declaração do ano."
            />
          </Wide>
        </>
      )}
    </FormSection>
  );
}
