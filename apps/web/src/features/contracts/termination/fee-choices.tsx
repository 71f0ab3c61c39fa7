import { Input, SegmentedControl } from '@mantine/core';
import type { TerminationSheet } from '@morada/contract/money/terminations';
import { Fields } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import type { Draft } from './termination-queries.ts';

const CHARGES = [
  { value: 'DAYS', label: 'Por dias' },
  { value: 'WHOLE', label: 'Inteira' },
];

type RentChoiceProps = { form: Form<Draft>; rent: NonNullable<TerminationSheet['rent']> };

/** How the rent of the month of leaving is charged: as the contract says until it is chosen here. */
export function RentChoice({ form, rent }: RentChoiceProps) {
  return (
    <Input.Wrapper label="Aluguel do mês da saída" labelElement="div" labelProps={{ id: 'last-rent' }}>
      <SegmentedControl
        aria-labelledby="last-rent"
        fullWidth
        data={[
          { value: 'DAYS', label: 'Por dias' },
          { value: 'WHOLE', label: 'Inteiro' },
        ]}
        value={rent.by_days ? 'DAYS' : 'WHOLE'}
        onChange={(value) => form.setValue('rent_by_days', value === 'DAYS', { shouldDirty: true })}
      />
    </Input.Wrapper>
  );
}

type FeeChoicesProps = { form: Form<Draft>; fees: NonNullable<TerminationSheet['fees']> };

/** How each fee of the month of leaving is charged: as proposed by its kind until it is chosen here. */
export function FeeChoices({ form, fees }: FeeChoicesProps) {
  const choose = (id: number, by_days: boolean) => {
    const others = (form.getValues('fees') ?? []).filter((fee) => fee.id !== id);
    form.setValue('fees', [...others, { id, by_days }], { shouldDirty: true });
  };
  return (
    <Fields columns={1}>
      {fees.map(({ id, name, by_days }) => (
        <Input.Wrapper key={id} label={name} labelElement="div" labelProps={{ id: `fee-${id}` }}>
          <SegmentedControl
            aria-labelledby={`fee-${id}`}
            fullWidth
            data={CHARGES}
            value={by_days ? 'DAYS' : 'WHOLE'}
            onChange={(value) => choose(id, value === 'DAYS')}
          />
        </Input.Wrapper>
      ))}
    </Fields>
  );
}
