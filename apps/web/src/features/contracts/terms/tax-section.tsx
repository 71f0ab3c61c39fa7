import { PROPERTY_PURPOSES } from '@morada/domain/lease/lease-purposes';
import { LEASE_TAX_MODES, type LeaseTaxMode } from '@morada/domain/lease/lease-tax-modes';
import { WITHHOLDING_MODES, type WithholdingMode } from '@morada/domain/lease/withholding-modes';
import { type FieldValues, type Path, useWatch } from 'react-hook-form';
import { MoneyField, SegmentedField, SelectField, SwitchField } from '#web/ui/form/fields.tsx';
import { FormSection, Wide } from '#web/ui/form/form.tsx';
import type { FieldProps } from '#web/ui/input/field.ts';
import type { ContractDraft } from './contract-values.ts';

const MODES = Object.entries(WITHHOLDING_MODES).map(([value, { name }]) => ({ value, label: name }));

const TAXES = Object.entries(LEASE_TAX_MODES).map(([value, { name }]) => ({ value, label: name }));
const PURPOSES = Object.entries(PROPERTY_PURPOSES).map(([value, label]) => ({ value, label }));

/** IBS and CBS of owners who pay them. */
export function LeaseTaxSection<V extends FieldValues>({ form }: { form: FieldProps<V>['form'] }) {
  const at = (name: keyof ContractDraft) => ({ form, name: name as Path<V> });
  const mode: LeaseTaxMode | undefined = useWatch({ control: form.control, name: 'lease_tax' as Path<V> });
  return (
    <FormSection
      title="IBS e CBS"
      below="Quando um proprietário é contribuinte: a partir de 2027 o imposto é cobrado na fatura."
      terms={['reform']}
    >
      <SegmentedField
        {...at('lease_tax')}
        label="Imposto sobre o aluguel"
        options={TAXES}
        help={mode && LEASE_TAX_MODES[mode].help}
      />
      <SelectField {...at('purpose')} label="Finalidade" options={PURPOSES} clearable placeholder="A do imóvel" />
    </FormSection>
  );
}

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
