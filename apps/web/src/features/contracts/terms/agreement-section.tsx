import { PRICE_INDICES } from '@morada/domain/lease/readjustment';
import { type FieldValues, type Path, useWatch } from 'react-hook-form';
import { MeasureField, SelectField, SwitchField } from '#web/ui/form/fields.tsx';
import { FormSection, Wide } from '#web/ui/form/form.tsx';
import type { FieldProps } from '#web/ui/input/field.ts';
import type { ContractDraft } from './contract-values.ts';

const INDEX_OPTIONS = Object.entries(PRICE_INDICES).map(([value, label]) => ({ value, label }));

/** In hundredths, as the form holds it. */
const ONE_RENT = 100;

/** Terms of the anniversary and of an early termination. */
export function AgreementSection<V extends FieldValues>({ form }: { form: FieldProps<V>['form'] }) {
  const at = (name: keyof ContractDraft) => ({ form, name: name as Path<V> });
  const penalty: unknown = useWatch({ control: form.control, name: 'penalty_rents' as Path<V> });
  return (
    <FormSection
      title="Reajuste e rescisão"
      below="Valem nos próximos reajustes, e se o inquilino sair antes do fim."
      terms={['index']}
    >
      <SelectField {...at('readjustment_index')} label="Índice de reajuste" options={INDEX_OPTIONS} />
      <MeasureField
        {...at('penalty_rents')}
        label="Multa por rescisão"
        unit={penalty === ONE_RENT ? 'aluguel' : 'aluguéis'}
        hundredths
        help={
          penalty === 0
            ? 'Sem multa: o contrato não prevê nenhuma.'
            : 'Em proporção ao tempo que faltar. O costume é de três aluguéis.'
        }
      />
      <Wide>
        <SwitchField
          {...at('readjusts_down')}
          label="Acompanha o índice para baixo"
          help="Desligado, um índice negativo mantém o aluguel."
        />
      </Wide>
    </FormSection>
  );
}
