import { Select } from '#web/ui/input/select.tsx';

type FilterChoiceProps<Code extends string> = {
  label: string;
  words: Readonly<Record<Code, string>>;
  /** Undefined: all. */
  value: Code | undefined;
  onChange: (value: Code | undefined) => void;
};

/** One of a filter's codes, or none, behind "Filtrar". */
export function FilterChoice<Code extends string>({ label, words, value, onChange }: FilterChoiceProps<Code>) {
  return (
    <Select
      label={label}
      placeholder="Todos"
      clearable
      clearButtonProps={{ 'aria-label': `Limpar ${label.toLowerCase()}` }}
      data={Object.entries<string>(words).map(([code, word]) => ({ value: code, label: word }))}
      // Inside the popover: a list of its own beside it would count as a click outside.
      comboboxProps={{ withinPortal: false }}
      value={value ?? null}
      onChange={(code) => onChange((code ?? undefined) as Code | undefined)}
    />
  );
}
