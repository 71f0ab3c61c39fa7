import { ActionIcon, Button } from '@mantine/core';
import type { Cents } from '@morada/domain/base/money';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ClientPicker } from '#web/entities/client/client-picker.tsx';
import { GuaranteeWarnings } from '#web/features/contracts/guarantors/guarantee-warnings.tsx';
import { SelectField } from '#web/ui/form/fields.tsx';
import { FormSection } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import { orProposed } from '#web/ui/input/field.ts';
import type { PickerOption } from '#web/ui/input/picker.tsx';
import { type ContractDraft, guarantorPlaces, NOBODY } from './contract-values.ts';
import { DepositField } from './deposit-field.tsx';
import { Double } from './form-layout.tsx';
import { GUARANTEE_OPTIONS } from './guarantee-options.ts';
import classes from './new-guarantee-section.module.css';

type NewGuaranteeSectionProps = {
  form: Form<ContractDraft>;
  /** The rent that is proposed. */
  price: Cents | undefined;
};

/** The kind of guarantee, and with a bondsman the guarantors. */
export function NewGuaranteeSection({ form, price }: NewGuaranteeSectionProps) {
  const { control, setValue, formState } = form;
  const [guarantee, held, deposit, rent] = useWatch({
    control,
    name: ['guarantee', 'guarantors', 'deposit', 'current_price'],
  });
  const [known, setKnown] = useState<Record<number, PickerOption>>({});
  const guarantors = guarantorPlaces({ guarantee, guarantors: held });
  const count = guarantors.filter((id) => id !== NOBODY).length;
  const set = (next: number[]) =>
    setValue('guarantors', next, { shouldDirty: true, shouldValidate: formState.isSubmitted });

  return (
    <FormSection title="Garantia" below="A lei admite uma só modalidade por contrato." terms={['guarantee']}>
      <SelectField
        form={form}
        name="guarantee"
        label="Tipo de garantia"
        required
        placeholder="Selecione"
        options={GUARANTEE_OPTIONS}
      />
      <DepositField form={form} />
      {guarantors.length > 0 && (
        <Double>
          <div className={classes.guarantors}>
            {guarantors.map((id, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the form knows them by their place
              <div key={index} className={classes.guarantor}>
                <div className={classes.picker}>
                  <ClientPicker
                    form={form}
                    name={`guarantors.${index}`}
                    label={guarantors.length > 1 ? `Fiador ${index + 1}` : 'Fiador'}
                    required
                    first="TENANT"
                    create={{ type: 'OWNER', label: 'Adicionar novo cliente' }}
                    chosen={known[id]}
                    onChoose={(option) => option && setKnown((before) => ({ ...before, [option.value]: option }))}
                  />
                </div>
                {guarantors.length > 1 && (
                  <ActionIcon
                    size={36}
                    aria-label={`Remover fiador ${index + 1}`}
                    onClick={() => set(guarantors.filter((_, place) => place !== index))}
                  >
                    <IconTrash size={17} />
                  </ActionIcon>
                )}
              </div>
            ))}
            {guarantee === 'BONDSMAN' && (
              <Button
                variant="subtle"
                className={classes.add}
                leftSection={<IconPlus size={15} />}
                onClick={() => set([...guarantors, NOBODY])}
              >
                Adicionar fiador
              </Button>
            )}
          </div>
        </Double>
      )}
      <GuaranteeWarnings
        guarantee={guarantee}
        guarantors={count}
        deposit={deposit ?? 0}
        price={orProposed(rent, price) ?? 0}
        onRemoveGuarantors={() => set([])}
      />
    </FormSection>
  );
}
