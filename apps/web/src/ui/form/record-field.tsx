import type { FieldValues } from 'react-hook-form';
import { type FieldProps, useField } from '#web/ui/input/field.ts';
import { ReadText } from '#web/ui/input/read-text.tsx';
import { Select } from '#web/ui/input/select.tsx';

export type RecordOption = { id: number; label: string };

type RecordFieldProps<V extends FieldValues> = FieldProps<V> & {
  options: readonly RecordOption[];
  placeholder?: string;
  onChoose?: (id: number | null) => void;
};

/** One of a few records, all in the list; the form holds its number. */
export function RecordField<V extends FieldValues>({ options, placeholder, onChoose, ...props }: RecordFieldProps<V>) {
  const { value, change, input, read } = useField(
    props,
    (id) => options.find((option) => option.id === id)?.label ?? (id ? `ID ${id}` : ''),
  );
  if (read) return <ReadText {...read} />;
  return (
    <Select
      {...input}
      placeholder={placeholder}
      data={options.map(({ id, label }) => ({ value: String(id), label }))}
      value={typeof value === 'number' ? String(value) : null}
      onChange={(chosen) => {
        const id = chosen === null ? null : Number(chosen);
        change(id);
        onChoose?.(id);
      }}
    />
  );
}
