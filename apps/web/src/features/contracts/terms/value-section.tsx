import type { Cents } from '@morada/domain/base/money';
import type { ReactNode } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { MoneyField, NumberField, PercentField, SwitchField } from '#web/ui/form/fields.tsx';
import { FormSection, Wide } from '#web/ui/form/form.tsx';
import type { FieldProps } from '#web/ui/input/field.ts';
import type { ContractDraft } from './contract-values.ts';
import { YesNoField } from './yes-no-field.tsx';

type ValueSectionProps<V extends FieldValues> = {
  form: FieldProps<V>['form'];
  /** Before the others: the rent as it was signed. */
  first?: ReactNode;
  /** Proposed for the rent: the property's. */
  price?: Cents;
};

/** Charges, due dates and the agency's fee. */
export function ValueSection<V extends FieldValues>({ form, first, price }: ValueSectionProps<V>) {
  const at = (name: keyof ContractDraft) => ({ form, name: name as Path<V> });
  return (
    <FormSection
      title="Valores"
      below="O valor atual é o que sai na próxima fatura."
      terms={['administration', 'commission', 'late']}
    >
      {first}
      <MoneyField {...at('current_price')} label="Valor atual" required proposed={price} />
      <MoneyField {...at('discount')} label="Desconto" />
      <PercentField {...at('commission')} label="Taxa de administração" required />
      <NumberField
        {...at('transfer_date')}
        label="Dia do pagamento"
        required
        min={1}
        max={31}
        help="Meses curtos: último dia."
      />
      <YesNoField {...at('with_commission')} label="Recebe comissão" required />
      <Wide>
        <SwitchField
          {...at('tells_co_tenants')}
          label="Avisa também os outros inquilinos"
          help="Desligado, as mensagens de faturas e da cobrança vão só ao inquilino principal."
        />
      </Wide>
    </FormSection>
  );
}
