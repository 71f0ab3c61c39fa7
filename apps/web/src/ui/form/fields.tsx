import { Checkbox, Input, SegmentedControl, Switch, Textarea } from '@mantine/core';
import { useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type FieldProps, useField } from '#web/ui/input/field.ts';
import {
  AMOUNT,
  AnyNumberInput,
  type NumberSettings,
  PERCENTAGE,
  PRICE,
  writtenNumber,
} from '#web/ui/input/number-inputs.tsx';
import { ReadText } from '#web/ui/input/read-text.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { PasswordField, TextField, text } from '#web/ui/input/text-fields.tsx';
import classes from './fields.module.css';

export { PasswordField, TextField };

export function TextareaField<V extends FieldValues>({ rows = 4, ...props }: FieldProps<V> & { rows?: number }) {
  const { value, change, input, read } = useField(props);
  if (read) return <ReadText {...read} />;
  return (
    <Textarea
      {...input}
      rows={rows}
      value={text(value)}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

type NumberFieldProps<V extends FieldValues> = FieldProps<V> & { min?: number; max?: number };

/** Whole numbers; the form holds a number, or null while empty. */
export function NumberField<V extends FieldValues>({ min = 0, max, ...props }: NumberFieldProps<V>) {
  return <AnyNumber {...props} settings={{ min, max, allowDecimal: false }} />;
}

/** The form holds centavos, or null while empty; 123456 is shown as R$ 1.234,56. `bare` is a figure among figures. */
export function MoneyField<V extends FieldValues>({ bare, ...props }: FieldProps<V> & { bare?: boolean }) {
  return <AnyNumber {...props} bare={bare} settings={bare ? AMOUNT : PRICE} />;
}

/** The form holds basis points; 850 is shown as 8,5%. `signed` takes one below zero too. */
export function PercentField<V extends FieldValues>({
  signed = false,
  ...props
}: FieldProps<V> & { signed?: boolean }) {
  return <AnyNumber {...props} settings={{ ...PERCENTAGE, allowNegative: signed }} />;
}

/** A number without a unit, with up to six decimals. */
export const FactorField = <V extends FieldValues>(props: FieldProps<V>) => (
  <AnyNumber {...props} settings={{ min: 0, decimalScale: 6, allowNegative: false }} />
);

type MeasureFieldProps<V extends FieldValues> = FieldProps<V> & { unit: string; hundredths?: boolean };

/** Up to two decimals and a unit after them: 68.5, or 6850 where the form holds hundredths, is shown as 68,5 m². */
export function MeasureField<V extends FieldValues>({ unit, hundredths, ...props }: MeasureFieldProps<V>) {
  return <AnyNumber {...props} settings={{ suffix: ` ${unit}`, hundredths, decimalScale: 2, allowNegative: false }} />;
}

type AnyNumberProps<V extends FieldValues> = FieldProps<V> & { settings: NumberSettings; bare?: boolean };

function AnyNumber<V extends FieldValues>({ settings, bare, ...props }: AnyNumberProps<V>) {
  const { value, change, input, read } = useField(props, (number) => writtenNumber(number, settings));
  if (read) return <ReadText {...read} />;
  const looks = bare
    ? { label: undefined, 'aria-label': props.label, size: 'xs', classNames: { input: classes.bare } }
    : {};
  return (
    <AnyNumberInput
      {...input}
      {...looks}
      settings={settings}
      value={typeof value === 'number' ? value : null}
      onChange={change}
    />
  );
}

export type Option = {
  value: string;
  label: string;
  /** Other words by which a searchable list finds it. */
  also?: string | undefined;
};

type OptionFieldProps<V extends FieldValues> = FieldProps<V> & { options: readonly Option[] };

export const labelIn = (options: readonly Option[]) => (value: unknown) =>
  options.find((option) => option.value === value)?.label ?? '';

/** One of four or more. Long lists are searched by typing. */
export function SelectField<V extends FieldValues>({
  options,
  searchable,
  clearable,
  placeholder,
  nothingFound = 'Nada encontrado',
  ...props
}: OptionFieldProps<V> & { searchable?: boolean; clearable?: boolean; placeholder?: string; nothingFound?: string }) {
  const { value: held, change, input, read } = useField(props, labelIn(options));
  // A choice that is no longer offered gives way to the proposal.
  const value = props.proposed !== undefined && !labelIn(options)(held) ? props.proposed : held;
  if (read) return <ReadText {...read} />;
  return (
    <Select
      {...input}
      {...{ searchable, clearable, placeholder }}
      data={[...options]}
      value={value === null || value === undefined || value === '' ? null : String(value)}
      onChange={change}
      nothingFoundMessage={nothingFound}
      clearButtonProps={{ 'aria-label': 'Limpar' }}
    />
  );
}

/** One of two or three, all in sight. */
export function SegmentedField<V extends FieldValues>({ options, ...props }: OptionFieldProps<V>) {
  const { value, change, input, read } = useField(props, labelIn(options));
  const id = useId();
  if (read) return <ReadText {...read} />;
  const { ref, name, onBlur, label, disabled, 'aria-required': required, ...wrapper } = input;
  return (
    <Input.Wrapper {...wrapper} labelElement="div" label={label} labelProps={{ id }}>
      <SegmentedControl
        aria-labelledby={id}
        aria-required={required}
        {...{ name, disabled }}
        ref={ref}
        fullWidth
        data={[...options]}
        value={text(value)}
        onChange={change}
      />
    </Input.Wrapper>
  );
}

const yesOrNo = (value: unknown) => (value === true ? 'Sim' : 'Não');

export function CheckboxField<V extends FieldValues>(props: FieldProps<V>) {
  const { value, change, input, read } = useField(props, yesOrNo);
  if (read) return <ReadText {...read} />;
  const { withAsterisk: _, ...rest } = input;
  return (
    <Checkbox {...rest} checked={value === true} onChange={({ currentTarget }) => change(currentTarget.checked)} />
  );
}

/** Yes or no, in force with the rest of the form. */
export function SwitchField<V extends FieldValues>(props: FieldProps<V>) {
  const { value, change, input, read } = useField(props, yesOrNo);
  if (read) return <ReadText {...read} />;
  const { withAsterisk: _, ...rest } = input;
  return (
    <Switch
      {...rest}
      size="xs"
      withThumbIndicator={false}
      checked={value === true}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  );
}
