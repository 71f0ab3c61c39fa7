import { Autocomplete } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { type FieldProps, useField } from './field.ts';
import { matches } from './matching.ts';
import { ReadText } from './read-text.tsx';
import { text } from './text-fields.tsx';

type SuggestFieldProps<V extends FieldValues> = FieldProps<V> & {
  suggestions: readonly string[];
  maxLength?: number;
  placeholder?: string;
};

/** Any text, with suggestions that match what is typed. */
export function SuggestField<V extends FieldValues>({
  suggestions,
  maxLength,
  placeholder,
  ...props
}: SuggestFieldProps<V>) {
  const { value, change, input, read } = useField(props);
  if (read) return <ReadText {...read} />;
  return (
    <Autocomplete
      {...input}
      {...{ maxLength, placeholder }}
      autoComplete="off"
      data={[...suggestions]}
      value={text(value)}
      onChange={change}
      filter={({ options, search }) =>
        options.filter((option) => !('label' in option) || matches(option.label, search))
      }
    />
  );
}
