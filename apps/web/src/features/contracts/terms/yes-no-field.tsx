import { Input, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type FieldProps, useField } from '#web/ui/input/field.ts';

/** Sim or Não; the form holds true or false. */
export function YesNoField<V extends FieldValues>(props: FieldProps<V>) {
  const { value, change, input } = useField(props);
  const id = useId();
  const { ref, name, onBlur: _, label, disabled, 'aria-required': __, ...wrapper } = input;
  return (
    <Input.Wrapper {...wrapper} labelElement="div" label={label} labelProps={{ id }}>
      <SegmentedControl
        aria-labelledby={id}
        {...{ name, disabled }}
        ref={ref}
        fullWidth
        data={[
          { value: 'true', label: 'Sim' },
          { value: 'false', label: 'Não' },
        ]}
        value={String(Boolean(value))}
        onChange={(choice) => change(choice === 'true')}
      />
    </Input.Wrapper>
  );
}
